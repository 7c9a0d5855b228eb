"""Whatever the readers accept is played to its end by every kind of player, drawn, and never miscounted."""

from math import isfinite

import pytest

from citywright.bots import player
from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import knowledge_of
from citywright.match.match import layout_hash
from citywright.pictures import layout_picture, panels_of
from citywright.testing import check_game, play_checked
from tests.conformance.odd_layouts import ODD_LAYOUTS

CASES = [
    pytest.param(games()[game_id], text, id=f"{game_id}, {name}")
    for game_id, texts in ODD_LAYOUTS.items()
    for name, text in texts.items()
]


@pytest.mark.parametrize(("game", "text"), CASES)
def test_every_player_comes_to_the_end(game, text):
    layout = game.parse_layout(text)
    for name in (*game.policy_names(), "apprentice", "journeyman"):
        for seats in (game.min_seats, game.max_seats):
            every = 300 if name == "random" else 40
            state, _ = play_checked(game, seats, [player(game, name)] * seats, 3, layout=layout, every=every)
            assert state.actor() == OVER, (name, seats)


@pytest.mark.parametrize(("game", "text"), CASES)
def test_games_are_replayed_judged_and_drawn(game, text):
    layout = game.parse_layout(text)
    assert layout_hash(layout) != layout_hash(game.default_layout)
    assert layout_picture(game, layout).startswith("<svg")
    seats, policy = game.min_seats, game.policy(game.policy_names()[-1])
    check_game(game, seats, [policy] * seats, 5, every=60, layout=layout)
    knowledge, rng = knowledge_of(game), Rng(4)
    state = game.new_state(seats, 0, layout)
    for ply in range(300):
        actor = state.actor()
        if actor == OVER:
            break
        if actor >= 0 and ply % 20 == 0:
            seen = state.observe(actor)
            assert len(knowledge.weigh(seen, seen.legal_actions())) == len(seen.legal_actions())
            assert len(knowledge.outlook(seen)) == seats
            assert all(map(isfinite, [*knowledge.features(seen, actor), knowledge.beyond(seen)]))
        if ply % 60 == 0:
            assert panels_of(game.view(state, max(actor, 0)), "de", game=game)
        state.apply(state.sample_chance(rng) if actor == CHANCE else policy.choose(state.observe(actor), rng))
