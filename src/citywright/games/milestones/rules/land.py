"""The shared map: roads, milestones, markets, houses, sacks and bonus tiles. Knows what can be built where,
not who may pay for it. Every answer is read from masks that each build keeps up to date.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit
from citywright.engine.vecs import vec
from citywright.games.milestones.rules import masks
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.grid import (
    CORNERS,
    FIELD_WORDS,
    FIELDS,
    NEAR,
    PLOT_WORDS,
    PLOTS_AT,
    line_between,
)

TILE_BITS: Final = 3  # per bush in `tiles`


class Land:
    """The map as masks of fields, plots and lines (grid.py says how they are numbered)."""

    __slots__ = ("board", "houses_left", "markets_left", "sacks_left", "sections_left", "tiles", "words")

    def __init__(self) -> None:
        self.board: Board
        self.words: vec[i64]
        self.tiles: i64 = 0  # three bits for each bush: the kind of its bonus tile + 1, or 0
        self.sections_left: i64 = 0
        self.markets_left: i64 = 0
        self.houses_left: i64 = 0
        self.sacks_left: i64 = 0

    def clone(self) -> Land:
        """An independent copy."""
        land = Land()
        land.board = self.board
        land.words = self.words[:]
        land.tiles = self.tiles
        land.sections_left = self.sections_left
        land.markets_left = self.markets_left
        land.houses_left = self.houses_left
        land.sacks_left = self.sacks_left
        return land

    def snapshot(self) -> list[int]:
        """Every field."""
        supplies: list[int] = [self.sections_left, self.markets_left, self.houses_left, self.sacks_left]
        return [*self.words, self.tiles, *supplies]

    # --- asking -----------------------------------------------------------------------

    def has(self, mask: i64, number: i64) -> bool:
        """Is the field, plot or line in the mask that begins there?"""
        return self.words[mask + (number >> 6)] >> (number & 63) & 1 == 1

    def free(self, word: i64) -> i64:
        """Number fields without milestone and market."""
        return self.board.fields[word] & ~(
            self.words[masks.MILESTONES + word] | self.words[masks.MARKETS + word]
        )

    def is_free(self, field: i64) -> bool:
        """Does the field still show its number?"""
        return self.free(field >> 6) >> (field & 63) & 1 == 1

    def middles_near(self, field: i64, word: i64) -> i64:
        """Where the milestone of a section that starts at `field` may go (MS-41)."""
        return NEAR[2 * field + word] & self.words[masks.MIDDLES + word]

    def ends_near(self, field: i64, word: i64) -> i64:
        """Where a section with its milestone on `field` may end (MS-41)."""
        return NEAR[2 * field + word] & self.words[masks.UNTOUCHED + word]

    def leads_on(self, field: i64) -> bool:
        """Has a field an untouched neighbour, where a section over it could end?"""
        return self.ends_near(field, 0) | self.ends_near(field, 1) != 0

    def market_sites(self, word: i64) -> i64:
        """Free numbers at the end of a road or between two sections (MS-43)."""
        return self.free(word) & ~self.words[masks.UNTOUCHED + word]

    def house_sites(self, word: i64) -> i64:
        """Plots without a house and with a road piece on an edge (MS-42)."""
        return self.words[masks.BORDERED + word] & ~self.words[masks.HOUSES + word]

    def house_points(self, plot: i64) -> i64:
        """The sum of the free numbers at the corners (MS-42)."""
        points: i64 = 0
        for corner in range(3 * plot, 3 * plot + 3):
            if self.is_free(CORNERS[corner]):
                points += self.board.numbers[CORNERS[corner]]
        return points

    def open_markets(self, word: i64) -> i64:
        """Markets without a sack (MS-60)."""
        return self.words[masks.MARKETS + word] & ~self.words[masks.SACKS + word]

    def free_near(self, field: i64, word: i64) -> i64:
        """The free number fields directly around a field (MS-61)."""
        return NEAR[2 * field + word] & self.free(word)

    def tile_of(self, bush: i64) -> i64:
        """The kind of the bonus tile on a bush plot, or -1 without one."""
        return (self.tiles >> TILE_BITS * bush & 7) - 1

    # --- building ---------------------------------------------------------------------

    def put(self, mask: i64, number: i64) -> None:
        """Add a field, plot or line to the mask that begins there."""
        self.words[mask + (number >> 6)] |= bit(number & 63)

    def drop(self, mask: i64, number: i64) -> None:
        """Take a field, plot or line out of the mask that begins there."""
        self.words[mask + (number >> 6)] &= ~bit(number & 63)

    def touch(self, field: i64) -> None:
        """A road now touches the field: neither it nor a neighbour cut off by it can take a milestone."""
        self.drop(masks.UNTOUCHED, field)
        self.drop(masks.MIDDLES, field)
        for word in range(i64(FIELD_WORDS)):
            around: i64 = self.middles_near(field, word)
            while around:
                near: i64 = 64 * word + lowest_bit(around)
                if not self.leads_on(near):
                    self.drop(masks.MIDDLES, near)
                around &= around - 1

    def lay_piece(self, one: i64, other: i64) -> None:
        """A road piece on the line between two neighbours."""
        self.put(masks.LINES, line_between(one, other))
        for word in range(i64(PLOT_WORDS)):
            beside: i64 = PLOTS_AT[4 * one + word] & PLOTS_AT[4 * other + word] & self.board.plots[word]
            self.words[masks.BORDERED + word] |= beside

    def set_milestone(self, start: i64, middle: i64) -> None:
        """The first half of a section: from an end or a market to its milestone."""
        self.lay_piece(start, middle)
        self.put(masks.MILESTONES, middle)
        self.drop(masks.ENDS, start)
        self.touch(middle)
        self.sections_left -= 1

    def end_road(self, middle: i64, end: i64) -> None:
        """The second half: from the milestone to the new end of the road."""
        self.lay_piece(middle, end)
        self.put(masks.ENDS, end)
        self.touch(end)
        self.find_starts()

    def build_market(self, field: i64) -> None:
        """A market; roads may branch there from now on."""
        self.put(masks.MARKETS, field)
        self.drop(masks.ENDS, field)
        self.markets_left -= 1
        self.find_starts()

    def build_house(self, plot: i64) -> None:
        """A house on a plot."""
        self.put(masks.HOUSES, plot)
        self.houses_left -= 1

    def deliver(self, field: i64) -> None:
        """A flour sack on a market."""
        self.put(masks.SACKS, field)
        self.sacks_left -= 1

    def put_tile(self, bush: i64, kind: i64) -> None:
        """A bonus tile on a bush plot without one."""
        self.tiles |= (kind + 1) * bit(TILE_BITS * bush)

    def take_tile(self, bush: i64) -> None:
        """The bonus tile leaves its plot."""
        self.tiles &= ~(7 * bit(TILE_BITS * bush))

    def find_starts(self) -> None:
        """Which ends and markets still have room for a section."""
        for word in range(i64(FIELD_WORDS)):
            sources: i64 = self.words[masks.ENDS + word] | self.words[masks.MARKETS + word]
            starts: i64 = 0
            while sources:
                field: i64 = 64 * word + lowest_bit(sources)
                if self.middles_near(field, 0) | self.middles_near(field, 1):
                    starts |= sources & -sources
                sources &= sources - 1
            self.words[masks.STARTS + word] = starts

    def find_middles(self) -> None:
        """Where milestones can go: on untouched fields from which a section leads on (MS-41)."""
        for field in range(i64(FIELDS)):
            if self.has(masks.UNTOUCHED, field) and self.leads_on(field):
                self.put(masks.MIDDLES, field)


def blank_land(board: Board) -> Land:
    """A map without anything on it, and with the whole supply."""
    land = Land()
    land.board = board
    land.words = vec[i64]([0] * masks.WORDS)
    land.sections_left = board.sections
    land.houses_left = board.houses
    land.sacks_left = board.sacks
    land.markets_left = board.markets
    return land


def new_land(board: Board) -> Land:
    """The map at the start: nothing but the start market (MS-3)."""
    land = blank_land(board)
    for word in range(i64(FIELD_WORDS)):
        land.words[masks.UNTOUCHED + word] = board.fields[word]
    land.find_middles()
    land.touch(board.start)
    land.build_market(board.start)
    return land
