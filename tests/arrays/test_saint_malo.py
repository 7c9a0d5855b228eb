"""Positions and actions as arrays: no action is missing, none is idle, and a row tells all that is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.engine.arrays import HIGHEST, LOWEST
from citywright.engine.rng import Rng
from citywright.engine.state import OVER
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.arrays import NO_FACE, PLACED, ROOM, SPACE_LABELS, SaintMaloEncoder
from citywright.games.saint_malo.layout import SaintMaloLayout
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.city import City, new_city
from citywright.games.saint_malo.rules.dice import KEPT_BITS
from citywright.games.saint_malo.rules.spaces import CITY, beside, spaces_in_groups
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.games.saint_malo.rules.walls import wall_spaces
from citywright.testing.arrays import row_of
from tests.arrays import checks
from tests.arrays.checks import (
    check_actions,
    check_bounds,
    check_fields,
    check_indices,
    check_same_for_observers,
    layout_of,
    named,
)
from tests.games.saint_malo.table import Table

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
LAYOUTS = pytest.mark.parametrize("seed", [None, 1])  # the usual one, and a made one


def encoder_for(seats: int, seed: int | None = None) -> SaintMaloEncoder:
    return checks.encoder_for(GAME, SaintMaloEncoder, seats, seed)


def play(seats: int, game: int, seed: int | None = None) -> Iterator[SaintMaloState]:
    return checks.play(GAME, SaintMaloState, seats, game, seed)


def some_positions(seats: int, seed: int | None = None) -> Iterator[SaintMaloState]:
    """Of two games all in which something is placed or chosen, every seventh, and the end."""
    for game in (seats, seats + 1):
        for ply, state in enumerate(play(seats, game, seed)):
            if ply % 7 == 0 or state.phase >= phases.PLACE_CRATE or state.actor() == OVER:
                yield state


def parts_of(table: Table, seat: int = 0) -> dict[str, list[int]]:
    encoder = encoder_for(table.state.seat_count)
    return named(encoder, row_of(encoder, table.state, seat))


# --- actions -------------------------------------------------------------------------------


def test_every_action_has_one_index_on_every_layout() -> None:
    encoder = encoder_for(2)
    check_indices(encoder)
    listed = list(encoder.codes)
    words = [GAME.format_action(code).split()[0] for code in listed]
    assert {verb: words.count(verb) for verb in words} == {
        "keep": 31, "stop": 1, "use": 27, "pass": 1, "place": 45, "done": 1, "bonus": 5,
    }  # fmt: skip
    assert list(encoder_for(5, 1).codes) == listed


@SEATS
@LAYOUTS
def test_every_legal_action_has_an_index(seats: int, seed: int | None) -> None:
    encoder = encoder_for(seats, seed)
    for game in range(4):
        for state in play(seats, game, seed):
            if state.actor() >= 0:
                check_actions(encoder, GAME, state)


def test_every_index_is_met_but_where_crates_are_printed() -> None:
    """The index is the same on every layout, and others have their crates elsewhere."""
    crates = layout_of(GAME.id, None).board.crates
    printed = {codes.PLACE + space for space in range(56) if crates >> space & 1}
    met: set[int] = set()
    for game in range(40):
        for state in play(2, game):
            if state.actor() >= 0:
                met.update(state.legal_actions())
    assert met == set(encoder_for(2).codes) - printed


# --- what is written -----------------------------------------------------------------------


@SEATS
@LAYOUTS
def test_numbers_lie_within_their_bounds_and_seats_know_them_all(seats: int, seed: int | None) -> None:
    encoder = encoder_for(seats, seed)
    check_fields(encoder)
    rng = Rng(1)
    for state in some_positions(seats, seed):
        for seat in range(seats):
            check_bounds(encoder, row_of(encoder, state, seat))
        check_same_for_observers(encoder, state, rng)


def test_numbers_without_a_limit_are_clamped() -> None:
    table = Table()
    table.city().coins, table.city().points, table.state.turn = 10**6, -(10**6), 40_000
    parts = parts_of(table, 1)
    assert (parts["turn"], parts["coins"], parts["points"]) == ([HIGHEST], [3, HIGHEST], [0, LOWEST])


def test_a_city_is_written_row_by_row() -> None:
    table = Table().draw("noble", "b1").draw("church 3", "a2").draw("wall", "g6")
    parts = parts_of(table, 1)
    own, other = parts["cities"][:49], parts["cities"][49:]
    names = {place: SPACE_LABELS[label] for place, label in enumerate(other) if label != own[place]}
    assert names == {1: "noble", 7: "church 3", 41: "wall"}
    assert [SPACE_LABELS[own[corner]] for corner in (0, 6, 42, 48)] == ["tower"] * 4


def test_dice_about_to_be_rolled_show_nothing() -> None:
    table = Table()
    assert parts_of(table)["dice"] == [NO_FACE] * 5
    table.play("roll log log wall swords head", "keep 1 4")
    assert parts_of(table)["dice"] == [material.LOG, NO_FACE, NO_FACE, material.SWORDS, NO_FACE]


def test_where_the_first_house_may_stand_is_told() -> None:
    """Of two architects the last one builds, and nothing else tells which that is."""
    rows = []
    for first, second in (("b6", "f2"), ("f2", "b6")):
        table = Table().rich().draw("architect", first).rolled("head head head log log")
        table.play("use head 3 architect", f"place {second}")
        rows.append(row_of(encoder_for(2), table.state, 0))
        group = parts_of(table)["group"]
        assert group.count(ROOM) == len(table.spaces())
        table.play(f"place {min(table.spaces())}")
        assert parts_of(table)["group"].count(PLACED) == 1
    assert rows[0] != rows[1]


# --- reading a row -------------------------------------------------------------------------


class Reader:
    """Makes a position of a row again: whatever a snapshot tells must be in it, or follow from it."""

    def __init__(self, encoder: SaintMaloEncoder, row: list[int], seat: int) -> None:
        self.parts = named(encoder, row)
        self.seats = encoder.seats
        self.seat = seat

    def number(self, name: str) -> int:
        (number,) = self.parts[name]
        return number

    def seat_of(self, name: str, nobody: int) -> int:
        steps = self.number(name)
        return nobody if steps == self.seats else (self.seat + steps) % self.seats

    @staticmethod
    def spaces(plan: list[int], label: int) -> int:
        return sum(1 << 8 * (place // 7) + place % 7 for place, held in enumerate(plan) if held == label)

    def state(self, layout: SaintMaloLayout) -> SaintMaloState:
        state = SaintMaloState()
        state.board = layout.board
        state.seat_count = self.seats
        state.start = self.seat_of("start", 0)
        state.seat = self.seat_of("to_act", state.start)  # a game is over when a round is
        for name in ("phase", "turn", "rolls_left", "pieces_left", "houses_left", "crossed_boxes", "passes"):
            setattr(state, name, self.number(name))
        faces = self.parts["dice"]
        state.dice = sum(face << 3 * die for die, face in enumerate(faces) if face != NO_FACE)
        if state.phase == phases.ROLL_DICE:
            state.keep = sum(1 << die for die, face in enumerate(faces) if face != NO_FACE)
        state.piece = self.number("church") or max(self.number("person"), self.number("tower"), 1) - 1
        if state.phase == phases.PLACE_HOUSE:
            state.piece = material.ARCHITECT
        state.group = self.spaces(self.parts["group"], PLACED)
        state.cities = [self.city(layout, (seat - self.seat) % self.seats) for seat in range(self.seats)]
        state.allowed = self.allowed(state)
        return state

    def city(self, layout: SaintMaloLayout, step: int) -> City:
        city = new_city(layout.board)
        plan = self.parts["cities"][49 * step : 49 * step + 49]
        kinds = [kind for kind in range(material.PIECE_KINDS) if kind != material.CHURCHES]
        city.empty = CITY
        for kind, label in zip(kinds, range(1, len(SPACE_LABELS)), strict=False):
            city.pieces[kind] = 0
            city.draw(kind, self.spaces(plan, label))
        for name in ("coins", "logs", "points", "lost_cannons"):
            setattr(city, name, self.parts[name][step])
        assert self.parts["defence"][step] == city.defence()
        return city

    def allowed(self, state: SaintMaloState) -> int:
        """Where the next piece may go, by the rules."""
        if state.phase == phases.PLACE_HOUSE:
            return self.spaces(self.parts["group"], ROOM)
        if state.phase == phases.PLACE_CRATE:
            empty = state.city().empty
            return beside(state.group) & empty if state.group else spaces_in_groups(empty, state.pieces_left)
        if state.phase == phases.PLACE_WALL:
            return wall_spaces(state.city())
        return state.city().empty if state.phase in (phases.PLACE_CHURCH, phases.PLACE_PERSON) else 0


@SEATS
@LAYOUTS
def test_a_row_tells_everything(seats: int, seed: int | None) -> None:
    """All but what dice have shown before they are rolled again, and after the last turn."""
    encoder = encoder_for(seats, seed)
    met = set()
    for ply, state in enumerate(some_positions(seats, seed)):
        seat = ply % seats
        told = Reader(encoder, row_of(encoder, state, seat), seat).state(layout_of(GAME.id, seed))
        expected = state.clone()
        if state.phase == phases.ROLL_DICE:
            expected.dice &= KEPT_BITS[state.keep]
        elif state.phase == phases.GAME_OVER:
            expected.dice = 0
        assert told.snapshot() == expected.snapshot()
        met.add(state.phase)
    assert met == set(range(phases.GAME_OVER + 1))


def test_an_encoder_is_for_so_many_seats_on_any_layout() -> None:
    for seed in (None, 1):
        assert encoder_for(3).fits(GAME.new_state(3, 0, layout_of(GAME.id, seed)))
        assert not encoder_for(3).fits(GAME.new_state(2, 0, layout_of(GAME.id, seed)))
