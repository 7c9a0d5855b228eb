"""The pirate board of Saint Malo: rows of boxes, and the ship that comes nearer with every box."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import seat_mark, shield
from citywright.engine.view import SEAT_LETTERS
from citywright.games.saint_malo.drawing.pieces import ship
from citywright.games.saint_malo.rules.pirates import withstands
from citywright.games.saint_malo.text.names import words_of

WIDTH, HEIGHT = 560, 430
TOP, ROW = 52, 46
BOXES = 104  # where the boxes begin
ROOM = 300  # for the boxes of a row


@lru_cache(8)
def ground(lang: str) -> Part:
    """The sea, the heading, and the city on the shore below."""
    t = words_of(lang)
    pen = Pen("chart", 1.0)
    waves = "".join(
        [
            f"M{(k * 151 + 20) % 500:.1f} {(k * 67 + 14) % 350 + 10 + pen.stray():.1f}q8-5 16 0q8 5 16 0"
            for k in range(20)
        ]
    )
    shore = [
        (-10.0, 372.0),
        (60, 360),
        (140, 368),
        (240, 356),
        (340, 366),
        (450, 354),
        (570, 364),
        (570, 450),
        (-10, 450),
    ]
    houses = [(410, 356), (410, 338), (424, 326), (438, 338), (438, 330), (452, 318), (466, 330), (466, 356)]
    return part(
        "pirates-ground",
        f'<rect class="f-sea" width="{WIDTH}" height="{HEIGHT}" rx="18"/>',
        f'<path class="thin s-foam" d="{waves}"/>',
        pen.shape(houses, "thin w-red"),
        pen.shape(
            [(476, 358), (476, 322), (500, 322), (500, 300), (506, 290), (512, 300), (512, 358)],
            "thin w-violet",
        ),
        f'<clipPath id="pirates-clip"><rect width="{WIDTH}" height="{HEIGHT}" rx="18"/></clipPath>',
        f'<g clip-path="url(#pirates-clip)">{pen.shape(shore, "thin f-stone")}</g>',
        fitted(24, 36, t("The pirates"), 26, 300, "t-light bold left"),
    )


@lru_cache(512)
def row(number: int, strength: int, length: int, crossed: int, lang: str) -> Part:
    """One row: its strength and its boxes, `crossed` of them."""
    t = words_of(lang)
    y = TOP + ROW * number
    pen = Pen(f"row{number}", 0.7)
    done = crossed == length
    name = t(
        "Strength {strength}: {crossed} of {length} boxes crossed (SM-51)",
        strength=strength,
        crossed=crossed,
        length=length,
    )
    fill = "f-rampart" if done else "f-card"
    body = pen.ring(54, y + 21, 19, f"pen {'w-stone' if done else 'w-red'}") + text(54, y + 29, strength, 23)
    size = min(34.0, ROOM / length - 3)
    step = ROOM / 10 if length == 10 else size + 5
    corners = [(BOXES + k * step, y + 21 - size / 2) for k in range(length)]
    body += pen.boxes(corners, size, size, f"thin {fill}")
    if crossed:
        body += _crosses(pen, corners[:crossed], size)
    return part(f"pirates-row-{number}", named(name, body))


def _crosses(pen: Pen, corners: list[tuple[float, float]], size: float) -> str:
    """Quick crosses through boxes."""
    near, way, stray = size * 0.16, size * 0.68, pen.stray
    d = []
    for x, y in corners:
        d.append(f"M{x + near + stray():.1f} {y + near:.1f}l{way:.1f} {way + stray():.1f}")
        d.append(f"M{x + near + way:.1f} {y + near + stray():.1f}l{-way + stray():.1f} {way:.1f}")
    return f'<path class="pen s-crimson" d="{"".join(d)}"/>'


@lru_cache(256)
def ship_part(crossed: int, length: int, rows: int, lang: str) -> Part:
    """The ship: far away and small at first, before the walls and large at the end."""
    t = words_of(lang)
    total = length * rows
    way = min(crossed / total, 1.0)
    x, y, size = 482 - 4 * way, 112 + 214 * way, 0.6 + 0.5 * way
    left = length - crossed % length
    name = (
        t("No more attacks")
        if crossed >= total
        else t.plural("{n} box to the next attack", "{n} boxes to the next attack", left)
    )
    drawn = f'<g class="moves" transform="translate({x:.1f} {y:.1f})">{ship(round(size, 2))}</g>'
    return part("pirates-ship", named(name, drawn))


@lru_cache(1024)
def next_attack(strength: int | None, defences: tuple[int, ...], lang: str) -> Part:
    """Who would withstand the next attack."""
    t = words_of(lang)
    if strength is None:
        return part("pirates-watch", fitted(24, 404, t("No more attacks"), 20, 400, "t left"))
    body = fitted(20, 405, t("Next: {n}", n=strength), 21, 100, "t left")
    for seat, defence in enumerate(defences):
        x = 128 + 86 * seat
        safe = withstands(defence, strength)
        name = t("{seat}: defence {defence}", seat=SEAT_LETTERS[seat], defence=defence)
        name += ", " + (t("safe") if safe else t("in danger"))
        drawn = seat_mark(seat, x + 14, 398, 13) + at(
            x + 30, 374, shield(seat, defence, "w-green" if safe else "w-red"), 0.8
        )
        sign = f"M{x + 66} 404l4 6l9-13" if safe else f"M{x + 66} 398l11 11m0-11l-11 11"
        drawn += f'<path class="pen {"s-green" if safe else "s-crimson"}" d="{sign}"/>'
        body += named(name, drawn)
    return part("pirates-watch", body)
