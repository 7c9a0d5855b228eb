"""The score sheet as HTML, and the plot of points over the turns as SVG, from a match."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from citywright.engine.view import seat_letter
from citywright.game_parts import text_of
from citywright.match.match import Match
from citywright.server.templates import fragment
from citywright.text import Words

WIDTH, HEIGHT = 560, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 76, 12, 30
DASHES = ("", "7 4", "2 4", "10 4 2 4", "14 4", "4 2")  # seats differ by line as well as by colour
MOST_POINTS = 220  # of a line: more cannot be seen in its width


def score_table(match: Match, names: Sequence[str], t: Words, profiles: tuple[str, ...] = ()) -> str:
    """For each source of points what every seat got from it. Names lead to profiles, where there are any."""
    sheet = match.score_sheet()
    text = text_of(match.game)
    sources = dict.fromkeys(source for column in sheet for source in column)
    rows = tuple(
        (text.source_name(source, t.lang), tuple(column.get(source, 0) for column in sheet))
        for source in sources
        if any(column.get(source) for column in sheet)
    )
    scores, ranks = match.state.scores(), match.state.standing().ranks
    named = tuple(zip(names, profiles or ("",) * len(names), strict=True))
    return fragment("ending.html", "score_table", t.lang, named, rows, tuple(scores), tuple(ranks))


def _number(points: int) -> str:
    return str(points) if points >= 0 else f"−{-points}"


def points_by_turn(match: Match) -> list[list[int]]:
    """For each seat its points when each turn ended, beginning with none."""
    points = [0] * match.seats
    curve = [[0] for _ in range(match.seats)]
    turn = 0
    for ply in match.plies:
        if ply.turn != turn:
            turn = ply.turn
            for seat in range(match.seats):
                curve[seat].append(points[seat])
        for event in ply.events:
            if event.points:
                points[event.seat] += event.points
    for seat in range(match.seats):
        curve[seat].append(points[seat])
    return curve


def turn_starts(match: Match) -> list[int]:
    """The plies at which turns begin, the beginning and the end included: a point of the curve for each."""
    starts = [0]
    turn = 0
    for number, ply in enumerate(match.plies):
        if ply.turn != turn:
            turn = ply.turn
            starts.append(number)
    return [*starts, match.ply]


def plot(match: Match, names: Sequence[str], t: Words) -> str:
    """A line for each seat: points over the turns."""
    curve = points_by_turn(match)
    turns = max(len(curve[0]) - 1, 1)
    low = min(0, *(min(line) for line in curve))
    high = max(10, *(max(line) for line in curve))
    step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / s <= 6)
    across = (WIDTH - LEFT - RIGHT) / turns
    up = (HEIGHT - TOP - BOTTOM) / (high - low)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) * up

    grid = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{y(value) + 6:.1f}">{_number(value)}</text>'
        for value in range(-(-low // step) * step, high + 1, step)
    )
    drawn = range(turns + 1) if turns <= MOST_POINTS else _evenly(turns)
    lines = ""
    heights = _spread([y(line[-1]) for line in curve])
    for seat, line in enumerate(curve):
        path = " ".join(f"{LEFT + at * across:.1f},{y(line[at]):.1f}" for at in drawn)
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        lines += (
            f'<polyline class="curve of-{seat}" points="{path}"{dash}/>'
            f'<text class="curve-name" x="{WIDTH - RIGHT + 8}" y="{heights[seat] + 6:.1f}">'
            f"{seat_letter(seat)} {_number(line[-1])}</text>"
        )
    label = t(
        "Points turn by turn: {result}",
        result=", ".join(f"{name} {line[-1]}" for name, line in zip(names, curve, strict=True)),
    )
    axis = escape(t("Turns"))
    svg = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{grid}{lines}'
        f'<text class="axis" x="{LEFT}" y="{HEIGHT - 6}">{axis} →</text></svg>'
    )
    return fragment("ending.html", "plot", t.lang, svg)


def _evenly(turns: int) -> list[int]:
    """As many turns as can be seen in a plot, the first and the last among them."""
    return [number * turns // MOST_POINTS for number in range(MOST_POINTS + 1)]


def _spread(heights: list[float], gap: float = 20.0) -> list[float]:
    """Labels moved apart so that none covers another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + gap)
    overflow = max(0.0, placed[order[-1]] - (HEIGHT - BOTTOM))
    return [height - overflow for height in placed]
