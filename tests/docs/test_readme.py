"""The commands of README.md: every verb is there, and what it shows can be typed."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from citywright.catalogue import find_game
from citywright.cli import VERBS, main
from tests.docs.document import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = README.split("## The command line")[1].split("## ")[0]
COMMANDS = re.findall(r"^\| `([^`]+)`", TABLE, re.MULTILINE)
SMALLER = {  # so that a test is quick
    "--games 10000": "--games 3",
    "--games 400": "--games 2",
    "--games 200": "--games 2",
    "--bots master,journeyman": "--bots apprentice,random",
}
MEANT = {"GAME": "saint-malo", "FILE": "game.cwr", "FILE…": "game.cwr", "[ID]": "SM-33"}
LONG = (
    "serve",
    "backup",
    "restore",
    "doctor",
    "announce",
    "ratings",
    "role",
    "play",
    "bench",
    "sheet",
)  # tested elsewhere; here only their options


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record and a board of one's own."""
    monkeypatch.chdir(tmp_path)
    assert main(["record", "saint-malo", "--players", "3", "--bots", "settler", "--out", "game.cwr"]) == 0
    shutil.copy(find_game("mauerbauer").data / "layout.toml", tmp_path / "my-board.toml")
    return tmp_path


def test_the_table_has_every_verb() -> None:
    assert {command.split()[0] for command in COMMANDS} == set(VERBS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_table_runs(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verb = command.split(maxsplit=1)[0]
    if verb in LONG:
        with pytest.raises(SystemExit):
            main([verb, "--help"])
        shown = capsys.readouterr().out
        assert all(option in shown for option in re.findall(r"--\w+", command))
        return
    for long, short in SMALLER.items():
        command = command.replace(long, short)
    meant = MEANT | ({"FILE": "my-board.toml"} if verb == "layout" else {})
    words = [meant.get(word, word) for word in shlex.split(command)]
    assert main(words) == 0
    if "--out" in words:
        assert (folder / words[words.index("--out") + 1]).stat().st_size > 0
    else:
        assert capsys.readouterr().out


def test_a_board_of_ones_own(folder: Path) -> None:
    block = re.search(r"copy the game's `layout.toml`.*?```\n(.*?)```", README, re.DOTALL)
    assert block is not None
    for line in block[1].splitlines():
        words = shlex.split(line.removeprefix("python3 run.py "))
        assert main([*words, *(["--games", "2"] if words[0] == "simulate" else [])]) == 0
    assert (folder / "my-board.toml").is_file()
