"""The pictures of the page that teaches Milestones, drawn from the positions of data/teaching.txt."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from citywright.draw.panel import Panel
from citywright.draw.teaching import Box, Place, positions, scene
from citywright.games.milestones.drawing.picture import panels
from citywright.games.milestones.drawing.rule_figures.examples import figures
from citywright.games.milestones.layout import parse_layout
from citywright.games.milestones.notation import parse_action
from citywright.games.milestones.rules import state
from citywright.games.milestones.view import MilestonesView, view

DATA = Path(__file__).parents[2] / "data"
MAP, TRAY, SCORE = 0, 1, 2  # the panels of a picture
NEAR: Box = (20, 22, 272, 174)  # of the map: where the first roads are built
RING: Box = (0, 0, 560, 192)  # of the tray
# picture -> the position, the panel, and what of it is shown
SCENES: dict[str, tuple[str, int, Box | None]] = {
    "goal": ("late", MAP, None),
    "map": ("quiet", MAP, None),
    "board": ("sand", TRAY, RING),
    "tiles": ("hired", TRAY, (0, 192, 560, 298)),
    "move": ("start", TRAY, RING),
    "worker": ("moved", TRAY, (0, 0, 560, 258)),
    "trade": ("trade", TRAY, None),
    "prices": ("house", TRAY, (0, 342, 404, 146)),
    "road": ("road", MAP, NEAR),
    "house": ("house", MAP, NEAR),
    "mill": ("mill", MAP, None),
    "castle": ("castle", TRAY, RING),
    "score": ("late", SCORE, None),
}
# Where the numbers of these pictures are.
NUMBERS: dict[str, tuple[Place, ...]] = {
    "map": ((38, 113), (105, 14), (328, 200), (400, 330), (216, 200)),
    "board": ((36, 102), (312, 74), (480, 100), (268, 24)),
}


def teaching_figures(lang: str) -> dict[str, Panel]:
    """The pictures of the page that teaches, by name."""
    return {name: _scene(name, lang) for name in SCENES} | {"majority": _majority(lang)}


@lru_cache(1)
def _views() -> dict[str, MilestonesView]:
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
    return scene(name, _panel(position, which, lang), box, NUMBERS.get(name, ()))


@lru_cache(4)
def _majority(lang: str) -> Panel:
    """The workers of three players, as in a worked example."""
    return scene("majority", figures(lang)["MS-X4"], (0, 0, 400, 146))
