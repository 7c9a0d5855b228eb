"""Milestones as arrays: every action numbered, every position written as a row of numbers. All is public.

The map is written as the grid has it, row by row: as many rows and columns as the layout reaches into.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from citywright.engine.arrays import HIGHEST, Encoder, Field, clamped, seat_labels, steps_from
from citywright.engine.bits import lowest_bit
from citywright.engine.state import State
from citywright.engine.vecs import vec
from citywright.games.milestones.layout import Layout
from citywright.games.milestones.rules import codes, grid, masks, material, mill, phases, setup, turns
from citywright.games.milestones.rules.board import Board, is_same
from citywright.games.milestones.rules.land import TILE_BITS, Land
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState

VERSION: Final = 1

# What a field holds: `write_map` takes a bit of these numbers from each of three masks.
FIELD_LABELS: Final = (
    "no field", "untouched", "road", "road end", "milestone", "market", "market with a sack",
)  # fmt: skip
# Fields that are in play have labels of their own: where the section that is built starts, and its milestone;
# or the market just delivered to, and the fields around it that can be counted.
IN_PLAY: Final = 6  # how much higher these labels are
IN_PLAY_LABELS: Final = tuple([f"{label}, in play" for label in FIELD_LABELS[1:]])
# Where a tile is: a bit from each of two masks.
TILE_LABELS: Final = ("taken", "stack", "display", "start tile")
KIND_LABELS: Final = ("none", *material.KIND_NAMES)
WORKER_LABELS: Final = (
    "none", *[f"{kind} {number}" for kind in material.KIND_NAMES for number in range(1, 9)],
)  # fmt: skip
PATH_LABELS: Final = ("empty", *material.KIND_NAMES, "cover")
LINE_NAMES: Final = ("right", "down left", "down right")
HOUSE_LABELS: Final = ("none", "below", "above", "below and above")

KINDS: Final = material.KINDS
PATHS: Final = material.PATHS
HAND: Final = 4  # workers on the start tiles in a hand
GRIDS: Final = 3  # fields, roads and houses
WORD_ROWS: Final = 4  # rows of the grid in a word of a mask
ROW: Final = 0xFFFF  # the bits of one of them


# --- the actions


class Reach:
    """Where things can ever be built: sections from one field to the next, as many as there are pieces."""

    def __init__(self, board: Board) -> None:
        self.near: dict[int, list[int]] = _near(board)
        self.starts: set[int] = set()
        self.middles: set[int] = set()
        self.lines: set[int] = set()
        # By the field a road has come to: its last milestones. No road leads to the start.
        self.ways: dict[int, set[int]] = {board.start: {board.start}}
        for _ in range(board.sections):
            known = [len(ways) for ways in self.ways.values()]
            for start in list(self.ways):
                self.add_sections(start)
            if known == [len(ways) for ways in self.ways.values()]:
                break
        self.ends: set[int] = set(self.ways) - {board.start}

    def add_sections(self, start: int) -> None:
        """Every section that can start at a field: it does not go back to the milestone before."""
        for middle in self.near[start]:
            for end in self.near[middle]:
                if end != start and self.ways[start] - {middle, end}:
                    self.starts.add(start)
                    self.middles.add(middle)
                    self.lines.update([grid.line_between(start, middle), grid.line_between(middle, end)])
                    self.ways.setdefault(end, set()).add(middle)

    def borders(self, plot: int) -> bool:
        """Can a road piece lie on an edge of a plot?"""
        one, two, three = grid.corners(plot)
        edges = {grid.line_between(one, two), grid.line_between(one, three), grid.line_between(two, three)}
        return not edges.isdisjoint(self.lines)


def _members(words: vec[i64], most: int) -> list[int]:
    """The numbers in a mask of several words."""
    return [number for number in range(most) if words[number >> 6] >> (number & 63) & 1]


def _near(board: Board) -> dict[int, list[int]]:
    """The number fields around each field; the start is none."""
    fields = set(_members(board.fields, grid.FIELDS))
    return {
        field: [near for near in grid.neighbours(field) if near in fields and near != board.start]
        for field in fields
    }


def _countable(reach: Reach, board: Board, markets: set[int]) -> list[int]:
    """Fields that can be one of several to choose from around a market: the road to it took one (MS-61)."""
    chosen: set[int] = set()
    for market in markets:
        free = len(reach.near[market]) - (0 if market == board.start else 1)
        if free > mill.COUNTED:
            chosen.update(reach.near[market])
    return sorted(chosen)


def _codes(board: Board) -> list[int]:
    """Every decision that can come up on a board, by rising code."""
    reach = Reach(board)
    built = reach.ends if board.markets > 1 else set()  # the start market is one of them
    markets = built | {board.start}
    wares = range(material.WARES)
    houses = [plot for plot in _members(board.plots, grid.PLOTS) if reach.borders(plot)]
    beside = reach.middles | built
    bushes = [plot for plot in board.bushes if not beside.isdisjoint(grid.corners(plot))]
    tiles = sorted(set(board.tiles))
    return [
        codes.DONE,
        *range(codes.GO + 1, codes.GO + material.LAP + 1),
        codes.LEAVE,
        *[codes.BUY + kind for kind in wares],
        *[codes.GIVE + kind for kind in range(material.KINDS)],
        *[codes.SELL + codes.pair(one, other) for one in wares for other in wares if one <= other],
        *[codes.COVER + path for path in range(material.PATHS)],
        *[codes.PLACE + path for path in range(material.PATHS - 1)],
        *[codes.ROAD + field for field in sorted(reach.starts)],
        *[codes.MILESTONE + field for field in sorted(reach.middles)],
        *[codes.ROAD_END + field for field in sorted(reach.ends)],
        *[codes.MARKET + field for field in sorted(built)],
        *[codes.DELIVER + field for field in sorted(markets)],
        *[codes.COUNT + field for field in _countable(reach, board, markets)],
        *[codes.HOUSE + plot for plot in houses],
        *[codes.CLAIM + codes.on_plot(plot, path) for plot in bushes for path in range(material.PATHS)],
        *[codes.TAKE + tile for tile in tiles],
        *[codes.HIRE + tile for tile in tiles],
    ]


# --- the observation


def _extent(board: Board) -> tuple[int, int]:
    """How many rows and columns of the grid the map reaches into, from the first of each."""
    places = [divmod(field, grid.ROW_LENGTH) for field in _members(board.fields, grid.FIELDS)]
    return 1 + max([row for row, _ in places]), 1 + max([column for _, column in places])


def _line_labels() -> tuple[str, ...]:
    """Names for the lines from a field to its right and downwards that have a road piece."""
    sets = [[name for line, name in enumerate(LINE_NAMES) if lines >> line & 1] for lines in range(8)]
    return ("none", *[" and ".join(names) for names in sets[1:]])


def _fields(seats: int, board: Board) -> list[Field]:
    who = seat_labels(seats)
    extent = _extent(board)
    most = max([board.bonus_tiles >> 4 * kind & 15 for kind in range(material.KINDS)])
    plots = "on the plots whose level side runs from the field to the right"
    return [
        Field("phase", (), 0, phases.GAME_OVER, "what is awaited", tuple(phases.NAMES)),
        Field("to_act", (), 0, seats, "whose turn it is", who),
        Field("start", (), 0, seats, "the start player", who),
        Field("turn", (), 0, HIGHEST, "turns begun"),
        Field("moves_left", (), 0, turns.MOVES, "moves of the turn, the current one included"),
        Field("has_hired", (), 0, 1, "was a tile hired in this visit of the trading house?"),
        Field("must_claim", (), 0, 1, "must the bonus tile on offer be taken?"),
        Field("counts_left", (), 0, mill.COUNTED, "fields still to count for the delivery"),
        Field("end_seat", (), 0, seats, "who triggered the end", who),
        Field("end_reason", (), 0, 2, "why the game ends", ("none", *material.END_REASONS)),
        Field("sections_left", (), 0, board.sections, "sections in the supply"),
        Field("markets_left", (), 0, board.markets, "markets in the supply"),
        Field("houses_left", (), 0, board.houses, "houses in the supply"),
        Field("sacks_left", (), 0, board.sacks, "sacks in the supply"),
        Field("hired", (2,), 0, material.WORKERS, "workers of the hired tile to place", WORKER_LABELS),
        Field("bonus_bag", (KINDS,), 0, most, "bonus tiles not laid yet, by kind"),
        Field("lost_bonus", (KINDS,), 0, most, "bonus tiles out of the game, by kind"),
        Field("tiles", (board.tile_count,), 0, 3, "where each tile of the layout is", TILE_LABELS),
        Field("bonus_tiles", (board.bush_count,), 0, KINDS, "the bonus tile of each bush", KIND_LABELS),
        Field("offered", (board.bush_count,), 0, 1, "bushes whose bonus tile can be taken now"),
        Field("fields", extent, 0, 2 * IN_PLAY, "what each field holds", FIELD_LABELS + IN_PLAY_LABELS),
        Field("roads", extent, 0, 7, "road pieces on the lines from each field", _line_labels()),
        Field("houses", extent, 0, 3, f"houses {plots}", HOUSE_LABELS),
        Field("ring", (seats,), 0, material.MILL, "where each figure is", tuple(material.RING_NAMES[:-1])),
        Field("points", (seats,), 0, HIGHEST, "points of each seat"),
        Field("goods", (seats, KINDS), 0, HIGHEST, "goods of each seat, by kind"),
        Field("hand", (seats, 2, 2), 0, material.WORKERS, "start tiles still to place", WORKER_LABELS),
        Field("workers", (seats, PATHS), 0, KINDS + 1, "what each path field shows", PATH_LABELS),
        Field("numbers", (seats, PATHS), 0, 8, "the numbers of the workers, 0: none"),
        Field("bonus", (seats, PATHS), 0, 1, "workers with a bonus tile"),
    ]


class MilestonesEncoder(Encoder):
    """Rows and indices for Milestones on one layout."""

    def __init__(self, seats: i64, board: Board) -> None:
        super().__init__(seats, VERSION, _codes(board), _fields(seats, board))
        self.board: Board = board
        rows, columns = _extent(board)
        self.rows: i64 = rows
        self.columns: i64 = columns

    def fits(self, state: State) -> bool:
        assert isinstance(state, MilestonesState)
        return state.seat_count == self.seats and is_same(state.board, self.board)

    def write(self, state: State, seat: i64, row: vec[i16], at: i64) -> None:
        assert isinstance(state, MilestonesState)
        at = write_turn(state, seat, row, at)
        at = write_tiles(state, row, at)
        write_map(state.land, self.rows, self.columns, row, at)
        if phases.SET_MILESTONE <= state.phase <= phases.COUNT_FIELD:
            mark_fields(state, self.columns, row, at)
        at += GRIDS * self.rows * self.columns
        seats: i64 = state.seat_count
        owner: i64 = seat
        for step in range(seats):
            board: PlayerBoard = state.player_boards[owner]
            row[at + step] = i16(board.ring_field)
            row[at + seats + step] = clamped(board.points)
            write_goods(board, row, at + 2 * seats + KINDS * step)
            hand: i64 = at + (2 + KINDS) * seats + HAND * step
            write_tile(board.first_tile, row, hand)
            write_tile(board.second_tile, row, hand + 2)
            write_path(board, PATHS * seats, row, at + (2 + KINDS + HAND) * seats + PATHS * step)
            owner = owner + 1 if owner + 1 < seats else 0


# Numbers are put into an i64 before they are made an i16: mypyc turns `i16(a if b else c)` into a slow call,
# and `_` as the variable of a loop into a Python number.


def write_turn(state: MilestonesState, observer: i64, row: vec[i16], at: i64) -> i64:
    """Single numbers; returns where the next field begins."""
    seats: i64 = state.seat_count
    land = state.land
    row[at] = i16(state.phase)
    row[at + 1] = i16(steps_from(observer, state.seat, seats))
    row[at + 2] = i16(steps_from(observer, state.start, seats))
    row[at + 3] = clamped(state.turn)
    row[at + 4] = i16(state.moves_left)
    row[at + 5] = i16(state.has_hired)
    row[at + 6] = i16(state.must_claim)
    row[at + 7] = i16(state.counts_left)
    row[at + 8] = i16(steps_from(observer, state.end_seat, seats))
    row[at + 9] = i16(state.end_reason + 1)
    row[at + 10] = i16(land.sections_left)
    row[at + 11] = i16(land.markets_left)
    row[at + 12] = i16(land.houses_left)
    row[at + 13] = i16(land.sacks_left)
    return at + 14


def write_tiles(state: MilestonesState, row: vec[i16], at: i64) -> i64:
    """Everything about tiles and bonus tiles but what seats have; returns where the next field begins."""
    write_tile(state.hired_tile, row, at)
    at += 2
    bag: i64 = state.bonus_bag
    lost: i64 = state.lost_bonus
    for place in range(at, at + KINDS):
        row[place] = i16(bag & 15)
        row[place + KINDS] = i16(lost & 15)
        bag >>= 4
        lost >>= 4
    at += 2 * KINDS
    low: i64 = state.stack | state.start_tiles
    high: i64 = state.display | state.start_tiles
    tiles: i64 = state.board.tile_count
    for place in range(at, at + tiles):
        row[place] = i16(low & 1 | (high & 1) << 1)
        low >>= 1
        high >>= 1
    at += tiles
    kinds: i64 = state.land.tiles
    offered: i64 = state.offered_bushes
    bushes: i64 = state.board.bush_count
    for place in range(at, at + bushes):
        row[place] = i16(kinds & 7)
        row[place + bushes] = i16(offered & 1)
        kinds >>= TILE_BITS
        offered >>= 1
    return at + 2 * bushes


def write_tile(tile: i64, row: vec[i16], at: i64) -> None:
    """The two workers of a tile, or none."""
    left: i64 = 0
    right: i64 = 0
    if tile >= 0:
        left = 1 + material.left_worker(tile)
        right = 1 + material.right_worker(tile)
    row[at] = i16(left)
    row[at + 1] = i16(right)


def write_map(land: Land, rows: i64, columns: i64, row: vec[i16], at: i64) -> None:
    """What stands on the fields, on the lines and on the plots: three grids, row by row.

    The masks that make the labels of a grid are packed into one number, 16 bits of each.
    """
    words = land.words
    there = land.board.fields
    size: i64 = rows * columns
    for number in range(rows):
        word: i64 = number // WORD_ROWS
        shift: i64 = grid.ROW_LENGTH * (number % WORD_ROWS)
        untouched: i64 = words[masks.UNTOUCHED + word]
        markets: i64 = words[masks.MARKETS + word]
        sacks: i64 = words[masks.SACKS + word]
        high: i64 = words[masks.MILESTONES + word] | markets
        middle: i64 = there[word] & ~(untouched | high) | sacks
        low: i64 = untouched | words[masks.ENDS + word] | markets & ~sacks
        fields: i64 = (low >> shift & ROW) | (middle >> shift & ROW) << 16 | (high >> shift & ROW) << 32
        right: i64 = words[masks.LINES + word] >> shift & ROW
        down_left: i64 = words[masks.LINES + 2 + word] >> shift & ROW
        down_right: i64 = words[masks.LINES + 4 + word] >> shift & ROW
        lines: i64 = right | down_left << 16 | down_right << 32
        below: i64 = words[masks.HOUSES + word] >> shift & ROW
        above: i64 = words[masks.HOUSES + 2 + word] >> shift & ROW
        houses: i64 = below | above << 16
        for cell in range(at, at + columns):
            row[cell] = i16(fields & 1 | fields >> 15 & 2 | fields >> 30 & 4)
            row[cell + size] = i16(lines & 1 | lines >> 15 & 2 | lines >> 30 & 4)
            row[cell + 2 * size] = i16(houses & 1 | houses >> 15 & 2)
            fields >>= 1
            lines >>= 1
            houses >>= 1
        at += columns


def mark_fields(state: MilestonesState, columns: i64, row: vec[i16], at: i64) -> None:
    """Raise the labels of the fields that are in play."""
    if state.road_start >= 0:
        row[at + cell_of(state.road_start, columns)] += IN_PLAY
    if state.road_middle >= 0:
        row[at + cell_of(state.road_middle, columns)] += IN_PLAY
    if state.delivery_market >= 0:
        row[at + cell_of(state.delivery_market, columns)] += IN_PLAY
    countable: i64 = state.countable_0
    while countable:
        row[at + cell_of(lowest_bit(countable), columns)] += IN_PLAY
        countable &= countable - 1
    countable = state.countable_1
    while countable:
        row[at + cell_of(64 + lowest_bit(countable), columns)] += IN_PLAY
        countable &= countable - 1


def cell_of(field: i64, columns: i64) -> i64:
    """Where a field stands in a grid."""
    return columns * (field // grid.ROW_LENGTH) + field % grid.ROW_LENGTH


def write_goods(board: PlayerBoard, row: vec[i16], at: i64) -> None:
    """The goods of a seat by kind."""
    goods: i64 = board.goods
    for place in range(at, at + KINDS):
        row[place] = i16(goods & material.MOST)
        goods >>= material.AMOUNT_BITS


def write_path(board: PlayerBoard, size: i64, row: vec[i16], at: i64) -> None:
    """What the path fields of a seat show: in three fields, each of this size."""
    stone: i64 = board.workers
    wood: i64 = stone >> 8
    sand: i64 = stone >> 16
    grain: i64 = stone >> 24
    coin: i64 = stone >> 32
    low: i64 = stone | sand | coin  # of the labels 1 to 5, and 6 for covers
    middle: i64 = wood | sand | board.covers
    high: i64 = grain | coin | board.covers
    numbers: i64 = board.numbers
    bonus: i64 = board.bonus
    for place in range(at, at + PATHS):
        row[place] = i16(low & 1 | (middle & 1) << 1 | (high & 1) << 2)
        row[place + size] = i16(numbers & 15)
        row[place + 2 * size] = i16(bonus & 1)
        low >>= 1
        middle >>= 1
        high >>= 1
        numbers >>= 4
        bonus >>= 1


def new_encoder(seats: int, layout: Layout) -> MilestonesEncoder:
    """The encoder for so many seats on a layout."""
    return MilestonesEncoder(seats, layout.board)


def chance_codes(seats: int, layout: Layout) -> list[int]:
    """All that chance can do on a layout."""
    return setup.chance_codes(seats, layout.board)
