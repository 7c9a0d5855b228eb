"""Playing in the terminal: a person who types numbers, words and mistakes, to the end."""

import io

import pytest

from citywright.catalogue import games
from citywright.cli import main
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.text import LANGUAGES

GAMES = [game for game in games().values() if (game.folder / "text").exists()]


class Typist(io.StringIO):
    """Types the given lines, then always the first choice."""

    def __init__(self, *lines):
        super().__init__()
        self.lines = [f"{line}\n" for line in lines]

    def readline(self, size=-1):
        return self.lines.pop(0) if self.lines else "1\n"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_of_some_turns_and_leaving(monkeypatch, capsys, tmp_path, game, lang):
    monkeypatch.setattr("sys.stdin", Typist("dance", "rule XX-1", "undo", *["1"] * 30, "quit"))
    path = tmp_path / "left.cwr"
    assert main(["play", game.id, "--seed", "4", "--lang", lang, "--out", str(path)]) == 0
    out = capsys.readouterr().out
    assert "dance" in out
    assert "XX-1" in out
    assert not verify(parse_record(path.read_bytes())).over


def test_a_whole_game(monkeypatch, capsys, tmp_path):
    """Passing all the time, as the last choice of Saint Malo's cards allows."""
    monkeypatch.setattr("sys.stdin", Typist(*["stop", "pass", "rule SM-20"] * 400))
    path = tmp_path / "whole.cwr"
    assert main(["play", "saint-malo", "--seed", "4", "--seat", "B", "--out", str(path)]) == 0
    out = capsys.readouterr().out
    assert "1. A apprentice" in out
    assert "SM-20" in out
    match = verify(parse_record(path.read_bytes()))
    assert match.over
    assert match.names == ["apprentice", "me"]


def test_a_seat_that_is_not_there(capsys):
    assert main(["play", "saint-malo", "--seat", "E"]) == 2
    assert "--seat must be one of A, B" in capsys.readouterr().err
