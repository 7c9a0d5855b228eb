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
from citywright.games.saint_malo.rules.city import OUTER, SIDES, Board, City, around
from citywright.games.saint_malo.rules.codes import (
    ARCHITECT,
    BONUS,
    BONUS_SHIFT,
    CHOOSE_BONUS,
    CHURCHES,
    CITIZEN,
    CRATE,
    CRATES,
    FINISHED,
    HEAD,
    JUGGLER,
    KEEP_DICE,
    LEVELS,
    LOG,
    MERCHANT,
    NOBLE,
    PASS,
    PERSON,
    PERSON_KINDS,
    PLACE,
    PLACE_CHURCH,
    PLACE_CRATE,
    PLACE_PERSON,
    PLACE_WALL,
    PRIEST,
    SOLDIER,
    STOP,
    SWORDS,
    USE,
    USE_DICE,
    WALL,
    WALLS,
    symbol_counts,
)
from citywright.games.saint_malo.rules.state import SaintMalo, new_game

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


def dice_showing(dice: i64, symbol: i64) -> i64:
    """A mask of the dice that show a symbol, die 1 lowest: what `keep` takes."""
    mask: i64 = 0
    for die in range(i64(5)):
        if dice >> 3 * die & 7 == symbol:
            mask |= bit(die)
    return mask


# --- the collector --------------------------------------------------------------------


class Collector(Policy):
    """Keeps one symbol, rolls everything else again as often as it may, and never turns a die."""

    def __init__(self, symbol: i64 = CRATE) -> None:
        self.symbol: i64 = symbol

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, SaintMalo)
        if seen.phase == KEEP_DICE:
            return dice_showing(seen.dice, self.symbol)
        if seen.phase != USE_DICE:
            return PLACE + lowest_bit(seen.allowed) if seen.allowed else seen.legal_actions()[0]
        matching: i64 = symbol_counts(seen.dice) >> 4 * self.symbol & 15
        best: i64 = PASS
        for code in seen.legal_actions():
            if code != PASS and symbol_of(code) == self.symbol and dice_used(code) <= matching:
                best = code
        return best


def symbol_of(use: i64) -> i64:
    """The symbol of a use."""
    return HEAD if use >= PERSON else (use - USE) // 5


def dice_used(use: i64) -> i64:
    """How many dice a use takes."""
    return LEVELS[use - PERSON] if use >= PERSON else (use - USE) % 5 + 1


def tally_turns(board: Board, turns: i64, symbol: i64, seed: i64) -> list[int]:
    """Of so many turns of collectors: how many ended with 0, 1, … 5 matching dice; last, all swords."""
    rng = Rng(seed)
    player = Collector(symbol)
    tally: list[int] = [0] * 7
    state = new_game(2, LOT, board)
    while turns > 0:
        if state.phase == FINISHED:
            state = new_game(2, LOT, board)
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase == USE_DICE:
            counts: i64 = symbol_counts(state.dice)
            tally[counts >> 4 * symbol & 15] += 1
            tally[6] += counts >> 4 * SWORDS & 15
            turns -= 1
        state.apply(player.choose(state, rng))
    return tally


# --- the settler ----------------------------------------------------------------------


class Settler(Policy):
    """Goes for the symbol that promises most, uses it for the best gain, and draws where it helps."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, SaintMalo)
        city: City = seen.cities[seen.seat]
        phase: i64 = seen.phase
        if phase == KEEP_DICE:
            return best_keep(seen, city)
        if phase == USE_DICE:
            return best_use(seen, city)
        if phase == CHOOSE_BONUS:
            return best_bonus(seen, city)
        return PLACE + best_space(seen, city)


def best_keep(state: SaintMalo, city: City) -> i64:
    """Keep the dice of the symbol with the best prospect, or stop if rolling hardly promises more."""
    counts: i64 = symbol_counts(state.dice)
    best: i64 = NOTHING_WORTH
    target: i64 = 0
    for symbol in range(i64(SWORDS)):
        worth: i64 = prospect(state, city, symbol, counts >> 4 * symbol & 15)
        if worth > best:
            best = worth
            target = symbol
    if best <= use_worth(state, city, best_use(state, city)) + ENOUGH:
        return STOP
    return dice_showing(state.dice, target)


def prospect(state: SaintMalo, city: City, symbol: i64, shown: i64) -> i64:
    """What rolling for a symbol is worth on average, when so many dice show it already."""
    row: i64 = 36 * state.rolls_left + 6 * (5 - shown)
    worth: i64 = 0
    best: i64 = 0
    for matching in range(i64(1), i64(6)):
        best = max(best, dice_worth(state, city, symbol, matching))  # fewer may be used (SM-23)
        if matching >= shown:
            worth += best * MATCHES[row + matching - shown]
    return worth // CHANCES


def dice_worth(state: SaintMalo, city: City, symbol: i64, used: i64) -> i64:
    """What using so many dice of a symbol is worth; for heads with the better person."""
    if symbol != HEAD:
        return piece_worth(state, city, symbol, used)
    worth: i64 = NOTHING_WORTH
    for kind in range(i64(PERSON_KINDS)):
        if LEVELS[kind] == used:
            worth = max(worth, person_worth(state, city, kind))
    return worth


def best_use(state: SaintMalo, city: City) -> i64:
    """The use that gains most, less the coins it costs; a pass if none gains anything."""
    best: i64 = 0
    choice: i64 = PASS
    mask: i64 = state.use_mask()
    while mask:
        code: i64 = USE + lowest_bit(mask)
        mask &= mask - 1
        worth: i64 = use_worth(state, city, code)
        if worth > best:
            best = worth
            choice = code
    return choice


def use_worth(state: SaintMalo, city: City, code: i64) -> i64:
    """What a use of the dice as they lie is worth."""
    if code == PASS:
        return 0
    symbol: i64 = symbol_of(code)
    used: i64 = dice_used(code)
    turned: i64 = max(0, used - (symbol_counts(state.dice) >> 4 * symbol & 15))
    if symbol == HEAD:
        return person_worth(state, city, code - PERSON) - 2 * COIN_WORTH * turned
    return piece_worth(state, city, symbol, used) - 2 * COIN_WORTH * turned


def piece_worth(state: SaintMalo, city: City, symbol: i64, used: i64) -> i64:
    """Logs, crates, walls or a church."""
    if symbol == LOG:
        if city.coins < 2:
            return NOTHING_WORTH
        return 160 * min(used, max(0, 4 - city.logs)) - 2 * COIN_WORTH
    if symbol == CRATE:
        return 75 * min(used, max(0, 15 - popcount(city.pieces[CRATES])))
    if symbol == WALL:
        return wall_worth(city, used)
    series: vec[i64] = state.board.series
    gained: i64 = city.church_points(series, used) - city.church_points(series)
    return 100 * gained + (60 * used if city.pieces[CHURCHES + used] == 0 else 30)


def wall_worth(city: City, used: i64) -> i64:
    """Walls in sides that are still whole, and one that is completed by them."""
    worth: i64 = 0
    useful: i64 = 0
    for side in range(i64(4)):
        missing: i64 = SIDES[side] & city.empty
        if missing and missing | city.pieces[WALLS] & SIDES[side] == SIDES[side]:
            useful += popcount(missing)
            if popcount(missing) <= used:
                worth = 350
    return worth + 85 * min(used, useful)


def person_worth(state: SaintMalo, city: City, kind: i64) -> i64:
    """A person on the best space."""
    if kind == CITIZEN:
        return 100
    if kind == SOLDIER:
        return soldier_worth(state, city)
    if kind == ARCHITECT:
        return 220 * min(3, city.logs) + 10
    if kind == NOBLE:
        return 700
    best: i64 = 0
    empty: i64 = city.empty
    while empty:
        space: i64 = empty & -empty
        empty ^= space
        best = max(best, gain_at(city, kind, around(space)))
    return best


def soldier_worth(state: SaintMalo, city: City) -> i64:
    """Much if the next attack is beaten off with him, little without attacks to come."""
    row: i64 = state.boxes // state.board.boxes[state.seat_count]
    if row == len(state.board.strengths):
        return 20
    return 400 if city.defence() + 1 == state.board.strengths[row] else 130


def gain_at(city: City, kind: i64, near: i64) -> i64:
    """What a priest, merchant or juggler with these spaces around brings."""
    if kind == PRIEST:
        return 100 * popcount(city.pieces[CHURCHES] & near)
    if kind == MERCHANT:
        return COIN_WORTH * popcount(city.pieces[CRATES] & near)
    if kind == JUGGLER:
        return 200 * city.kinds_within(near)
    return 0


def best_bonus(state: SaintMalo, city: City) -> i64:
    """The person a tower gives."""
    best: i64 = NOTHING_WORTH
    choice: i64 = 0
    for kind in range(i64(ARCHITECT + 2)):
        if state.legal_mask() >> BONUS_SHIFT & bit(kind):
            worth: i64 = person_worth(state, city, kind)
            if worth > best:
                best = worth
                choice = kind
    return BONUS + choice


def best_space(state: SaintMalo, city: City) -> i64:
    """The number of the space where the piece in hand helps most, the first of equals."""
    best: i64 = NOTHING_WORTH
    choice: i64 = 0
    mask: i64 = state.allowed
    while mask:
        number: i64 = lowest_bit(mask)
        mask &= mask - 1
        worth: i64 = space_worth(state, city, bit(number))
        if worth > best:
            best = worth
            choice = number
    return choice


def space_worth(state: SaintMalo, city: City, space: i64) -> i64:
    """How well the piece in hand stands there: what it gains, what it leaves room for, what it spoils."""
    near: i64 = around(space)
    phase: i64 = state.phase
    if phase == PLACE_WALL:
        return side_worth(city, space)
    spoilt: i64 = side_worth(city, space) if space & OUTER else 0
    crates: i64 = popcount(city.pieces[CRATES] & near)
    if phase == PLACE_CRATE:
        return 20 * crates + 15 * popcount(city.empty & near) - spoilt
    spoilt += 15 * crates  # a merchant would like it there
    if phase == PLACE_CHURCH:
        return 30 * popcount(city.pieces[CHURCHES] & near) - spoilt
    if phase == PLACE_PERSON:
        if state.piece == ARCHITECT and city.logs > 0:
            return 60 * min(3, popcount(city.empty & near)) - spoilt
        return gain_at(city, state.piece, near) + 20 * city.kinds_within(near) - spoilt
    return -spoilt


def side_worth(city: City, space: i64) -> i64:
    """How much of a wall there is in the side of an outer space, if it can still be completed."""
    for side in range(i64(4)):
        walls: i64 = city.pieces[WALLS] & SIDES[side]
        if SIDES[side] & space and walls | city.empty & SIDES[side] == SIDES[side]:
            return 100 + 60 * popcount(walls)
    return 0
