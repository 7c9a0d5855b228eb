"""Positions and actions as arrays: no action is missing, none is idle, and a row tells all that is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.engine.arrays import HIGHEST
from citywright.engine.layout.file import read_values
from citywright.engine.layout.text import format_layout
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import encoder_of
from citywright.games.milestones import GAME
from citywright.games.milestones.arrays import FIELD_LABELS, IN_PLAY, MilestonesEncoder
from citywright.games.milestones.notation import parse_field
from citywright.games.milestones.rules import codes, masks, material, phases
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.grid import line_fields
from citywright.games.milestones.rules.land import Land, blank_land
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState
from citywright.testing.arrays import row_of
from tests.arrays import checks
from tests.arrays.checks import (
    check_actions,
    check_bounds,
    check_fields,
    check_fits_its_board,
    check_indices,
    check_same_for_observers,
    layout_of,
    named,
)
from tests.games.milestones.table import Table

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
MAPS = pytest.mark.parametrize("seed", [None, 1, 2, 3])  # the usual map, and made ones
UNDER_WAY = (phases.SET_MILESTONE, phases.END_ROAD, phases.CLAIM_BONUS_TILE, phases.COUNT_FIELD)


def encoder_for(seats: int, seed: int | None = None) -> MilestonesEncoder:
    return checks.encoder_for(GAME, MilestonesEncoder, seats, seed)


def play(seats: int, game: int, seed: int | None = None) -> Iterator[MilestonesState]:
    return checks.play(GAME, MilestonesState, seats, game, seed)


def some_positions(seats: int, seed: int | None = None) -> Iterator[MilestonesState]:
    """Of two games all of the beginning, every seventh, whatever is under way, and the end."""
    for game in (seats, seats + 1):
        for ply, state in enumerate(play(seats, game, seed)):
            if ply < 60 or ply % 7 == 0 or state.phase in UNDER_WAY or state.actor() == OVER:
                yield state


def names_of(encoder: MilestonesEncoder) -> list[str]:
    return [GAME.format_action(code) for code in encoder.codes]


# --- actions -------------------------------------------------------------------------------


@MAPS
def test_every_action_has_one_index(seed: int | None) -> None:
    encoder = encoder_for(2, seed)
    check_indices(encoder)
    assert list(encoder_for(4, seed).codes) == list(encoder.codes)


@SEATS
@MAPS
def test_every_legal_action_has_an_index(seats: int, seed: int | None) -> None:
    encoder = encoder_for(seats, seed)
    for game in range(3):
        for state in play(seats, game, seed):
            if state.actor() >= 0:
                check_actions(encoder, GAME, state)


def rich_builders(seed: int | None, game: int) -> Iterator[MilestonesState]:
    """A game that nobody's points end, with goods for every turn and roads to everywhere."""
    values = read_values(layout_of(GAME.id, seed).source)
    values["end"] = dict.fromkeys(values["end"], 999)
    rng = Rng(game)
    state = GAME.new_state(2, 0, GAME.parse_layout(format_layout(values)))
    assert isinstance(state, MilestonesState)
    for _ in range(1200):
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase == phases.MOVE:
            state.own_board().goods = material.pack_goods([4] * material.KINDS)
        yield state
        actions = state.legal_actions()
        if state.phase == phases.BUILD and rng.below(4):
            actions = [code for code in actions if codes.ROAD <= code < codes.MILESTONE] or actions
        state.apply(actions[rng.below(len(actions))])
        if state.actor() == OVER:
            return


@pytest.mark.parametrize("seed", [None, 4])
def test_nearly_every_index_is_met_in_a_few_games(seed: int | None) -> None:
    """In some thousands all of them are; those that are late are tiles and markets at the far end."""
    encoder = encoder_for(2, seed)
    met: set[int] = set()
    for game in range(40):
        for state in rich_builders(seed, game):
            met.update(state.legal_actions())
    idle = [GAME.format_action(code).split()[0] for code in encoder.codes if code not in met]
    assert len(idle) < 0.03 * int(encoder.action_count)
    assert set(idle) <= {"claim", "deliver", "count"}
    assert not met.difference(encoder.codes)


def test_the_usual_map_has_actions_for_all_that_is_on_it() -> None:
    """a1 is beside the start and one other field: a road that has come there ends there."""
    words = [name.split() for name in names_of(encoder_for(2))]
    fields = 74
    assert {verb: len([one for one in words if one[0] == verb]) for verb, *_ in words} == {
        "done": 1, "leave": 1, "go": 12, "buy": 4, "give": 5, "sell": 10, "cover": 8, "place": 7,
        "road": fields - 1, "milestone": fields - 1, "end": fields - 1, "market": fields - 1,
        "deliver": fields, "count": fields - 1, "house": 114, "claim": 15 * 8, "take": 35, "hire": 35,
    }  # fmt: skip
    assert "road a1" not in names_of(encoder_for(2))
    assert {"end a1", "market a1", "deliver a1", "count a1"} <= set(names_of(encoder_for(2)))


def changed(**supplies: int) -> MilestonesEncoder:
    """The encoder of the usual map with other supplies."""
    values = read_values(layout_of(GAME.id, None).source)
    values["supplies"] |= supplies
    encoder = encoder_of(GAME, 2, GAME.parse_layout(format_layout(values)))
    assert isinstance(encoder, MilestonesEncoder)
    return encoder


def test_what_there_are_no_pieces_for_has_no_index() -> None:
    """With one section roads stay near the start market b1; it may be the only market."""
    words = names_of(changed(sections=1, markets=1))
    assert [name for name in words if name.startswith("road ")] == ["road b1"]
    assert {name for name in words if name.startswith("milestone ")} == {
        f"milestone {field}" for field in ("a1", "a2", "b2", "c1", "c2")
    }
    assert not [name for name in words if name.startswith("market ")]
    assert [name for name in words if name.startswith("deliver ")] == ["deliver b1"]
    assert {name for name in words if name.startswith("count ")} == {
        f"count {field}" for field in ("a1", "a2", "b2", "c1", "c2")
    }
    assert "house a1 a2 b1" in words
    assert "house a4 a5 b4" not in words
    assert "claim a2 a3 b2 1" in words
    assert "claim a8 a9 b8 1" not in words


def test_tiles_that_look_alike_are_one_action() -> None:
    values = read_values(layout_of(GAME.id, None).source)
    values["tiles"]["workers"] = ["stone1 coin2"] * 34 + ["wood1 coin2"]
    encoder = encoder_of(GAME, 2, GAME.parse_layout(format_layout(values)))
    words = [GAME.format_action(code) for code in encoder.codes]
    assert [name for name in words if name.startswith("hire ")] == ["hire stone1 coin2", "hire wood1 coin2"]


# --- what is written -----------------------------------------------------------------------


@SEATS
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_numbers_lie_within_their_bounds_and_seats_know_them_all(seats: int, seed: int | None) -> None:
    encoder = encoder_for(seats, seed)
    check_fields(encoder)
    rng = Rng(1)
    for state in some_positions(seats, seed):
        for seat in range(seats):
            check_bounds(encoder, row_of(encoder, state, seat))
        check_same_for_observers(encoder, state, rng)


def test_numbers_without_a_limit_are_clamped() -> None:
    state = Table().begin().state
    state.turn = 10**6
    state.player_boards[0].points = 40_000
    parts = named(encoder_for(2), row_of(encoder_for(2), state, 1))
    assert parts["turn"] == [HIGHEST]
    assert parts["points"] == [0, HIGHEST]


def test_a_map_is_written_as_the_grid_has_it() -> None:
    """A section from b1 over b2 to b3, and a market there; the next one is begun."""
    table = Table().begin()
    table.goods(stone=3, wood=2, sand=3)
    table.play("go building office", "road b1", "milestone b2", "end b3", "market b3", "house b2 b3 c3")
    table.play("road b3", "milestone c4")
    encoder = encoder_for(2)
    parts = named(encoder, row_of(encoder, table.state, 0))
    columns = encoder.columns

    def at(grid: str, field: str) -> int:
        row, column = divmod(parse_field(field), 16)
        return parts[grid][columns * row + column]

    labels = (*FIELD_LABELS, *[f"{label}, in play" for label in FIELD_LABELS[1:]])
    held = {field: labels[at("fields", field)] for field in ("a1", "b1", "b2", "b3", "c4", "b10")}
    assert held == {
        "a1": "untouched",
        "b1": "market",
        "b2": "milestone",
        "b3": "market, in play",
        "c4": "milestone, in play",
        "b10": "untouched",
    }
    assert parts["fields"][columns + 10] == 0  # b11: the second row is shorter
    roads = next(field for field in encoder.fields if field.name == "roads").labels
    assert [roads[at("roads", field)] for field in ("b1", "b2", "b3")] == ["right", "right", "down right"]
    assert at("houses", "b2") == 1  # c3 is below
    assert sum(parts["houses"]) == 1


# --- reading a row -------------------------------------------------------------------------


class Reader:
    """Makes a position of a row again: whatever a snapshot tells must be in it, or follow from it."""

    def __init__(self, encoder: MilestonesEncoder, board: Board, row: list[int], seat: int) -> None:
        self.parts = named(encoder, row)
        self.columns = encoder.columns
        self.seats = encoder.seats
        self.seat = seat
        self.board = board

    def number(self, name: str) -> int:
        (number,) = self.parts[name]
        return number

    def seat_of(self, name: str) -> int:
        steps = self.number(name)
        return material.NOBODY if steps == self.seats else (self.seat + steps) % self.seats

    def field(self, cell: int) -> int:
        return 16 * (cell // self.columns) + cell % self.columns

    def fields(self, *labels: int) -> list[int]:
        return [self.field(cell) for cell, label in enumerate(self.parts["fields"]) if label in labels]

    def mask(self, name: str, *labels: int) -> int:
        return sum(1 << place for place, label in enumerate(self.parts[name]) if label in labels)

    def nibbles(self, name: str) -> int:
        return sum(count << 4 * kind for kind, count in enumerate(self.parts[name]))

    @staticmethod
    def tile(left: int, right: int) -> int:
        return material.tile_of(left - 1, right - 1) if left else material.NO_TILE

    def state(self) -> MilestonesState:
        state = MilestonesState()
        state.board = self.board
        state.seat_count = self.seats
        state.start, state.seat = self.seat_of("start"), self.seat_of("to_act")
        state.end_seat, state.end_reason = self.seat_of("end_seat"), self.number("end_reason") - 1
        for name in ("phase", "turn", "moves_left", "has_hired", "must_claim", "counts_left"):
            setattr(state, name, self.number(name))
        state.stack, state.display = self.mask("tiles", 1), self.mask("tiles", 2)
        state.start_tiles = self.mask("tiles", 3)
        state.bonus_bag, state.lost_bonus = self.nibbles("bonus_bag"), self.nibbles("lost_bonus")
        state.hired_tile = self.tile(*self.parts["hired"])
        state.offered_bushes = self.mask("offered", 1)
        self.read_fields_in_play(state)
        state.land = self.land()
        state.player_boards = [
            self.player_board((seat - self.seat) % self.seats) for seat in range(self.seats)
        ]
        return state

    def read_fields_in_play(self, state: MilestonesState) -> None:
        """What they mean follows from the phase."""
        milestone, sack = (
            FIELD_LABELS.index("milestone") + IN_PLAY,
            FIELD_LABELS.index("market with a sack") + IN_PLAY,
        )
        others = self.fields(*range(IN_PLAY + 1, milestone), milestone + 1, sack)
        if state.phase in (phases.SET_MILESTONE, phases.END_ROAD):
            (state.road_start,) = others
            if state.phase == phases.END_ROAD:
                (state.road_middle,) = self.fields(milestone)
        elif state.phase == phases.COUNT_FIELD:
            (state.delivery_market,) = self.fields(sack)
            countable = sum(1 << field for field in others if field != state.delivery_market)
            state.countable_0, state.countable_1 = countable & 2**64 - 1, countable >> 64
        else:
            assert not others

    def land(self) -> Land:
        land = blank_land(self.board)
        for mask, names in {
            masks.UNTOUCHED: ("untouched",),
            masks.ENDS: ("road end",),
            masks.MILESTONES: ("milestone",),
            masks.MARKETS: ("market", "market with a sack"),
            masks.SACKS: ("market with a sack",),
        }.items():
            labels = [FIELD_LABELS.index(name) for name in names]
            for field in self.fields(*labels, *[label + IN_PLAY for label in labels]):
                land.put(mask, field)
        for cell, lines in enumerate(self.parts["roads"]):
            for direction in range(3):
                if lines >> direction & 1:
                    land.lay_piece(*line_fields(self.field(cell) + 128 * direction))
        for cell, houses in enumerate(self.parts["houses"]):
            for half in range(2):
                if houses >> half & 1:
                    land.put(masks.HOUSES, self.field(cell) + 128 * half)
        land.find_middles()
        land.find_starts()
        land.tiles = sum(kind << 3 * bush for bush, kind in enumerate(self.parts["bonus_tiles"]))
        for name in ("sections_left", "markets_left", "houses_left", "sacks_left"):
            setattr(land, name, self.number(name))
        return land

    def player_board(self, step: int) -> PlayerBoard:
        board = PlayerBoard()
        board.ring_field, board.points = self.parts["ring"][step], self.parts["points"][step]
        board.goods = material.pack_goods(self.parts["goods"][5 * step : 5 * step + 5])
        hand = self.parts["hand"][4 * step : 4 * step + 4]
        board.first_tile, board.second_tile = self.tile(*hand[:2]), self.tile(*hand[2:])
        for path in range(8):
            shown, number = self.parts["workers"][8 * step + path], self.parts["numbers"][8 * step + path]
            if number:
                board.place_worker(material.worker_of(shown - 1, number), path)
            board.covers |= (shown == 6) << path
            board.bonus |= self.parts["bonus"][8 * step + path] << path
        return board


def check_read_back(encoder: MilestonesEncoder, state: MilestonesState, seat: int) -> None:
    """Every number of a snapshot; masks of what can be built follow from what is there."""
    told = Reader(encoder, state.board, row_of(encoder, state, seat), seat).state()
    if state.phase == phases.END_ROAD:  # until the section is whole, where roads can start is not up to date
        for word in range(2):
            told.land.words[masks.STARTS + word] = state.land.words[masks.STARTS + word]
    assert told.snapshot() == state.snapshot()


@SEATS
@pytest.mark.parametrize("seed", [None, 1])
def test_a_row_tells_everything(seats: int, seed: int | None) -> None:
    met = set()
    for ply, state in enumerate(some_positions(seats, seed)):
        check_read_back(encoder_for(seats, seed), state, ply % seats)
        met.add(state.phase)
    assert met >= {*range(phases.DRAW_START, phases.BUILD), *UNDER_WAY, phases.GAME_OVER}


def test_a_row_tells_everything_of_a_crowded_map() -> None:
    for game in range(2):
        for ply, state in enumerate(rich_builders(None, game)):
            if ply % 7 == 0 or state.phase in UNDER_WAY:
                check_read_back(encoder_for(2), state, ply % 2)


def test_a_row_tells_whether_a_bonus_tile_must_be_taken() -> None:
    """After a road it may be left, after a house on its plot it may not."""
    table = Table().begin().path("stone1 - - - - - - -").goods(stone=2, wood=1, sand=1)
    table.play("go building office", "road b1", "milestone a2", "end a3")
    rows = [row_of(encoder_for(2), table.state, 0)]
    table.play("leave", "house a2 a3 b2")
    rows.append(row_of(encoder_for(2), table.state, 0))
    check_read_back(encoder_for(2), table.state, 1)
    parts = [named(encoder_for(2), row) for row in rows]
    assert [part["must_claim"] for part in parts] == [[0], [1]]
    assert [part["offered"] for part in parts] == [[1] + [0] * 14] * 2


def test_an_encoder_knows_its_tables() -> None:
    check_fits_its_board(GAME, 3)
