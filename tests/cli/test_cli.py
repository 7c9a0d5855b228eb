"""The command line as a person or a script uses it."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from citywright.catalogue import games
from citywright.cli import VERBS, main

SOURCE = Path(__file__).parent.parent.parent / "src"
GAMES = list(games().values())
PROCESS = {**os.environ, "PYTHONPATH": str(SOURCE)}


def run(capsys, *arguments, status=0):
    """Run the command in this process: what it printed, or what it complained about."""
    try:
        result = main(arguments)
    except SystemExit as stopped:  # argparse
        result = stopped.code
    out, err = capsys.readouterr()
    assert result == status, err
    return out if status == 0 else err


@pytest.fixture(scope="module")
def record_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "game.cwr"
    main(["record", "saint-malo", "--seed", "3", "--players", "3", "--out", str(path)])
    return path


def test_every_verb_has_help(capsys):
    assert all(verb in run(capsys, "--help") for verb in VERBS)
    for verb in VERBS:
        assert "usage" in run(capsys, verb, "--help")


def test_the_command_as_a_process():
    command = [sys.executable, "-m", "citywright", "games", "--json"]
    child = subprocess.run(command, env=PROCESS, capture_output=True, text=True, check=True)
    assert [game["id"] for game in json.loads(child.stdout)["games"]] == [game.id for game in GAMES]


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m citywright record saint-malo | head -1"
    child = subprocess.run(command, shell=True, env=PROCESS, capture_output=True, text=True, check=True)
    assert child.stderr == ""


def test_games_are_listed(capsys):
    assert "2 to 5 players" in run(capsys, "games")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "chess"], "there is no game 'chess'; the games are"),
        (["simulate", "saint-malo", "--players", "9"], "is for 2 to 5 players, not 9"),
        (["simulate", "saint-malo", "--bots", "deep-blue"], "has no bot 'deep-blue'"),
        (["simulate", "saint-malo", "--bots", "random,random,random"], "names 3 bots for 2 seats"),
        (["simulate", "saint-malo", "--games", "0"], "--games must be a positive number"),
        (["simulate", "saint-malo", "--start", "E"], "--start must be lot or one of A, B"),
        (["simulate", "saint-malo", "--layout", "/nowhere.toml"], "cannot read /nowhere.toml"),
        (["rules", "saint-malo", "SM-999"], "has no rule 'SM-999'"),
        (["rules", "saint-malo", "--lang", "la"], "no rules of saint-malo in 'la'"),
        (["rules", "saint-malo", "SM-1", "--learn"], "name a rule, or ask for --short or --learn, not both"),
        (["bench", "chess"], "there is no game 'chess'"),
        (["show", "/nowhere.cwr"], "cannot read /nowhere.cwr"),
        (["record", "saint-malo", "--out", "/nowhere/x.cwr"], "cannot write /nowhere/x.cwr"),
        (["dance"], "invalid choice"),
    ],
)
def test_bad_usage_is_one_sentence_and_status_2(capsys, arguments, reason):
    assert reason in run(capsys, *arguments, status=2)


def test_simulate_reports_what_it_promises(capsys):
    command = ["simulate", "saint-malo", "--players", "4", "--games", "3", "--json"]
    report = json.loads(run(capsys, *command))
    promised = "game players games seconds decisions decisions_per_s mean_scores mean_turns wins_by_seat"
    assert set(report) >= {*promised.split(), "end_reasons", "checksum", "compiled"}
    assert sum(report["wins_by_seat"]) == pytest.approx(3, abs=0.01)
    assert sum(report["end_reasons"].values()) == report["games"] == 3
    assert json.loads(run(capsys, *command))["checksum"] == report["checksum"]
    assert json.loads(run(capsys, *command, "--seed", "2"))["checksum"] != report["checksum"]


def test_simulate_for_people(capsys):
    assert "mean scores" in run(capsys, "simulate", "saint-malo", "--games", "1", "--start", "B")


def test_bench_reports_both_builds(capsys):
    report = json.loads(run(capsys, "bench", "saint-malo", "--seconds", "0.02", "--json"))
    figures = report["saint-malo"]
    for key in ("compiled", "decisions_per_s", "api_us", "clone_us", "playouts_per_s"):
        assert key in figures
        assert key in figures["pure"]
    assert figures["ratio"] > 0
    assert "ratio" in run(capsys, "bench", "saint-malo", "--seconds", "0.02")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_record_verify_show(capsys, tmp_path, game):
    path = str(tmp_path / "game.cwr")
    run(capsys, "record", game.id, "--seed", "5", "--bots", game.policy_names()[-1], "--out", path)
    assert "dice checked" in run(capsys, "verify", path)
    assert json.loads(run(capsys, "verify", path, "--json"))["failed"] == 0
    shown = json.loads(run(capsys, "show", path, "--json"))
    assert shown["actor"] is None
    assert [sheet["total"] for sheet in shown["score_sheet"]] == shown["scores"]
    middle = run(capsys, "show", path, "--json", "--ply", str(shown["ply"] // 2), "--seat", "B")
    assert json.loads(middle)["seat"] == "B"
    assert "score_sheet" in run(capsys, "show", path, "--ply", "3")


def test_record_goes_to_standard_output(capsys):
    text = run(capsys, "record", "saint-malo", "--seed", "5")
    assert text == run(capsys, "record", "saint-malo", "--seed", "5")
    assert text.startswith("[citywright")


def test_verify_names_the_line(capsys, tmp_path, record_file):
    lines = record_file.read_text(encoding="utf-8").split("\n")
    number = next(i for i, line in enumerate(lines) if re.match(r"[ABC] place", line))
    lines[number] = lines[number][:8] + "zz"
    broken = tmp_path / "broken.cwr"
    broken.write_text("\n".join(lines), encoding="utf-8")
    both = [str(record_file), str(broken)]
    assert f"broken.cwr: line {number + 1}, column" in run(capsys, "verify", *both, status=1)
    assert "1 of 2 records are not valid" in run(capsys, "verify", *both, "--json", status=1)
    assert "broken.cwr: line" in run(capsys, "show", str(broken), status=1)


def test_show_refuses_what_is_not_there(capsys, record_file):
    assert "--ply must be from 0 to" in run(capsys, "show", str(record_file), "--ply", "99999", status=2)
    assert "--seat must be one of A, B, C" in run(capsys, "show", str(record_file), "--seat", "Q", status=2)


def test_show_of_nonsense_is_a_record_error(capsys, tmp_path):
    path = tmp_path / "nonsense.cwr"
    path.write_bytes(random.Random(20).randbytes(1000))
    assert "line" in run(capsys, "show", str(path), status=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_layout_check(capsys, tmp_path, game):
    good = str(game.data / "layout.toml")
    assert f"a board for {game.id}" in run(capsys, "layout", "check", good)
    bot = game.policy_names()[-1]
    report = run(capsys, "simulate", game.id, "--games", "1", "--bots", bot, "--layout", good, "--json")
    assert json.loads(report)["games"] == 1
    bad = tmp_path / "bad.toml"
    bad.write_text(f'game = "{game.id}"\n', encoding="utf-8")
    assert f"is not a valid board for {game.id}:\n  - " in run(capsys, "layout", "check", str(bad), status=1)
    assert "bad.toml: " in run(capsys, "simulate", game.id, "--layout", str(bad), status=1)


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("rows = = 3", 1, "is not TOML"),
        ("rows = 3", 1, "does not say which game"),
        ('game = "chess"', 2, "there is no game 'chess'"),
        ("x = " + "[" * 5000, 1, "is not TOML"),
        ("x = 1" + "0" * 5000, 1, "is not TOML"),
    ],
)
def test_layout_check_of_something_else(capsys, tmp_path, text, status, reason):
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    assert reason in run(capsys, "layout", "check", str(path), status=status)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rules_are_printed(capsys, game):
    text = run(capsys, "rules", game.id)
    rule_id = re.search(r"\*\*([A-Z]+-\d+)\*\*", text)[1]
    assert run(capsys, "rules", game.id, rule_id).startswith(rule_id)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_that_teaches_is_printed_with_words_for_its_pictures(capsys, game):
    page = run(capsys, "rules", game.id, "--learn", "--lang", "de")
    assert page.startswith("# ")
    assert page.count("[Bild: ") == game.teaching_page("de").count("![")
    assert "](" not in page
    short = run(capsys, "rules", game.id, "--short", "--lang", "de")
    assert short != page
    assert short.startswith("# ")
