"""Simple players of Saint Malo: the collector of the statistics, and the settler, who takes the best gain.

They look one turn ahead at most and at nobody else's city. They count in whole hundredths of a point, so
that every build plays the same.
"""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, State
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import codes, legal, material, phases, pirates
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import count_of, dice_showing, symbol_counts
from citywright.games.saint_malo.rules.persons import houses_possible, person_coins, person_points
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import NO_SIDE, SIDES, around, side_of
from citywright.games.saint_malo.rules.state import SaintMaloState, new_state
from citywright.games.saint_malo.rules.using import delivery_cost, turning_cost

POINT_WORTH: Final = 100
COIN_WORTH: Final = 55
NOTHING_WORTH: Final = -1_000_000
ENOUGH: Final = 5  # hundredths: for less, no die is rolled again
CHANCES: Final = 10_000


def _chances() -> list[int]:
    """Of CHANCES: how often j of k dice match after r more rolls of those that do not, at 36r + 6k + j."""
    table: list[int] = []
    for rolls in range(3):
        hit, all_ways = 6**rolls - 5**rolls, 6**rolls
        for dice in range(6):
            for hits in range(6):
                ways = comb(dice, hits) * hit**hits * 5 ** (rolls * max(0, dice - hits))
                table.append(CHANCES * ways // all_ways**dice)
    return table


MATCHES: Final[vec[i64]] = vec[i64](_chances())


# --- the collector --------------------------------------------------------------------


class Collector(Policy):
    """Keeps one symbol, rolls everything else again as often as it may, and never turns a die."""

    def __init__(self, symbol: i64 = material.CRATE) -> None:
        self.symbol: i64 = symbol

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, SaintMaloState)
        if seen.phase == phases.KEEP_DICE:
            return dice_showing(seen.dice, self.symbol)
        if seen.phase != phases.USE_DICE:
            return codes.PLACE + lowest_bit(seen.allowed) if seen.allowed else seen.legal_actions()[0]
        matching: i64 = count_of(symbol_counts(seen.dice), self.symbol)
        best: i64 = codes.PASS
        for code in seen.legal_actions():
            if (
                code != codes.PASS
                and codes.symbol_of(code) == self.symbol
                and codes.dice_used(code) <= matching
            ):
                best = code
        return best


def tally_turns(board: Board, turns: i64, symbol: i64, seed: i64) -> list[int]:
    """Of so many turns of collectors: how many ended with 0, 1, … 5 matching dice; last, all swords."""
    rng = Rng(seed)
    player = Collector(symbol)
    tally: list[int] = [0] * 7
    state = new_state(2, LOT, board)
    while turns > 0:
        if state.phase == phases.GAME_OVER:
            state = new_state(2, LOT, board)
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase == phases.USE_DICE:
            counts: i64 = symbol_counts(state.dice)
            tally[count_of(counts, symbol)] += 1
            tally[6] += count_of(counts, material.SWORDS)
            turns -= 1
        state.apply(player.choose(state, rng))
    return tally


# --- the settler ----------------------------------------------------------------------


class Settler(Policy):
    """Goes for the symbol that promises most, uses it for the best gain, and draws where it helps."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, SaintMaloState)
        city: City = seen.city()
        phase: i64 = seen.phase
        if phase == phases.KEEP_DICE:
            return best_keep(seen, city)
        if phase == phases.USE_DICE:
            return best_use(seen, city)
        if phase == phases.CHOOSE_BONUS:
            return best_bonus(seen, city)
        return codes.PLACE + best_space(seen, city)


def best_keep(position: Position, city: City) -> i64:
    """Keep the dice of the symbol that promises most, or stop if rolling hardly promises more."""
    counts: i64 = symbol_counts(position.dice)
    best: i64 = NOTHING_WORTH
    target: i64 = 0
    for symbol in range(i64(material.SWORDS)):
        worth: i64 = rolling_worth(position, city, symbol, count_of(counts, symbol))
        if worth > best:
            best = worth
            target = symbol
    if best <= use_worth(position, city, best_use(position, city)) + ENOUGH:
        return codes.STOP
    return dice_showing(position.dice, target)


def rolling_worth(position: Position, city: City, symbol: i64, shown: i64) -> i64:
    """What rolling for a symbol is worth on average, when so many dice show it already."""
    row: i64 = 36 * position.rolls_left + 6 * (material.DICE_COUNT - shown)
    worth: i64 = 0
    best: i64 = 0
    for matching in range(i64(1), i64(material.DICE_COUNT + 1)):
        best = max(best, dice_worth(position, city, symbol, matching))  # fewer may be used (SM-23)
        if matching >= shown:
            worth += best * MATCHES[row + matching - shown]
    return worth // CHANCES


def dice_worth(position: Position, city: City, symbol: i64, used: i64) -> i64:
    """What using so many dice of a symbol is worth; for heads with the better person."""
    if symbol != material.HEAD:
        return piece_worth(position, city, symbol, used)
    worth: i64 = NOTHING_WORTH
    for kind in range(i64(material.PERSON_KINDS)):
        if material.LEVELS[kind] == used:
            worth = max(worth, person_worth(position, city, kind))
    return worth


def best_use(position: Position, city: City) -> i64:
    """The use that gains most, less the coins it costs; a pass if none gains anything."""
    best: i64 = 0
    choice: i64 = codes.PASS
    mask: i64 = legal.use_mask(position)
    while mask:
        code: i64 = codes.USE + lowest_bit(mask)
        mask &= mask - 1
        worth: i64 = use_worth(position, city, code)
        if worth > best:
            best = worth
            choice = code
    return choice


def use_worth(position: Position, city: City, code: i64) -> i64:
    """What a use of the dice as they lie is worth."""
    if code == codes.PASS:
        return 0
    symbol: i64 = codes.symbol_of(code)
    used: i64 = codes.dice_used(code)
    cost: i64 = turning_cost(used, count_of(symbol_counts(position.dice), symbol))
    if symbol == material.HEAD:
        return person_worth(position, city, code - codes.PERSON) - COIN_WORTH * cost
    return piece_worth(position, city, symbol, used) - COIN_WORTH * cost


def piece_worth(position: Position, city: City, symbol: i64, used: i64) -> i64:
    """Logs, crates, walls or a church."""
    if symbol == material.LOG:
        cost: i64 = delivery_cost(symbol)
        if city.coins < cost:
            return NOTHING_WORTH
        return 160 * min(used, max(0, 4 - city.logs)) - COIN_WORTH * cost
    if symbol == material.CRATE:
        return 75 * min(used, max(0, 15 - popcount(city.pieces[material.CRATES])))
    if symbol == material.WALL:
        return wall_worth(city, used)
    series: vec[i64] = position.board.series
    gained: i64 = city.church_points(series, used) - city.church_points(series)
    first: bool = city.pieces[material.CHURCHES + used] == 0
    return POINT_WORTH * gained + (60 * used if first else 30)


def wall_worth(city: City, used: i64) -> i64:
    """Walls in sides that can still be completed, and one that is completed by them."""
    worth: i64 = 0
    useful: i64 = 0
    for side in range(i64(material.SIDE_COUNT)):
        missing: i64 = popcount(SIDES[side] & city.empty)
        if missing > 0 and city.can_complete(side):
            useful += missing
            if missing <= used:
                worth = 350
    return worth + 85 * min(used, useful)


def person_worth(position: Position, city: City, kind: i64) -> i64:
    """A person on the best space."""
    if kind == material.SOLDIER:
        return soldier_worth(position, city)
    if kind == material.ARCHITECT:
        return 220 * houses_possible(city) + 10
    if kind in (material.CITIZEN, material.NOBLE):
        return gain_at(city, kind, 0)  # the same everywhere
    best: i64 = 0
    empty: i64 = city.empty
    while empty:
        space: i64 = empty & -empty
        empty ^= space
        best = max(best, gain_at(city, kind, around(space)))
    return best


def soldier_worth(position: Position, city: City) -> i64:
    """Much if the next attack is beaten off with him, little without attacks to come."""
    row: i64 = pirates.attacks_of(position.crossed_boxes, pirates.row_length(position))
    if row == len(position.board.strengths):
        return 20
    return 400 if city.defence() + 1 == position.board.strengths[row] else 130


def gain_at(city: City, kind: i64, near: i64) -> i64:
    """What a person with these spaces around brings at once."""
    return POINT_WORTH * person_points(city, kind, near) + COIN_WORTH * person_coins(city, kind, near)


def best_bonus(position: Position, city: City) -> i64:
    """The person a tower gives."""
    best: i64 = NOTHING_WORTH
    choice: i64 = 0
    persons: i64 = legal.legal_mask(position) >> codes.BONUS_SHIFT
    while persons:
        kind: i64 = lowest_bit(persons)
        persons &= persons - 1
        worth: i64 = person_worth(position, city, kind)
        if worth > best:
            best = worth
            choice = kind
    return codes.BONUS + choice


def best_space(position: Position, city: City) -> i64:
    """The number of the space where the piece in hand helps most, the first of equals."""
    best: i64 = NOTHING_WORTH
    choice: i64 = 0
    mask: i64 = position.allowed
    while mask:
        number: i64 = lowest_bit(mask)
        mask &= mask - 1
        worth: i64 = space_worth(position, city, bit(number))
        if worth > best:
            best = worth
            choice = number
    return choice


def space_worth(position: Position, city: City, space: i64) -> i64:
    """How well the piece in hand stands there: what it gains, what it leaves room for, what it spoils."""
    near: i64 = around(space)
    phase: i64 = position.phase
    if phase == phases.PLACE_WALL:
        return side_worth(city, space)
    spoilt: i64 = side_worth(city, space)
    crates: i64 = popcount(city.pieces[material.CRATES] & near)
    if phase == phases.PLACE_CRATE:
        return 20 * crates + 15 * popcount(city.empty & near) - spoilt
    spoilt += 15 * crates  # a merchant would like it there
    if phase == phases.PLACE_CHURCH:
        return 30 * popcount(city.pieces[material.CHURCHES] & near) - spoilt
    if phase == phases.PLACE_PERSON:
        if position.piece == material.ARCHITECT and city.logs > 0:
            return 60 * min(material.MOST_HOUSES, popcount(city.empty & near)) - spoilt
        return gain_at(city, position.piece, near) + 20 * city.kinds_within(near) - spoilt
    return -spoilt


def side_worth(city: City, space: i64) -> i64:
    """How much of a wall there is in the side of a space, if it has one that can still be completed."""
    side: i64 = side_of(space)
    if side == NO_SIDE or not city.can_complete(side):
        return 0
    return 100 + 60 * popcount(city.pieces[material.WALLS] & SIDES[side])
