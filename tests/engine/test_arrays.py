"""The contract of arrays: fields, the index of actions, legal actions in a table, and numbers of 16 bits."""

import pytest
from mypy_extensions import i16, i64

from citywright.engine.arrays import HIGHEST, LOWEST, NO_INDEX, Encoder, Field, clamped, indices_of
from citywright.engine.bits import write_bits
from citywright.engine.options import Options
from citywright.engine.vecs import vec
from tests.toy import GAME as TOY

FIELDS = [
    Field("turn", (), 0, HIGHEST, "turns begun"),
    Field("heaps", (3,), 0, 9, "stones of each heap"),
    Field("land", (2, 4), 0, 1, "what each field holds", ("nothing", "a tree")),
]


def test_a_field_has_as_many_numbers_as_its_shape():
    assert [field.size() for field in FIELDS] == [1, 3, 8]


def test_an_encoder_numbers_its_codes():
    encoder = Encoder(2, 3, [4, 0, 17], FIELDS)
    assert (encoder.seats, encoder.version, encoder.action_count, encoder.size) == (2, 3, 3, 12)
    assert list(encoder.codes) == [4, 0, 17]
    assert [encoder.index(code) for code in (4, 0, 17)] == [0, 1, 2]
    assert [encoder.index(code) for code in (-1, 1, 16, 18, 10**6)] == [NO_INDEX] * 5
    assert encoder.fields == FIELDS


def test_the_table_of_indices_has_a_place_for_every_code():
    assert indices_of([2, 3, 0]) == [2, NO_INDEX, 0, 1]


def test_a_code_that_is_listed_twice_is_named():
    with pytest.raises(ValueError, match="action 7 is listed twice"):
        Encoder(2, 1, [3, 7, 7], FIELDS)


def test_a_game_must_write_its_own_observations():
    state = TOY.new_state(2, 0, TOY.default_layout)
    with pytest.raises(NotImplementedError):
        Encoder(2, 1, [0], FIELDS).write(state, 0, vec[i16]([0] * 12), 0)


def test_bits_are_written_into_a_table():
    table = vec[i64]([9] * 6)
    assert write_bits(table, 2, 0b1011, 100) == 5
    assert list(table) == [9, 9, 100, 101, 103, 9]
    assert write_bits(table, 0, 0, 100) == 0


def test_options_are_written_into_a_table_as_they_are_listed():
    options = Options()
    options.add(10, 0b101)
    options.add(64, 0b11)
    table = vec[i64]([9] * 6)
    assert options.write(table, 1) == options.total == 4
    assert list(table) == [9, *options.listed(), 9] == [9, 10, 12, 64, 65, 9]


def test_a_game_that_only_lists_its_actions_writes_that_list():
    state = TOY.new_state(2, 0, TOY.default_layout)
    actions = state.legal_actions()
    table = vec[i64]([-9] * (len(actions) + 2))
    assert state.write_legal(table, 1) == len(actions)
    assert list(table) == [-9, *actions, -9]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, 0),
        (-5, -5),
        (HIGHEST, 32767),
        (HIGHEST + 1, 32767),
        (2**40, 32767),
        (LOWEST, -32768),
        (LOWEST - 1, -32768),
        (-(2**40), -32768),
    ],
)
def test_numbers_are_clamped_to_16_bits(number, written):
    assert clamped(number) == written
