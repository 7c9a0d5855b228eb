"""The structure of a picture: panels made of parts with ids. A page arranges panels and replaces parts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

MAIN = "main"  # the board the viewer acts on
TRAY = "tray"  # dice, hand, goods and the main button: within reach of the thumb on a phone
SIDE = "side"  # what all players share, beside the board
OTHER = "other"  # another seat's board, drawn small
FIGURE = "figure"  # a picture in the rules


class Part(NamedTuple):
    """One `<g id="…">` element, made by a pure function of few inputs. The id is unique in the page."""

    id: str
    svg: str


class Panel(NamedTuple):
    """One SVG image with an accessible label; its parts are drawn in order."""

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
    if panel.role == FIGURE:  # pictures in the text of the rules are aligned left
        box += ' preserveAspectRatio="xMinYMin"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{panel.id}" class="panel {panel.role}" role="group" '
        f'aria-label="{escape(panel.label)}" {box}>{css}{body}</svg>'
    )


def nothing_moved(_: Iterable[str]) -> list[str]:
    """The `moved` of a game in which everything that an action moves looks different afterwards."""
    return []
