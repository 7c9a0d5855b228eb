"""The building office: roads, houses and markets (MS-40 to MS-44)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.options import Options
from citywright.games.milestones.rules import codes, masks, material, phases, turns
from citywright.games.milestones.rules.bonus import offer_tiles, unfit_plots
from citywright.games.milestones.rules.grid import PLOT_WORDS
from citywright.games.milestones.rules.position import Position


def build_options(position: Position, options: Options) -> None:
    """Done, and every build that can be paid, has pieces and has a place (MS-40 to MS-44)."""
    land = position.land
    own_board = position.own_board()
    options.add(codes.DONE, 1)
    if land.sections_left and own_board.can_pay(material.ROAD_PRICE):
        options.add(codes.ROAD, land.words[masks.STARTS])
        options.add(codes.ROAD + 64, land.words[masks.STARTS + 1])
    if land.markets_left and own_board.can_pay(material.MARKET_PRICE):
        options.add(codes.MARKET, land.market_sites(0))
        options.add(codes.MARKET + 64, land.market_sites(1))
    if land.houses_left and own_board.can_pay(material.HOUSE_PRICE):
        for word in range(i64(PLOT_WORDS)):
            options.add(codes.HOUSE + 64 * word, land.house_sites(word) & ~unfit_plots(position, word))


def start_road(position: Position, field: i64) -> None:
    """A section will start at this end of a road or market; nothing is built or paid yet."""
    position.road_start = field
    position.phase = phases.SET_MILESTONE


def milestone_options(position: Position, options: Options) -> None:
    """Untouched neighbours from which the section can go on (MS-41)."""
    options.add(codes.MILESTONE, position.land.middles_near(position.road_start, 0))
    options.add(codes.MILESTONE + 64, position.land.middles_near(position.road_start, 1))


def set_milestone(position: Position, field: i64) -> None:
    """The section's first piece and its milestone, which scores (MS-40)."""
    position.own_board().pay(material.ROAD_PRICE)
    position.land.set_milestone(position.road_start, field)
    position.road_middle = field
    position.phase = phases.END_ROAD
    turns.award(position, "roads", "MS-40", position.board.numbers[field], position.road_start, field)


def end_options(position: Position, options: Options) -> None:
    """Untouched neighbours of the milestone: straight on or bent, sharply too (MS-40, MS-41)."""
    options.add(codes.ROAD_END, position.land.ends_near(position.road_middle, 0))
    options.add(codes.ROAD_END + 64, position.land.ends_near(position.road_middle, 1))


def end_road(position: Position, field: i64) -> None:
    """The section's second piece; then the bonus tiles around the milestone are on offer (MS-50)."""
    middle: i64 = position.road_middle
    position.land.end_road(middle, field)
    position.tell("road ends", position.seat, "MS-40", 0, 0, middle, field)
    position.road_start = material.NOBODY
    position.road_middle = material.NOBODY
    offer_tiles(position, position.board.bush_near[middle], 0)


def build_market(position: Position, field: i64) -> None:
    """A market scores its number; the bonus tiles around it are on offer (MS-43, MS-50)."""
    position.own_board().pay(material.MARKET_PRICE)
    position.land.build_market(field)
    turns.award(position, "markets", "MS-43", position.board.numbers[field], field)
    offer_tiles(position, position.board.bush_near[field], 0)


def build_house(position: Position, plot: i64) -> None:
    """A house scores the free numbers around it; a bonus tile there must be taken (MS-42, MS-51)."""
    position.own_board().pay(material.HOUSE_PRICE)
    points: i64 = position.land.house_points(plot)
    position.land.build_house(plot)
    turns.award(position, "houses", "MS-42", points, plot)
    bush: i64 = position.board.bush_of[plot]
    offer_tiles(position, bit(bush) if bush >= 0 else 0, 1)
