"""Arranges panels as one picture: the viewer's board large, the rest beside it. Does no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel
from citywright.draw.symbols import definitions, symbols_in
from citywright.draw.theme import LIGHT, css

GAP = 16


class _Place:
    """A panel and its position."""

    __slots__ = ("height", "panel", "width", "x", "y")

    def __init__(self, panel: Panel, x: float, y: float, width: float) -> None:
        self.panel, self.x, self.y, self.width = panel, x, y, width
        self.height = panel.height * width / panel.width


def _column(panels: Sequence[Panel], x: float, y: float, width: float) -> list[_Place]:
    """Panels below each other, all of the same width."""
    places = []
    for panel in panels:
        places.append(_Place(panel, x, y, width))
        y = places[-1].y + places[-1].height + GAP
    return places


def _grid(panels: Sequence[Panel], x: float, y: float, width: float, columns: int) -> list[_Place]:
    """Panels in rows of `columns`."""
    places: list[_Place] = []
    each = (width - GAP * (columns - 1)) / columns
    for start in range(0, len(panels), columns):
        row = [
            _Place(panel, x + k * (each + GAP), y, each)
            for k, panel in enumerate(panels[start : start + columns])
        ]
        places += row
        y += max(place.height for place in row) + GAP
    return places


def _bottom(places: Sequence[_Place]) -> float:
    return max((place.y + place.height for place in places), default=0.0) + GAP


def _arrange(panels: Sequence[Panel]) -> list[_Place]:
    """Board and tray on the left, what all share and the other boards on the right."""
    own = [panel for panel in panels if panel.role == MAIN] + [
        panel for panel in panels if panel.role == TRAY
    ]
    shared = [panel for panel in panels if panel.role == SIDE]
    others = [panel for panel in panels if panel.role == OTHER]
    left = _column(own, GAP, GAP, 640)
    x = 640 + 2 * GAP if own else GAP
    width = 560 if shared or others else 0
    right = _column(shared, x, GAP, width)
    below = _bottom(right) if right else GAP
    return left + right + _grid(others, x, below, width, 2 if len(others) > 1 else 1)


def picture(panels: Sequence[Panel], theme: str = LIGHT, title: str = "") -> str:
    """One SVG document with its style sheet inside."""
    places = _arrange(panels)
    width = max(place.x + place.width for place in places) + GAP
    height = _bottom(places)
    body = "".join([_nested(place) for place in places])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}"><style>{css(theme)}</style>'
        f"{definitions(symbols_in(body))}"
        f'<rect class="f-page" width="{width:g}" height="{height:g}"/>{body}</svg>'
    )


def _nested(place: _Place) -> str:
    panel = place.panel
    return (
        f'<svg x="{place.x:g}" y="{place.y:g}" width="{place.width:g}" height="{place.height:g}" '
        f'viewBox="0 0 {panel.width} {panel.height}">{panel.body}</svg>'
    )
