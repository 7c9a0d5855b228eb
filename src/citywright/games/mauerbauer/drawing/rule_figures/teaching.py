"""The pictures of the page that teaches Die Mauerbauer, drawn from the positions of data/teaching.txt."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from citywright.draw.panel import Panel
from citywright.draw.teaching import Box, positions, scene
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.rule_figures.examples import figures
from citywright.games.mauerbauer.layout import parse_layout
from citywright.games.mauerbauer.notation import parse_action
from citywright.games.mauerbauer.rules import material, state
from citywright.games.mauerbauer.view import MauerbauerView, view

DATA = Path(__file__).parents[2] / "data"
MAP, TRAY, SUPPLY = 0, 1, 2  # the panels of a picture
NEAR: Box = (190, 0, 260, 214)  # of the map: where the first cities are built
# picture -> the position, the panel, and what of it is shown
SCENES: dict[str, tuple[str, int, Box | None]] = {
    "goal": ("late", MAP, None),
    "map": ("next", MAP, None),
    "hand": ("wall", TRAY, (0, 0, 560, 300)),
    "wall": ("closing", MAP, NEAR),
    "dice": ("tower", TRAY, (0, 300, 560, 156)),
    "towers": ("tower", MAP, NEAR),
    "houses": ("after turn", MAP, NEAR),
    "closed": ("closed", MAP, NEAR),
    "join": ("join", MAP, NEAR),
    "cards": ("closed", TRAY, (0, 0, 560, 372)),
    "sorts": ("late", TRAY, (280, 0, 280, 150)),
    "supply": ("late", SUPPLY, (0, 0, 560, 290)),
}
# Where the numbers of the picture of the map are.
PARTS_OF_MAP = ((145, 198), (145, 298), (145, 384), (262, 330), (320, 446), (196, 16))


def teaching_figures(lang: str) -> dict[str, Panel]:
    """The pictures of the page that teaches, by name."""
    return {name: _scene(name, lang) for name in SCENES} | {"palace": _palace(lang)}


@lru_cache(1)
def _views() -> dict[str, MauerbauerView]:
    """What seat A sees in each position of the script."""
    layout = parse_layout((DATA / "layout.toml").read_text(encoding="utf-8"))
    script = (DATA / "teaching.txt").read_text(encoding="utf-8")
    start = state.new_state(2, 0, layout.board, material.RULES_VERSION)
    return {name: view(position, 0) for name, position in positions(script, start, parse_action).items()}


def _panel(position: str, which: int, lang: str) -> Panel:
    return panels(_views()[position], lang)[which]


@lru_cache(32)
def _scene(name: str, lang: str) -> Panel:
    position, which, box = SCENES[name]
    numbers = PARTS_OF_MAP if name == "map" else ()
    return scene(name, _panel(position, which, lang), box, numbers)


@lru_cache(4)
def _palace(lang: str) -> Panel:
    """Two houses that become a palace, as in a worked example."""
    return scene("palace", figures(lang)["MB-X3"])
