"""The style sheet of all pictures. Drawings use only its classes, so that one drawing fits every theme.

Classes: lines `pen`, `thin`, `fat`; stroke colours `s-…`; fills `f-…`; washes `w-…`; letters `t` with
`t-…` for their ground; `seat-0`… for what belongs to a seat. A picture that stands alone has its colours
written out, since resvg knows no custom properties; on a page they are custom properties (page_theme.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from citywright.draw.faces import DISPLAY, TEXT
from citywright.draw.filters import FILTER_CSS, FILTER_PAGE_CSS
from citywright.draw.palette import COLOURS, PRINT_DARK, PRINT_WHITE, SEATS, TONES, WASHES

LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
THEMES: Final = (LIGHT, DARK, PRINT)

# Behind our own faces those a reader may have, narrow ones first: words are made to fit by ours.
# The last names are free fonts common on servers: resvg knows no generic families and would draw no letters.
SERIF: Final = (
    f"{DISPLAY.family},'Iowan Old Style','Palatino Linotype',Palatino,"
    "'Liberation Serif','Noto Serif',Georgia,'DejaVu Serif',serif"
)
SANS: Final = (
    f"'{TEXT.family}',system-ui,'Segoe UI',Roboto,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif"
)

# letter class -> the grounds it may stand on; a test holds every pair to a contrast of at least 4.5 to 1
GROUNDS: Final[dict[str, tuple[str, ...]]] = {
    "t": (
        *(
            "f-page",
            "f-paper",
            "f-card",
            "f-white",
            "f-stone",
            "f-may",
            "f-wood",
            "f-rampart",
            "f-earth",
            "f-meadow",
        ),
        *(f"w-{name}" for name in WASHES),
    ),
    "t-soft": ("f-page", "f-paper", "f-card", "f-white", "f-earth"),
    "t-light": ("f-sea", "f-red", "f-shoal", "f-deep"),
    "t-dark": ("f-gold",),
    "t-print": ("f-earth", "f-meadow"),
    "t-gain": ("f-may", "f-glow", "f-paper", "f-card"),
    "t-loss": ("f-may", "f-paper", "f-card"),
}

BOLD_CLASSES: Final = ("t", "t-gain", "t-loss", "t-dark", "bold")

# letter class -> its colour
_LETTERS: Final = {
    "t": "ink",
    "t-soft": "soft",
    "t-light": "light",
    "t-dark": "dark",
    "t-print": "print",
    "t-gain": "ink",
    "t-loss": "crimson",
}


def colour(name: str, theme: str, tone: str = "") -> str:
    """The colour a class `f-name` or `s-name` has in a theme and a tone."""
    light, dark = TONES[tone].get(name, COLOURS[name])
    if theme == PRINT:
        return "#ffffff" if name in PRINT_WHITE else PRINT_DARK.get(name, light)
    return dark if theme == DARK else light


def wash(name: str, theme: str) -> str:
    """The colour a class `w-name` has in a theme."""
    return WASHES[name][theme == DARK]


def seat_colour(seat: int, theme: str) -> str:
    """The colour of `seat-N` in a theme."""
    return SEATS[seat][theme == DARK]


def letter_colour(cls: str, theme: str, tone: str = "") -> str:
    """The colour of a letter class in a theme and a tone."""
    return colour(_LETTERS[cls], theme, tone)


def colours(theme: str, tone: str = "") -> dict[str, str]:
    """Every colour of a theme and a tone, by the name it has as a custom property."""
    named = {name: colour(name, theme, tone) for name in COLOURS}
    named |= {f"wash-{name}": wash(name, theme) for name in WASHES}
    on_seats = LIGHT if theme == PRINT else theme  # seats are filled in print too
    for seat, (_, _, letter) in enumerate(SEATS):
        named[f"seat-{seat}"] = seat_colour(seat, theme)
        named[f"on-seat-{seat}"] = colour(letter, on_seats)
    return named


@cache
def css(theme: str = LIGHT, tone: str = "") -> str:
    """The style sheet text of one theme, for a picture that stands alone."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; themes are {', '.join(THEMES)}")
    if tone not in TONES:
        raise ValueError(f"there is no tone {tone!r}; tones are {', '.join(filter(None, TONES))}")
    return rules(colours(theme, tone).__getitem__, 0 if theme == PRINT else 0.22)


def rules(colour_of: Callable[[str], str], shade: float = 0.22) -> str:
    """All classes, with colours as `colour_of` writes them and the soft shadow so dark."""
    ink, mark = colour_of("ink"), colour_of("mark")
    written = [
        f"text{{font-family:{SERIF};text-anchor:middle;stroke:none}}",
        f".pen,.thin,.fat{{fill:none;stroke:{ink};stroke-linejoin:round;stroke-linecap:round}}",
        ".pen{stroke-width:2.4}.thin{stroke-width:1.2}.fat{stroke-width:4}.wide{stroke-width:7}",
        ".hit{fill:none;pointer-events:all}.through{fill:none;pointer-events:none}",
        f".shade{{fill:{colour_of('shade')};opacity:{shade};stroke:none}}",
    ]
    written += [f".s-{name}{{stroke:{colour_of(name)}}}" for name in COLOURS]
    written += [f".f-{name}{{fill:{colour_of(name)}}}" for name in COLOURS]
    written += [f".w-{name}{{fill:{colour_of(f'wash-{name}')}}}" for name in WASHES]
    for seat in range(len(SEATS)):
        written.append(f".seat-{seat}{{fill:{colour_of(f'seat-{seat}')}}}")
        written.append(f".line-{seat}{{stroke:{colour_of(f'seat-{seat}')}}}")
        written.append(f".on-{seat}{{fill:{colour_of(f'on-seat-{seat}')}}}")
    written += [f".{cls}{{fill:{colour_of(_LETTERS[cls])}}}" for cls in GROUNDS]
    written += [
        ",".join(f".{cls}" for cls in BOLD_CLASSES) + "{font-weight:700}.coordinate{font-weight:400}",
        f".sans{{font-family:{SANS}}}.left{{text-anchor:start}}.right{{text-anchor:end}}",
        f".may{{fill:{colour_of('may')};stroke:{mark};stroke-width:2.4;stroke-dasharray:6 4}}",
        f".fine{{fill:{colour_of('glow')};stroke:{colour_of('ember')}}}",
        ".fine{stroke-width:2.2;stroke-dasharray:4 1.6}",
        ".variant,.hide,.focus,.board-place{display:none}.variant.on{display:inline}",
        ".board-place.can,.board-place[data-why]{display:inline}",
        ".board-place[data-why]>:not(.hit),.board-place:not(.marked) .if-marked{display:none}",
        ".quiet{opacity:.45}",
        f".whisper{{fill:none;stroke:{colour_of('whisper')};stroke-width:2.6;stroke-linecap:round}}",
        ".loud{opacity:0}",
        FILTER_CSS,
    ]
    return "".join(written)


# What only a page needs: cursors, focus and animation.
PAGE_CSS: Final = (
    ".can,.toggle{cursor:pointer;outline:none}"
    ".can:hover .may,.can:focus-visible .may{stroke-dasharray:none;stroke-width:3.6}"
    ".can:hover .loud,.can:focus-visible .loud,.can:active .loud,.advised .loud{opacity:1}"
    ".toggle .frame-on{display:none}.toggle[aria-checked=true] .frame-on{display:inline}"
    ".toggle[aria-checked=true] .lifts{transform:translateY(-5px)}"
    ".can:focus-visible .focus,.toggle:focus-visible .focus{display:inline}"
    "[data-why]{cursor:help}"
    + FILTER_PAGE_CSS
    + ".panel.figure{display:block;width:100%;max-width:26rem;height:auto;max-height:14rem;margin:.6em 0}"
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
    ".moves{transition:transform .25s ease-in-out}.lifts{transition:transform .12s ease-out}}"
)
