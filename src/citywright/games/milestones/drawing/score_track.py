"""What all share beside the map: how near the end is, who leads which majority, and the supplies."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import seat_mark
from citywright.engine.view import SEAT_LETTERS
from citywright.games.milestones.drawing.pieces import good, home, market, milestone, mill_sack
from citywright.games.milestones.drawing.workers import bust
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.rules.turns import majority_points
from citywright.games.milestones.text.names import CARDS, WORKERS, words_of
from citywright.text.phrases import capital, points_phrase

WIDTH = 560
START, LONG, TRACK = 26, 508, 33  # where the track begins, how long it is, and how high up
CLOSE = 3  # points: markers nearer than this lie on each other
CAPTION = 89  # the baseline of the words above the table
TABLE_TOP, HEAD, LINE = 93, 37, 29
COLUMN, BROAD = 52, 101  # the first column of the table, and how broad all are
SCARCE = 3  # supplies of so many pieces and fewer are red


def height(seats: int) -> int:
    """Of the panel, for so many seats."""
    return TABLE_TOP + HEAD + LINE * seats + 54


def along(points: int, end_mark: int) -> float:
    """Where so many points are on the track; it goes a little beyond the end mark."""
    return START + LONG * min(points / (end_mark * 1.15), 1.0)


@lru_cache(64)
def base(seats: int, end_mark: int, lang: str) -> Part:
    """The track with its end mark, the caption of the table, the seats beside it."""
    t = words_of(lang)
    pen = Pen("track", 0.4)
    whole = height(seats)
    body = card(0, 0, WIDTH, whole - 3, 14)
    road = f"M{START} {TRACK}h{LONG}"
    body += f'<path class="s-ink" fill="none" stroke-width="13" stroke-linecap="round" d="{road}"/>'
    body += f'<path class="s-paving" fill="none" stroke-width="9" stroke-linecap="round" d="{road}"/>'
    step = 10 if end_mark <= 100 else 10 * (1 + end_mark // 80)
    for points in range(0, end_mark, step):
        x = along(points, end_mark)
        body += f'<path class="pen" d="M{x:.0f} {TRACK - 4}v8"/>'
        if end_mark - points > step * 0.6:
            body += text(round(x), TRACK + 31, points, 20, "t-soft")
    x = along(end_mark, end_mark)
    flag = pen.line([(x, TRACK + 14), (x, TRACK - 27)], "fat") + pen.shape(
        [(x, TRACK - 27), (x + 28, TRACK - 20), (x, TRACK - 11)], "pen f-red"
    )
    flag += text(round(x), TRACK + 32, end_mark, 22)
    body += named(t("The end at {points} (MS-80)", points=points_phrase(t, end_mark)), flag)
    caption = t("Workers, and points for the majority")
    body += fitted(WIDTH / 2, CAPTION, caption, 20, WIDTH - 40, "t-soft")
    for seat in range(seats):
        y = TABLE_TOP + HEAD + LINE * seat
        body += pen.line([(14, y - 1), (WIDTH - 14, y - 1)], "thin s-faint")
    body += seats_beside(seats) + pen.line([(14, whole - 55), (WIDTH - 14, whole - 55)], "thin s-faint")
    return part("score-track", body)


def seats_beside(seats: int) -> str:
    """The marks of the seats beside the table."""
    top = TABLE_TOP + HEAD + LINE / 2
    return "".join([seat_mark(seat, 29, top + LINE * seat, 12, False) for seat in range(seats)])


@lru_cache(1024)
def marker(seat: int, name: str, points: int, below: int, end_mark: int, lang: str) -> Part:
    """A seat's marker; `below` counts the markers near its place that it lies on."""
    t = words_of(lang)
    x, y = along(points, end_mark) + 9 * below, TRACK - 5 * below
    body = f'<g class="moves" transform="translate({x:.1f} {y:.1f})">{seat_mark(seat, 0, 0, 13, False)}</g>'
    return part(f"score-seat-{seat}", named(f"{name}: {points_phrase(t, points)}", body))


# --- majorities -----------------------------------------------------------------------------


@lru_cache(512)
def majority(kind: str, strengths: tuple[int, ...], lang: str) -> Part:
    """What each seat's workers of a kind count; who leads has it on gold with the points it would bring."""
    t = words_of(lang)
    x = COLUMN + BROAD * KIND_NAMES.index(kind)
    name = capital(t(WORKERS[kind]))
    body = at(x + 18, TABLE_TOP, bust(kind), 0.53) + at(x + 54, TABLE_TOP + 7, good(kind), 0.5)
    best, totals = max(strengths), []
    gain = majority_points(strengths.count(best), len(strengths))
    for seat, strength in enumerate(strengths):
        y = TABLE_TOP + HEAD + LINE * seat
        leads = gain and strength == best
        if leads:
            body += (
                f'<rect class="thin w-gold" x="{x + 8}" y="{y + 1}" width="{BROAD - 16}" height="26" rx="9"/>'
            )
        at_x = x + (30 if leads else BROAD / 2)
        body += text(at_x, y + 22, strength, 23, "t" if strength else "t-soft")
        body += text(x + 66, y + 21, f"+{gain}", 20) if leads else ""
        totals.append(f"{SEAT_LETTERS[seat]} {strength}")
    label = t(
        "{worker}: {totals}; most at the end bring 5 points (MS-82)", worker=name, totals=", ".join(totals)
    )
    return part(f"score-{kind}", named(label, body))


# --- supplies -------------------------------------------------------------------------------


@lru_cache(512)
def supply(what: str, left: int, seats: int, lang: str) -> Part:
    """How many pieces of a kind are left."""
    t = words_of(lang)
    place = ("road", "house", "market", "sack", "tile").index(what)
    x, y = 22 + 107 * place, height(seats) - 51
    cls = "t left" if left > SCARCE else "t-loss left"
    body = at(x, y, supply_icon(what), 0.82) + text(x + 52, y + 33, left, 26, cls)
    if what == "tile":
        label = t("Tiles to hire: {n}; hiring the last one triggers the end (MS-80)", n=left)
    else:
        label = t("{piece}: {n} left (MS-44)", piece=t(CARDS[what]), n=left)
    return part(f"score-{what}", named(label, body))


@lru_cache(8)
def supply_icon(what: str) -> str:
    """A piece of the supply in a box of 58 by 58."""
    if what == "tile":
        return tile_icon()
    return {
        "road": at(29, 30, milestone(0), 1.35),
        "house": at(29, 32, home(0), 1.35),
        "market": at(29, 31, market(0), 1.25),
        "sack": mill_sack(),
    }[what]


def tile_icon() -> str:
    """A worker tile, simple: two heads side by side."""
    pen = Pen("tile icon", 0.4)
    heads = [f"M{x} 45q0-13 9-13t9 13zM{x + 3} 25a6 6.5 0 1 1 12 0a6 6.5 0 1 1-12 0" for x in (9, 31)]
    return (
        pen.rect(3, 10, 52, 40, "pen f-paper")
        + pen.line([(29, 11), (29, 49)], "thin")
        + f'<path class="f-brown" d="{"".join(heads)}"/>'
    )
