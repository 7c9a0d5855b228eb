"""The printed map and material as tables for the rules. Built and checked by layout.py, never changed."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.milestones.rules.grid import (
    FIELD_WORDS,
    FIELDS,
    PLOT_WORDS,
    PLOTS,
    corners,
    mask_words,
)


class Board:
    """What does not change during a game. Bushes and tiles are in ascending order of their codes."""

    __slots__ = (
        "bonus_tiles",
        "bush_count",
        "bush_near",
        "bush_of",
        "bush_words",
        "bushes",
        "end_marks",
        "fields",
        "houses",
        "markets",
        "numbers",
        "plots",
        "sacks",
        "sections",
        "start",
        "tile_count",
        "tiles",
    )

    def __init__(self) -> None:
        self.fields: vec[i64] = vec[i64]()  # mask of two words
        self.numbers: vec[i64] = vec[i64]()  # [field]: its number, 0 on the start field
        self.plots: vec[i64] = vec[i64]()  # mask of four words
        self.start: i64 = 0  # the field of the start market
        self.bushes: vec[i64] = vec[i64]()  # [bush]: its plot
        self.bush_count: i64 = 0
        self.bush_words: vec[i64] = vec[i64]()  # the same plots as a mask of four words
        self.bush_of: vec[i64] = vec[i64]()  # [plot]: its bush or -1
        self.bush_near: vec[i64] = vec[i64]()  # [field]: mask of the bushes on the plots around it
        self.tiles: vec[i64] = vec[i64]()  # [index]: the tile
        self.tile_count: i64 = 0
        self.bonus_tiles: i64 = 0  # a nibble for each kind: how many there are
        self.end_marks: vec[i64] = vec[i64]()  # [seats]: the points that trigger the end
        self.sections: i64 = 0  # the supplies, here and below
        self.markets: i64 = 0
        self.houses: i64 = 0
        self.sacks: i64 = 0


def new_board(
    numbers: dict[int, int],
    start: int,
    bushes: list[int],
    tiles: list[int],
    bonus_tiles: list[int],
    supplies: list[int],
    end_marks: list[int],
) -> Board:
    """Tables from checked facts: field -> number, plots, tiles, bonus tiles by kind,
    sections, markets, houses and sacks, and the end mark by seats (from 0).
    """
    board = Board()
    board.fields = vec[i64](mask_words(list(numbers), FIELD_WORDS))
    board.numbers = vec[i64]([numbers.get(field, 0) for field in range(FIELDS)])
    plots = [plot for plot in range(PLOTS) if corners(plot) and not set(corners(plot)) - set(numbers)]
    board.plots = vec[i64](mask_words(plots, PLOT_WORDS))
    board.start = start
    bushes = sorted(bushes)
    board.bushes = vec[i64](bushes)
    board.bush_count = len(bushes)
    board.bush_words = vec[i64](mask_words(bushes, PLOT_WORDS))
    board.bush_of = vec[i64]([bushes.index(plot) if plot in bushes else -1 for plot in range(PLOTS)])
    board.bush_near = vec[i64](
        [
            sum([1 << bush for bush, plot in enumerate(bushes) if field in corners(plot)])
            for field in range(FIELDS)
        ]
    )
    tiles = sorted(tiles)
    board.tiles = vec[i64](tiles)
    board.tile_count = len(tiles)
    board.bonus_tiles = sum([count << 4 * kind for kind, count in enumerate(bonus_tiles)])
    board.end_marks = vec[i64](end_marks)
    board.sections, board.markets, board.houses, board.sacks = supplies
    return board


def is_same(one: Board, other: Board) -> bool:
    """Is it the same map with the same material? All other tables follow from those compared here."""
    return one is other or (
        list(one.fields) == list(other.fields)
        and list(one.numbers) == list(other.numbers)
        and list(one.bushes) == list(other.bushes)
        and list(one.tiles) == list(other.tiles)
        and list(one.end_marks) == list(other.end_marks)
        and one.start == other.start
        and one.bonus_tiles == other.bonus_tiles
        and one.sections == other.sections
        and one.markets == other.markets
        and one.houses == other.houses
        and one.sacks == other.sacks
    )
