"""The verb `layout`: boards checked, drawn, described and made."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from citywright.bots.map_making import make_layout
from citywright.catalogue import games
from citywright.cli import layout_games, main
from citywright.draw.theme import css

GAMES = list(games().values())
MILESTONES = games()["milestones"].data / "layout.toml"


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> tuple[str, str]:
    """What the command printed, and what it complained about."""
    assert main(["layout", *arguments]) == status
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_check_tells_what_the_file_tells_and_what_of_it_is_sure(capsys):
    out, _ = run(capsys, "check", str(MILESTONES))
    assert out.splitlines()[1:] == [
        "  name      Reconstructed board",
        "  version   1",
        "  values    136: 7 printed, 129 reconstructed, 0 unknown",
    ]


def test_check_tells_places_and_rules_of_problems(capsys, tmp_path):
    path = tmp_path / "bad.toml"
    source = MILESTONES.read_text(encoding="utf-8").replace("1 2 1 2", "x 2 1 2 1 1 1 1 1 1 1 1", 1)
    path.write_text(source.replace('"a2 a3 b2"', '"a2"'), encoding="utf-8")
    _, err = run(capsys, "check", str(path), status=1)
    told = err.splitlines()
    assert "  - map.rows, row 1: 19 fields, at most 15 are possible" in told
    assert "  - field a1: “x” is neither a number 1 to 99 nor * nor . (MS-3)" in told
    path.write_text('game = "mauerbauer"\n' + "".join(f"x{n} = 1\n" for n in range(30)), encoding="utf-8")
    _, err = run(capsys, "check", str(path), status=1)
    assert err.splitlines()[-1].startswith("  and 1")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_board_is_made_checked_described_and_drawn(capsys, tmp_path, game):
    path = tmp_path / "made.toml"
    out, _ = run(capsys, "make", game.id, "--seed", "17", "--no-check", "--out", str(path))
    assert out == f"variation 0 of seed 17 for {game.id}\n"
    assert path.read_text(encoding="utf-8") == make_layout(game, 17)
    out, _ = run(capsys, "check", str(path))
    assert "  name      Generated map 17\n  author    Citywright\n" in out
    figures = json.loads(run(capsys, "describe", str(path), "--games", "2", "--json")[0])
    assert (figures["game"], figures["games"], figures["players"]) == (game.id, 2, game.min_seats)
    picture = tmp_path / "board.svg"
    run(capsys, "render", str(path), "--out", str(picture), "--theme", "dark", "--lang", "de")
    svg = picture.read_text(encoding="utf-8")
    assert ET.fromstring(svg).get("aria-label") == game.titles["de"]
    assert css("dark", "").split("}")[0] in svg


def test_a_fair_board_is_printed_and_its_figures_beside(capsys, monkeypatch):
    monkeypatch.setattr("citywright.bots.map_making.faults_of", lambda *_: [])
    out, err = run(capsys, "make", "saint-malo", "--seed", "2", "--players", "3", "--games", "2")
    assert out == make_layout(games()["saint-malo"], 2)
    assert err.startswith(
        "variation 0 of seed 2 for saint-malo\ngames     2 with 3 players, all journeyman\n"
    )
    assert "; A begins\n" in err
    monkeypatch.setattr("citywright.bots.map_making.faults_of", lambda *_: ["games never end"])
    monkeypatch.setattr("citywright.bots.map_making.VARIATIONS", 1)
    _, err = run(capsys, "make", "saint-malo", "--seed", "2", "--games", "1", status=1)
    assert "no variation of the seed 2 gives good games; of the last, games never end" in err


def test_a_variation_is_made_as_it_is(capsys):
    out, err = run(capsys, "make", "saint-malo", "--seed", "2", "--variation", "5", "--games", "1")
    assert out == make_layout(games()["saint-malo"], 2, 5)
    assert "games     1 with 2 players" in err


def test_an_interrupt_ends_the_playing_but_not_the_telling(capsys, monkeypatch):
    def two_games(*arguments):
        played = play_many(*arguments)
        yield next(played)
        yield next(played)
        raise KeyboardInterrupt

    play_many = layout_games.play_many
    monkeypatch.setattr(layout_games, "play_many", two_games)
    out, err = run(capsys, "describe", str(MILESTONES), "--games", "50")
    assert "games     2 with 2 players" in out
    assert "interrupted" in err


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["make", "chess", "--seed", "1"], 2, "there is no game 'chess'"),
        (["make", "milestones", "--seed", "-1"], 1, "the seed must be from 0"),
        (["make", "milestones", "--seed", "1", "--games", "0"], 2, "--games must be a positive number"),
        (["make", "milestones", "--seed", "1", "--players", "9"], 2, "for 2 to 4 players, not 9"),
        (["make", "milestones", "--seed", "1", "--variation", "1000"], 2, "from 0 to 999, not 1000"),
        (["make", "saint-malo", "--seed", "1", "--no-check", "--out", "no/x.toml"], 2, "cannot write"),
        (["describe", str(MILESTONES), "--games", "-3"], 2, "--games must be a positive number"),
        (["render", str(MILESTONES), "--out", "x.jpg"], 2, ".svg or .png"),
        (["check", "/nowhere.toml"], 2, "cannot read /nowhere.toml"),
    ],
)
def test_what_cannot_be_done_is_said(capsys, tmp_path: Path, monkeypatch, arguments, status, said):
    monkeypatch.chdir(tmp_path)
    assert said in run(capsys, *arguments, status=status)[1]
