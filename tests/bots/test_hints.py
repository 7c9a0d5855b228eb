"""Hints: the best actions with what they promise, in words."""

import json

import pytest

from citywright.bots import Budget
from citywright.bots.hints import hints
from citywright.catalogue import games
from citywright.cli import main
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import knowledge_of
from tests.bots.positions import positions

GAMES = list(games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hints_are_legal_and_sorted(game):
    for state in positions(game, 2, seed=2, count=3, every=15):
        found = hints(game, state.observe(state.actor()), budget=Budget(4), count=5)
        assert 1 <= len(found) <= 5
        legal = [game.format_action(code) for code in state.legal_actions()]
        assert all(hint.action in legal and hint.title for hint in found)
        chances = [hint.win_chance for hint in found]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_points_are_those_of_the_end(game):
    """Already early in a game of bots that know it, and not only what has been made so far."""
    knowledge, rng = knowledge_of(game), Rng(5)
    state = game.new_state(2, 0, game.default_layout)
    early = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        seen = state.observe(state.actor())
        if 4 <= state.turns() < 6 and len(early) < 3:
            early.append((state.actor(), hints(game, seen, budget=Budget(4))[0].points))
        state.apply(knowledge.advise(seen, rng))
    final = state.scores()
    assert [points for seat, points in early if abs(points - final[seat]) > 0.4 * final[seat]] == []


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "game.cwr"
    main(["record", "saint-malo", "--seed", "3", "--out", str(path)])
    return str(path)


def test_the_command(capsys, record):
    assert main(["hint", record, "--ply", "2", "--simulations", "4", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ply"] == 2
    assert set(report["hints"][0]) == {"action", "title", "win_chance", "points", "tried"}
    assert main(["hint", record, "--ply", "2", "--simulations", "4", "--lang", "de"]) == 0
    assert "Punkte" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ply", "complaint"), [("0", "no seat is to act"), ("999999", "--ply must be from 0")]
)
def test_where_nobody_acts_there_is_no_hint(capsys, record, ply, complaint):
    assert main(["hint", record, "--ply", ply]) == 2
    assert complaint in capsys.readouterr().err
