"""A rating and its interval over time, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from citywright.ratings import Rating, shown
from citywright.server.known.people import Point
from citywright.server.pages.people.asking import day_of
from citywright.text import Words

WIDTH, HEIGHT = 560, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 12, 30
MOST_POINTS = 200  # more cannot be seen in its width
STEPS = (50, 100, 200, 500, 1000)


def curve(points: Sequence[Point], t: Words) -> str:
    """The curve of a rating, with words for those who do not see it; nothing for fewer than two games."""
    if len(points) < 2:
        return ""
    drawn = _some(points)
    low, high = min(shown(p.rating.low) for p in drawn), max(shown(p.rating.high) for p in drawn)
    step = next((size for size in STEPS if (high - low) / size <= 5), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    first, last = drawn[0].time, drawn[-1].time

    def x(point: Point) -> float:
        part = (point.time - first) / (last - first) if last > first else drawn.index(point) / len(drawn)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def line(values: Sequence[tuple[Point, float]]) -> str:
        return " ".join(f"{x(point):.1f},{y(shown(value)):.1f}" for point, value in values)

    upper = [(point, point.rating.high) for point in drawn]
    lower = [(point, point.rating.low) for point in reversed(drawn)]
    grid = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{y(value) + 6:.1f}">{value}</text>'
        for value in range(low, high + 1, step)
    )
    return (
        f'<svg class="rating-curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(in_words(points, t))}">{grid}'
        f'<polygon class="sure" points="{line(upper)} {line(lower)}"/>'
        f'<polyline class="mean" points="{line([(point, point.rating.mu) for point in drawn])}"/>'
        f'<text class="axis" x="{LEFT}" y="{HEIGHT - 6}">{day_of(first)}</text>'
        f'<text class="axis end" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}">{day_of(last)}</text></svg>'
    )


def in_words(points: Sequence[Point], t: Words) -> str:
    """What the curve shows, in a sentence."""
    best = max(points, key=lambda point: point.rating.mu)
    return t(
        "Rating over {n} games: {first} on {begin}, highest {best} on {day}, now {now} ({low} to {high})",
        n=len(points),
        first=shown(points[0].rating.mu),
        begin=day_of(points[0].time),
        best=shown(best.rating.mu),
        day=day_of(best.time),
        now=shown(points[-1].rating.mu),
        **interval(points[-1].rating),
    )


def interval(rating: Rating) -> dict[str, int]:
    """The ends of a rating's interval as people are shown them."""
    return {"low": shown(rating.low), "high": shown(rating.high)}


def _some(points: Sequence[Point]) -> list[Point]:
    """As many points as can be seen, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return list(points)
    last = len(points) - 1
    return [points[number * last // MOST_POINTS] for number in range(MOST_POINTS + 1)]
