"""What each action of a turn of Saint Malo is worth, by a plan of the turn: keeping, using, placing."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.games.saint_malo.knowledge.city_value import CityEvaluator
from citywright.games.saint_malo.knowledge.turn_plan import NEVER, NOT_RECORDED, TurnPlan
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.dice import count_of, symbol_counts
from citywright.games.saint_malo.rules.persons import person_coins, use_log
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import around, beside
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.games.saint_malo.rules.turn import ROLLS


class TurnAdviser:
    """Plans each turn once and remembers the plan while its dice are rolled."""

    def __init__(self, evaluator: CityEvaluator, starts: i64) -> None:
        self.evaluator = evaluator
        self.plan = TurnPlan(evaluator, starts)
        self.planned: list[int] = []  # what the plan was made for
        self.swords: i64 = 0  # that the dice show

    def best(self, state: SaintMaloState) -> i64:
        """The action that looks best."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        values = self.weigh(state, actions)
        return actions[values.index(max(values))]

    def weigh(self, position: Position, actions: list[int]) -> list[float]:
        """What each action is worth, in points."""
        plan = self.plan
        phase: i64 = position.phase
        counts: i64 = symbol_counts(position.dice)
        if phase not in (phases.KEEP_DICE, phases.USE_DICE):
            plan.begin(position, position.seat)
            self.planned = []
            self.swords = count_of(counts, material.SWORDS)
            return [self._placement_value(position, code) for code in actions]
        self._plan_turn(position)
        if phase == phases.USE_DICE:
            return [plan.use_value(code - codes.USE, counts) for code in actions]
        return [plan.keeps.keep_value(position.dice, code, position.rolls_left) for code in actions]

    def value_of_roll(self, position: Position) -> float:
        """What the turn is worth before the dice that are not kept are rolled."""
        self._plan_turn(position)
        keeps = self.plan.keeps
        if position.rolls_left == ROLLS:
            return keeps.turn_value()
        return keeps.keep_value(position.dice, position.keep, position.rolls_left)

    def _plan_turn(self, position: Position) -> None:
        """Make a plan unless there is one for this turn: while dice are rolled only they change."""
        planned: list[int] = [
            position.seat_count,
            position.seat,
            position.turn,
            position.crossed_boxes,
        ]
        for city in position.cities:
            planned.extend(city.snapshot())
        if planned != self.planned:
            self.plan.begin(position, position.seat)
            self.plan.value_uses()
            self.plan.value_rolls()
            self.planned = planned

    # --- placing ----------------------------------------------------------------------

    def _placement_value(self, position: Position, code: i64) -> float:
        """The value of a placement, of building no more, or of a person chosen from a tower."""
        phase: i64 = position.phase
        if code == codes.DONE:
            return self._with_stores(self.plan.value())
        if phase == phases.CHOOSE_BONUS:
            return self._bonus_value(code - codes.BONUS)
        space: i64 = bit(code - codes.PLACE)
        if phase == phases.PLACE_CRATE:
            return self._with_stores(self._crate_value(position, space))
        if phase == phases.PLACE_WALL:
            return self._wall_value(space)
        if phase == phases.PLACE_CHURCH:
            church: i64 = material.CHURCHES + position.piece
            return self._with_stores(self.plan.value_with(church, space))
        if phase == phases.PLACE_PERSON:
            person: float = self._person_value(position.piece, space)
            return person + self._pirates_value(position.piece, space)
        return self._with_stores(self._house_value(position, space))

    def _with_stores(self, pieces: float) -> float:
        """The value of pieces, with that of coins and defence as they are in the plan's city."""
        city = self.plan.city
        coins: float = self.evaluator.coins_value(city.coins)
        return pieces + coins + self.plan.pirates_value(city.defence(), self.swords)

    def _crate_value(self, position: Position, space: i64) -> float:
        """The pieces with a crate here and the other crates of the turn beside it."""
        plan = self.plan
        plan.city.draw(material.CRATES, space)
        value: float = plan.add_crates(position.group | space, position.pieces_left - 1, False)
        plan.city.wipe(material.CRATES, space)
        return value

    def _wall_value(self, space: i64) -> float:
        """Everything with a wall here, and with the bonus if it completes its side."""
        plan = self.plan
        city = plan.city
        points: i64 = city.points
        coins: i64 = city.coins
        city.draw(material.WALLS, space)
        value: float = self._with_stores(plan.take_bonus(space) + plan.value())
        city.wipe(material.WALLS, space)
        city.points = points
        city.coins = coins
        return value

    def _house_value(self, position: Position, space: i64) -> float:
        """The pieces with a house here and further houses beside it."""
        plan = self.plan
        city = plan.city
        logs: i64 = city.logs
        points: i64 = city.points
        use_log(city)
        city.draw(material.HOUSES, space)
        group: i64 = position.group | space
        allowed: i64 = beside(group) & city.empty
        value: float = plan.add_houses(group, allowed, position.houses_left - 1, NOT_RECORDED)
        city.wipe(material.HOUSES, space)
        city.logs = logs
        city.points = points
        return value

    def _person_value(self, kind: i64, space: i64) -> float:
        """Pieces and coins with a person here."""
        plan = self.plan
        coins: i64 = plan.city.coins + person_coins(plan.city, kind, around(space))
        return plan.person_value(kind, space) + self.evaluator.coins_value(coins)

    def _pirates_value(self, kind: i64, space: i64) -> float:
        """What is to be expected of the pirates with a person here."""
        city = self.plan.city
        city.draw(kind, space)
        defence: i64 = city.defence()
        city.wipe(kind, space)
        return self.plan.pirates_value(defence, self.swords)

    def _bonus_value(self, kind: i64) -> float:
        """The best that a person from a tower can bring."""
        best: float = NEVER
        spaces: i64 = self.plan.city.empty
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            best = max(best, self._person_value(kind, space))
        any_space: i64 = self.plan.city.empty & -self.plan.city.empty
        return best + self._pirates_value(kind, any_space)
