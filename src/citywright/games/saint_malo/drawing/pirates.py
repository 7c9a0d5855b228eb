"""The pirates of Saint Malo: a ship that nears the town with every box, its attacks, who withstands."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, fitted, hit, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import cannon, seat_mark, shield
from citywright.draw.symbols import drawn_once
from citywright.engine.view import SEAT_LETTERS
from citywright.games.saint_malo.drawing.shapes import path, tick
from citywright.games.saint_malo.drawing.ships import ship, wreck
from citywright.games.saint_malo.rules.material import CANNON_POINTS
from citywright.games.saint_malo.rules.pirates import withstands
from citywright.games.saint_malo.text.names import words_of
from citywright.text.phrases import points_phrase

WIDTH, HEIGHT = 560, 320
HORIZON, WATER, SHORE = 92, 182, 426  # where the sky ends, where the ship swims, where the town begins
BOXES_TOP, BOX_ROOM = (
    200,
    398,
)  # of the boxes to be crossed: below the ship, from its first place to the shore
WATCH_TOP = 244
LETTERS = 24  # the smallest: 12 pixels where the panel is as narrow as the column of a desk, 288 pixels


@lru_cache(8)
def ground() -> Part:
    """Sky, sea, and the paper on which the defenders stand."""
    pen = Pen("chart", 0.8)
    far = [(24 + 78 * k, HORIZON + 10 + 7 * (k % 2)) for k in range(6)]
    near = [((k * 151 + 20) % 380, 116 + (k * 37) % 72) for k in range(11)]
    shoal = BOXES_TOP - 10
    clouds = "M36 78q4-15 20-11q8-13 24-5q14-4 17 9q8 1 8 7zM248 70q4-11 16-8q8-10 20-3q12-2 13 8q7 1 7 6z"
    return part(
        "pirates-ground",
        f'<clipPath id="pirates-clip"><rect width="{WIDTH}" height="{HEIGHT}" rx="18"/></clipPath>'
        '<g clip-path="url(#pirates-clip)">'
        f'<rect class="f-deep" width="{WIDTH}" height="{HORIZON}"/>'
        f'<rect class="f-sea" y="{HORIZON}" width="{WIDTH}" height="200"/>'
        f'<path class="f-shoal" d="M0 {shoal}q140-14 280 0t280-2V260H0Z"/>'
        f'<path class="f-shoal" d="{clouds}"/>',
        pen.waves(far, 5),
        pen.waves(near, 9),
        f'<rect class="f-card" y="{WATCH_TOP}" width="{WIDTH}" height="{HEIGHT - WATCH_TOP}"/></g>',
    )


# --- the attacks -------------------------------------------------------------------------


@lru_cache(64)
def heading(strength: int | None, left: int, lang: str) -> Part:
    """The next attack: its strength, and how many boxes are left until it comes."""
    t = words_of(lang)
    if strength is None:
        return part("pirates-heading", fitted(12, 38, t("No more attacks"), 27, 330, "t-light bold left"))
    words = t("Next attack: strength {n}", n=strength)
    when = t.plural("in {n} box", "in {n} boxes", left)
    return part(
        "pirates-heading",
        fitted(12, 34, words, 27, 330, "t-light bold left"),
        fitted(12, 65, when, LETTERS, 330, "t-light left"),
    )


@lru_cache(256)
def track(strengths: tuple[int, ...], attacks: int, lang: str) -> Part:
    """The strengths of all attacks: those that have been are crossed, the next is large."""
    t = words_of(lang)
    room = 180.0
    step = room / max(1, len(strengths) - 1) if len(strengths) > 6 else 36.0
    left = WIDTH - 26 - step * (len(strengths) - 1)
    pen = Pen("track", 0.4)
    body = f'<path class="pen s-foam" d="M{left:g} 32H{WIDTH - 26}"/>'
    for number, strength in enumerate(strengths):
        x = left + step * number
        if number < attacks:
            name = t("The attack of strength {n} is over (SM-52)", n=strength)
            drawn = pen.ring(x, 32, 16.5, "thin f-stone") + text(x, 40.4, strength, LETTERS)
            drawn += pen.lines([[(x + 13, 17), (x - 13, 47)]], "fat s-crimson")
        elif number == attacks:
            name = t("Next attack: strength {n}", n=strength) + " (SM-51)"
            drawn = pen.ring(x, 32, 20, "pen f-red") + text(x, 41.2, strength, 26, "t-light bold")
        else:
            name = t("A later attack: strength {n} (SM-51)", n=strength)
            drawn = pen.ring(x, 32, 16.5, "thin f-card") + text(x, 40.4, strength, LETTERS)
        body += named(name, drawn)
    return part("pirates-track", body)


@lru_cache(512)
def boxes(strength: int | None, length: int, crossed: int, lang: str) -> Part:
    """The boxes of the row that is being crossed; the last brings the attack."""
    if strength is None:
        return part("pirates-boxes")
    t = words_of(lang)
    pen = Pen("boxes", 0.6)
    size = min(30.0, BOX_ROOM / length - 6)
    corners = [(_box_middle(k, length) - size / 2, BOXES_TOP + 15 - size / 2) for k in range(length)]
    name = t(
        "Strength {strength}: {crossed} of {length} boxes crossed (SM-51)",
        strength=strength,
        crossed=crossed,
        length=length,
    )
    body = pen.boxes(corners[:-1], size, size, "thin f-card") + pen.boxes(
        corners[-1:], size, size, "fat s-crimson f-card"
    )
    if crossed:
        body += _crosses(pen, corners[:crossed], size)
    body += at(corners[-1][0] + size / 2, BOXES_TOP + 15, _blast(), size / 44)
    return part("pirates-boxes", named(name, hit(10, BOXES_TOP - 2, BOX_ROOM, 36) + body))


def _box_middle(number: int, length: int) -> float:
    return 14 + BOX_ROOM * (number + 0.5) / length


def _crosses(pen: Pen, corners: list[tuple[float, float]], size: float) -> str:
    """Quick crosses through boxes."""
    near, way, stray = size * 0.16, size * 0.68, pen.stray
    d = []
    for x, y in corners:
        d.append(f"M{x + near + stray():.1f} {y + near:.1f}l{way:.1f} {way + stray():.1f}")
        d.append(f"M{x + near + way:.1f} {y + near + stray():.1f}l{-way + stray():.1f} {way:.1f}")
    return f'<path class="fat s-crimson" d="{"".join(d)}"/>'


# --- the ship and the town ---------------------------------------------------------------


@lru_cache(256)
def ship_part(crossed: int, length: int, rows: int, lang: str) -> Part:
    """The ship: far away and small after an attack, before the walls and large at the last box."""
    t = words_of(lang)
    if crossed >= length * rows:
        return part("pirates-ship", named(t("No more attacks"), at(210, WATER, wreck())))
    steps = crossed % length
    left = length - steps
    way = steps / max(length - 1, 1)
    x = 58 + 290 * way
    far = HORIZON + 50  # its flag stays below the words in the sky
    y, size = far + (WATER - far) * way, 0.5 + 0.42 * way
    name = t.plural("{n} box to the next attack", "{n} boxes to the next attack", left) + " (SM-52)"
    drawn = f'<g class="moves" transform="translate({x:.1f} {y:.1f})">{ship(round(size, 2))}</g>'
    return part("pirates-ship", named(name, drawn))


@lru_cache(64)
def town(attacks: int, struck: bool, lang: str) -> Part:
    """The town behind its wall: a hole for every attack; it burns where the pirates have just struck."""
    t = words_of(lang)
    holes = "".join([at(HOLES[k % len(HOLES)][0], HOLES[k % len(HOLES)][1], _hole()) for k in range(attacks)])
    body = _town() + holes
    if struck:
        x, y = HOLES[(attacks - 1) % len(HOLES)]
        body += at(x, y, _blast(), 0.9)
    name = t.plural(
        "The pirates have attacked {n} time (SM-52)", "The pirates have attacked {n} times (SM-52)", attacks
    )
    return part("pirates-town", named(name, f'<g clip-path="url(#pirates-clip)">{body}</g>'))


HOLES = ((452, 190), (492, 212), (524, 178), (470, 224), (540, 218), (504, 170))


@drawn_once
def _town() -> str:
    """Roofs and a church behind a rampart with merlons, and rocks before it."""
    pen = Pen("town", 0.7)
    merlons: list[tuple[float, float]] = [(SHORE, WATCH_TOP)]
    for k in range(5):
        x = SHORE + 30 * k
        merlons += [(x, 142), (x + 18, 142), (x + 18, 154), (x + 30, 154)]
    courses = [[(SHORE + 2.0, y), (WIDTH + 4.0, y)] for y in (170.0, 188, 206, 224)]
    joints = [
        [(float(x), y), (float(x), y + 18)]
        for row, y in enumerate((170.0, 188, 206, 224))
        for x in range(SHORE + 14 + 14 * (row % 2), WIDTH, 32)
    ]
    rocks = [
        (SHORE - 24, WATCH_TOP + 2),
        (SHORE - 14, 226),
        (SHORE, 232),
        (SHORE + 16, 222),
        (SHORE + 40, WATCH_TOP + 2),
    ]
    return (
        pen.shape([(446, 150), (446, 122), (464, 104), (482, 122), (482, 150)], "pen w-plain")
        + pen.shape([(440, 124), (464, 98), (488, 124), (482, 127), (464, 108), (446, 127)], "pen w-red")
        + pen.shape(
            [(492, 150), (492, 112), (500, 112), (500, 92), (508, 72), (516, 92), (516, 150)], "pen w-violet"
        )
        + pen.lines([[(508, 72), (508, 62)], [(504, 66), (512, 66)]], "pen")
        + pen.shape([(516, 150), (516, 118), (536, 100), (560, 118), (566, 150)], "pen w-plain")
        + pen.shape([(510, 120), (537, 94), (572, 122), (566, 125), (537, 104), (516, 124)], "pen w-orange")
        + pen.shape([*merlons, (WIDTH + 6, 154), (WIDTH + 6, WATCH_TOP)], "pen w-stone")
        + pen.lines([*courses, *joints], "thin s-merlon")
        + pen.shape(rocks, "pen f-merlon")
    )


@drawn_once
def _hole() -> str:
    """Where a ball has struck the wall."""
    return (
        '<path class="thin" d="M-13-6L-7-4M12-9L7-5M13 8L8 5M-10 11L-6 7M2-14L1-8"/>'
        '<path class="pen f-dark" d="M-8-4L-2-9L6-7L9 1L4 8L-5 8L-9 3Z"/>'
    )


@drawn_once
def _blast() -> str:
    """A jagged burst."""
    outer = "M0-20L5-9L17-14L11-3L22 3L10 6L13 18L2 11L-7 20L-8 8L-21 9L-12 0L-20-9L-8-8Z"
    return path(outer, "pen f-orange") + path("M0-9L3-3L9-3L5 2L7 8L0 5L-6 9L-5 2L-10-2L-3-3Z", "f-gold")


# --- who withstands ----------------------------------------------------------------------


@lru_cache(1024)
def watch(strength: int | None, defences: tuple[int, ...], lang: str) -> Part:
    """Every seat's defence, and what the next attack would do to it."""
    share = (WIDTH - 12) / len(defences)
    drawn = [
        at(6 + share * (seat + 0.5), WATCH_TOP, _defender(seat, defence, strength, lang))
        for seat, defence in enumerate(defences)
    ]
    return part("pirates-watch", *drawn)


def _defender(seat: int, defence: int, strength: int | None, lang: str) -> str:
    """One seat, around x = 0."""
    t = words_of(lang)
    name = t("{seat}: defence {defence}", seat=SEAT_LETTERS[seat], defence=defence)
    safe = strength is None or withstands(defence, strength)
    fill = "w-green" if safe else "w-red"
    body = seat_mark(seat, -28, 39, LETTERS / 1.05) + at(-5, 10, shield(seat, "", fill), 0.94)
    body += text(22, 46, defence, 27)
    if strength is None:
        return named(name, body)
    if safe:
        name += ", " + t("safe from the next attack (SM-53)")
        body += tick(41, 58, 11)
    else:
        points = points_phrase(t, CANNON_POINTS)
        name += ", " + t("the next attack costs a cannon: {points} at the end (SM-53)", points=points)
        body += at(23, 43, cannon(0, True), 0.52)
    return named(name, body)
