"""Checks of a game's positions and actions as arrays, if it has them: true numbers, and no secrets."""

from __future__ import annotations

from mypy_extensions import i16

from citywright.engine.arrays import HIGHEST, LOWEST, NO_INDEX, Encoder
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.engine.vecs import vec
from citywright.game_parts import NoArrays, chance_codes_of, encoder_of, lists_chance
from citywright.testing.checks import Check, some_positions

UNTOUCHED = LOWEST + 1  # before and after a row


def _encoder(game: Game, seats: int) -> Encoder | None:
    try:
        return encoder_of(game, seats, game.default_layout)
    except NoArrays:
        return None


def row_of(encoder: Encoder, state: State, seat: int) -> list[int]:
    """What the encoder writes, in the middle of a larger table whose other places must stay as they are."""
    size = int(encoder.size)
    table = vec[i16]([UNTOUCHED, *[0] * size, UNTOUCHED])
    encoder.write(state, seat, table, 1)
    numbers = [int(number) for number in table]
    assert numbers[0] == numbers[-1] == UNTOUCHED, "a row is longer than its fields"
    return numbers[1:-1]


def check_actions_are_numbered(game: Game, seats: int, seed: int) -> None:
    """Every legal action has an index of its own, and every index is an action of the notation."""
    encoder = _encoder(game, seats)
    if encoder is None:
        return
    codes = [int(code) for code in encoder.codes]
    assert len(set(codes)) == len(codes) == encoder.action_count
    for index, code in enumerate(codes):
        assert encoder.index(code) == index
        assert game.parse_action(game.format_action(code)) == code
    assert encoder.index(-1) == encoder.index(max(codes) + 1) == NO_INDEX
    for state in some_positions(game, seats, seed):
        if state.actor() >= 0:
            missing = [code for code in state.legal_actions() if encoder.index(code) == NO_INDEX]
            assert not missing, f"{game.format_action(missing[0])} has no index"


def check_rows_keep_to_their_fields(game: Game, seats: int, seed: int) -> None:
    """Names are unique, labels complete, and every number lies within its field's bounds."""
    encoder = _encoder(game, seats)
    if encoder is None:
        return
    fields = encoder.fields
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert LOWEST <= field.low <= field.high <= HIGHEST, field.name
        assert len(field.labels) in (0, field.high - field.low + 1), field.name
    for state in some_positions(game, seats, seed):
        for seat in range(seats):
            row = row_of(encoder, state, seat)
            for field in fields:
                numbers, row = row[: field.size()], row[field.size() :]
                outside = [number for number in numbers if not field.low <= number <= field.high]
                assert not outside, f"{field.name} is {outside[0]}, not {field.low} to {field.high}"


def check_rows_keep_secrets(game: Game, seats: int, seed: int) -> None:
    """A seat's row is the same whatever others hide: in the position, as observed, and as imagined."""
    encoder = _encoder(game, seats)
    if encoder is None:
        return
    rng = Rng(seed)
    for state in some_positions(game, seats, seed):
        for seat in range(seats):
            row = row_of(encoder, state, seat)
            observation = state.observe(seat)
            guess = observation.imagine(rng)
            assert row_of(encoder, observation, seat) == row, "an observation is written otherwise"
            assert row_of(encoder, guess, seat) == row, "what a seat cannot know is written"
            if state.actor() == seat:
                assert guess.legal_actions() == state.legal_actions()


def check_rows_can_be_written_over(game: Game, seats: int, seed: int) -> None:
    """Where another position was written before, earlier or later, a row is the same as anywhere else."""
    encoder = _encoder(game, seats)
    if encoder is None:
        return
    table = vec[i16]([0] * int(encoder.size))
    there = some_positions(game, seats, seed)
    for number, state in enumerate([*there, *reversed(there)]):
        seat = number % seats
        encoder.write(state, seat, table, 0)
        assert [int(each) for each in table] == row_of(encoder, state, seat), "what was there before is left"


def check_chance_is_listed(game: Game, seats: int, seed: int) -> None:
    """Where the outcomes of chance are listed they are all there, rising, each an action of the notation."""
    if not lists_chance(game):
        return
    codes = chance_codes_of(game, seats, game.default_layout)
    assert codes == sorted(set(codes)), "the outcomes of chance are not listed by rising code"
    for code in codes:
        assert game.parse_action(game.format_action(code)) == code
    listed = set(codes)
    for state in some_positions(game, seats, seed):
        if state.actor() == CHANCE:
            missing = [code for code, _ in state.chance_outcomes() if code not in listed]
            assert not missing, f"{game.format_action(missing[0])} is not listed as an outcome of chance"


CHECKS: list[Check] = [
    check_actions_are_numbered,
    check_rows_keep_to_their_fields,
    check_rows_keep_secrets,
    check_rows_can_be_written_over,
    check_chance_is_listed,
]
