"""Many games by one seed: the same ones however they are played, with records that are kept and taken up."""

import dataclasses
import os
import sys

import pytest

from citywright.bots.map_making import make_layout
from citywright.catalogue import games
from citywright.cli import main
from citywright.engine.policy import CHECKSUM_MASK, CHECKSUM_SEED, play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT
from citywright.lab import simulation
from citywright.lab.executors import Workers
from citywright.lab.simulation import Series, SimulationError, simulate
from citywright.match.record import parse_record
from citywright.match.replay import verify

GAMES = list(games().values())
COUNT = 4
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
PROGRAM = """
import json, os, pathlib, sys
pathlib.Path({pid!r}).write_text(str(os.getpid()))
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({{"id": question["id"], "action": question["legal"][0]}}), flush=True)
"""


def series_of(game, seed=5):
    return Series(game.id, (game.policy_names()[-1], "apprentice"), seed, LOT)


def facts(report):
    """All but the time it took, and where the records are."""
    return {
        key: value for key, value in report.items() if key not in ("seconds", "decisions_per_s", "records")
    }


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The report and the records of a small series of every game."""
    folders = {game.id: tmp_path_factory.mktemp(game.id) for game in GAMES}
    return {
        game.id: (simulate(series_of(game), COUNT, records=folders[game.id]), folders[game.id])
        for game in GAMES
    }


@each_game
def test_the_streams_of_the_games_fork_from_the_seed_one_after_the_other(game, played):
    """Two streams for each game, as `Rng.fork` gives them; the checksum goes over all games in order."""
    master, checksum, scores = Rng(5), CHECKSUM_SEED, [0, 0]
    bots = [simulation.player(game, name) for name in series_of(game).bots]
    for _ in range(COUNT):
        state = game.new_state(2, LOT, game.default_layout)
        one = play(state, bots, master.fork(), master.fork(), game.ply_limit)
        checksum = (checksum * 16777619 ^ one.checksum) & CHECKSUM_MASK
        scores = [total + score for total, score in zip(scores, state.scores(), strict=True)]
    report, _ = played[game.id]
    assert report["checksum"] == f"{checksum:010x}"
    assert report["mean_scores"] == [round(total / COUNT, 3) for total in scores]
    assert facts(simulate(series_of(game), COUNT)) == facts(report), "the same without records"


@each_game
def test_the_same_games_in_several_processes(game, played, tmp_path):
    report, folder = played[game.id]
    again = simulate(series_of(game), COUNT, Workers(2), tmp_path)
    assert facts(again) == facts(report)
    assert contents(tmp_path) == contents(folder)


@each_game
def test_every_game_has_a_record_that_verifies(game, played):
    report, folder = played[game.id]
    assert report["records"] == {"folder": str(folder), "written": COUNT, "kept": 0}
    names = [f"{game.id}-2-seed5-{number:06d}.cwr" for number in range(COUNT)]
    assert sorted(contents(folder)) == names
    scores = [0, 0]
    for name in names:
        record = parse_record((folder / name).read_bytes())
        match = verify(record)
        assert match.over
        assert match.names == list(series_of(game).bots)
        assert "commitment" not in record.headers, "its chance is no dealer's"
        scores = [total + score for total, score in zip(scores, match.state.scores(), strict=True)]
    assert report["mean_scores"] == [round(total / COUNT, 3) for total in scores]


def test_a_record_says_how_its_game_is_played_again(played):
    _, folder = played["saint-malo"]
    last = (folder / "saint-malo-2-seed5-000003.cwr").read_text(encoding="utf-8").splitlines()[-1]
    command = "simulate saint-malo --players 2 --bots settler,apprentice --seed 5 --start lot"
    assert last == f"; game 3, from 0, of: {command}"


def test_what_is_there_is_not_played_again(played, tmp_path, monkeypatch):
    report, folder = played["saint-malo"]
    before = contents(folder)
    for name, text in before.items():
        (tmp_path / name).write_bytes(text)
    series = series_of(games()["saint-malo"])
    names = sorted(before)
    (tmp_path / names[1]).unlink()
    (tmp_path / names[2]).write_bytes(before[names[2]][:500])  # a disk was full
    times = {name: (tmp_path / name).stat().st_mtime_ns for name in (names[0], names[3])}
    again = simulate(series, COUNT, records=tmp_path)
    assert facts(again) == facts(report)
    assert again["records"] == {"folder": str(tmp_path), "written": 2, "kept": 2}
    assert contents(tmp_path) == before
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in times} == times
    monkeypatch.setattr(simulation, "play", None)
    assert facts(simulate(series, COUNT, records=tmp_path)) == facts(report), "nothing is left to play"


@pytest.mark.parametrize("count", [1, 2])
def test_records_of_other_games_are_not_taken_for_these(played, tmp_path, count):
    _, folder = played["saint-malo"]
    for name, text in contents(folder).items():
        (tmp_path / name).write_bytes(text)
    others = series_of(games()["saint-malo"])._replace(bots=("random", "random"))
    with pytest.raises(SimulationError, match="its A is 'settler', not 'random'; choose another folder"):
        simulate(others, COUNT, Workers(count), tmp_path)
    assert contents(tmp_path) == contents(folder)


def test_a_board_of_ones_own_is_carried_along(tmp_path):
    game = games()["mauerbauer"]
    layout = make_layout(game, 7, 0)
    series = series_of(game)._replace(layout=layout)
    report = simulate(series, 1, Workers(2), tmp_path)
    assert facts(report) == facts(simulate(series, 1)) != facts(simulate(series_of(game), 1))
    [text] = contents(tmp_path).values()
    assert verify(parse_record(text)).layout.source == layout


def test_a_game_that_is_broken_off_has_no_record(tmp_path, monkeypatch):
    short = dataclasses.replace(games()["saint-malo"], ply_limit=10)
    monkeypatch.setattr(simulation, "find_game", lambda _: short)
    report = simulate(series_of(short), 2, records=tmp_path)
    assert report["end_reasons"] == {"aborted": 2}
    assert report["decisions"] == 20
    assert report["records"] == {"folder": str(tmp_path), "written": 0, "kept": 0}
    assert contents(tmp_path) == {}


def test_a_name_that_no_record_can_hold(tmp_path):
    long = series_of(games()["saint-malo"])._replace(bots=("random", "run:" + "x" * 200))
    with pytest.raises(SimulationError, match="200 characters at most"):
        simulate(long, 1, records=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_program_plays_all_games_and_is_ended(tmp_path):
    script, pid = tmp_path / "bot.py", tmp_path / "pid"
    script.write_text(PROGRAM.format(pid=str(pid)))
    report = simulate(Series("saint-malo", (f"run:{sys.executable} {script}", "random"), 1, LOT), 2)
    assert report["end_reasons"] == {"full city": 2}
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_the_command(capsys, tmp_path):
    words = ["simulate", "saint-malo", "--games", "3", "--bots", "settler"]
    assert main([*words, "--json"]) == 0
    alone = capsys.readouterr().out
    assert main([*words, "--jobs", "2", "--records", str(tmp_path / "a" / "b")]) == 0
    out = capsys.readouterr().out
    assert alone.partition('"checksum": "')[2][:10] in out
    assert '"written": 3, "kept": 0' in out
    records = sorted(map(str, (tmp_path / "a" / "b").iterdir()))
    assert main(["verify", *records]) == 0
    assert capsys.readouterr().out.count("dice not checked") == 3


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["--jobs", "0"], 2, "--jobs must be a positive number, not 0"),
        (["--records", "{folder}/file"], 2, "cannot use {folder}/file: File exists"),
        (["--cluster", "127.0.0.1:9"], 1, "the cluster 127.0.0.1:9 cannot be reached"),
        (["--records", "{folder}", "--bots", "random"], 1, "is there with another game: its A is 'settler'"),
    ],
)
def test_wrong_questions(capsys, tmp_path, words, status, complaint):
    (tmp_path / "file").touch()
    assert (
        main(["simulate", "saint-malo", "--games", "1", "--bots", "settler", "--records", str(tmp_path)]) == 0
    )
    words = [word.format(folder=tmp_path) for word in words]
    assert main(["simulate", "saint-malo", "--games", "1", *words]) == status
    assert complaint.format(folder=tmp_path) in capsys.readouterr().err
