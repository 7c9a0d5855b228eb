"""What a page needs to draw a game of Milestones, as typed data. There are no secrets: all see the same."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.recent import Recent
from citywright.engine.state import OVER, State
from citywright.engine.vecs import vec
from citywright.engine.view import SEAT_LETTERS, Choice, View, actor_letter, gains_of, seat_letter
from citywright.games.milestones.notation import (
    format_action,
    format_field,
    format_plot,
    format_tile,
    parse_field,
)
from citywright.games.milestones.rules import masks, material, mill, phases
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.grid import (
    FIELD_WORDS,
    FIELDS,
    LINES,
    PLOTS,
    corners,
    field_at,
    line_fields,
    mask_words,
    neighbours,
)
from citywright.games.milestones.rules.land import Land, blank_land
from citywright.games.milestones.rules.material import KIND_NAMES, NO_TILE, PATHS, RING_NAMES
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.rules.tiles import tile_to_place


class Worker(msgspec.Struct, frozen=True):
    """A worker as printed on a tile."""

    kind: str
    number: int


class Tile(msgspec.Struct, frozen=True):
    """A worker tile; `name` is how the notation calls it."""

    name: str
    left: Worker
    right: Worker


class Field(msgspec.Struct, frozen=True):
    """A corner of the map. Row and column count from 0; every second row is shifted right by half a step."""

    name: str
    row: int
    column: int
    number: int  # 0 on the start field
    piece: str | None  # milestone or market
    sack: bool
    road: str | None  # end: a road ends here; inner: one passes; None: untouched


class Plot(msgspec.Struct, frozen=True):
    """A triangle of the map between three fields."""

    name: str
    corners: list[str]
    bush: bool
    bonus: str | None  # the kind of the bonus tile that lies here
    house: bool
    bordered: bool  # a road piece lies on at least one edge


class PathField(msgspec.Struct, frozen=True):
    """What a path field shows."""

    worker: Worker | None
    bonus: bool
    covered: bool


class ActionBoard(msgspec.Struct, frozen=True):
    """One seat's board and goods."""

    seat: str
    position: str  # the ring field its figure stands on
    points: int
    goods: dict[str, int]
    path: list[PathField]
    rising: bool  # would the trading house pay income?
    strengths: dict[str, int]  # what each kind counts for the majorities
    taken: list[Tile]  # start tiles not placed yet


class Building(msgspec.Struct, frozen=True):
    """What is under way on the map."""

    start: str | None  # field: where the section under construction starts
    milestone: str | None  # field: its milestone
    offered: list[str]  # plots whose bonus tile can be taken now
    market: str | None  # field: the market just delivered to
    counts_left: int  # numbers around it still to choose


class MilestonesView(View, frozen=True, kw_only=True):
    """The whole table."""

    start: str | None  # the start player, once known
    moves_left: int  # of the turn, the current one included
    fields: list[Field]
    lines: list[tuple[str, str]]  # every road piece by the fields it joins
    plots: list[Plot]
    boards: list[ActionBoard]
    display: list[Tile]
    start_tiles: list[Tile]
    stack: int  # tiles not revealed yet
    placing: Tile | None  # the tile that is to be placed next
    supplies: dict[str, int]
    bonus_lost: dict[str, int]  # bonus tiles that left the game
    building: Building
    end_mark: int
    end_triggered_by: str | None


def view(state: State, seat: int) -> MilestonesView:
    """What `seat` (CHANCE: a spectator) sees."""
    assert isinstance(state, MilestonesState)
    standing = state.standing() if state.actor() == OVER else None
    land, shown = state.land, _map(state)
    return MilestonesView(
        game="milestones",
        seat=seat_letter(seat),
        actor=actor_letter(state),
        phase=phases.NAMES[state.phase],
        turn=state.turn,
        scores=state.scores(),
        choices=_choices(state) if state.actor() == seat and seat >= 0 else [],
        ranks=standing.ranks if standing else None,
        reason=standing.reason if standing else None,
        start=seat_letter(state.start) if state.start >= 0 else None,
        moves_left=state.moves_left,
        fields=shown.fields,
        lines=shown.lines,
        plots=shown.plots,
        boards=[_action_board(owner, board) for owner, board in enumerate(state.player_boards)],
        display=_tiles(state.board, state.display),
        start_tiles=_tiles(state.board, state.start_tiles),
        stack=popcount(state.stack),
        placing=_placing(state),
        supplies={
            "sections": land.sections_left,
            "markets": land.markets_left,
            "houses": land.houses_left,
            "sacks": land.sacks_left,
        },
        bonus_lost={name: state.lost_bonus >> 4 * kind & 15 for kind, name in enumerate(KIND_NAMES)},
        building=_building(state),
        end_mark=state.board.end_marks[state.seat_count],
        end_triggered_by=seat_letter(state.end_seat) if state.end_seat >= 0 else None,
    )


def _choices(state: MilestonesState) -> list[Choice]:
    """The actor's legal actions with the points and coins each brings at once; majorities come later."""
    choices = []
    for code in state.legal_actions():
        gains = [event for event in gains_of(state, code, state.seat) if event.name != "majorities"]
        points = sum(event.points for event in gains)
        choices.append(Choice(format_action(code), points, sum(event.coins for event in gains)))
    return choices


def _worker(worker: int) -> Worker:
    return Worker(KIND_NAMES[material.worker_kind(worker)], material.worker_number(worker))


@lru_cache(1024)
def tile_view(tile: int) -> Tile:
    """A tile as data."""
    left, right = _worker(material.left_worker(tile)), _worker(material.right_worker(tile))
    return Tile(format_tile(tile), left, right)


@lru_cache(4096)
def _tiles(board: Board, mask: int) -> list[Tile]:
    return [tile_view(board.tiles[index]) for index in range(board.tile_count) if mask >> index & 1]


def _placing(state: MilestonesState) -> Tile | None:
    if state.phase in (phases.PLACE_START_TILE, phases.PLACE_HIRED_TILE):
        return tile_view(tile_to_place(state))
    return None


class ShownMap(NamedTuple):
    """What stands on the map."""

    fields: list[Field]
    lines: list[tuple[str, str]]
    plots: list[Plot]


_MAPS: Recent[ShownMap] = Recent(2048)


def _map(state: MilestonesState) -> ShownMap:
    """The map; as long as nothing is built it is the same object."""
    land = state.land
    key = (land.board, land.tiles, *land.words)
    return _MAPS.get(key, lambda: ShownMap(_fields(land), _lines(land), _plots(land)))


@lru_cache(32)
def _printed_fields(board: Board) -> list[tuple[int, str, int]]:
    """The fields of a map, with their names and numbers."""
    on_map = [field for field in range(FIELDS) if board.fields[field >> 6] >> (field & 63) & 1]
    return [(field, format_field(field), board.numbers[field]) for field in on_map]


def _fields(land: Land) -> list[Field]:
    fields = []
    for field, name, number in _printed_fields(land.board):
        piece = "milestone" if land.has(masks.MILESTONES, field) else None
        piece = "market" if land.has(masks.MARKETS, field) else piece
        road = "end" if land.has(masks.ENDS, field) else "inner"
        fields.append(
            Field(
                name=name,
                row=field >> 4,
                column=field & 15,
                number=number,
                piece=piece,
                sack=land.has(masks.SACKS, field),
                road=None if land.has(masks.UNTOUCHED, field) else road,
            )
        )
    return fields


def _lines(land: Land) -> list[tuple[str, str]]:
    pairs = []
    for line in range(LINES):
        if land.has(masks.LINES, line):
            one, other = line_fields(line)
            pairs.append((format_field(one), format_field(other)))
    return pairs


@lru_cache(32)
def _printed_plots(board: Board) -> list[tuple[int, str, list[str], int]]:
    """The plots of a map, with their names, corners and bushes (-1: none)."""
    on_map = [plot for plot in range(PLOTS) if board.plots[plot >> 6] >> (plot & 63) & 1]
    return [
        (plot, format_plot(plot), [format_field(corner) for corner in corners(plot)], board.bush_of[plot])
        for plot in on_map
    ]


def _plots(land: Land) -> list[Plot]:
    plots = []
    for plot, name, corner_names, bush in _printed_plots(land.board):
        kind = land.tile_of(bush) if bush >= 0 else -1
        plots.append(
            Plot(
                name=name,
                corners=corner_names,
                bush=bush >= 0,
                bonus=KIND_NAMES[kind] if kind >= 0 else None,
                house=land.has(masks.HOUSES, plot),
                bordered=land.has(masks.BORDERED, plot),
            )
        )
    return plots


_BOARDS: Recent[ActionBoard] = Recent(4096)


def _action_board(seat: int, board: PlayerBoard) -> ActionBoard:
    """One seat's board; as long as nothing on it changes it is the same object."""
    return _BOARDS.get((seat, *board.snapshot()), lambda: _new_action_board(seat, board))


def _new_action_board(seat: int, board: PlayerBoard) -> ActionBoard:
    path = []
    for index in range(PATHS):
        kind = board.kind_at(index)
        worker = Worker(KIND_NAMES[kind], board.number_at(index)) if kind >= 0 else None
        path.append(PathField(worker, bool(board.bonus >> index & 1), bool(board.covers >> index & 1)))
    return ActionBoard(
        seat=seat_letter(seat),
        position=RING_NAMES[board.ring_field],
        points=board.points,
        goods={name: board.amount(kind) for kind, name in enumerate(KIND_NAMES)},
        path=path,
        rising=board.numbers_rise(),
        strengths={name: board.strength(kind) for kind, name in enumerate(KIND_NAMES)},
        taken=[tile_view(tile) for tile in (board.first_tile, board.second_tile) if tile != NO_TILE],
    )


def _building(state: MilestonesState) -> Building:
    bushes = [bush for bush in range(state.board.bush_count) if state.offered_bushes >> bush & 1]
    return Building(
        start=format_field(state.road_start) if state.road_start >= 0 else None,
        milestone=format_field(state.road_middle) if state.road_middle >= 0 else None,
        offered=[format_plot(state.board.bushes[bush]) for bush in bushes],
        market=format_field(state.delivery_market) if state.delivery_market >= 0 else None,
        counts_left=state.counts_left,
    )


# --- asking the rules about what a view shows


class ShownPosition:
    """A view with the rules' own objects for it, made when first asked for.

    Texts and drawings ask the rules about what is shown through it, instead of repeating them.
    """

    def __init__(self, view: MilestonesView) -> None:
        self.view = view

    @cached_property
    def actor_board(self) -> PlayerBoard:
        """The player board of the seat to act."""
        return player_board_of(self.view.boards[SEAT_LETTERS.index(str(self.view.actor))])

    @cached_property
    def land(self) -> Land:
        """The map with its fields: what road sections and deliveries depend on."""
        return _land_of(self.view)

    @cached_property
    def path_goods(self) -> list[tuple[str, int]]:
        """What stopping on each path field ahead brings: kind and amount; nothing is ("", 0)."""
        board = self.actor_board
        goods = []
        for path in range(PATHS):
            kind = board.kind_at(path) if path >= board.ring_field else -1
            amount = popcount(board.visited(kind, board.ring_field, path)) if kind >= 0 else 0
            goods.append((KIND_NAMES[kind], amount) if amount else ("", 0))
        return goods

    def milestone_fields(self, start: str) -> set[str]:
        """Where the milestone of a section that starts at a field may go."""
        number = parse_field(start)
        sites = [self.land.middles_near(number, word) for word in range(FIELD_WORDS)]
        return {format_field(near) for near in neighbours(number) if sites[near >> 6] >> (near & 63) & 1}

    def best_delivery(self, market: str) -> int:
        """The most points a delivery to the market on a field can bring."""
        return mill.best_delivery(self.land, parse_field(market))


def goods_of(board: ActionBoard) -> int:
    """The goods of a shown board, packed as the rules have them."""
    return material.pack_goods([board.goods[name] for name in KIND_NAMES])


def player_board_of(board: ActionBoard) -> PlayerBoard:
    """A shown board as the rules have it."""
    player_board = PlayerBoard()
    player_board.ring_field = RING_NAMES.index(board.position)
    player_board.points = board.points
    player_board.goods = goods_of(board)
    for path, shown in enumerate(board.path):
        if shown.worker is not None:
            kind = KIND_NAMES.index(shown.worker.kind)
            player_board.place_worker(material.worker_of(kind, shown.worker.number), path)
    player_board.bonus = sum([shown.bonus << path for path, shown in enumerate(board.path)])
    player_board.covers = sum([shown.covered << path for path, shown in enumerate(board.path)])
    return player_board


def _land_of(view: MilestonesView) -> Land:
    numbers = {field_at(field.row, field.column): field.number for field in view.fields}
    board = Board()
    board.fields = vec[i64](mask_words(list(numbers), FIELD_WORDS))
    board.numbers = vec[i64]([numbers.get(field, 0) for field in range(FIELDS)])
    land = blank_land(board)
    for field in view.fields:
        number = field_at(field.row, field.column)
        if field.road is None:
            land.put(masks.UNTOUCHED, number)
        elif field.piece is not None:
            land.put(masks.MILESTONES if field.piece == "milestone" else masks.MARKETS, number)
    land.find_middles()
    return land
