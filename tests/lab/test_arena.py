"""The arena: paired and rotated, repeatable, resumable, with figures that add up."""

import json

import pytest

from citywright.cli import main
from citywright.lab.arena import ArenaError, Contest, ResultsFile, play_game, play_games
from citywright.lab.executors import Workers
from citywright.lab.ratings import summary, win_interval

CONTEST = Contest("saint-malo", ("apprentice", "random"), seed=3)


@pytest.fixture(scope="module")
def results():
    return list(play_games(CONTEST, range(8)))


def facts(result):
    """All but the time it took."""
    return (result.number, result.scores, result.ranks, result.reason, result.turns)


def test_one_contest_and_number_one_game(results):
    assert facts(play_game(CONTEST, 5)) == facts(results[5])


def test_several_processes_play_the_same(results):
    played = sorted(play_games(CONTEST, range(2), Workers(2)), key=lambda result: result.number)
    assert [facts(result) for result in played] == [facts(result) for result in results[:2]]


def test_a_deal_is_played_with_seats_exchanged():
    """Equal bots on the same dice do in seat A what the other does there with seats exchanged."""
    twins = Contest("saint-malo", ("apprentice", "apprentice"), seed=3)
    first, second = play_game(twins, 0), play_game(twins, 1)
    assert sorted(first.ranks) == sorted(second.ranks) == [1, 2]
    assert facts(first) != facts(second)


def test_figures_add_up(results):
    apprentice, random = summary(CONTEST, results)
    assert apprentice["bot"] == "apprentice"
    assert apprentice["games"] == random["games"] == 8
    assert apprentice["wins"] + random["wins"] == 8
    assert apprentice["interval"][0] <= apprentice["win_rate"] <= apprentice["interval"][1]
    assert apprentice["rating"]["mu"] > random["rating"]["mu"]
    assert apprentice["mean_score"] > random["mean_score"]
    assert apprentice["decide_ms"]["mean"] <= apprentice["decide_ms"]["max"]


def test_a_name_that_sits_several_times_has_one_entry():
    contest = Contest("saint-malo", ("apprentice", "random", "random"), seed=1)
    played = list(play_games(contest, range(3)))
    apprentice, random = summary(contest, played)
    assert (apprentice["games"], random["games"]) == (3, 6)
    assert abs(apprentice["wins"] + random["wins"] - 3) < 0.02


def test_an_interval_narrows_with_games_and_has_width_at_the_edge(results):
    level = [float(number % 2) if number < 4 else 1.0 for number in range(8)]
    low, high = win_interval(CONTEST, results, level)
    assert low < 0.75 < high
    low, high = win_interval(CONTEST, results, [1.0] * 8)
    assert low < 0.9
    assert high == 1.0


def test_results_are_kept_and_taken_up(tmp_path, results):
    path = tmp_path / "results.jsonl"
    kept = ResultsFile(path, CONTEST)
    for result in results[:3]:
        kept.add(result)
    path.write_bytes(path.read_bytes() + b'{"number": 3, "sco')  # stopped while writing
    again = ResultsFile(path, CONTEST)
    assert sorted(again.results) == [0, 1, 2]
    again.add(results[3])
    assert sorted(ResultsFile(path, CONTEST).results) == [0, 1, 2, 3]
    with pytest.raises(ArenaError, match="not hold results of this contest"):
        ResultsFile(path, Contest("saint-malo", ("random", "random")))


def test_the_command(capsys, tmp_path):
    words = ["arena", "saint-malo", "--bots", "apprentice,random", "--games", "4", "--players", "3", "--json"]
    words += ["--results", str(tmp_path / "r.jsonl")]
    assert main(words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 4
    assert set(report["bots"][0]) == {
        "bot", "games", "wins", "win_rate", "interval", "mean_score", "rating", "decide_ms",
    }  # fmt: skip
    assert main(words) == 0  # nothing left to play: the very same, times included
    assert json.loads(capsys.readouterr().out) == report
    assert main(words[:-3]) == 0
    assert "win rate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--bots", "duke,random"], "no bot 'duke'"),
        (["--bots", "random,random,random", "--players", "2"], "3 bots for 2 seats"),
        (["--games", "0"], "--games must be a positive number, not 0"),
        (["--jobs", "0"], "--jobs must be a positive number, not 0"),
    ],
)
def test_wrong_questions(capsys, words, complaint):
    assert main(["arena", "saint-malo", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_cluster_that_is_not_there(capsys):
    assert main(["arena", "saint-malo", "--bots", "random", "--games", "2", "--cluster", "127.0.0.1:9"]) == 1
    assert "the cluster 127.0.0.1:9 cannot be reached" in capsys.readouterr().err
