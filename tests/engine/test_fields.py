"""The check of fields, clone and snapshot: each kind of omission fails, and a complete state passes."""

import pickle
from copy import copy, deepcopy
from enum import Enum

import pytest

from citywright.catalogue import games
from citywright.engine.state import Event, State
from citywright.testing.fields import check_copies, check_fields, field_names
from tests.toy import GAME as TOY

SCRATCH = ("options",)


class Colour(Enum):
    RED = 1


class City:
    __slots__ = ("coins", "tiles")

    def __init__(self, coins=0, tiles=()):
        self.coins = coins
        self.tiles = list(tiles)

    def clone(self):
        return City(self.coins, self.tiles)


class Base(State):
    __slots__ = ("board", "cities", "options", "phase")

    def __init__(self):
        self.trace = None
        self.board = {"printed": 7}
        self.options = None
        self.phase = 0
        self.cities = [City(3, [1, 2]), City()]

    def actor(self):
        return self.phase

    def legal_actions(self):
        return [1]

    def apply(self, code):
        self.phase += code


TOLD = {  # what snapshot tells, by the place
    "phase": lambda state: [state.phase],
    "hidden": lambda state: [-1 if state.hidden is None else state.hidden],
    "colour": lambda state: [state.colour.value],
    "played": lambda state: sorted(state.played),
    "names.A": lambda state: state.names.values(),
    "cities[0].coins": lambda state: [city.coins for city in state.cities],
    "cities[0].tiles[0]": lambda state: [tile for city in state.cities for tile in city.tiles],
}


class Complete(Base):
    """Fields in slots of two classes and in a dict, of all kinds a plain game may use."""

    told = tuple(TOLD)

    def __init__(self):
        super().__init__()
        self.hidden, self.colour, self.played, self.names = None, Colour.RED, {1}, {"A": 4}

    def clone(self):
        other = type(self)()
        other.board, other.phase, other.cities = (
            self.board,
            self.phase,
            [city.clone() for city in self.cities],
        )
        other.hidden, other.colour = self.hidden, self.colour
        other.played, other.names = set(self.played), dict(self.names)
        return other

    def snapshot(self):
        return [number for name in self.told for number in TOLD[name](self)]


def spoilt(spoil):
    """A complete state whose clone is spoilt by a function of the state and the right clone."""

    class Spoilt(Complete):
        def clone(self):
            return spoil(self, super().clone())

    return Spoilt()


def shares(name):
    def spoil(state, other):
        setattr(other, name, getattr(state, name))
        return other

    return spoil


def forgets(name, default):
    def spoil(state, other):
        setattr(other, name, default)
        return other

    return spoil


def forgets_coins(state, other):
    for city in other.cities:
        city.coins = 0
    return other


def shares_tiles(state, other):
    for city, original in zip(other.cities, state.cities, strict=True):
        city.tiles = original.tiles
    return other


def shares_second_city(state, other):
    other.cities[1] = state.cities[1]
    return other


def test_a_complete_state_passes_and_is_left_as_it_was():
    state = Complete()
    before = state.snapshot()
    check_fields(state)
    assert state.snapshot() == before


def test_fields_are_found_in_slots_of_all_classes_and_in_the_dict():
    assert set(field_names(Complete())) == {
        *("trace", "board", "cities", "options", "phase"),
        *("hidden", "colour", "played", "names"),
    }


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (forgets("phase", 0), "clone() forgets phase"),
        (forgets("hidden", None), "clone() forgets hidden"),
        (forgets("colour", Colour.RED), "clone() forgets colour"),
        (forgets_coins, "clone() forgets cities[0].coins"),
        (shares("cities"), "clone() shares cities"),
        (shares("played"), "clone() shares played"),
        (shares("names"), "clone() shares names"),
        (shares_tiles, "clone() shares cities[0].tiles"),
        (shares_second_city, "clone() shares cities[1]"),
    ],
)
def test_an_omission_in_clone_fails(spoil, message):
    with pytest.raises(AssertionError) as failure:
        check_fields(spoilt(spoil))
    assert str(failure.value).startswith(message)


@pytest.mark.parametrize("place", TOLD)
def test_an_omission_in_snapshot_fails(place):
    class Silent(Complete):
        told = tuple(name for name in TOLD if name != place)

    with pytest.raises(AssertionError) as failure:
        check_fields(Silent())
    assert str(failure.value) == f"snapshot() forgets {place}"


def test_scratch_and_the_board_may_be_shared_and_forgotten():
    state = Complete()
    state.options = [1, 2]
    check_fields(state)


@pytest.mark.parametrize("game", [*games().values(), TOY], ids=lambda game: game.id)
def test_copies_and_pickles_of_games(game):
    state = game.new_state(2, 0, game.default_layout)
    state.trace = [Event("begun", 0, "X-1", args=(1,))]
    check_copies(state)
    assert pickle.loads(pickle.dumps(state)).trace == state.trace


def test_a_deep_copy_shares_the_board_and_a_pickle_carries_it():
    state = Complete()
    assert copy(state).board is deepcopy(state).board is state.board
    loaded = pickle.loads(pickle.dumps(state))
    assert loaded.board == state.board
    assert loaded.board is not state.board


class Sharing(Complete):
    def __copy__(self):
        other = self.clone()
        other.trace = self.trace
        return other


def test_a_copy_that_shares_its_events_fails():
    state = Sharing()
    state.trace = []
    with pytest.raises(AssertionError):
        check_copies(state)
