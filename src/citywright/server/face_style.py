"""The style sheet of the faces, and of what stands in for them until they have arrived.

A page is laid out before its faces are there. The reader's own fonts are then scaled to take as much room as
ours, so that nothing moves when ours arrive.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from citywright.draw.faces import DISPLAY, TEXT, Face
from citywright.draw.theme import SANS, SERIF
from citywright.server.faces import CUTS, names

# A face is waited for 100 ms, so that one that is already kept never flashes; it may replace another for 3 s.
WAITING: Final = "fallback"


class Room(NamedTuple):
    """How much room a face takes, in heights of its letters; widths are means over our catalogues."""

    regular: float
    bold: float
    above: float = 0.0
    below: float = 0.0
    scale: float = 1.0  # that a page draws it larger


OURS: Final[dict[Face, Room]] = {
    DISPLAY: Room(0.4595, 0.4666, 0.935, 0.265),
    TEXT: Room(0.3820, 0.3911, 0.86, 0.24, 1.14),  # its x is low: larger it is as high as the other
}

# Fonts that readers have, with others of the same widths; the name of a bold one is the same with Bold.
THEIRS: Final[dict[Face, dict[tuple[str, ...], Room]]] = {
    DISPLAY: {
        ("Georgia", "Gelasio"): Room(0.4406, 0.5120),
        ("Noto Serif",): Room(0.4764, 0.5053),
        ("Times New Roman", "Liberation Serif", "Tinos"): Room(0.4040, 0.4294),
        ("DejaVu Serif",): Room(0.5142, 0.5675),
    },
    TEXT: {
        ("Arial", "Liberation Sans", "Arimo"): Room(0.4455, 0.4770),
        ("Roboto",): Room(0.4420, 0.4489),
        ("DejaVu Sans",): Room(0.5050, 0.5702),
    },
}


def face_style() -> str:
    """The faces, what stands in for them, and `--serif` and `--sans`, which name both."""
    if not names():
        return f":root{{--serif:{SERIF};--sans:{SANS}}}"
    rules = [_served(cut.name, cut.face, cut.weights) for cut in CUTS if cut.name in names()]
    for face, fonts in THEIRS.items():
        for alike, room in fonts.items():
            rules.append(_stand_in(face, alike, room, bold=False))
            rules.append(_stand_in(face, alike, room, bold=True))
    families = f":root{{--serif:{_families(DISPLAY, SERIF)};--sans:{_families(TEXT, SANS)}}}"
    return "".join(rules) + families + "text{font-family:var(--serif)}.sans{font-family:var(--sans)}\n"


def _served(name: str, face: Face, weights: tuple[int, ...]) -> str:
    """One of our files."""
    room = OURS[face]
    return (
        f'@font-face{{font-family:"{face.family}";src:url({name}) format("woff2");'
        f"font-weight:{' '.join(map(str, weights))};font-display:{WAITING};{_sizes(room, room.scale)}}}"
    )


def _stand_in(face: Face, alike: tuple[str, ...], room: Room, bold: bool) -> str:
    """A font of the reader's, as wide and high as ours."""
    ours = OURS[face]
    wide = ours.bold / room.bold if bold else ours.regular / room.regular
    sources = ",".join(f'local("{name}{" Bold" if bold else ""}")' for name in alike)
    return (
        f'@font-face{{font-family:"{_like(face, alike)}";src:{sources};font-weight:{700 if bold else 400};'
        f"{_sizes(ours, wide * ours.scale)}}}"
    )


def _sizes(ours: Room, scale: float) -> str:
    """Descriptors for letters drawn at a scale; a line of them is always as high as one of ours."""
    above, below = (100 * part * ours.scale / scale for part in (ours.above, ours.below))
    return (
        f"size-adjust:{100 * scale:.4g}%;ascent-override:{above:.4g}%;descent-override:{below:.4g}%;"
        "line-gap-override:0%"
    )


def _like(face: Face, alike: tuple[str, ...]) -> str:
    return f"{face.family} like {alike[0]}"


def _families(face: Face, plain: str) -> str:
    """Our face, what stands in for it, then whatever there is."""
    own, _, others = plain.partition(",")
    return ",".join([own, *(f'"{_like(face, alike)}"' for alike in THEIRS[face]), others])
