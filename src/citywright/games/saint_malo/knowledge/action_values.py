"""Advice for every decision of a turn of Saint Malo, from a plan of it: keeping, using, placing."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.games.saint_malo.knowledge.city_value import CityJudge
from citywright.games.saint_malo.knowledge.turn_plan import NEVER, NOT_NOTED, Plan
from citywright.games.saint_malo.rules.city import beside
from citywright.games.saint_malo.rules.codes import (
    BONUS,
    CHOOSE_BONUS,
    CHURCHES,
    CRATES,
    DONE,
    HOUSES,
    KEEP_DICE,
    PLACE,
    PLACE_CHURCH,
    PLACE_CRATE,
    PLACE_PERSON,
    PLACE_WALL,
    SOLDIER,
    SWORDS,
    USE,
    USE_DICE,
    WALLS,
    symbol_counts,
)
from citywright.games.saint_malo.rules.state import SaintMalo


class Advice:
    """Plans each turn once and remembers the plan while its dice are rolled."""

    def __init__(self, judge: CityJudge, starts: i64) -> None:
        self.judge = judge
        self.plan = Plan(judge, starts)
        self.key: list[int] = []  # what the plan was worked out for

    def best(self, state: SaintMalo) -> i64:
        """The action that looks best."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        weights = self.weigh(state, actions)
        return actions[weights.index(max(weights))]

    def weigh(self, state: SaintMalo, actions: list[int]) -> list[float]:
        """What each action is worth, in points."""
        plan = self.plan
        phase: i64 = state.phase
        if phase not in (KEEP_DICE, USE_DICE):
            plan.begin(state, state.seat)
            self.key = []
            return [self._placed(state, code) for code in actions]
        self._work_out(state)
        if phase == USE_DICE:
            counts: i64 = symbol_counts(state.dice)
            return [plan.use_value(code - USE, counts) for code in actions]
        return [plan.keeps.keep_value(state.dice, code, state.rolls_left) for code in actions]

    def _work_out(self, state: SaintMalo) -> None:
        """Work the plan out unless it is the one of this turn: nothing changes while dice are rolled."""
        numbers = state.snapshot()
        key = [numbers[0], numbers[2], numbers[4], numbers[13], *numbers[15:]]
        if key != self.key:
            self.plan.begin(state, state.seat)
            self.plan.work_out()
            self.plan.roll_values()
            self.key = key

    def _placed(self, state: SaintMalo, code: i64) -> float:
        """The worth of a placement, of stopping, or of a person chosen from a tower."""
        plan = self.plan
        city = plan.city
        phase: i64 = state.phase
        swords: i64 = symbol_counts(state.dice) >> 4 * SWORDS & 15
        defence: i64 = city.defence()
        coins: i64 = city.coins
        value: float
        if code == DONE:
            value = plan.value()
        elif phase == CHOOSE_BONUS:
            return self._bonus(state, code - BONUS)
        else:
            space: i64 = bit(code - PLACE)
            if phase == PLACE_CRATE:
                plan.draw(CRATES, space)
                value = plan.grow_crates(state.group | space, state.left - 1, False)
                plan.wipe(CRATES, space)
            elif phase == PLACE_WALL:
                points: i64 = city.points
                plan.draw(WALLS, space)
                value = plan.take_bonus(space) + plan.value()
                defence = city.defence()
                coins = city.coins
                plan.wipe(WALLS, space)
                city.points = points
                city.coins = state.cities[state.seat].coins
            elif phase == PLACE_CHURCH:
                value = plan.drawn(CHURCHES + state.piece, space)
            elif phase == PLACE_PERSON:
                value = plan.person_value(state.piece, space)
                coins += plan.merchant_coins(state.piece, space)
                if state.piece == SOLDIER:
                    defence += 1
            else:
                value = self._house(state, space)
        return value + self.judge.coins_worth(coins) + plan.after_swords(defence, swords)

    def _house(self, state: SaintMalo, space: i64) -> float:
        city = self.plan.city
        city.logs -= 1
        city.points += 3
        self.plan.draw(HOUSES, space)
        group: i64 = state.group | space
        value: float = self.plan.build_houses(
            group, beside(group) & city.empty, state.houses_left - 1, NOT_NOTED
        )
        self.plan.wipe(HOUSES, space)
        city.logs += 1
        city.points -= 3
        return value

    def _bonus(self, state: SaintMalo, kind: i64) -> float:
        """The best that a person from a tower can bring."""
        plan = self.plan
        defence: i64 = plan.city.defence() + (1 if kind == SOLDIER else 0)
        best: float = NEVER
        spaces: i64 = plan.city.empty
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            coins: i64 = plan.city.coins + plan.merchant_coins(kind, space)
            best = max(best, plan.person_value(kind, space) + self.judge.coins_worth(coins))
        return best + plan.after_swords(defence, symbol_counts(state.dice) >> 4 * SWORDS & 15)
