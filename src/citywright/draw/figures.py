"""Pictures in the rules: a panel for a worked example, made of the same parts as the game's own pictures."""

from __future__ import annotations

from collections.abc import Iterable

from citywright.draw.panel import FIGURE, Panel, Part
from citywright.text import translate


def figure(rule: str, lang: str, width: int, height: int, parts: Iterable[Part]) -> Panel:
    """The picture of a worked example; its own prefix keeps all ids in it unique in a page."""
    t = translate(lang)
    prefix = f"figure-{rule}"
    own = [Part(f"{prefix}-{key}", _prefixed(svg, prefix)) for key, svg in parts]
    return Panel(prefix, FIGURE, t("Picture of the example {rule}", rule=rule), width, height, tuple(own))


def _prefixed(svg: str, prefix: str) -> str:
    """Ids, and references to them."""
    return svg.replace(' id="', f' id="{prefix}-').replace("url(#", f"url(#{prefix}-")
