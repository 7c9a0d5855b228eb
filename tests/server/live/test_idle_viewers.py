"""The load that holds many idle viewers: it plays real moves, and every viewer is told of them."""

from __future__ import annotations

import json

import pytest

from citywright.cli import main


def test_viewers_are_held_while_others_play(capsys: pytest.CaptureFixture[str]) -> None:
    load = ["--tables", "4", "--viewers", "10", "--rate", "20", "--seconds", "2", "--json"]
    assert main(["bench", "server", *load]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["tables"], report["viewers"]) == (4, 10)
    assert report["moves"] > 0
    assert report["opened_mb"] > report["idle_mb"] > 10
    assert report["memory_mb"][-1] > 10
    assert report["frame_bytes"] > 100


def test_viewers_do_not_go_with_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", "--viewers", "10", "--bots"]) != 0
    assert "--viewers" in capsys.readouterr().err


def test_more_viewers_than_the_system_allows_are_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", "--tables", "1", "--viewers", "1000000"]) == 1
    assert "which is enough for" in capsys.readouterr().err
