"""The colours of pictures on a page, as custom properties: a theme and a tone set them, the classes use them.

One sheet of classes serves both themes and all tones; what is drawn by `<use>` inherits like everything else.
"""

from __future__ import annotations

from citywright.draw.palette import STRONG, TONES
from citywright.draw.theme import DARK, PAGE_CSS, colours, rules


def picture_rules() -> str:
    """The classes of all pictures, with what only a page needs: cursors, focus and animation."""
    strong = "@media (prefers-contrast:more){.thin{stroke-width:1.8}.pen{stroke-width:2.8}.quiet{opacity:.7}}"
    return rules("var(--{})".format) + PAGE_CSS + strong


def tone_class(tone: str) -> str:
    """The class that gives a tone to an element and all within; empty for the tone of the site."""
    return f"tone-{tone}" if tone else ""


def custom_properties(theme: str) -> str:
    """The palette of a theme, then what each tone changes, then what changes for more contrast."""
    whole = colours(theme)
    plain = _block(":root", {**whole, "color-scheme": theme})
    toned, strong = "", ""
    for tone in TONES:
        here = colours(theme, tone)
        selector = f".{tone_class(tone)}" if tone else ":root"
        toned += _block(selector, {name: here[name] for name in TONES[tone]})
        bolder = {"soft": here["ink"], "faint": here["soft"]}
        bolder |= {name: pair[theme == DARK] for name, pair in STRONG.items()}
        strong += _block(selector, bolder)
    return f"{plain}{toned}@media (prefers-contrast:more){{{strong}}}"


def _block(selector: str, named: dict[str, str]) -> str:
    listed = ";".join(
        f"{name if name == 'color-scheme' else f'--{name}'}:{value}" for name, value in named.items()
    )
    return f"{selector}{{{listed}}}" if named else ""
