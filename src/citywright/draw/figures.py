"""Pictures in the rules: a panel for a worked example, made of the same parts as the game's own pictures."""

from __future__ import annotations

from collections.abc import Iterable

from citywright.draw.panel import FIGURE, Panel, Part
from citywright.draw.teaching import still
from citywright.text import translate


def figure(rule: str, lang: str, width: int, height: int, parts: Iterable[Part]) -> Panel:
    """The picture of a worked example. Like those that teach it has nothing to click and no names."""
    t = translate(lang)
    prefix = f"figure-{rule}"
    own = [Part(f"{prefix}-{key}", f'<g id="{prefix}-{key}">{still(svg, prefix)}</g>') for key, svg in parts]
    return Panel(prefix, FIGURE, t("Picture of the example {rule}", rule=rule), width, height, tuple(own))
