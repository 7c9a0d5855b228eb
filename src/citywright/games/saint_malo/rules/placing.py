"""What a player does with the dice of a turn: pay, deliver logs, draw into the city, take what it brings.

Trusts that the action is legal; what is legal is in state.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.games.saint_malo.rules.city import OUTER, SIDES, City, around, beside, roomy_spaces
from citywright.games.saint_malo.rules.codes import (
    ARCHITECT,
    CHOOSE_BONUS,
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
    PLACE_CHURCH,
    PLACE_CRATE,
    PLACE_HOUSE,
    PLACE_PERSON,
    PLACE_WALL,
    PRIEST,
    USE,
    WALLS,
    symbol_counts,
)
from citywright.games.saint_malo.rules.turn import TurnState

TURN_COST: Final = 2  # SM-21: coins for turning a die
DELIVERY_COST: Final = 2  # SM-30
MOST_HOUSES: Final = 3  # SM-43
HOUSE_POINTS: Final = 3

# The events of persons, by kind: `name` and rule.
PERSON_NAMES: Final[list[str]] = [
    "citizens",
    "soldiers",
    "priests",
    "architects",
    "merchants",
    "jugglers",
    "nobles",
]
PERSON_RULES: Final[list[str]] = ["SM-40", "SM-41", "SM-42", "SM-43", "SM-44", "SM-45", "SM-46"]


class DrawingState(TurnState):
    """The effects of using the dice."""

    __slots__ = ()

    # --- using the dice -------------------------------------------------------------

    def _use(self, code: i64) -> None:
        city: City = self.cities[self.seat]
        if code == PASS:
            self.passes += 1
            if self.trace is not None:
                self._tell("pass", "SM-20", 0, 0, ())
            self._end_turn()
            return
        self.passes = 0
        symbol: i64 = HEAD
        used: i64
        if code < PERSON:
            symbol = (code - USE) // 5
            used = (code - USE) % 5 + 1
        else:
            used = LEVELS[code - PERSON]
        self._pay_for_turning(city, symbol, used)
        if symbol == LOG:
            self._deliver(city, used)
        elif symbol == CRATE:
            self.left = used
            self.allowed = roomy_spaces(city.empty, used)  # SM-31
            self.phase = PLACE_CRATE
        elif symbol == CROSS:
            self.piece = used  # SM-35
            self.allowed = city.empty
            self.phase = PLACE_CHURCH
        elif symbol == HEAD:
            self._await_person(city, code - PERSON)
        else:
            self.left = used
            self._resume_walls(city)

    def _pay_for_turning(self, city: City, symbol: i64, used: i64) -> None:
        """SM-21, SM-23: two coins for every used die that does not show the symbol."""
        turned: i64 = used - (symbol_counts(self.dice) >> 4 * symbol & 15)
        if turned > 0:
            city.coins -= TURN_COST * turned
            if self.trace is not None:
                self._tell("turned dice", "SM-21", 0, -TURN_COST * turned, (symbol, turned))

    def _deliver(self, city: City, logs: i64) -> None:
        city.coins -= DELIVERY_COST  # SM-30
        city.logs += logs
        if self.trace is not None:
            self._tell("delivery", "SM-30", 0, -DELIVERY_COST, (logs,))
        self._end_turn()

    def _await_person(self, city: City, kind: i64) -> None:
        self.piece = kind  # SM-36, SM-34
        self.allowed = city.empty
        self.phase = PLACE_PERSON

    # --- drawing --------------------------------------------------------------------

    def _place(self, number: i64) -> None:
        city: City = self.cities[self.seat]
        space: i64 = bit(number)
        phase: i64 = self.phase
        if phase == PLACE_CRATE:
            self._place_crate(city, space, number)
        elif phase == PLACE_WALL:
            self._place_wall(city, space, number)
        elif phase == PLACE_CHURCH:
            city.draw(CHURCHES + self.piece, space)
            city.pieces[CHURCHES] |= space
            if self.trace is not None:
                self._tell("church", "SM-35", 0, 0, (number, self.piece))
            self._end_turn()
        elif phase == PLACE_PERSON:
            self._place_person(city, space, number)
        else:
            self._place_house(city, space, number)

    def _place_crate(self, city: City, space: i64, number: i64) -> None:
        """SM-31: the crates of a turn touch each other; the first went where all of them fit."""
        city.draw(CRATES, space)
        if self.trace is not None:
            self._tell("crate", "SM-31", 0, 0, (number,))
        self.group |= space
        self.allowed = beside(self.group) & city.empty
        self.left -= 1
        if self.left == 0:
            self._end_turn()

    def _place_wall(self, city: City, space: i64, number: i64) -> None:
        """SM-32, SM-33: a side that is complete gives its bonus before the next wall."""
        city.draw(WALLS, space)
        if self.trace is not None:
            self._tell("wall", "SM-32", 0, 0, (number,))
        self.left -= 1
        side: i64 = 0
        while SIDES[side] & space == 0:
            side += 1
        if city.pieces[WALLS] & SIDES[side] == SIDES[side] and self._take_bonus(city, side):
            self.piece = side
            self.allowed = 0
            self.phase = CHOOSE_BONUS
        else:
            self._resume_walls(city)

    def _take_bonus(self, city: City, side: i64) -> bool:
        """Take what the tower of a complete side gives; true if it is a person, who must still be chosen."""
        bonus: i64 = self.board.bonuses[side]
        amount: i64 = self.board.bonus_amounts[side]
        points: i64 = amount if bonus == GIVES_POINTS else 0
        coins: i64 = amount if bonus == GIVES_COINS else 0
        city.points += points
        city.coins += coins
        if self.trace is not None:
            self._tell("wall bonus", "SM-33", points, coins, (side,))
        return points == 0 and coins == 0 and city.empty != 0  # SM-34: lost if no space is empty

    def _resume_walls(self, city: City) -> None:
        """Go on with the walls of the turn; those that find no outer space are lost (SM-33)."""
        self.piece = 0
        self.houses_left = 0
        self.group = 0
        self.allowed = city.empty & OUTER  # SM-26
        if self.left > 0 and self.allowed:
            self.phase = PLACE_WALL
        else:
            self._end_turn()

    def _place_person(self, city: City, space: i64, number: i64) -> None:
        kind: i64 = self.piece
        near: i64 = around(space)
        points: i64 = 0
        coins: i64 = 0
        if kind == CITIZEN:
            points = 1  # SM-40
        elif kind == PRIEST:
            points = popcount(city.pieces[CHURCHES] & near)  # SM-42
        elif kind == MERCHANT:
            coins = popcount(city.pieces[CRATES] & near)  # SM-44
        elif kind == JUGGLER:
            points = 2 * city.kinds_within(near)  # SM-45
        elif kind == NOBLE:
            points = 7  # SM-46
        city.draw(kind, space)
        city.points += points
        city.coins += coins
        if self.trace is not None:
            self._tell(PERSON_NAMES[kind], PERSON_RULES[kind], points, coins, (number,))
        if kind == ARCHITECT:
            self._await_houses(city, min(MOST_HOUSES, city.logs), near & city.empty)  # SM-43
        else:
            self._resume_walls(city)

    def _place_house(self, city: City, space: i64, number: i64) -> None:
        """SM-43: the first house touches the architect, the others a house of this turn."""
        city.draw(HOUSES, space)
        city.logs -= 1
        city.points += HOUSE_POINTS
        if self.trace is not None:
            self._tell("houses", "SM-43", HOUSE_POINTS, 0, (number,))
        self.group |= space
        self._await_houses(city, self.houses_left - 1, beside(self.group) & city.empty)

    def _await_houses(self, city: City, houses: i64, allowed: i64) -> None:
        self.houses_left = houses
        self.allowed = allowed
        if houses > 0 and allowed:
            self.phase = PLACE_HOUSE
        else:
            self._resume_walls(city)
