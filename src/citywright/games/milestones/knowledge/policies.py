"""Two simple players. The walker is light: it visits everybody, builds what it can, and so ends its games.
The steward weighs every action in tenths of a point, adds a little noise and takes the best.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.engine.vecs import vec
from citywright.games.milestones.knowledge.map_values import (
    BONUS_WORTH,
    best_house,
    best_market,
    best_middle,
    best_road,
    delivery_points,
    end_worth,
    house_worth,
)
from citywright.games.milestones.rules.codes import (
    A_BUY,
    A_CLAIM,
    A_COUNT,
    A_COVER,
    A_DELIVER,
    A_DONE,
    A_END,
    A_GIVE,
    A_GO,
    A_HIRE,
    A_HOUSE,
    A_LEAVE,
    A_MARKET,
    A_MILESTONE,
    A_PLACE,
    A_ROAD,
    A_SELL,
    A_TAKE,
    BUILD,
    BUILDING_OFFICE,
    COIN,
    DELIVER,
    GRAIN,
    KINDS,
    MILL,
    MOVE,
    PATHS,
    SAND,
    STONE,
    TRADE,
    TRADING_HOUSE,
    WOOD,
    worker_number,
)
from citywright.games.milestones.rules.player_board import Board
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.rules.trading import PRICE

BUILDINGS: Final = 15 << TRADING_HOUSE  # the castle at the end of the lap included


class Walker(Policy):
    """Mostly walks to the next worker or building and does something there, sometimes anything at all."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MilestonesState)
        board = seen.board()
        options = seen.open_options()
        sober: bool = rng.below(4) > 0
        if seen.phase == MOVE and sober:
            ahead: i64 = (board.visible() << 1 | BUILDINGS) & -bit(board.position + 1)
            return A_GO + lowest_bit(ahead)
        if seen.phase == TRADE and sober:
            hires: bool = seen.hired == 0 and board.coins() >= PRICE
            return options.nth(options.total - 1) if hires else A_DONE
        if (seen.phase == BUILD or seen.phase == DELIVER) and options.total > 1:
            return options.nth(1 + rng.below(options.total - 1))  # anything but done
        return options.nth(rng.below(options.total))


# --- the steward; all worths are in tenths of a point

NOISE: Final = 6  # a random addition below this
NEVER: Final = -1000
STEP: Final = 4  # what each field walked costs: a lap costs a worker
GOOD_WORTH: Final[vec[i64]] = vec[i64]([16, 15, 15, 11, 9])  # of the first good of a kind
SPARE_WORTH: Final = 4  # a further good of the same kind is worth so much less
WORKER_WORTH: Final[vec[i64]] = vec[i64]([15, 13, 13, 11, 11])  # of the first worker of a kind
RISING_WORTH: Final = 12  # of numbers that never fall
HIRE_WORTH: Final = 30  # of the prospect of hiring
BUILD_COST: Final = 12  # what the goods of a build could bring otherwise
STORE: Final = 3
LAST_WORKERS: Final = 2  # that the castle does not cover


class Steward(Policy):
    """Takes what looks best at once: no plan, no memory, no look at the others."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MilestonesState)
        best: i64 = -1
        highest: i64 = 100 * NEVER
        options = seen.legal_actions()
        if len(options) == 1:
            return options[0]
        for option in options:
            code: i64 = option
            worth: i64 = worth_of(seen, code) + rng.below(NOISE)
            if worth > highest:
                highest = worth
                best = code
        return best


def worth_of(state: MilestonesState, code: i64) -> i64:
    """What a legal action seems to be worth to its actor."""
    board = state.board()
    land = state.land
    if code == A_DONE:
        return 0
    if code < A_LEAVE:
        return move_worth(state, code - A_GO)
    if code == A_LEAVE:
        return 0
    if code < A_GIVE:
        return buy_worth(board, code - A_BUY)
    if code < A_SELL:
        return -good_worth(board, code - A_GIVE, -1)
    if code < A_COVER:
        return sell_worth(board, code - A_SELL >> 2, code - A_SELL & 3)
    if code < A_PLACE:
        return -worker_worth(board, code - A_COVER)
    if code < A_ROAD:
        return place_worth(board, placed_tile(state), code - A_PLACE)
    if code < A_MILESTONE:
        return 10 * best_middle(land, code - A_ROAD) - BUILD_COST
    if code < A_END:
        return 10 * land.ground.numbers[code - A_MILESTONE]
    if code < A_MARKET:
        return end_worth(land, code - A_END)
    if code < A_DELIVER:
        return 10 * land.ground.numbers[code - A_MARKET] - BUILD_COST
    if code < A_COUNT:
        return 10 * delivery_points(land, code - A_DELIVER) + 1
    if code < A_HOUSE:
        return 10 * land.ground.numbers[code - A_COUNT]
    if code < A_CLAIM:
        return house_worth(land, code - A_HOUSE) - BUILD_COST
    if code < A_TAKE:
        return BONUS_WORTH  # a claim
    if code < A_HIRE:
        return best_place(board, code - A_TAKE)
    return best_place(board, code - A_HIRE)


# --- goods and workers


def good_worth(board: Board, kind: i64, step: i64) -> i64:
    """Of one good more (step 0) or of the last one (step -1)."""
    return max(1, GOOD_WORTH[kind] - SPARE_WORTH * (board.amount(kind) + step))


def gain_worth(board: Board, kind: i64, amount: i64) -> i64:
    """Of several goods more."""
    worth: i64 = 0
    step: i64 = 0
    while step < amount:
        worth += good_worth(board, kind, step)
        step += 1
    return worth


def buy_worth(board: Board, kind: i64) -> i64:
    """Worth it if this is the one good that is missing for a build or a delivery."""
    missing: bool = False
    if board.amount(kind) == 0 and kind != GRAIN:
        missing = popcount(board.stocked(1) & 7) == 1
    elif kind == GRAIN:
        missing = board.amount(GRAIN) == 1
    return 8 if missing else NEVER


def sell_worth(board: Board, one: i64, other: i64) -> i64:
    """Worth it for the coin a tile needs, out of more goods than the castle would leave; with the last
    two workers out of any goods, since nothing else leads out of that."""
    poor: bool = popcount(board.visible()) <= LAST_WORKERS
    if board.coins() != 1 or (not poor and board.total() < STORE + 3):
        return NEVER
    coin: i64 = GOOD_WORTH[COIN] + (5 + HIRE_WORTH if poor else 5)
    return coin - good_worth(board, one, -1) - good_worth(board, other, -1)


def worker_worth(board: Board, path: i64) -> i64:
    """Of a visible worker: the first of his kind is dearest, and he may be what stops the income."""
    kind: i64 = board.kind_at(path)
    worth: i64 = WORKER_WORTH[kind] - 2 * (popcount(board.workers_of(kind)) - 1)
    if board.bonus >> path & 1:
        worth += BONUS_WORTH
    rest = board.clone()
    rest.bare(path)
    if rest.rising():
        worth -= RISING_WORTH
    return worth


def placed_tile(state: MilestonesState) -> i64:
    """The tile that is to be placed."""
    board = state.board()
    if state.tile >= 0:
        return state.tile
    return board.first if board.first >= 0 else board.second


def board_worth(board: Board) -> i64:
    """Of all workers together."""
    worth: i64 = RISING_WORTH if board.rising() else 0
    kind: i64 = 0
    while kind < KINDS:
        count: i64 = popcount(board.workers_of(kind))
        worth += WORKER_WORTH[kind] * count - count * (count - 1)
        kind += 1
    return worth + BONUS_WORTH * popcount(board.bonus)


def place_worth(board: Board, tile: i64, path: i64) -> i64:
    """Of the workers after a tile was placed; low numbers belong to the left, high ones to the right."""
    after = board.clone()
    after.bare(path)
    after.bare(path + 1)
    after.employ(tile >> 6, path)
    after.employ(tile & 63, path + 1)
    middle: i64 = worker_number(tile >> 6) + worker_number(tile & 63)
    off: i64 = middle - 2 * path - 3
    return board_worth(after) - max(off, -off)


def best_place(board: Board, tile: i64) -> i64:
    """What a tile would add on the best path fields for it."""
    best: i64 = NEVER
    path: i64 = 0
    while path < PATHS - 1:
        best = max(best, place_worth(board, tile, path))
        path += 1
    return best - board_worth(board)


# --- moves


def move_worth(state: MilestonesState, target: i64) -> i64:
    """Of a stop, less what the way there costs."""
    board = state.board()
    walk: i64 = STEP * (target - board.position)
    if target <= PATHS:
        return path_worth(board, target - 1) - walk
    if target == TRADING_HOUSE:
        coins: i64 = board.coins() + (1 if board.rising() else 0)
        return (HIRE_WORTH if coins >= 2 else 5 * coins) - walk
    if target == BUILDING_OFFICE:
        return office_worth(state) - walk
    if target == MILL:
        return mill_worth(state) - walk
    return -5 * max(0, board.total() - STORE) - walk


def path_worth(board: Board, path: i64) -> i64:
    """Of the goods and points a stop on the path brings."""
    kind: i64 = board.kind_at(path)
    if kind < 0:
        return 0
    visited: i64 = board.workers_of(kind) & bit(path + 1) - bit(board.position)
    return gain_worth(board, kind, popcount(visited)) + 10 * popcount(visited & board.bonus)


def office_worth(state: MilestonesState) -> i64:
    """Of the builds the goods allow: the best first, each time with what is left."""
    board = state.board()
    stone: i64 = board.amount(STONE)
    wood: i64 = board.amount(WOOD)
    sand: i64 = board.amount(SAND)
    house: i64 = best_house(state) if stone and wood else 0
    road: i64 = 10 * best_road(state.land) if stone and sand else 0
    market: i64 = 10 * best_market(state.land) if wood and sand else 0
    houses: i64 = min(stone, wood)
    if house < road and sand:
        houses = min(houses, 1)
    roads: i64 = min(stone - houses, sand)
    markets: i64 = min(wood - houses, sand - roads)
    worth: i64 = 0
    if house > BUILD_COST:
        worth += houses * (house - BUILD_COST)
    if road > BUILD_COST:
        worth += roads * (road - BUILD_COST)
    if market > BUILD_COST:
        worth += markets * (market - BUILD_COST)
    return worth + 4 * max(0, board.total() - STORE)


def mill_worth(state: MilestonesState) -> i64:
    """Of one delivery."""
    best: i64 = 0
    if state.board().amount(GRAIN) < 2 or state.land.sacks_left == 0:
        return 0
    word: i64 = 0
    while word < 2:
        markets: i64 = state.land.open_markets(word)
        while markets:
            best = max(best, 10 * delivery_points(state.land, 64 * word + lowest_bit(markets)))
            markets &= markets - 1
        word += 1
    return best
