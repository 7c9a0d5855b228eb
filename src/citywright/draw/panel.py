"""The shape of a picture: panels made of keyed parts. A page lays panels out and changes parts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

MAIN = "main"  # the board the viewer acts on
TRAY = "tray"  # dice, hand, goods and the main button: under the thumb on a phone
SIDE = "side"  # what all share beside the board
OTHER = "other"  # another seat's board, small beside the own one
FIGURE = "figure"  # a picture in the rules


class Part(NamedTuple):
    """One `<g id="…">` element, a pure function of a few small inputs. The id is unique in the page."""

    id: str
    svg: str


class Panel(NamedTuple):
    """An SVG image of its own, with an accessible label; parts are painted in order."""

    id: str
    role: str
    label: str
    width: int
    height: int
    parts: tuple[Part, ...]


def panel_svg(panel: Panel, style: str = "") -> str:
    """The panel as a whole `<svg>` element; `style` is the theme's CSS when the picture stands alone."""
    body = "".join(part.svg for part in panel.parts)
    css = f"<style>{style}</style>" if style else ""
    box = f'viewBox="0 0 {panel.width} {panel.height}"'
    if panel.role == FIGURE:  # among text a picture stands at the left
        box += ' preserveAspectRatio="xMinYMin"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{panel.id}" class="panel {panel.role}" role="group" '
        f'aria-label="{escape(panel.label)}" {box}>{css}{body}</svg>'
    )


def nothing_moved(_: Iterable[str]) -> list[str]:
    """For a game in which whatever an action moves looks different afterwards."""
    return []
