"""Made maps: each is a layout that the reader accepts, and a game on it holds every invariant to its end."""

import pytest

from citywright.bots.map_making import make_layout
from citywright.catalogue import games
from citywright.engine.layout.file import read_values
from citywright.engine.state import OVER
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash
from citywright.testing import check_game, play_checked

LISTED = pytest.mark.parametrize("game", games().values(), ids=games().keys())
PARTS = 10


def check_map(game, seed):
    """One made map: read, taken apart and put together again, played on. Returns the hash of its board."""
    text = make_layout(game, seed)
    layout = game.parse_layout(text)
    assert layout.about.name == f"Generated map {seed}"
    seats = game.min_seats + seed % (game.max_seats - game.min_seats + 1)
    names = game.policy_names()
    players = [game.policy(names[(seed + seat) % len(names)]) for seat in range(seats)]
    state, _ = play_checked(game, seats, players, seed, layout=layout, every=50)
    assert state.actor() == OVER
    assert state.standing().reason in game.end_reasons
    return layout_hash(layout)


@LISTED
def test_made_maps_are_layouts_on_which_games_hold(game):
    assert len({check_map(game, seed) for seed in range(60)}) == 60


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@LISTED
def test_ten_thousand_made_maps_are_layouts_on_which_games_hold(game, part):
    hashes = {check_map(game, seed) for seed in range(1000 * part, 1000 * part + 1000)}
    assert len(hashes) > 990


@LISTED
def test_games_on_a_made_map_are_replayed_and_it_can_be_edited(game):
    editing = editing_of(game)
    for seed in (3, 4, 5):
        layout = game.parse_layout(make_layout(game, seed, variation=7))
        seats = game.min_seats
        check_game(game, seats, [game.policy("random")] * seats, seed, every=40, layout=layout)
        entries = editing.entries_of(read_values(layout.source))
        assert editing.entries_of(editing.values_of(entries)) == entries
