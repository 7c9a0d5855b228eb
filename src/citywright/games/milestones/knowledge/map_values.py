"""What the places of the map promise a simple player: numbers for roads, markets, houses and deliveries."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.games.milestones.rules import masks
from citywright.games.milestones.rules.bonus import unfit_plots
from citywright.games.milestones.rules.grid import FIELD_WORDS, PLOT_WORDS
from citywright.games.milestones.rules.land import Land
from citywright.games.milestones.rules.state import MilestonesState

BONUS_WORTH: Final = 15  # of a bonus tile on a worker, in tenths of a point


def highest_number(land: Land, low: i64, high: i64) -> i64:
    """The highest number on the fields of a mask of two words."""
    best: i64 = 0
    while low:
        best = max(best, land.board.numbers[lowest_bit(low)])
        low &= low - 1
    while high:
        best = max(best, land.board.numbers[64 + lowest_bit(high)])
        high &= high - 1
    return best


def best_middle(land: Land, start: i64) -> i64:
    """The best number for the milestone of a section that starts here."""
    return highest_number(land, land.middles_near(start, 0), land.middles_near(start, 1))


def best_road(land: Land) -> i64:
    """The best number for a milestone anywhere."""
    best: i64 = 0
    if land.sections_left == 0:
        return 0
    for word in range(i64(FIELD_WORDS)):
        starts: i64 = land.words[masks.STARTS + word]
        while starts:
            best = max(best, best_middle(land, 64 * word + lowest_bit(starts)))
            starts &= starts - 1
    return best


def best_market(land: Land) -> i64:
    """The best number for a market."""
    if land.markets_left == 0:
        return 0
    return highest_number(land, land.market_sites(0), land.market_sites(1))


def house_worth(land: Land, plot: i64) -> i64:
    """Of a house, in tenths of a point: its points, and the bonus tile there."""
    worth: i64 = 10 * land.house_points(plot)
    bush: i64 = land.board.bush_of[plot]
    if bush >= 0 and land.tile_of(bush) >= 0:
        worth += BONUS_WORTH
    return worth


def best_house(state: MilestonesState) -> i64:
    """The worth of the best house the seat to act could build."""
    best: i64 = 0
    if state.land.houses_left == 0:
        return 0
    for word in range(i64(PLOT_WORDS)):
        plots: i64 = state.land.house_sites(word) & ~unfit_plots(state, word)
        while plots:
            best = max(best, house_worth(state.land, 64 * word + lowest_bit(plots)))
            plots &= plots - 1
    return best


def end_worth(land: Land, field: i64) -> i64:
    """Of a section's end, in tenths of a point: its own number for a market, and where the road can go on."""
    return 6 * land.board.numbers[field] + 4 * best_middle(land, field)
