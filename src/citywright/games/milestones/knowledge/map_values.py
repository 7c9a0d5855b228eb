"""What the places of the map promise a simple player: numbers for roads, markets, houses and deliveries."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.games.milestones.rules.building import unfit_plots
from citywright.games.milestones.rules.land import STARTS, Land
from citywright.games.milestones.rules.state import MilestonesState

BONUS_WORTH: Final = 15  # of a bonus tile on a worker, in tenths of a point


def highest_number(land: Land, low: i64, high: i64) -> i64:
    """The highest number on the fields of a mask of two words."""
    best: i64 = 0
    while low:
        best = max(best, land.ground.numbers[lowest_bit(low)])
        low &= low - 1
    while high:
        best = max(best, land.ground.numbers[64 + lowest_bit(high)])
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
    word: i64 = 0
    while word < 2:
        starts: i64 = land.words[STARTS + word]
        while starts:
            best = max(best, best_middle(land, 64 * word + lowest_bit(starts)))
            starts &= starts - 1
        word += 1
    return best


def best_market(land: Land) -> i64:
    """The best number for a market."""
    if land.markets_left == 0:
        return 0
    return highest_number(land, land.market_sites(0), land.market_sites(1))


def house_worth(land: Land, plot: i64) -> i64:
    """Of a house: its points, and the bonus tile there."""
    worth: i64 = 10 * land.house_points(plot)
    bush: i64 = land.ground.bush_of[plot]
    if bush >= 0 and land.tile_of(bush) >= 0:
        worth += BONUS_WORTH
    return worth


def best_house(state: MilestonesState) -> i64:
    """Of the best house the seat to act could build."""
    best: i64 = 0
    if state.land.houses_left == 0:
        return 0
    word: i64 = 0
    while word < 4:
        plots: i64 = state.land.house_sites(word) & ~unfit_plots(state, word)
        while plots:
            best = max(best, house_worth(state.land, 64 * word + lowest_bit(plots)))
            plots &= plots - 1
        word += 1
    return best


def delivery_points(land: Land, market: i64) -> i64:
    """The two highest free numbers around a market."""
    highest: i64 = 0
    second: i64 = 0
    word: i64 = 0
    while word < 2:
        around: i64 = land.free_near(market, word)
        while around:
            number: i64 = land.ground.numbers[64 * word + lowest_bit(around)]
            second = max(second, min(number, highest))
            highest = max(highest, number)
            around &= around - 1
        word += 1
    return highest + second


def end_worth(land: Land, field: i64) -> i64:
    """Of a section's end: its own number for a market, and where the road can go from there."""
    return 6 * land.ground.numbers[field] + 4 * best_middle(land, field)
