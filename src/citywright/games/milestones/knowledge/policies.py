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
    end_worth,
    house_worth,
)
from citywright.games.milestones.rules import codes, material, phases
from citywright.games.milestones.rules.castle import KEPT_GOODS, covers_a_worker, goods_to_give
from citywright.games.milestones.rules.grid import FIELD_WORDS
from citywright.games.milestones.rules.mill import best_delivery
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.rules.tiles import tile_to_place
from citywright.games.milestones.rules.trading import may_hire


class Walker(Policy):
    """Mostly walks to the next worker or building and does something there, sometimes anything at all."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MilestonesState)
        own_board = seen.own_board()
        options = seen.list_options()
        sensible: bool = rng.below(4) > 0
        if seen.phase == phases.MOVE and sensible:
            ahead: i64 = (own_board.visible() << 1 | material.BUILDINGS) & -bit(own_board.ring_field + 1)
            return codes.GO + lowest_bit(ahead)
        if seen.phase == phases.TRADE and sensible:
            hires: bool = may_hire(seen) and own_board.can_pay(material.TRADE_PRICE)
            return options.nth(options.total - 1) if hires else codes.DONE
        if (seen.phase == phases.BUILD or seen.phase == phases.DELIVER) and options.total > 1:
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
    player_board = state.own_board()
    land = state.land
    if code == codes.DONE:
        return 0
    if code < codes.LEAVE:
        return move_worth(state, code - codes.GO)
    if code == codes.LEAVE:
        return 0
    if code < codes.GIVE:
        return buy_worth(player_board, code - codes.BUY)
    if code < codes.SELL:
        return -good_worth(player_board, code - codes.GIVE, -1)
    if code < codes.COVER:
        pair: i64 = code - codes.SELL
        return sell_worth(player_board, codes.first_of_pair(pair), codes.second_of_pair(pair))
    if code < codes.PLACE:
        return -worker_worth(player_board, code - codes.COVER)
    if code < codes.ROAD:
        return place_worth(player_board, tile_to_place(state), code - codes.PLACE)
    if code < codes.MILESTONE:
        return 10 * best_middle(land, code - codes.ROAD) - BUILD_COST
    if code < codes.ROAD_END:
        return 10 * land.board.numbers[code - codes.MILESTONE]
    if code < codes.MARKET:
        return end_worth(land, code - codes.ROAD_END)
    if code < codes.DELIVER:
        return 10 * land.board.numbers[code - codes.MARKET] - BUILD_COST
    if code < codes.COUNT:
        return 10 * best_delivery(land, code - codes.DELIVER) + 1
    if code < codes.HOUSE:
        return 10 * land.board.numbers[code - codes.COUNT]
    if code < codes.CLAIM:
        return house_worth(land, code - codes.HOUSE) - BUILD_COST
    if code < codes.TAKE:
        return BONUS_WORTH  # a claim
    if code < codes.HIRE:
        return best_place(player_board, code - codes.TAKE)
    return best_place(player_board, code - codes.HIRE)


# --- goods and workers


def good_worth(player_board: PlayerBoard, kind: i64, step: i64) -> i64:
    """The worth of one good more (step 0) or of the last one (step -1)."""
    return max(1, GOOD_WORTH[kind] - SPARE_WORTH * (player_board.amount(kind) + step))


def gain_worth(player_board: PlayerBoard, kind: i64, amount: i64) -> i64:
    """The worth of several goods more."""
    worth: i64 = 0
    for step in range(amount):
        worth += good_worth(player_board, kind, step)
    return worth


def buy_worth(player_board: PlayerBoard, kind: i64) -> i64:
    """Buying pays if this is the one good that is missing for a build or a delivery."""
    missing: bool = False
    if player_board.amount(kind) == 0 and kind != material.GRAIN:
        missing = popcount(player_board.stocked(1) & 7) == 1
    elif kind == material.GRAIN:
        missing = player_board.amount(material.GRAIN) == 1
    return 8 if missing else NEVER


def sell_worth(player_board: PlayerBoard, one: i64, other: i64) -> i64:
    """Selling pays for the coin that is missing to hire a tile, if there are more goods than the castle
    would leave. Who has only two workers left sells anything: only a new tile helps then.
    """
    poor: bool = not covers_a_worker(player_board)
    if player_board.coins() != 1 or (not poor and player_board.total() < KEPT_GOODS + 3):
        return NEVER
    coin: i64 = GOOD_WORTH[material.COIN] + (5 + HIRE_WORTH if poor else 5)
    return coin - good_worth(player_board, one, -1) - good_worth(player_board, other, -1)


def worker_worth(player_board: PlayerBoard, path: i64) -> i64:
    """The worth of a visible worker: the first of a kind has the most; one who stops the income has less."""
    kind: i64 = player_board.kind_at(path)
    worth: i64 = WORKER_WORTH[kind] - 2 * (popcount(player_board.workers_of(kind)) - 1)
    if player_board.bonus >> path & 1:
        worth += BONUS_WORTH
    rest = player_board.clone()
    rest.clear_path(path)
    if rest.numbers_rise():
        worth -= RISING_WORTH
    return worth


def board_worth(player_board: PlayerBoard) -> i64:
    """The worth of all workers together."""
    worth: i64 = RISING_WORTH if player_board.numbers_rise() else 0
    for kind in range(i64(material.KINDS)):
        count: i64 = popcount(player_board.workers_of(kind))
        worth += WORKER_WORTH[kind] * count - count * (count - 1)
    return worth + BONUS_WORTH * popcount(player_board.bonus)


def place_worth(player_board: PlayerBoard, tile: i64, path: i64) -> i64:
    """The worth of all workers after placing a tile; low numbers should go left, high ones right."""
    after = player_board.clone()
    after.place_tile(tile, path)
    numbers: i64 = material.worker_number(material.left_worker(tile))
    numbers += material.worker_number(material.right_worker(tile))
    off: i64 = numbers - 2 * path - 3
    return board_worth(after) - max(off, -off)


def best_place(player_board: PlayerBoard, tile: i64) -> i64:
    """What a tile would add on the best path fields for it."""
    best: i64 = NEVER
    for path in range(i64(material.PATHS - 1)):
        best = max(best, place_worth(player_board, tile, path))
    return best - board_worth(player_board)


# --- moves


def move_worth(state: MilestonesState, target: i64) -> i64:
    """The worth of a stop, less what the way there costs."""
    player_board = state.own_board()
    walk: i64 = STEP * (target - player_board.ring_field)
    if target <= material.PATHS:
        return path_worth(player_board, target - 1) - walk
    if target == material.TRADING_HOUSE:
        coins: i64 = player_board.coins() + (1 if player_board.numbers_rise() else 0)
        return (HIRE_WORTH if coins >= material.TRADE_COINS else 5 * coins) - walk
    if target == material.BUILDING_OFFICE:
        return office_worth(state) - walk
    if target == material.MILL:
        return mill_worth(state) - walk
    return -5 * goods_to_give(player_board) - walk


def path_worth(player_board: PlayerBoard, path: i64) -> i64:
    """The worth of the goods and points a stop on the path brings."""
    kind: i64 = player_board.kind_at(path)
    if kind < 0:
        return 0
    visited: i64 = player_board.visited(kind, player_board.ring_field, path)
    goods: i64 = gain_worth(player_board, kind, popcount(visited))
    return goods + 10 * popcount(visited & player_board.bonus)


def office_worth(state: MilestonesState) -> i64:
    """The worth of the builds the goods allow: the best first, each time with what is left."""
    player_board = state.own_board()
    stone: i64 = player_board.amount(material.STONE)
    wood: i64 = player_board.amount(material.WOOD)
    sand: i64 = player_board.amount(material.SAND)
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
    return worth + 4 * goods_to_give(player_board)


def mill_worth(state: MilestonesState) -> i64:
    """The worth of the best delivery."""
    best: i64 = 0
    if state.land.sacks_left == 0 or not state.own_board().can_pay(material.DELIVERY_PRICE):
        return 0
    for word in range(i64(FIELD_WORDS)):
        markets: i64 = state.land.open_markets(word)
        while markets:
            best = max(best, 10 * best_delivery(state.land, 64 * word + lowest_bit(markets)))
            markets &= markets - 1
    return best
