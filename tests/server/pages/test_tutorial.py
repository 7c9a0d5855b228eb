"""The tutorial: a sentence for every kind of decision, the same game for all, left at any time."""

from __future__ import annotations

from pathlib import Path

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.engine.state import OVER
from citywright.game_parts import text_of
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.load.page_client import Guest
from citywright.server.pages.learning.tutorial import fixed_secret
from tests.server.server_thread import serving

GAMES = sorted(games())


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_decision_has_its_sentence(game_id: str) -> None:
    game = find_game(game_id)
    phases = set()
    for seed in range(6):
        match, rng = Match(game, 2, dealer=Dealer.seeded(seed)), Rng(seed)
        policy = game.policy(game.policy_names()[seed % len(game.policy_names())])
        while match.actor != OVER and match.ply < 700:
            phases.add(match.view(match.actor).phase)
            match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    assert len(phases) >= 5
    for phase in phases:
        english, german = (text_of(game).tutorial_words(phase, lang) for lang in ("en", "de"))
        assert english, phase
        assert german, phase
        assert english != german, phase


@pytest.mark.parametrize("game_id", GAMES)
def test_a_tutorial_begins_the_same_for_all_and_can_be_ended(tmp_path: Path, game_id: str) -> None:
    with serving(tmp_path, limits=0) as inside:
        guest = Guest(inside.base)
        place = guest.request("POST", f"/guide/{game_id}", []).location
        commitment = Dealer(fixed_secret(find_game(game_id))).commitment
        page = guest.request("GET", place).text
        assert f'title="{commitment}"' in page
        assert 'id="tutorial" class="tutorial"' in page
        assert Guest(inside.base).request("POST", f"{place}/unguide", []).status == 403
        assert guest.request("POST", f"{place}/unguide", []).status == 303
        assert 'id="tutorial" hidden' in guest.request("GET", place).text
