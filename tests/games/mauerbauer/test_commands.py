"""The command line with this game: a layout of one's own, and what `show` tells a seat."""

import json
from pathlib import Path

import pytest

from citywright.cli import main
from citywright.engine.state import LOT
from citywright.games.mauerbauer import GAME, new_state
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.match.record import parse_record

RECORD = Path(__file__).parents[2] / "records" / GAME.id / "walls.cwr"
LAYOUT = GAME.data / "layout.toml"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(argument) for argument in arguments])
    return (status or 0, *capsys.readouterr())


def test_show_for_a_seat_names_no_card_of_another_hand(capsys):
    state = new_state(3, LOT, GAME.default_layout)
    searched = 0
    for ply, (_, words, _) in enumerate(parse_record(RECORD.read_text(encoding="utf-8")).actions):
        if ply % 25 == 24:
            _, shown, _ = run(capsys, "show", RECORD, "--ply", ply, "--seat", "B", "--json")
            position = json.loads(shown)
            known = {card["kind"] for card in position["hand"]} | set(position["discards"])
            for kind, name in enumerate(KIND_NAMES):
                if (state.cards.held(0, kind) or state.cards.held(2, kind)) and name not in known:
                    assert f'"{name}"' not in shown
                    assert f" {name}" not in shown
                    searched += 1
        state.apply(GAME.parse_action(words))
    assert searched > 50


def test_layout_check(capsys, tmp_path):
    status, told, _ = run(capsys, "layout", "check", LAYOUT)
    assert (status, "a board for mauerbauer" in told) == (0, True)
    wrong = tmp_path / "wrong.toml"
    text = LAYOUT.read_text(encoding="utf-8")
    wrong.write_text(text.replace('"c4 c5 d4", ', "").replace("size1 = 2", "size1 = 3"), encoding="utf-8")
    status, _, error = run(capsys, "layout", "check", wrong)
    assert status == 1
    assert "triangle c4 c5 d4 is in no region" in error
    assert "add up to 61" in error


def test_a_map_of_ones_own_is_played_on_and_carried_by_the_record(capsys, tmp_path):
    own = tmp_path / "own.toml"
    text = LAYOUT.read_text(encoding="utf-8")
    own.write_text(text.replace('"c4 c5 d4", ', "").replace('"c5 d4 d5", ', ""), encoding="utf-8")
    _, record, _ = run(
        capsys, "record", "mauerbauer", "--players", 2, "--seed", 3, "--bots", "builder", "--layout", own
    )
    assert "| [points]" in record
    written = tmp_path / "own.cwr"
    written.write_text(record, encoding="utf-8")
    status, told, _ = run(capsys, "verify", written)
    assert (status, "dice checked" in told) == (0, True)
    _, shown, _ = run(capsys, "show", written, "--json")
    assert len(json.loads(shown)["fields"]) == 88
