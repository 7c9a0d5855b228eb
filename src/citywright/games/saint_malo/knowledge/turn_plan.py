"""A plan for one turn of Saint Malo: what every use of the dice is worth in this city, well placed.

Works on a copy of the city that it draws into and wipes clean again. Rolling is in dice_keeping.
A use is a code less USE: `use_of`. Values have three parts, as in city_value: pieces, coins, pirates.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge.city_value import CityEvaluator
from citywright.games.saint_malo.knowledge.dice_keeping import COUNTS, FIRST_OF_FIVE, MULTISETS, KeepTable
from citywright.games.saint_malo.rules import codes, material, pirates
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import count_of
from citywright.games.saint_malo.rules.persons import houses_possible, person_coins, person_points, use_log
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import around, beside, side_of
from citywright.games.saint_malo.rules.using import delivery_cost, turning_cost, usable_dice
from citywright.games.saint_malo.rules.walls import give_bonus, wall_spaces

NEVER: Final = -1e6
NOT_RECORDED: Final = -1
COSTS: Final = 13  # no use costs more than 12 coins
COINS: Final = 64  # more coins are worth no more
DEFENCES: Final = 12  # a turn adds less defence than this
COIN_VALUE: Final = 0.7  # when two ways to place the same use are compared
PERSON_BONUS: Final = 4.0  # what a person from a tower is worth before it is known which

# The tables of pirates and of best uses are read by two or three small numbers.
SWORDS_SIZE: Final = 6  # none to five swords
SYMBOL_SIZE: Final = 36  # none to five swords, none to five dice of the symbol


def use_of(symbol: i64, used: i64) -> i64:
    """The use of so many dice of a symbol other than heads."""
    return codes.use_code(symbol, used) - codes.USE


class TurnPlan:
    """The value of every use, before paying for turned dice and before the pirates."""

    def __init__(self, evaluator: CityEvaluator, starts: i64) -> None:
        self.evaluator = evaluator
        self.starts: i64 = starts  # how many first spaces are tried for groups of crates, and architects
        self.top_values: vec[float] = vec[float]([0.0] * starts)
        self.top_spaces: vec[i64] = vec[i64]([0] * starts)
        self.position: Position = Position()
        self.city: City = City()
        # By use: the best way to place it.
        self.pieces: vec[float] = vec[float]([NEVER] * codes.USES)  # the value of the pieces afterwards
        self.coins: vec[i64] = vec[i64]([0] * codes.USES)  # in store afterwards, before paying
        self.defence: vec[i64] = vec[i64]([0] * codes.USES)
        self.paid: vec[float] = vec[float](
            [NEVER] * (codes.USES * COSTS)
        )  # pieces and coins, by use and cost
        self.defence_before: i64 = 0
        self.coin_values: vec[float] = vec[float]([0.0] * COINS)
        self.pirate_values: vec[float] = vec[float]([0.0] * (SWORDS_SIZE * DEFENCES))  # by more defence
        self.best_uses: vec[float] = vec[float]([NEVER] * (SYMBOL_SIZE * material.SWORDS))
        self.keeps = KeepTable()

    def begin(self, position: Position, seat: i64) -> None:
        """Look at a seat's city; everything else refers to it."""
        self.position = position
        self.city = position.cities[seat].clone()
        self.evaluator.prepare(position, seat)

    def value(self) -> float:
        """The value of the city's pieces as they are drawn now."""
        return self.evaluator.pieces_value(self.position, self.city)

    def value_with(self, kind: i64, space: i64) -> float:
        """The same with one more piece; the city is as before afterwards."""
        self.city.draw(kind, space)
        value: float = self.evaluator.pieces_value(self.position, self.city)
        self.city.wipe(kind, space)
        return value

    # --- the value of every use -------------------------------------------------------

    def value_uses(self) -> None:
        """Fill the tables for all uses of any dice."""
        city = self.city
        self.defence_before = city.defence()
        for use in range(i64(codes.USES)):
            self.pieces[use] = NEVER
            self.coins[use] = city.coins
            self.defence[use] = self.defence_before
        self._value_coins_and_pirates()
        self._record(codes.LAST_USE, 0.0)
        self._value_logs()
        if city.empty:
            self._value_crates()
            self._value_churches()
            for kind in range(i64(material.PERSON_KINDS)):
                self._value_person(kind)
        if wall_spaces(city):
            self._value_walls()
        self._value_payments()

    def _record(self, use: i64, extra: float) -> None:
        """The city as it is drawn now can come of this use: remember it if it is the best so far."""
        city = self.city
        value: float = self.value() + extra
        if value + COIN_VALUE * float(city.coins) > self.pieces[use] + COIN_VALUE * float(self.coins[use]):
            self.pieces[use] = value
            self.coins[use] = city.coins
            self.defence[use] = city.defence()

    def _value_coins_and_pirates(self) -> None:
        for coins in range(i64(COINS)):
            self.coin_values[coins] = self.evaluator.coins_value(coins)
        for more in range(i64(DEFENCES)):
            for swords in range(i64(SWORDS_SIZE)):
                value: float = self.pirates_value(self.defence_before + more, swords)
                self.pirate_values[SWORDS_SIZE * more + swords] = value

    def _value_payments(self) -> None:
        """For every use and every cost that can be paid: the value of pieces and remaining coins."""
        affordable: i64 = min(self.city.coins + 1, i64(COSTS))
        for use in range(i64(codes.USES)):
            first: i64 = COSTS * use
            for cost in range(i64(COSTS)):
                self.paid[first + cost] = NEVER
            if self.pieces[use] != NEVER:
                for cost in range(affordable):
                    coins: i64 = min(self.coins[use] - cost, COINS - 1)
                    self.paid[first + cost] = self.pieces[use] + self.coin_values[coins]

    def _value_logs(self) -> None:
        for logs in range(i64(1), i64(material.DICE_COUNT + 1)):
            self.city.logs += logs
            self._record(use_of(material.LOG, logs), 0.0)
            self.city.logs -= logs

    def _value_crates(self) -> None:
        starts: i64 = self.best_spaces(material.CRATES, self.city.empty, self.starts)
        while starts:
            space: i64 = starts & -starts
            starts ^= space
            self.city.draw(material.CRATES, space)
            self._record(use_of(material.CRATE, 1), 0.0)
            self.add_crates(space, material.DICE_COUNT - 1, True)
            self.city.wipe(material.CRATES, space)

    def _value_churches(self) -> None:
        space: i64 = self.best_spaces(material.CHURCHES + 1, self.city.empty, 1)
        for number in range(i64(1), i64(material.HIGHEST_CHURCH + 1)):
            self.city.draw(material.CHURCHES + number, space)
            self._record(use_of(material.CROSS, number), 0.0)
            self.city.wipe(material.CHURCHES + number, space)

    def _value_person(self, kind: i64) -> None:
        city = self.city
        spaces: i64 = city.empty
        use: i64 = codes.PERSON - codes.USE + kind
        if kind == material.ARCHITECT:
            spaces = self.best_spaces(kind, spaces, self.starts)
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            near: i64 = around(space)
            coins: i64 = person_coins(city, kind, near)
            points: i64 = person_points(city, kind, near)
            city.draw(kind, space)
            city.coins += coins
            city.points += points
            self._record(use, 0.0)
            if kind == material.ARCHITECT:
                self.add_houses(0, near & city.empty, houses_possible(city), use)
            city.coins -= coins
            city.points -= points
            city.wipe(kind, space)

    def _value_walls(self) -> None:
        """Walls one by one where each is best; complete sides give what their tower gives."""
        city = self.city
        built: i64 = 0
        points: i64 = city.points
        coins: i64 = city.coins
        extra: float = 0.0
        for number in range(i64(1), i64(material.DICE_COUNT + 1)):
            space: i64 = self.best_spaces(material.WALLS, wall_spaces(city), 1)
            if space == 0:
                break
            city.draw(material.WALLS, space)
            built |= space
            extra += self.take_bonus(space)
            self._record(use_of(material.WALL, number), extra)
        city.wipe(material.WALLS, built)
        city.points = points
        city.coins = coins

    # --- placing ----------------------------------------------------------------------

    def best_spaces(self, kind: i64, spaces: i64, count: i64) -> i64:
        """The mask of the `count` best spaces for a piece, its points and coins aside."""
        values = self.top_values
        places = self.top_spaces
        for place in range(count):
            values[place] = 2.0 * NEVER
            places[place] = 0
        while spaces:
            space: i64 = spaces & -spaces
            spaces ^= space
            value: float = self.value_with(kind, space)
            if value <= values[count - 1]:
                continue
            slot: i64 = count - 1
            while slot > 0 and value > values[slot - 1]:
                values[slot] = values[slot - 1]
                places[slot] = places[slot - 1]
                slot -= 1
            values[slot] = value
            places[slot] = space
        best: i64 = 0
        for place in range(count):
            best |= places[place]
        return best

    def add_crates(self, group: i64, more: i64, recording: bool) -> float:
        """Add crates to a group, each where it is best; the value with all of them, NEVER if they do not fit.

        For recording it does not matter whether all fit: every number of crates is recorded.
        """
        value: float = self.value()
        added: i64 = 0
        for number in range(i64(1), more + 1):
            space: i64 = self.best_spaces(material.CRATES, beside(group | added) & self.city.empty, 1)
            if space == 0:
                value = NEVER
                break
            self.city.draw(material.CRATES, space)
            added |= space
            value = self.value()
            if recording:
                self._record(use_of(material.CRATE, 1 + number), 0.0)
        self.city.wipe(material.CRATES, added)
        return value

    def add_houses(self, group: i64, allowed: i64, houses: i64, use: i64) -> float:
        """Add up to so many houses, each where it is best; the value with as many of them as are worth it.

        Unless `use` is NOT_RECORDED, every number of houses is recorded for it.
        """
        city = self.city
        logs: i64 = city.logs
        points: i64 = city.points
        value: float = self.value()
        added: i64 = 0
        for _ in range(houses):
            if allowed == 0:
                break
            use_log(city)
            space: i64 = self.best_spaces(material.HOUSES, allowed, 1)
            city.draw(material.HOUSES, space)
            added |= space
            value = max(value, self.value())
            if use != NOT_RECORDED:
                self._record(use, 0.0)
            allowed = beside(group | added) & city.empty
        city.wipe(material.HOUSES, added)
        city.logs = logs
        city.points = points
        return value

    def take_bonus(self, space: i64) -> float:
        """Take the bonus if the wall just drawn completes its side; returns what a person is worth."""
        side: i64 = side_of(space)
        if self.city.is_complete(side) and give_bonus(self.position.board, self.city, side):
            return PERSON_BONUS
        return 0.0

    def person_value(self, kind: i64, space: i64) -> float:
        """The value of the pieces after a person came here, with its points and the houses it builds."""
        city = self.city
        near: i64 = around(space)
        if kind != material.ARCHITECT:
            return self.value_with(kind, space) + float(person_points(city, kind, near))
        city.draw(kind, space)
        value: float = self.add_houses(0, near & city.empty, houses_possible(city), NOT_RECORDED)
        city.wipe(kind, space)
        return value

    # --- with dice --------------------------------------------------------------------

    def use_value(self, use: i64, counts: i64) -> float:
        """What a use of these dice is worth; NEVER if it cannot be paid or made."""
        symbol: i64 = codes.symbol_of(codes.USE + use)
        return self._value_with_dice(use, symbol, count_of(counts, symbol), count_of(counts, material.SWORDS))

    def _value_with_dice(self, use: i64, symbol: i64, shown: i64, swords: i64) -> float:
        """The same when so many dice show its symbol and so many show swords."""
        cost: i64 = 0
        if use != codes.LAST_USE:
            used: i64 = codes.dice_used(codes.USE + use)
            if used > usable_dice(swords):
                return NEVER
            cost = turning_cost(used, shown) + delivery_cost(symbol)
        more: i64 = self.defence[use] - self.defence_before
        return self.paid[COSTS * use + cost] + self.pirate_values[SWORDS_SIZE * more + swords]

    def pirates_value(self, defence: i64, swords: i64) -> float:
        """The value of defence and cannons after so many swords have crossed their boxes."""
        position = self.position
        length: i64 = pirates.row_length(position)
        before: i64 = position.crossed_boxes
        boxes: i64 = pirates.boxes_after(position, swords)
        lost_cannons: i64 = self.city.lost_cannons
        for row in range(pirates.attacks_of(before, length), pirates.attacks_of(boxes, length)):
            if not pirates.withstands(defence, position.board.strengths[row]):
                lost_cannons += 1
        return self.evaluator.pirates_value(position, defence, boxes, lost_cannons)

    def value_rolls(self) -> None:
        """Fill the table of keeps: what every result of the dice can buy at best."""
        self._value_symbols()
        for kept in range(i64(FIRST_OF_FIVE), i64(MULTISETS)):
            counts: i64 = COUNTS[kept]
            swords: i64 = count_of(counts, material.SWORDS)
            best: float = self._value_with_dice(codes.LAST_USE, material.HEAD, 0, swords)
            for symbol in range(i64(material.SWORDS)):
                shown: i64 = count_of(counts, symbol)
                value: float = self.best_uses[SYMBOL_SIZE * symbol + SWORDS_SIZE * swords + shown]
                if value > best:
                    best = value
            self.keeps.final[kept] = best
        self.keeps.work_out()

    def _value_symbols(self) -> None:
        """The best use of every symbol, by the number of swords and of dice that show it."""
        best_uses = self.best_uses
        for place in range(i64(SYMBOL_SIZE * material.SWORDS)):
            best_uses[place] = NEVER
        for use in range(i64(codes.LAST_USE)):
            if self.pieces[use] == NEVER:
                continue
            symbol: i64 = codes.symbol_of(codes.USE + use)
            for swords in range(i64(material.DICE_COUNT)):
                first: i64 = SYMBOL_SIZE * symbol + SWORDS_SIZE * swords
                for shown in range(usable_dice(swords) + 1):
                    value: float = self._value_with_dice(use, symbol, shown, swords)
                    if value > best_uses[first + shown]:
                        best_uses[first + shown] = value
