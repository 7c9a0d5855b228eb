"""The pictures of the page that teaches Saint Malo, drawn from the positions of data/teaching.txt."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from citywright.draw.elements import at, card
from citywright.draw.panel import Panel
from citywright.draw.teaching import Box, cut, number, picture, positions, scene
from citywright.games.saint_malo.drawing.picture import panels
from citywright.games.saint_malo.drawing.rule_figures.examples import figures
from citywright.games.saint_malo.drawing.tray import DIE, PERSONS_TOP, PITCH, die_face
from citywright.games.saint_malo.layout import parse_layout
from citywright.games.saint_malo.notation import parse_action
from citywright.games.saint_malo.rules import state
from citywright.games.saint_malo.rules.material import FACE_NAMES
from citywright.games.saint_malo.view import SaintMaloView, view

DATA = Path(__file__).parents[2] / "data"
CITY, TRAY, PIRATES = 0, 1, 2  # the panels of a picture
DICE: Box = (0, 0, 560, 99)  # of the tray
PERSONS: Box = (0, PERSONS_TOP, 490, PITCH)
# picture -> the position, the panel, and what of it is shown
SCENES: dict[str, tuple[str, int, Box | None]] = {
    "goal": ("late", CITY, None),
    "city": ("table", CITY, None),
    "pirates": ("table", PIRATES, None),
    "use": ("third roll", TRAY, None),
    "persons": ("five heads", TRAY, PERSONS),
    "draw": ("merchant", CITY, (30, 96, 351, 351)),
    "houses": ("priest", CITY, (169, 92, 282, 286)),
    "side": ("side closed", CITY, (20, 370, 540, 175)),
    "attack": ("attacked", PIRATES, None),
    "full": ("full", CITY, None),
}
# Where the numbers of the picture of a city are.
PARTS_OF_CITY = ((67, 110), (240, 64), (504, 290), (516, 446), (136, 130), (400, 20))


def teaching_figures(lang: str) -> dict[str, Panel]:
    """The pictures of the page that teaches, by name."""
    drawn = {name: _scene(name, lang) for name in SCENES}
    return drawn | {"faces": _faces(), "roll": _rolls(lang), "churches": _churches(lang)}


@lru_cache(1)
def _views() -> dict[str, SaintMaloView]:
    """What seat A sees in each position of the script."""
    layout = parse_layout((DATA / "layout.toml").read_text(encoding="utf-8"))
    script = (DATA / "teaching.txt").read_text(encoding="utf-8")
    named = positions(script, state.new_state(2, 0, layout.board), parse_action)
    return {name: view(position, 0) for name, position in named.items()}


def _panel(position: str, which: int, lang: str) -> Panel:
    return panels(_views()[position], lang)[which]


@lru_cache(32)
def _scene(name: str, lang: str) -> Panel:
    position, which, box = SCENES[name]
    numbers = PARTS_OF_CITY if name == "city" else ()
    return scene(name, _panel(position, which, lang), box, numbers)


@lru_cache(1)
def _faces() -> Panel:
    """The six faces of a die."""
    pitch = DIE + 12
    dice = [at(14 + pitch * k, 12, die_face(name)) for k, name in enumerate(FACE_NAMES)]
    width, height = 6 * pitch + 16, DIE + 30
    return picture("faces", width, height, card(2, 2, width - 4, height - 6, 12, "f-sea"), *dice)


@lru_cache(4)
def _rolls(lang: str) -> Panel:
    """Three rolls of one turn, one below the other."""
    drawn = ""
    for row, position in enumerate(("first roll", "second roll", "third roll")):
        y = (DICE[3] + 8) * row
        drawn += cut(_panel(position, TRAY, lang), DICE, (44, y)) + number(20, y + DICE[3] / 2, row + 1)
    return picture("roll", 604, 3 * DICE[3] + 16, drawn)


@lru_cache(4)
def _churches(lang: str) -> Panel:
    """The series of churches of a worked example."""
    return scene("churches", figures(lang)["SM-X1"])
