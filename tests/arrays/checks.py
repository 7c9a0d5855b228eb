"""What the tests of a game's arrays share: games to look at, rows by their fields, and bounds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

from mypy_extensions import i64

from citywright.bots.map_making import make_layout
from citywright.catalogue import games
from citywright.engine.arrays import NO_INDEX, Encoder
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, State
from citywright.engine.vecs import vec
from citywright.game_parts import encoder_of
from citywright.testing.arrays import row_of

EncoderKind = TypeVar("EncoderKind", bound=Encoder)
StateKind = TypeVar("StateKind", bound=State)


@cache
def layout_of(game_id: str, seed: int | None) -> Any:
    """The usual layout, or the one that is made from a seed."""
    game = games()[game_id]
    return game.default_layout if seed is None else game.parse_layout(make_layout(game, seed))


@cache
def _encoder(game_id: str, seats: int, seed: int | None) -> Encoder:
    return encoder_of(games()[game_id], seats, layout_of(game_id, seed))


def encoder_for(game: Game, kind: type[EncoderKind], seats: int, seed: int | None) -> EncoderKind:
    """The encoder of the usual layout, or of the one that is made from a seed."""
    encoder = _encoder(game.id, seats, seed)
    assert isinstance(encoder, kind)
    return encoder


def play(game: Game, kind: type[StateKind], seats: int, number: int, seed: int | None) -> Iterator[StateKind]:
    """The positions of a game of this number, on the usual layout or on one that is made from a seed."""
    for state in positions(game, seats, layout_of(game.id, seed), number):
        assert isinstance(state, kind)
        yield state


def positions(game: Game, seats: int, layout: Any, seed: int) -> Iterator[State]:
    """Every position of a game from the lot to the end, among players who are not always at their best."""
    rng = Rng(seed)
    names = game.policy_names()
    players = [game.policy(names[(seed + seat) % len(names)]) for seat in range(seats)]
    state = game.new_state(seats, LOT, layout)
    yield state
    while state.actor() != OVER:
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        elif rng.below(4):
            state.apply(players[actor].choose(state.observe(actor), rng))
        else:
            state.apply(state.random_action(rng))
        yield state


def check_indices(encoder: Encoder) -> None:
    """Every action of the encoder has one index, in order, and nothing else has any."""
    listed = list(encoder.codes)
    assert listed == sorted(set(listed))
    assert [encoder.index(code) for code in listed] == list(range(encoder.action_count))
    others = set(range(-1, len(encoder.index_of) + 1)) - set(listed)
    assert {encoder.index(code) for code in others} == {NO_INDEX}


def check_fits_its_board(game: Game, seats: int) -> None:
    """A board that was read twice is the same; another one is not, nor is another number of seats."""
    encoder = encoder_of(game, seats, game.default_layout)
    again = game.parse_layout(game.default_layout.source)
    assert encoder.fits(game.new_state(seats, LOT, game.default_layout))
    assert encoder.fits(game.new_state(seats, LOT, again))
    assert not encoder.fits(game.new_state(seats - 1, LOT, again))
    for seed in (1, 2, 3):
        other = layout_of(game.id, seed)
        assert not encoder.fits(game.new_state(seats, LOT, other))
        assert encoder_of(game, seats, other).fits(game.new_state(seats, LOT, other))


def check_actions(encoder: Encoder, game: Game, state: State) -> None:
    """Every legal action has an index, and is written into a table as it is listed."""
    actions = state.legal_actions()
    missing = [code for code in actions if encoder.index(code) == NO_INDEX]
    assert not missing, game.format_action(missing[0])
    table = vec[i64]([NO_INDEX] * (len(actions) + 2))
    assert state.write_legal(table, 1) == len(actions)
    assert list(table) == [NO_INDEX, *actions, NO_INDEX]


def named(encoder: Encoder, row: list[int]) -> dict[str, list[int]]:
    """The numbers of each field."""
    parts: dict[str, list[int]] = {}
    for field in encoder.fields:
        parts[field.name], row = row[: field.size()], row[field.size() :]
    assert row == []
    return parts


def check_fields(encoder: Encoder) -> None:
    """No two fields have the same name, and where numbers have labels there is one for each."""
    assert len({field.name for field in encoder.fields}) == len(encoder.fields)
    for field in encoder.fields:
        assert len(field.labels) in (0, field.high - field.low + 1), field


def check_bounds(encoder: Encoder, row: list[int]) -> None:
    """Every number lies within the bounds of its field."""
    parts = named(encoder, row)
    for field in encoder.fields:
        numbers = parts[field.name]
        assert field.low <= min(numbers) <= max(numbers) <= field.high, field.name


def check_same_for_observers(encoder: Encoder, state: State, rng: Rng) -> None:
    """What is written for a seat is what it knows: of the position, of what it observes, and of its guess."""
    for seat in range(state.seats()):
        row = row_of(encoder, state, seat)
        observation = state.observe(seat)
        assert row_of(encoder, observation, seat) == row
        assert row_of(encoder, observation.imagine(rng), seat) == row
