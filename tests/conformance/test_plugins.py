"""Games that other packages offer as entry points: real distributions on the path, sound and broken."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from citywright import catalogue

SOUND = "from dataclasses import replace\nfrom tests.toy import GAME as TOY\nGAME = replace(TOY, id={id!r})\n"


@pytest.fixture(autouse=True)
def fresh_catalogue() -> Iterator[None]:
    catalogue.games.cache_clear()
    yield
    catalogue.games.cache_clear()


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts a distribution on the path whose entry point names GAME of a module with this source."""
    monkeypatch.syspath_prepend(tmp_path)

    def add(name: str, source: str | None, target: str = "GAME") -> None:
        monkeypatch.delitem(sys.modules, name, raising=False)
        if source is not None:
            (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[citywright.games]\nof-{name} = {name}:{target}\n")
        invalidate_caches()  # of folders: what is written within one tick of the clock is not noticed

    return add


def test_a_game_of_another_package_is_in_the_catalogue(offer) -> None:
    own = list(catalogue.games())
    catalogue.games.cache_clear()
    offer("plug_sound", SOUND.format(id="plugged"))
    assert list(catalogue.games()) == sorted([*own, "plugged"])
    assert catalogue.find_game("plugged").titles["en"] == "Hold or Roll"


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("raise RuntimeError('no disk')", "GAME", "RuntimeError: no disk"),
        ("import no_such_module", "GAME", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("GAME = 1", "NAME", "AttributeError"),
        ("GAME = 1", "GAME", "plug_broken:GAME is not a citywright.engine.game.Game"),
        (None, "GAME", "No module named 'plug_broken'"),
        (
            SOUND.format(id="saint-malo"),
            "GAME",
            "'saint-malo' is taken by the game in citywright.games.saint_malo",
        ),
        (SOUND.format(id="../etc"), "GAME", "the id '../etc' is not made of"),
    ],
    ids=["raises", "imports nothing", "no name", "no game", "no module", "id is taken", "id is no id"],
)
def test_a_broken_plug_in_is_named_and_leaves_the_others_alone(
    offer, caplog: pytest.LogCaptureFixture, source: str | None, target: str, reason: str
) -> None:
    own = catalogue.games()
    catalogue.games.cache_clear()
    offer("plug_broken", source, target)
    offer("plug_sound", SOUND.format(id="plugged"))
    with caplog.at_level(logging.WARNING):
        found = catalogue.games()
    assert set(found) == {*own, "plugged"}
    assert found["saint-malo"] is own["saint-malo"]
    [message] = caplog.messages
    assert message.startswith("the game of-plug_broken of plug_broken is left out: ")
    assert reason in message


def test_of_two_plug_ins_with_one_id_the_first_by_name_is_taken(
    offer, caplog: pytest.LogCaptureFixture
) -> None:
    offer("plug_b", SOUND.format(id="twice") + "GAME = replace(GAME, package='b')\n")
    offer("plug_a", SOUND.format(id="twice"))
    assert catalogue.find_game("twice").package == "tests.toy"
    assert [text.split(":")[0] for text in caplog.messages] == ["the game of-plug_b of plug_b is left out"]


def test_an_entry_that_cannot_be_listed_tells_why() -> None:
    from dataclasses import replace

    from tests.toy import GAME as TOY

    assert catalogue.entry_problems(TOY) == []
    problems = catalogue.entry_problems(replace(TOY, id="A", min_seats=3, max_seats=2, titles={"en": "Toy"}))
    assert [problem.split(",")[0] for problem in problems] == [
        "the id 'A' is not made of a-z",
        "seats are 1 to 8",
        "there is no title in de",
    ]
