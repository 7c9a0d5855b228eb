"""A plan for one turn of Saint Malo: what every use of the dice is worth in this city, well placed.

Works on a copy of the city that it draws into and wipes clean again. Rolling is in evaluate_dice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge.city_value import CityJudge
from citywright.games.saint_malo.knowledge.dice_keeping import COUNTS, KEPT, ROLLED_AT, KeepTable
from citywright.games.saint_malo.rules.city import OUTER, SIDES, City, around, beside
from citywright.games.saint_malo.rules.codes import (
    ARCHITECT,
    CHURCHES,
    CITIZEN,
    CRATE,
    CRATES,
    CROSS,
    GIVES_COINS,
    GIVES_POINTS,
    HEAD,
    HOUSES,
    JUGGLER,
    LEVELS,
    LOG,
    MERCHANT,
    NOBLE,
    PASS,
    PERSON,
    PERSON_KINDS,
    PRIEST,
    SWORDS,
    USE,
    WALL,
    WALLS,
)
from citywright.games.saint_malo.rules.turn import TurnState

USES: Final = 28  # the codes from USE to PASS
NEVER: Final = -1e6
NOT_NOTED: Final = -1
PAID: Final = 7  # one more than the dice that can be paid for, with the fee of logs
PURSE: Final = 64  # more coins are worth no more
DEFENCES: Final = 12  # a turn adds less defence than this
PERSON_BONUS: Final = 4.0  # what a person from a tower is worth before it is known which


class Plan:
    """The worth of every use, before paying for turned dice and before the pirates."""

    def __init__(self, judge: CityJudge, starts: i64) -> None:
        self.judge = judge
        self.starts: i64 = starts  # places from which groups of crates, and architects, are tried further
        self.top_values: vec[float] = vec[float]([0.0] * starts)
        self.top_spaces: vec[i64] = vec[i64]([0] * starts)
        self.state: TurnState = TurnState()
        self.city: City = City()
        self.body: vec[float] = vec[float]([NEVER] * USES)
        self.coins: vec[i64] = vec[i64]([0] * USES)  # in store afterwards
        self.worth: vec[float] = vec[float]([NEVER] * (USES * PAID))  # body and coins, by dice paid for
        self.before: i64 = 0  # the defence before
        self.defence: vec[i64] = vec[i64]([0] * USES)
        self.purse: vec[float] = vec[float]([0.0] * PURSE)  # the worth of so many coins
        self.pirates: vec[float] = vec[float]([0.0] * (6 * DEFENCES))  # of more defence and so many swords
        self.bests: vec[float] = vec[float]([NEVER] * (36 * SWORDS))
        self.keeps = KeepTable()

    def begin(self, state: TurnState, seat: i64) -> None:
        """Look at a seat's city; everything else refers to it."""
        self.state = state
        self.city = state.cities[seat].clone()
        self.judge.look_at(state, seat)

    def value(self) -> float:
        return self.judge.body_worth(self.state, self.city)

    # --- drawing and wiping -----------------------------------------------------------

    def drawn(self, kind: i64, space: i64) -> float:
        """The body's worth with one more piece; the city is as before afterwards."""
        self.draw(kind, space)
        value: float = self.judge.body_worth(self.state, self.city)
        self.wipe(kind, space)
        return value

    def draw(self, kind: i64, space: i64) -> None:
        city = self.city
        city.pieces[kind] ^= space
        city.empty ^= space
        if kind > CHURCHES:
            city.pieces[CHURCHES] ^= space

    def wipe(self, kind: i64, space: i64) -> None:
        self.draw(kind, space)

    # --- the worth of every use -------------------------------------------------------

    def work_out(self) -> None:
        """Fill the tables for all uses of any dice."""
        city = self.city
        defence: i64 = city.defence()
        for use in range(i64(USES)):
            self.body[use] = NEVER
            self.coins[use] = city.coins
            self.defence[use] = defence
        self.before = defence
        self._work_out_tables(defence)
        self._note(PASS - USE, 0.0)
        for logs in range(i64(1), i64(6)):
            city.logs += logs
            self._note(5 * LOG + logs - 1, 0.0)
            city.logs -= logs
        if city.empty:
            self._work_out_crates()
            self._work_out_churches()
            for kind in range(i64(PERSON_KINDS)):
                self._work_out_person(kind)
        if city.empty & OUTER:
            self._work_out_walls()
        for use in range(i64(USES)):
            for paid in range(i64(PAID)):
                self.worth[PAID * use + paid] = NEVER
            if self.body[use] != NEVER:
                for paid in range(min(city.coins // 2 + 1, i64(PAID))):
                    coins: i64 = min(self.coins[use] - 2 * paid, PURSE - 1)
                    self.worth[PAID * use + paid] = self.body[use] + self.purse[coins]

    def _note(self, use: i64, extra: float) -> None:
        """The city as it is drawn now can come of this use: remember it if it is the best so far."""
        city = self.city
        value: float = self.value() + extra
        if value + 0.7 * float(city.coins) > self.body[use] + 0.7 * float(self.coins[use]):
            self.body[use] = value
            self.coins[use] = city.coins
            self.defence[use] = city.defence()

    def _work_out_tables(self, defence: i64) -> None:
        for coins in range(i64(PURSE)):
            self.purse[coins] = self.judge.coins_worth(coins)
        for more in range(i64(DEFENCES)):
            for swords in range(i64(6)):
                self.pirates[6 * more + swords] = self.after_swords(defence + more, swords)

    def _work_out_crates(self) -> None:
        starts: i64 = self.best_spaces(CRATES, self.city.empty, self.starts)
        while starts:
            space: i64 = starts & -starts
            starts ^= space
            self.draw(CRATES, space)
            self._note(5 * CRATE, 0.0)
            self.grow_crates(space, 4, True)
            self.wipe(CRATES, space)

    def grow_crates(self, group: i64, more: i64, noting: bool) -> float:
        """Add crates to a group one by one, each where it is best; the worth when no more fit."""
        added: i64 = 0
        value: float = self.value()
        begun: i64 = group
        while added < more:
            space: i64 = self.best_spaces(CRATES, beside(group) & self.city.empty, 1)
            if space == 0:
                value = NEVER if not noting else value
                break
            self.draw(CRATES, space)
            group |= space
            added += 1
            value = self.value()
            if noting:
                self._note(5 * CRATE + added, 0.0)
        rest: i64 = group ^ begun
        while rest:
            self.wipe(CRATES, rest & -rest)
            rest &= rest - 1
        return value

    def _work_out_churches(self) -> None:
        space: i64 = self.best_spaces(CHURCHES + 1, self.city.empty, 1)
        for number in range(i64(1), i64(6)):
            self.draw(CHURCHES + number, space)
            self._note(5 * CROSS + number - 1, 0.0)
            self.wipe(CHURCHES + number, space)

    def _work_out_person(self, kind: i64) -> None:
        city = self.city
        spaces: i64 = city.empty
        use: i64 = PERSON - USE + kind
        if kind == ARCHITECT:
            spaces = self.best_spaces(kind, spaces, self.starts)
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            coins: i64 = self.merchant_coins(kind, space)
            points: i64 = self.person_points(kind, space)
            self.draw(kind, space)
            city.coins += coins
            city.points += points
            self._note(use, 0.0)
            if kind == ARCHITECT:
                self.build_houses(0, around(space) & city.empty, min(3, city.logs), use)
            city.coins -= coins
            city.points -= points
            self.wipe(kind, space)

    def _work_out_walls(self) -> None:
        """Walls one by one where each is best; complete sides give what their tower gives."""
        city = self.city
        empty: i64 = city.empty
        walls: i64 = city.pieces[WALLS]
        points: i64 = city.points
        coins: i64 = city.coins
        extra: float = 0.0
        for number in range(i64(5)):
            space: i64 = self.best_spaces(WALLS, city.empty & OUTER, 1)
            if space == 0:
                break
            self.draw(WALLS, space)
            extra += self.take_bonus(space)
            self._note(5 * WALL + number, extra)
        city.empty = empty
        city.pieces[WALLS] = walls
        city.points = points
        city.coins = coins

    def take_bonus(self, space: i64) -> float:
        """Take what the tower gives if the wall just drawn completes its side; what a person may bring."""
        city = self.city
        board = self.state.board
        for side in range(i64(4)):
            if SIDES[side] & space and city.pieces[WALLS] & SIDES[side] == SIDES[side]:
                if board.bonuses[side] == GIVES_COINS:
                    city.coins += board.bonus_amounts[side]
                elif board.bonuses[side] == GIVES_POINTS:
                    city.points += board.bonus_amounts[side]
                elif city.empty:
                    return PERSON_BONUS
        return 0.0

    # --- placing ----------------------------------------------------------------------

    def best_spaces(self, kind: i64, spaces: i64, count: i64) -> i64:
        """The mask of the `count` best spaces for a piece, its points and coins aside."""
        values = self.top_values
        found = self.top_spaces
        for place in range(count):
            values[place] = 2.0 * NEVER
            found[place] = 0
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            value: float = self.drawn(kind, space)
            if value <= values[count - 1]:
                continue
            slot: i64 = count - 1
            while slot > 0 and value > values[slot - 1]:
                values[slot] = values[slot - 1]
                found[slot] = found[slot - 1]
                slot -= 1
            values[slot] = value
            found[slot] = space
        best: i64 = 0
        for place in range(count):
            best |= found[place]
        return best

    def merchant_coins(self, kind: i64, space: i64) -> i64:
        if kind != MERCHANT:
            return 0
        return popcount(self.city.pieces[CRATES] & around(space))

    def person_points(self, kind: i64, space: i64) -> i64:
        """What a person brings at once by coming here."""
        near: i64 = around(space)
        if kind == CITIZEN:
            return 1
        if kind == PRIEST:
            return popcount(self.city.pieces[CHURCHES] & near)
        if kind == JUGGLER:
            return 2 * self.city.kinds_within(near)
        return 7 if kind == NOBLE else 0

    def person_value(self, kind: i64, space: i64) -> float:
        """The body's worth after a person came here, with the points it brings and the houses it builds."""
        if kind != ARCHITECT:
            return self.drawn(kind, space) + float(self.person_points(kind, space))
        city = self.city
        self.draw(kind, space)
        value: float = self.build_houses(0, around(space) & city.empty, min(3, city.logs), NOT_NOTED)
        self.wipe(kind, space)
        return value

    def build_houses(self, group: i64, allowed: i64, houses: i64, use: i64) -> float:
        """Houses one by one where each is best, as long as that is worth more than stopping."""
        city = self.city
        value: float = self.value()
        built: i64 = 0
        begun: i64 = group
        while built < houses and allowed:
            city.logs -= 1
            city.points += 3
            space: i64 = self.best_spaces(HOUSES, allowed, 1)
            self.draw(HOUSES, space)
            group |= space
            built += 1
            value = max(value, self.value())
            if use != NOT_NOTED:
                self._note(use, 0.0)
            allowed = beside(group) & city.empty
        city.logs += built
        city.points -= 3 * built
        rest: i64 = group ^ begun
        while rest:
            self.wipe(HOUSES, rest & -rest)
            rest &= rest - 1
        return value

    # --- with dice --------------------------------------------------------------------

    def use_value(self, use: i64, counts: i64) -> float:
        """What a use (a code above USE) of these dice is worth; NEVER if it cannot be paid or made."""
        swords: i64 = counts >> 4 * SWORDS & 15
        symbol: i64 = symbol_of(use)
        return self._with_dice(use, counts >> 4 * symbol & 15, swords)

    def _with_dice(self, use: i64, shown: i64, swords: i64) -> float:
        """The same with so many dice that show its symbol and so many swords."""
        paid: i64 = 0
        if use != PASS - USE:
            used: i64 = use % 5 + 1 if use < PERSON - USE else LEVELS[use - (PERSON - USE)]
            if used > 5 - swords:
                return NEVER
            paid = max(used - shown, 0) + (1 if use < 5 else 0)
        return self.worth[PAID * use + paid] + self.pirates[6 * (self.defence[use] - self.before) + swords]

    def after_swords(self, defence: i64, swords: i64) -> float:
        """The worth of defence and cannons after so many swords have crossed their boxes."""
        state = self.state
        row_length: i64 = state.board.boxes[state.seat_count]
        boxes: i64 = min(state.boxes + swords, row_length * i64(len(state.board.strengths)))
        cannons: i64 = self.city.cannons
        for row in range(state.boxes // row_length, boxes // row_length):
            if defence < state.board.strengths[row]:
                cannons += 1
        return self.judge.pirates_worth(state, defence, boxes, cannons)

    def roll_values(self) -> None:
        """Fill the table of keeps: what every result of the dice can buy at best."""
        self._find_bests()
        bests = self.bests
        final = self.keeps.final
        for kept in range(i64(ROLLED_AT), i64(KEPT)):
            counts: i64 = COUNTS[kept]
            swords: i64 = counts >> 4 * SWORDS & 15
            best: float = self._with_dice(PASS - USE, 0, swords)
            for symbol in range(i64(SWORDS)):
                value: float = bests[36 * symbol + 6 * swords + (counts >> 4 * symbol & 15)]
                if value > best:
                    best = value
            final[kept] = best
        self.keeps.work_out()

    def _find_bests(self) -> None:
        """The best use of every symbol, by the number of swords and of dice that show it."""
        bests = self.bests
        for place in range(i64(36 * SWORDS)):
            bests[place] = NEVER
        for use in range(i64(PASS - USE)):
            if self.body[use] == NEVER:
                continue
            for swords in range(i64(5)):
                first: i64 = 36 * symbol_of(use) + 6 * swords
                for shown in range(6 - swords):
                    value: float = self._with_dice(use, shown, swords)
                    if value > bests[first + shown]:
                        bests[first + shown] = value


def symbol_of(use: i64) -> i64:
    """The symbol that a use (a code above USE, not PASS) needs."""
    return min(use // 5, HEAD)
