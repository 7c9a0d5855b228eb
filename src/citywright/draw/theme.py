"""The style sheet of all pictures. Drawings use only its classes, so that one drawing fits every theme.

Classes: lines `pen`, `thin`, `fat`; stroke colours `s-…`; fills `f-…`; washes `w-…`; letters `t` with
`t-…` for their ground; `seat-0`… for what belongs to a seat. No custom properties: resvg knows none.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from citywright.draw.palette import COLOURS, PRINT_DARK, PRINT_WHITE, SEATS, WASHES

LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
THEMES: Final = (LIGHT, DARK, PRINT)

# The last names are free fonts common on servers: resvg knows no generic families and would draw no letters.
SERIF: Final = (
    "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,"
    "'Liberation Serif','Noto Serif','DejaVu Serif',serif"
)
SANS: Final = "system-ui,'Segoe UI',Roboto,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif"

# letter class -> the grounds it may stand on; a test holds every pair to a contrast of at least 4.5 to 1
GROUNDS: Final[dict[str, tuple[str, ...]]] = {
    "t": ("f-paper", "f-card", "f-white", "f-stone", "f-may", "f-wood", *(f"w-{name}" for name in WASHES)),
    "t-soft": ("f-paper", "f-card", "f-white"),
    "t-light": ("f-sea", "f-red", "f-shoal"),
    "t-dark": ("f-gold",),
    "t-gain": ("f-may", "f-paper", "f-card"),
    "t-loss": ("f-may", "f-paper", "f-card"),
}

# letter class -> its colour
_LETTERS: Final = {
    "t": "ink",
    "t-soft": "soft",
    "t-light": "light",
    "t-dark": "dark",
    "t-gain": "ink",
    "t-loss": "crimson",
}


def colour(name: str, theme: str) -> str:
    """The colour a class `f-name` or `s-name` has in a theme."""
    light, dark = COLOURS[name]
    if theme == PRINT:
        return "#ffffff" if name in PRINT_WHITE else PRINT_DARK.get(name, light)
    return dark if theme == DARK else light


def wash(name: str, theme: str) -> str:
    """The colour a class `w-name` has in a theme."""
    return WASHES[name][theme == DARK]


def seat_colour(seat: int, theme: str) -> str:
    """The colour of `seat-N` in a theme."""
    return SEATS[seat][theme == DARK]


def letter_colour(cls: str, theme: str) -> str:
    """The colour of a letter class in a theme."""
    return colour(_LETTERS[cls], theme)


@cache
def css(theme: str = LIGHT) -> str:
    """The style sheet text of one theme, for a page or a picture that stands alone."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; themes are {', '.join(THEMES)}")
    ink, mark = colour("ink", theme), colour("mark", theme)
    rules = [
        f"text{{font-family:{SERIF};text-anchor:middle;stroke:none}}",
        f".pen,.thin,.fat{{fill:none;stroke:{ink};stroke-linejoin:round;stroke-linecap:round}}",
        ".pen{stroke-width:2.4}.thin{stroke-width:1.2}.fat{stroke-width:4}.wide{stroke-width:7}",
        ".hit{fill:none;pointer-events:all}.through{fill:none;pointer-events:none}",
        f".shade{{fill:{colour('shade', theme)};opacity:{0 if theme == PRINT else 0.22};stroke:none}}",
    ]
    rules += [f".s-{name}{{stroke:{colour(name, theme)}}}" for name in COLOURS]
    rules += [f".f-{name}{{fill:{colour(name, theme)}}}" for name in COLOURS]
    rules += [f".w-{name}{{fill:{wash(name, theme)}}}" for name in WASHES]
    for seat in range(len(SEATS)):
        rules.append(f".seat-{seat}{{fill:{seat_colour(seat, theme)}}}")
        rules.append(f".line-{seat}{{stroke:{seat_colour(seat, theme)}}}")
        rules.append(f".on-{seat}{{fill:{colour(SEATS[seat][2], theme if theme != PRINT else LIGHT)}}}")
    rules += [f".{cls}{{fill:{letter_colour(cls, theme)}}}" for cls in GROUNDS]
    rules += [
        ".t,.t-gain,.t-loss,.t-dark,.bold{font-weight:700}",
        f".sans{{font-family:{SANS}}}.left{{text-anchor:start}}.right{{text-anchor:end}}",
        f".may{{fill:{colour('may', theme)};stroke:{mark};stroke-width:2.4;stroke-dasharray:6 4}}",
        ".variant,.hide,.focus,.board-place{display:none}.variant.on{display:inline}",
        ".board-place.can,.board-place[data-why]{display:inline}",
        ".board-place[data-why]>:not(.hit),.board-place:not(.marked) .if-marked{display:none}",
        ".quiet{opacity:.45}",
    ]
    return "".join(rules)


# What only a page needs: cursors, focus and animation.
PAGE_CSS: Final = (
    ".can,.toggle{cursor:pointer;outline:none}"
    ".can:hover .may,.can:focus-visible .may{stroke-dasharray:none;stroke-width:3.6}"
    ".toggle .frame-on{display:none}.toggle[aria-checked=true] .frame-on{display:inline}"
    ".can:focus-visible .focus,.toggle:focus-visible .focus{display:inline}"
    "[data-why]{cursor:help}"
    ".panel.figure{display:block;width:100%;max-width:26rem;height:auto;max-height:14rem;margin:.6em 0}"
    "@media (prefers-reduced-motion:no-preference){"
    + "".join(
        f"@keyframes tumble-{k}{{0%{{transform:rotate({170 + 20 * k}deg) scale(.6)}}"
        "60%{transform:rotate(-12deg) scale(1.08)}}"
        f".tumble-{k}{{animation:tumble-{k} .45s ease-out}}"
        for k in range(1, 7)
    )
    + "@keyframes arrive{0%{transform:scale(1.5);opacity:0}}"
    ".tumble{transform-box:fill-box;transform-origin:center}"
    ".piece{transform-box:fill-box;transform-origin:center;animation:arrive .25s ease-out}"
    ".moves{transition:transform .25s ease-in-out}}"
)
