"""A run of positions for a page that steps through a game without loading anew.

Whatever looks the same in several positions is sent once: pages find it by its number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from citywright.draw.panel import Panel, panel_svg
from citywright.draw.symbols import definition
from citywright.server.live.changes import symbols_of
from citywright.server.pages.review.positions import Position, Scene, position_at
from citywright.server.players.hints import Advice

MOST_PLIES = 60  # in one run


class PanelLook(NamedTuple):
    """A panel: its role, its first tag, and its parts by their numbers."""

    id: str
    role: str
    tag: str
    parts: tuple[int, ...]


class PositionLook(NamedTuple):
    """A position: its panels and the other elements, by their numbers."""

    panels: list[int]
    elements: dict[str, int]


class Run(msgspec.Struct):
    """Positions from `first` on."""

    first: int
    symbols: list[str] = []  # drawings that parts and elements use
    parts: list[tuple[str, str]] = []  # id and SVG; without an id: all that is in a panel
    panels: list[PanelLook] = []
    elements: list[str] = []
    positions: list[PositionLook] = []


class _Numbers:
    """Things in the order in which they first came."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def of(self, thing: Any) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def things(self) -> list[Any]:
        return list(self._numbers)


def run_of(scene: Scene, first: int, count: int, advice: Advice | None = None) -> bytes:
    """So many positions as JSON; hints that were asked for are those at the first."""
    last = min(scene.stops.last, first + min(count, MOST_PLIES) - 1)
    parts, panels, elements = _Numbers(), _Numbers(), _Numbers()
    run = Run(first)
    for ply in range(first, last + 1):
        position = position_at(scene, ply, advice if ply == first else None)
        looks = [panels.of(_look(panel, parts)) for panel in position.panels]
        run.positions.append(
            PositionLook(looks, {id_: elements.of(html) for id_, html in position.elements.items()})
        )
    run.parts, run.panels, run.elements = parts.things(), panels.things(), elements.things()
    drawn = [*(svg for _, svg in run.parts), *run.elements]
    run.symbols = [definition(key) for key in dict.fromkeys(_symbols_in(drawn))]
    return msgspec.json.encode(run)


def symbols_shown(position: Position) -> list[str]:
    """The symbols that a position uses."""
    drawn = [part.svg for panel in position.panels for part in panel.parts]
    return list(dict.fromkeys(_symbols_in([*drawn, *position.elements.values()])))


def _symbols_in(drawn: list[str]) -> list[str]:
    return [key for html in drawn if "<use" in html for key in symbols_of(html)]


def _look(panel: Panel, parts: _Numbers) -> PanelLook:
    """A panel in which something may be pointed at is one part: places may be marked in any of its own."""
    tag = panel_svg(_emptied(panel), sized=True).removesuffix("</svg>")
    if panel.offers:
        return PanelLook(panel.id, panel.role, tag, (parts.of(("", panel.body)),))
    return PanelLook(
        panel.id, panel.role, tag, tuple([parts.of((part.id, part.svg)) for part in panel.parts])
    )


def _emptied(panel: Panel) -> Panel:
    """The panel without anything in it."""
    return panel._replace(parts=(), offers=())
