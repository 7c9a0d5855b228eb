"""What the learned weights measure of a seat's player board: named features and their values."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.milestones.rules import material, turns
from citywright.games.milestones.rules.castle import goods_to_give
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState

# --- where each feature is among the values; some have one value for each kind ---------------
FIRST_GOODS: Final = 0  # + kind: has one (coins: up to two)
MORE_GOODS: Final = 5  # + kind: up to three beyond that
PAYABLE_BUILDS: Final = 10
PAYABLE_DELIVERIES: Final = 11
CASTLE_GOODS: Final = 12  # goods the castle takes, more the nearer it is
FIRST_WORKER: Final = 13  # + kind: has one
MORE_WORKERS: Final = 18  # + kind: beyond the first
RISING_NUMBERS: Final = 23
BONUS_TILES: Final = 24
SOLE_MAJORITIES: Final = 25
SHARED_MAJORITIES: Final = 26
PATH_WALKED: Final = 27
BEFORE_TRADING_HOUSE: Final = 28
BEFORE_OFFICE: Final = 29
BEFORE_MILL: Final = 30
COUNT: Final = 31

NAMES: Final[list[str]] = [  # as weights.toml calls them, in the same order
    "first stone", "first wood", "first sand", "first grain", "coins to 2",
    "more stone", "more wood", "more sand", "more grain", "coins beyond",
    "builds that can be paid", "deliveries that can be paid", "goods the castle takes",
    "a stone worker", "a wood worker", "a sand worker", "a grain worker", "a coin worker",
    "more stone workers", "more wood workers", "more sand workers", "more grain workers", "more coin workers",
    "numbers that never fall", "bonus tiles", "majorities", "shared majorities",
    "way along the path", "before the trading house", "before the office", "before the mill",
]  # fmt: skip

SPARE_GOODS: Final = 3  # more of one kind make no difference


def measure(state: MilestonesState, seat: i64, values: vec[float]) -> None:
    """Write the values of all features of a seat into a table of COUNT places."""
    player_board = state.player_boards[seat]
    for kind in range(i64(material.KINDS)):
        amount: i64 = player_board.amount(kind)
        first: i64 = material.TRADE_COINS if kind == material.COIN else 1
        values[FIRST_GOODS + kind] = float(min(amount, first))
        values[MORE_GOODS + kind] = float(min(max(amount - first, 0), SPARE_GOODS))
        workers: i64 = popcount(player_board.workers_of(kind))
        values[FIRST_WORKER + kind] = 1.0 if workers else 0.0
        values[MORE_WORKERS + kind] = float(max(workers - 1, 0))
    ring_field: i64 = player_board.ring_field
    to_give: float = float(goods_to_give(player_board))
    values[PAYABLE_BUILDS] = float(payable_builds(player_board))
    values[PAYABLE_DELIVERIES] = float(player_board.amount(material.GRAIN) // 2)
    values[CASTLE_GOODS] = to_give * float(ring_field) / float(material.LAP)
    values[RISING_NUMBERS] = 1.0 if player_board.numbers_rise() else 0.0
    values[BONUS_TILES] = float(popcount(player_board.bonus))
    measure_majorities(state, seat, values)
    values[PATH_WALKED] = float(min(ring_field, material.PATHS)) / float(material.PATHS)
    values[BEFORE_TRADING_HOUSE] = 1.0 if ring_field < material.TRADING_HOUSE else 0.0
    values[BEFORE_OFFICE] = 1.0 if ring_field < material.BUILDING_OFFICE else 0.0
    values[BEFORE_MILL] = 1.0 if ring_field < material.MILL else 0.0


def measure_majorities(state: MilestonesState, seat: i64, values: vec[float]) -> None:
    """How many majorities a seat would score alone, and how many with others, if the game ended now."""
    alone: i64 = 0
    shared: i64 = 0
    for kind in range(i64(material.KINDS)):
        own_strength: i64 = state.player_boards[seat].strength(kind)
        stronger: i64 = 0
        equal: i64 = 0
        for player_board in state.player_boards:
            strength: i64 = player_board.strength(kind)
            if strength > own_strength:
                stronger += 1
            elif strength == own_strength:
                equal += 1
        if stronger == 0:
            points: i64 = turns.majority_points(equal, state.seat_count)
            if points == turns.SOLE_MAJORITY:
                alone += 1
            elif points:
                shared += 1
    values[SOLE_MAJORITIES] = float(alone)
    values[SHARED_MAJORITIES] = float(shared)


def payable_builds(player_board: PlayerBoard) -> i64:
    """How many roads, houses and markets the stone, wood and sand in store pay: two unlike goods each."""
    stone: i64 = player_board.amount(material.STONE)
    wood: i64 = player_board.amount(material.WOOD)
    sand: i64 = player_board.amount(material.SAND)
    total: i64 = stone + wood + sand
    return min(total // 2, total - max(stone, wood, sand))
