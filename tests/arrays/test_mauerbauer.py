"""Positions and actions as arrays: no action is missing, all that is known gets in, nothing hidden does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from citywright.engine.arrays import NO_INDEX
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.arrays import MauerbauerEncoder
from citywright.games.mauerbauer.rules import codes, contents, counts, material, phases
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.testing.arrays import row_of
from citywright.testing.fields import field_names
from tests.arrays import checks
from tests.arrays.checks import (
    check_bounds,
    check_fields,
    check_fits_its_board,
    check_indices,
    layout_of,
    named,
)
from tests.games.mauerbauer.spender import Spender
from tests.games.mauerbauer.table import RING, TRIANGLE, Table

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
MAPS = pytest.mark.parametrize("seed", [None, 1, 2, 3])  # the usual map, and made ones


def encoder_for(seats: int, seed: int | None = None) -> MauerbauerEncoder:
    return checks.encoder_for(GAME, MauerbauerEncoder, seats, seed)


def play(seats: int, game: int, seed: int | None = None) -> Iterator[MauerbauerState]:
    """Every position of a game from the lot to the end. Of three games the first is played at random, the
    second by a builder in every other seat, the third by all so that a new pile is made again and again."""
    rng = Rng(game)
    state = GAME.new_state(seats, LOT, layout_of(GAME.id, seed))
    builder, spender = GAME.policy("builder"), Spender()
    assert isinstance(state, MauerbauerState)
    yield state
    while state.actor() != OVER:
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        elif game % 3 == 2:
            state.apply(spender.choose(state.observe(actor), rng))
        elif game % 3 == 1 and actor % 2 == 0:
            state.apply(builder.choose(state.observe(actor), rng))
        else:
            state.apply(state.random_action(rng))
        yield state


def some_positions(seats: int, seed: int | None = None) -> Iterator[MauerbauerState]:
    """Positions of three games: now and then, all in which cards were kept when a pile was made, the ends."""
    for game in range(3 * seats, 3 * seats + 3):
        for ply, state in enumerate(play(seats, game, seed)):
            if ply % 9 == 0 or state.cards.kept or state.phase == phases.GAME_OVER:
                yield state


# --- actions -------------------------------------------------------------------------------


@MAPS
def test_every_action_has_one_index(seed: int | None) -> None:
    encoder = encoder_for(2, seed)
    check_indices(encoder)
    board = layout_of(GAME.id, seed).board
    by_cards = 22 + 23 + 3 * 30 + 2
    assert encoder.action_count == by_cards + (3 + 5) * board.point_count + board.line_count


@SEATS
@MAPS
def test_every_legal_action_has_an_index(seats: int, seed: int | None) -> None:
    encoder = encoder_for(seats, seed)
    for game in range(3):
        for state in play(seats, game, seed):
            assert NO_INDEX not in [encoder.index(code) for code in state.legal_actions()]


def test_every_index_is_met_but_those_of_many_cities() -> None:
    encoder = encoder_for(2)
    met: set[int] = set()
    for game in range(120):
        for state in play(2, game):
            met |= {encoder.index(code) for code in state.legal_actions()}
    missing = [GAME.format_action(code) for code in encoder.codes if encoder.index(code) not in met]
    assert {words.split()[0] for words in missing} <= {"join", "city"}
    assert min(int(words.split()[1]) for words in missing) > 3


def test_actions_before_the_towers_have_the_same_index_on_all_maps() -> None:
    usual, made = encoder_for(2), encoder_for(4, 1)
    first = usual.index(codes.tower_code(0, 0))
    assert list(usual.codes)[:first] == list(made.codes)[:first]


# --- what is written -----------------------------------------------------------------------


@SEATS
def test_numbers_lie_within_their_limits(seats: int) -> None:
    for seed in (None, 1, 2):
        encoder = encoder_for(seats, seed)
        check_fields(encoder)
        for state in some_positions(seats, seed):
            for seat in range(seats):
                check_bounds(encoder, row_of(encoder, state, seat))


def packed_out(numbers: dict[str, int], names: list[str]) -> list[int]:
    """Counts by name, as the rows have them."""
    return [numbers.get(name, 0) for name in names]


def check_against_view(encoder: MauerbauerEncoder, state: MauerbauerState, seat: int) -> None:
    """The row tells what the view of the seat tells."""
    view: Any = GAME.view(state, seat)
    parts = named(encoder, row_of(encoder, state, seat))
    labels = {field.name: field.labels for field in encoder.fields}
    seats = state.seat_count
    around = [(seat + step) % seats for step in range(seats)]
    houses, towers = material.HOUSE_COLOURS, material.TOWER_COLOURS

    def told(name: str) -> list[str]:
        return [labels[name][number] for number in parts[name]]

    def by_city(name: str, width: int) -> list[list[int]]:
        numbers = [parts[name][start : start + width] for start in range(0, width * 22, width)]
        assert not any(map(any, numbers[len(view.cities) :]))
        return numbers[: len(view.cities)]

    assert told("phase") == [view.phase]
    assert parts["turn"] == [view.turn]
    if view.active is None:
        assert told("turn_seat") == ["nobody"]
    else:
        assert around[parts["turn_seat"][0]] == "ABCD".index(view.active)
    if state.actor() >= 0:
        assert around[parts["to_act"][0]] == state.actor()
    assert parts["wall_line"] == [0 if view.wall is None else view.wall + 1]
    assert [die for die in told("dice") if die != "none"] == view.dice
    assert told("tower_die") == [view.tower_die or "none"]
    assert parts["scored_city"] == [view.scored]
    assert told("end_reason") == [view.last_turn or "none"]
    assert told("lines") == [line.what for line in view.lines]
    assert told("towers") == [
        f"city's {point.tower}" if point.in_city else point.tower or "none" for point in view.points
    ]
    assert parts["field_city"] == [field.city for field in view.fields]
    assert parts["field_houses"] == [n for field in view.fields for n in packed_out(field.houses, houses)]
    assert by_city("city_size", 1) == [[len(city.fields)] for city in view.cities]
    assert by_city("city_houses", 5) == [packed_out(city.houses, houses) for city in view.cities]
    assert by_city("city_palaces", 5) == [packed_out(city.palaces, houses) for city in view.cities]
    assert by_city("city_towers", 3) == [packed_out(city.towers, towers) for city in view.cities]
    assert parts["walls_left"] == [view.supply.walls]
    assert parts["towers_left"] == packed_out(view.supply.towers, towers)
    assert parts["houses_left"] == packed_out(view.supply.houses, houses)
    assert parts["palaces_left"] == packed_out(view.supply.palaces, houses)
    assert parts["walls_outside"] == [view.outside.walls]
    assert parts["towers_outside"] == packed_out(view.outside.towers, towers)
    assert parts["water_outside"] == [view.outside.towers_at_water]
    assert parts["houses_outside"] == packed_out(view.outside.houses, houses)
    assert parts["region_houses"] == view.outside.regions
    assert parts["points"] == [view.scores[each] for each in around]
    assert parts["hand_sizes"] == [view.hand_sizes[each] for each in around]
    assert parts["cards_owed"] == [state.cards_owed_to(each) for each in around]
    assert parts["hand"] == packed_out({card.kind: card.copies for card in view.hand}, material.KIND_NAMES)
    assert parts["discards"] == packed_out(view.discards, material.KIND_NAMES)
    assert parts["pile"] == [view.pile]


@SEATS
def test_a_row_tells_what_the_view_tells(seats: int) -> None:
    for seed in (None, 1):
        for state in some_positions(seats, seed):
            for seat in range(seats):
                check_against_view(encoder_for(seats, seed), state, seat)


def test_joined_cities_and_a_hole_in_a_city() -> None:
    encoder = encoder_for(2)
    table = Table()
    table.walls(*TRIANGLE, *RING[:-1])
    table.wall(RING[-1])
    check_against_view(encoder, table.state, 0)
    assert named(encoder, row_of(encoder, table.state, 0))["has_closed"] == [1]
    table.play("join 1")
    check_against_view(encoder, table.state, 0)


@SEATS
def test_the_two_pools_are_the_cards_a_seat_has_not_seen(seats: int) -> None:
    encoder = encoder_for(seats)
    kept_by_others = 0
    for state in some_positions(seats):
        for seat in range(seats):
            parts = named(encoder, row_of(encoder, state, seat))
            cards = state.observe(seat).cards
            for name, first in (("unseen", cards.pile_row()), ("unseen_kept", cards.others_row())):
                assert parts[name] == [cards.rows[first + kind] for kind in range(material.KINDS)]
            assert sum(parts["unseen_kept"]) == sum(parts["kept_sizes"][1:])
            assert sum(parts["kept"]) == parts["kept_sizes"][0]
            kept_by_others += sum(parts["unseen_kept"])
    assert kept_by_others


# --- nothing hidden, nothing left out --------------------------------------------------------


@SEATS
def test_a_row_is_the_same_from_a_state_an_observation_and_a_guess(seats: int) -> None:
    encoder = encoder_for(seats)
    rng = Rng(seats)
    other_hands = 0
    for state in some_positions(seats):
        for seat in range(seats):
            observation = state.observe(seat)
            guess = observation.imagine(rng)
            row = row_of(encoder, state, seat)
            assert row == row_of(encoder, observation, seat)
            assert row == row_of(encoder, guess, seat)
            other_hands += guess.snapshot() != state.snapshot()
            if state.actor() == seat:
                assert state.legal_actions() == observation.legal_actions() == guess.legal_actions()
    assert other_hands > 100


def known(state: MauerbauerState, seat: int) -> tuple[int, ...]:
    """All numbers of an observation, without what means nothing in its phase."""
    observation = state.observe(seat)
    if observation.phase <= phases.PLACE_WALL:
        observation.wall_line = 0  # that of the turn before
    if observation.phase in (phases.DRAW_START, phases.GAME_OVER):
        observation.seat = 0  # nobody acts
    return tuple(observation.snapshot())


@SEATS
def test_positions_that_a_seat_can_tell_apart_have_different_rows(seats: int) -> None:
    encoder = encoder_for(seats)
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    looks = 0
    for game in (0, 2):
        for state in play(seats, game):
            for seat in range(seats):
                looks += 1
                row = (seat, *row_of(encoder, state, seat))
                assert seen.setdefault(row, known(state, seat)) == known(state, seat)
    assert (
        len(set(seen.values())) == len(seen) < looks
    )  # what others draw is not seen, or this proves nothing


def changed_rows(state: MauerbauerState) -> Iterator[tuple[str, bool]]:
    """Every number of an observation of seat 0 made larger, and whether the row changes with it."""
    encoder = encoder_for(2)
    before = row_of(encoder, state.observe(0), 0)
    for part in ("", "land", "cards"):
        holder = getattr(state, part) if part else state
        for name in field_names(holder):
            if name in ("board", "land", "cards", "seat_count", "trace", "viewer"):
                continue
            table = getattr(holder, name)
            more = contents.CITY_TOWER if part == "land" and name == "points" else 1
            for place in [None] if isinstance(table, int) else range(len(table)):
                other = state.observe(0)
                changed = getattr(other, part) if part else other
                if place is None:
                    setattr(changed, name, getattr(changed, name) + more)
                else:
                    getattr(changed, name)[place] += more
                yield name if place is None else f"{name} {place}", row_of(encoder, other, 0) != before


def test_every_number_of_an_observation_is_in_the_row() -> None:
    state = next(state for state in play(2, 2) if counts.present(state.cards.kept) == 3)
    assert phases.PLACE_WALL < state.phase < phases.GAME_OVER
    left_out = {name for name, is_written in changed_rows(state) if not is_written}
    cards = state.observe(0).cards
    # These follow from others: the pile from the cards that were seen elsewhere, …
    pile = {f"rows {cards.pile_row() + kind}" for kind in range(material.KINDS)}
    # … and these are never anything but 0: what the other seat drew, cities that are not closed yet.
    drawn = {f"rows {cards.drawn_row(1) + kind}" for kind in range(material.KINDS)}
    cells, closed = len(state.land.cities), contents.CITY_ROW * (state.land.city_count + 1)
    cities = {f"cities {cell}" for cell in (*range(contents.CITY_ROW), *range(closed, cells))}
    assert left_out == {"rules_version", "free_lines", "city_count", "discards", *pile, *drawn, *cities}


def test_an_encoder_knows_its_tables() -> None:
    check_fits_its_board(GAME, 3)
