"""The building office and the mill: roads, houses, markets, bonus tiles and deliveries."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.games.milestones.rules.codes import (
    A_CLAIM,
    A_COUNT,
    A_DELIVER,
    A_DONE,
    A_END,
    A_HOUSE,
    A_LEAVE,
    A_MARKET,
    A_MILESTONE,
    A_ROAD,
    BUILD,
    CLAIM_BONUS,
    COIN,
    COUNT_FIELD,
    DELIVER,
    END_ROAD,
    GRAIN,
    SAND,
    SET_MILESTONE,
    STONE,
    WOOD,
)
from citywright.games.milestones.rules.land import STARTS
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.position import NOBODY, Position

ROAD_KINDS: Final = 1 << STONE | 1 << SAND
HOUSE_KINDS: Final = 1 << STONE | 1 << WOOD
MARKET_KINDS: Final = 1 << WOOD | 1 << SAND
GRAIN_PRICE: Final = 2
COUNTED: Final = 2  # fields around a market


# --- the building office


def build_options(position: Position, options: Options) -> None:
    """Done, and every build that can be paid, has pieces and has a place (MS-40 to MS-44)."""
    land = position.land
    stocked: i64 = position.board().stocked(1)
    options.add(A_DONE, 1)
    if stocked & ROAD_KINDS == ROAD_KINDS and land.sections_left:
        options.add(A_ROAD, land.words[STARTS])
        options.add(A_ROAD + 64, land.words[STARTS + 1])
    if stocked & MARKET_KINDS == MARKET_KINDS and land.markets_left:
        options.add(A_MARKET, land.market_sites(0))
        options.add(A_MARKET + 64, land.market_sites(1))
    if stocked & HOUSE_KINDS == HOUSE_KINDS and land.houses_left:
        word: i64 = 0
        while word < 4:
            options.add(A_HOUSE + 64 * word, land.house_sites(word) & ~unfit_plots(position, word))
            word += 1


def unfit_plots(position: Position, word: i64) -> i64:
    """Plots whose bonus tile fits no worker of the seat to act: no house there (MS-51)."""
    board = position.board()
    land = position.land
    unfit: i64 = 0
    bushes: i64 = land.ground.bush_words[word]
    while bushes:
        plot: i64 = 64 * word + lowest_bit(bushes)
        kind: i64 = land.tile_of(land.ground.bush_of[plot])
        if kind >= 0 and board.unadorned(kind) == 0:
            unfit |= bushes & -bushes
        bushes &= bushes - 1
    return unfit


def pay(position: Position, one: i64, other: i64) -> None:
    """One good of each of two kinds goes back to the supply."""
    board = position.board()
    board.gain(one, -1)
    board.gain(other, -1)


def start_road(position: Position, field: i64) -> None:
    """A section will start at this end of a road or market; nothing is built or paid yet."""
    position.road = field
    position.phase = SET_MILESTONE


def milestone_options(position: Position, options: Options) -> None:
    """Untouched neighbours from which the section can go on (MS-41)."""
    options.add(A_MILESTONE, position.land.middles_near(position.road, 0))
    options.add(A_MILESTONE + 64, position.land.middles_near(position.road, 1))


def set_milestone(position: Position, field: i64) -> None:
    """The section's first piece and its milestone, which scores (MS-40)."""
    pay(position, STONE, SAND)
    position.land.set_milestone(position.road, field)
    position.middle = field
    position.phase = END_ROAD
    position.award("roads", "MS-40", position.ground.numbers[field], 0, position.road, field)


def end_options(position: Position, options: Options) -> None:
    """Untouched neighbours of the milestone: straight on or bent, sharply too (MS-40, MS-41)."""
    options.add(A_END, position.land.ends_near(position.middle, 0))
    options.add(A_END + 64, position.land.ends_near(position.middle, 1))


def end_road(position: Position, field: i64) -> None:
    """The section's second piece; then the bonus tiles around the milestone are on offer (MS-50)."""
    middle: i64 = position.middle
    position.land.end_road(middle, field)
    position.note("road ends", position.player, "MS-40", 0, 0, middle, field)
    position.road = NOBODY
    position.middle = NOBODY
    offer_tiles(position, position.ground.bush_near[middle], 0)


def build_market(position: Position, field: i64) -> None:
    """A market scores its number; the bonus tiles around it are on offer (MS-43, MS-50)."""
    pay(position, WOOD, SAND)
    position.land.build_market(field)
    position.award("markets", "MS-43", position.ground.numbers[field], 0, field)
    offer_tiles(position, position.ground.bush_near[field], 0)


def build_house(position: Position, plot: i64) -> None:
    """A house scores the free numbers around it; a bonus tile there must be taken (MS-42, MS-51)."""
    pay(position, STONE, WOOD)
    points: i64 = position.land.house_points(plot)
    position.land.build_house(plot)
    position.award("houses", "MS-42", points, 0, plot)
    bush: i64 = position.ground.bush_of[plot]
    offer_tiles(position, bit(bush) if bush >= 0 else 0, 1)


# --- bonus tiles


def offer_tiles(position: Position, bushes: i64, must: i64) -> None:
    """Go on with the bonus tiles of these bushes that fit a worker, or else with building (MS-50)."""
    board = position.board()
    fitting: i64 = 0
    while bushes:
        kind: i64 = position.land.tile_of(lowest_bit(bushes))
        if kind >= 0 and board.unadorned(kind):
            fitting |= bushes & -bushes
        bushes &= bushes - 1
    position.offered = fitting
    position.must_claim = must if fitting else 0
    position.phase = CLAIM_BONUS if fitting else BUILD


def claim_options(position: Position, options: Options) -> None:
    """Each tile on offer on each worker that fits; or none, unless a house was built (MS-50, MS-51)."""
    board = position.board()
    if position.must_claim == 0:
        options.add(A_LEAVE, 1)
    bushes: i64 = position.offered
    while bushes:
        bush: i64 = lowest_bit(bushes)
        workers: i64 = board.unadorned(position.land.tile_of(bush))
        options.add(A_CLAIM + 8 * position.ground.bushes[bush], workers)
        bushes &= bushes - 1


def claim(position: Position, plot: i64, path: i64) -> None:
    """A bonus tile on a worker of its kind: 1 point at once; others on offer may follow (MS-50)."""
    bush: i64 = position.ground.bush_of[plot]
    kind: i64 = position.land.tile_of(bush)
    position.land.take_tile(bush)
    position.board().bonus |= bit(path)
    position.award("bonus tiles", "MS-50", 1, 0, plot, kind, path)
    offer_tiles(position, position.offered, 0)


def leave(position: Position) -> None:
    """The tiles still on offer stay for later (MS-51)."""
    position.note("bonus tiles left", position.player, "MS-51")
    offer_tiles(position, 0, 0)


# --- the mill


def deliver_options(position: Position, options: Options) -> None:
    """Done, and every market without a sack for two grain (MS-60)."""
    options.add(A_DONE, 1)
    if position.board().amount(GRAIN) >= GRAIN_PRICE and position.land.sacks_left:
        options.add(A_DELIVER, position.land.open_markets(0))
        options.add(A_DELIVER + 64, position.land.open_markets(1))


def deliver(position: Position, field: i64) -> None:
    """A sack on a market and a coin; the numbers follow without a question if there is no choice (MS-61)."""
    board = position.board()
    board.gain(GRAIN, -GRAIN_PRICE)
    board.gain(COIN, 1)
    position.land.deliver(field)
    position.note("delivery", position.player, "MS-60", 0, 1, field)
    position.market = field
    position.countable_0 = position.land.free_near(field, 0)
    position.countable_1 = position.land.free_near(field, 1)
    position.counts_left = COUNTED
    position.phase = COUNT_FIELD
    if popcount(position.countable_0) + popcount(position.countable_1) <= COUNTED:
        while position.countable_0:
            count_field(position, lowest_bit(position.countable_0))
        while position.countable_1:
            count_field(position, 64 + lowest_bit(position.countable_1))
        end_delivery(position)


def count_options(position: Position, options: Options) -> None:
    """Any free number around the market that was not counted yet (MS-61)."""
    options.add(A_COUNT, position.countable_0)
    options.add(A_COUNT + 64, position.countable_1)


def count_field(position: Position, field: i64) -> None:
    """The number of a field around the market scores (MS-61)."""
    if field < 64:
        position.countable_0 &= ~bit(field)
    else:
        position.countable_1 &= ~bit(field & 63)
    position.counts_left -= 1
    position.award("deliveries", "MS-61", position.ground.numbers[field], 0, position.market, field)
    if position.counts_left == 0:
        end_delivery(position)


def end_delivery(position: Position) -> None:
    """More deliveries may follow (MS-60)."""
    position.market = NOBODY
    position.countable_0 = 0
    position.countable_1 = 0
    position.counts_left = 0
    position.phase = DELIVER
