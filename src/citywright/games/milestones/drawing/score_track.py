"""What all share beside the map: the score track with its end mark, the majorities, the supplies."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen, straight
from citywright.draw.pieces import house, sack, seat_mark
from citywright.engine.view import SEAT_LETTERS
from citywright.games.milestones.drawing.pieces import good, market, milestone
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.rules.turns import majority_points
from citywright.games.milestones.text.names import (
    PIECES,
    WORKERS,
    words_of,
)
from citywright.text.phrases import capital, points_phrase

WIDTH, HEIGHT = 560, 356
STEPS, ROW = 100, 20  # stones of the track, and how many are in a row
STONE, TRACK_TOP = 26.4, 22
TABLE_TOP, LINE = 186, 31
SUPPLY_X = 388


def points_per_stone(end_mark: int) -> int:
    """Points for each stone: one, unless a layout ends far beyond the track."""
    return 1 + (end_mark + 30) // (STEPS + 10)


def stone(points: int, each: int) -> tuple[float, float]:
    """The middle of the stone for so many points; rows run to and fro."""
    row, along = divmod(min(points // each, STEPS - 1), ROW)
    along = along if row % 2 == 0 else ROW - 1 - along
    return 29 + STONE * along, TRACK_TOP + 12 + STONE * row


@lru_cache(64)
def track(end_mark: int, lang: str) -> Part:
    """The track; every tenth stone has its number, the end mark a flag."""
    t = words_of(lang)
    each = points_per_stone(end_mark)
    pen = Pen("track", 0.6)
    spots = [stone(step * each, each) for step in range(STEPS)]
    plain = [(x - 11, y - 11) for step, (x, y) in enumerate(spots) if step % 10]
    tens = [(x - 12, y - 12) for x, y in spots[::10]]
    body = card(2, 2, WIDTH - 4, HEIGHT - 6, 18) + _way(spots)
    body += pen.boxes(plain, 22, 22, "thin s-faint f-paper")
    body += pen.boxes(tens, 24, 24, "thin f-stone")
    body += "".join([text(x, y + 5, 10 * k * each, 14) for k, (x, y) in enumerate(spots[::10])])
    x, y = stone(end_mark, each)
    label = t("The end at {points} (MS-80)", points=points_phrase(t, end_mark))
    flag = pen.rect(x - 12, y - 12, 24, 24, "pen f-red") + text(x, y + 5, end_mark, 14, "t-light bold")
    return part("score-track", body + named(label, flag))


def _way(spots: list[tuple[float, float]]) -> str:
    """The lane the stones lie on."""
    return f'<path class="s-lane" fill="none" stroke-width="9" d="{straight(spots, digits=0)}"/>'


@lru_cache(1024)
def marker(seat: int, name: str, points: int, below: int, end_mark: int, lang: str) -> Part:
    """A seat's marker; `below` counts the markers on the same stone that it lies on."""
    t = words_of(lang)
    x, y = stone(points, points_per_stone(end_mark))
    where = f"translate({x + 5 * below:.1f} {y - 6 * below:.1f})"
    body = f'<g class="moves" transform="{where}">{seat_mark(seat, 0, 0, 10)}</g>'
    return part(f"score-seat-{seat}", named(f"{name}: {points_phrase(t, points)}", body))


# --- majorities -----------------------------------------------------------------------------


@lru_cache(512)
def majority(kind: str, strengths: tuple[int, ...], lang: str) -> Part:
    """What each seat's workers of a kind count; who leads has it on gold with the points it would bring."""
    t = words_of(lang)
    row = KIND_NAMES.index(kind)
    y = TABLE_TOP + LINE * row
    name = capital(t(WORKERS[kind]))
    body = at(14, y - 3, good(kind), 0.56) + fitted(50, y + 21, name, 18, 118, "t left")
    best, totals = max(strengths), []
    gain = majority_points(strengths.count(best), len(strengths))
    for seat, strength in enumerate(strengths):
        x = 176 + 50 * seat
        leads = gain and strength == best
        if leads:
            body += f'<rect class="thin w-gold" x="{x:g}" y="{y + 1}" width="46" height="27" rx="8"/>'
        body += text(x + (14 if leads else 23), y + 22, strength, 20, "t" if strength else "t-soft")
        body += text(x + 33, y + 21, f"+{gain}", 14) if leads else ""
        totals.append(f"{SEAT_LETTERS[seat]} {strength}")
    return part(f"score-{kind}", named(f"{name}: {', '.join(totals)} (MS-82)", body))


@lru_cache(8)
def seats_above(seats: int) -> Part:
    """The marks of the seats above the table."""
    return part("score-seats", *[seat_mark(seat, 199 + 50 * seat, 173, 10) for seat in range(seats)])


@lru_cache(64)
def table_head(seats: int, lang: str) -> Part:
    """The seats above the majorities."""
    t = words_of(lang)
    pen = Pen("table", 0.5)
    body = pen.line([(16, 158), (544, 158)], "thin s-faint") + fitted(
        16, 180, t("Majorities"), 18, 150, "t left"
    )
    body += seats_above(seats).svg
    return part("score-head", body + fitted(SUPPLY_X + 12, 180, t("Supply"), 18, 140, "t left"))


# --- supplies -------------------------------------------------------------------------------


@lru_cache(512)
def supply(what: str, left: int, lang: str) -> Part:
    """How many pieces of a kind are left."""
    t = words_of(lang)
    place = ("road", "house", "market", "sack").index(what)
    x, y = SUPPLY_X + 6 + 80 * (place % 2), TABLE_TOP + 4 + 72 * (place // 2)
    icon = {
        "road": at(20, 26, milestone(0), 1.15),
        "house": at(-4, 2, house(0), 0.84),
        "market": at(20, 28, market(0), 1.05),
        "sack": at(-4, 0, sack(0), 0.84),
    }[what]
    cls = "t" if left > 2 else "t-loss"
    name = capital(t(PIECES[what]))
    body = at(x, y, icon + text(56, 38, left, 24, cls))
    return part(f"score-{what}", named(t("{piece}: {n} left (MS-44)", piece=name, n=left), body))
