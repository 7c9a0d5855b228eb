"""The bots of the installed package: whole games, repeatable, legal, in time; training from end to end."""

import sys
import time
import tomllib
from types import SimpleNamespace

import pytest

from citywright.bots.contract import HARD_LIMIT
from citywright.catalogue import find_game, games
from citywright.game_parts import learned_weights
from citywright.lab import arena, ascent, training
from citywright.lab.arena import Contest, play_game
from citywright.lab.endurance import endure
from citywright.lab.evolution import duel, evolve

GAMES = list(games().values())


@pytest.fixture(autouse=True)
def own_time(monkeypatch):
    """Decisions are measured by the time of this process: how busy the machine is does not matter."""
    monkeypatch.setattr(arena, "time", SimpleNamespace(perf_counter=time.process_time))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_searching_bots_are_repeatable_with_simulations(game):
    contest = Contest(game.id, ("master", "journeyman"), seed=2, simulations=4)
    first, again = play_game(contest, 0), play_game(contest, 0)
    assert (first.scores, first.turns) == (again.scores, again.turns)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_mixed_levels_play_whole_games_in_time(game):
    levels = ("master", "journeyman", "apprentice", "random", "journeyman")
    for seats in range(game.min_seats, game.max_seats + 1):
        result = play_game(Contest(game.id, levels[:seats], seed=7, simulations=4), seats)
        assert 1 in result.ranks
        assert max(ms for spent in result.decide_ms for ms in spent) < 1000 * HARD_LIMIT


def test_training_writes_weights(tmp_path, monkeypatch, capsys):
    out = tmp_path / "weights.toml"
    words = ["training", "saint-malo", "--table", "city", "--rounds", "1", "--games", "2", "--seats", "2,3"]
    monkeypatch.setattr(sys, "argv", [*words, "--out", str(out)])
    training.main()
    assert "root mean square error" in capsys.readouterr().out
    text = out.read_text(encoding="utf-8")
    assert "--rounds 1 --games 2 --seats 2,3 --seed 1 --ridge" in text
    assert list(tomllib.loads(text)["city"]) == list(learned_weights(find_game("saint-malo"))["city"])


def test_mixed_levels_endure():
    tally = endure(9, seed=3, simulations=3)
    assert sum(tally.games.values()) == 9
    assert tally.in_time


def test_weights_evolve_by_duels():
    game = find_game("milestones")
    start = learned_weights(game)
    tries = list(evolve(game, start, "board", tries=2, games=2, reach=0.3, seed=1))
    assert len(tries) == 2
    for share, best in tries:
        assert 0.0 <= share <= 1.0
        assert list(best["board"]) == list(start["board"])
    assert duel(game, start, start, 2, seed=4) == 0.5  # seats exchanged on the same dice


def test_weights_climb_by_duels(tmp_path, monkeypatch, capsys):
    out = tmp_path / "weights.toml"
    words = ["ascent", "saint-malo", "--table", "duel", "--generations", "2", "--pairs", "2", "--games", "2"]
    monkeypatch.setattr(sys, "argv", [*words, "--out", str(out)])
    ascent.main()
    assert "generation 2: its changes won" in capsys.readouterr().out
    climbed, start = (
        tomllib.loads(out.read_text(encoding="utf-8")),
        learned_weights(find_game("saint-malo")),
    )
    assert climbed["city"] == start["city"]
    assert list(climbed["duel"]) == list(start["duel"])
    assert climbed["duel"]["one"] == start["duel"]["one"]  # what never varies makes no difference
    assert climbed["duel"]["envy"] != start["duel"]["envy"]
