"""The course of a game as pictures of the page's own width: chances to win with the mistakes, luck, points.

Places are given in per cent, so that letters and marks keep their shape on any screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from citywright.analysis.result import Ledger, PlyAnalysis
from citywright.engine.view import seat_letter
from citywright.match.match import Match
from citywright.server.pages.review.mistakes import MARKS, SIGNS
from citywright.server.pages.review.positions import Scene
from citywright.text import Words

DASHES = ("", "7 4", "2 4", "10 4 2 4", "14 4", "4 2")  # seats differ by line as well as by colour
LEAST_LUCK = 0.004  # of win chance: less cannot be seen
LEAST_BAND = 0.07  # of the height: a band that is lower has no room for its letter
FLAT = 0.004  # a curve that moves less goes straight on
GAP = 15.0  # per cent of the height between two labels


def chances_chart(scene: Scene, ledger: Ledger, now: int) -> str:
    """The chances of all seats on top of each other, the first seat's at the bottom, and the mistakes."""
    rows = [*(ply.chances for ply in ledger.plies), ledger.final_chances]
    plies = max(1, len(rows) - 1)
    kept = _bends(rows)
    seats = range(len(ledger.final_chances))
    areas = ""
    for seat in seats:
        upper = [f"{at} {100 - 100 * sum(rows[at][: seat + 1]):.1f}" for at in kept]
        lower = [f"{at} {100 - 100 * sum(rows[at][:seat]):.1f}" for at in reversed(kept)]
        areas += f'<path class="area of-{seat}" d="M{"L".join([*upper, *lower])}z"/>'
        if seat:
            areas += f'<path class="edge" d="M{"L".join(lower)}"/>'
    letters = "".join(
        f'<text class="band" x="7" y="{_middle(rows[0], seat):.1f}%" dy="5">{seat_letter(seat)}</text>'
        for seat in seats
        if rows[0][seat] > LEAST_BAND
    )
    marks = "".join(_mark(scene, found, plies) for found in ledger.plies if found.mark in SIGNS)
    half = '<line class="half" x1="0" x2="100%" y1="50%" y2="50%"/>'
    names = zip(scene.names, ledger.final_chances, strict=True)
    shares = [(name, scene.t("{share}%", share=round(100 * chance))) for name, chance in names]
    result = ", ".join(f"{name} {share}" for name, share in shares)
    label = scene.t("Chances to win, step by step; at the end: {result}", result=result)
    return _chart("chances", label, plies, now, _stretched(plies, areas) + half + letters, marks)


def luck_chart(scene: Scene, ledger: Ledger, seat: int, now: int) -> str:
    """What each roll or draw brought to a seat: bars upwards for luck, downwards for bad luck."""
    plies = max(1, len(ledger.plies))
    worth = {found.ply: found.luck[seat] for found in ledger.plies if found.luck}
    most = max([0.02, *(abs(luck) for luck in worth.values())])
    width = max(100 / plies, 0.35)
    bars = ""
    for ply, luck in worth.items():
        if abs(luck) < LEAST_LUCK:
            continue
        height = max(50 * abs(luck) / most, 4)
        top = 50 - height if luck > 0 else 50
        bars += (
            f'<rect class="{"lucky" if luck > 0 else "unlucky"}" x="{100 * ply / plies:.2f}%" '
            f'y="{top:.1f}%" width="{width:.2f}%" height="{height:.1f}%"/>'
        )
    zero = '<line class="half" x1="0" x2="100%" y1="50%" y2="50%"/>'
    total = scene.t(
        "Luck of {name}: {total}", name=scene.names[seat], total=signed(ledger.seats[seat].luck, scene.t)
    )
    return _chart("luck", total, plies, now, zero + bars)


def points_chart(match: Match, names: Sequence[str], t: Words, now: int) -> str:
    """The points of all seats as lines."""
    rows = points_by_ply(match)
    plies = max(1, len(rows) - 1)
    low = min(0, *(min(row) for row in rows))
    high = max(10, *(max(row) for row in rows))

    def y(points: float) -> float:
        return 96 - 92 * (points - low) / (high - low)

    kept = [0, *(at for at in range(1, plies) if rows[at - 1] != rows[at] or rows[at] != rows[at + 1]), plies]
    lines = ""
    for seat in range(match.seats):
        path = " ".join(f"{at},{y(rows[at][seat]):.1f}" for at in dict.fromkeys(kept))
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        lines += f'<polyline class="curve of-{seat}" points="{path}"{dash}/>'
    step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / s <= 4)
    grid = "".join(
        f'<line class="grid" x1="0" x2="100%" y1="{y(value):.1f}%" y2="{y(value):.1f}%"/>'
        f'<text class="tick" x="2" y="{y(value):.1f}%" dy="-2">{_number(value)}</text>'
        for value in range(-(-low // step) * step, high + 1, step)
    )
    heights = _spread([y(points) for points in rows[-1]])
    labels = "".join(
        f'<text class="curve-name" x="100%" dx="12" y="{heights[seat]:.1f}%" dy="5">'
        f"{seat_letter(seat)} {_number(points)}</text>"
        for seat, points in enumerate(rows[-1])
    )
    result = ", ".join(f"{name} {points}" for name, points in zip(names, rows[-1], strict=True))
    label = t("Points step by step: {result}", result=result)
    return _chart("points", label, plies, now, grid + _stretched(plies, lines), labels)


def points_by_ply(match: Match) -> list[list[int]]:
    """The points of all seats before each ply, and at the end."""
    points = [0] * match.seats
    rows = [list(points)]
    for ply in match.plies:
        for event in ply.events:
            if event.points:
                points[event.seat] += event.points
        rows.append(list(points))
    return rows


def signed(chance: float, t: Words) -> str:
    """A difference of chances in per cent, with its sign."""
    share = round(100 * chance)
    return t("{share}%", share=f"{'−' if share < 0 else '+' if share else '±'}{abs(share)}")


# --- pieces ---------------------------------------------------------------------------


def _chart(name: str, label: str, plies: int, now: int, drawn: str, marks: str = "") -> str:
    """A chart with the mark of the position that is shown, and the area that takes clicks."""
    x = f"{100 * now / plies:.3f}%"
    return (
        f'<svg class="chart {name}" role="group" aria-label="{escape(label)}">{drawn}'
        f'<line class="halo" x1="{x}" x2="{x}" y1="0" y2="100%"/>'
        f'<line class="now" x1="{x}" x2="{x}" y1="0" y2="100%"/>'
        f'<rect class="hit strip" width="100%" height="100%" data-plies="{plies}"/>{marks}</svg>'
    )


def _stretched(plies: int, drawn: str) -> str:
    """What may be stretched: plies from left to right, 100 from the top to the bottom."""
    return (
        f'<svg viewBox="0 0 {plies} 100" preserveAspectRatio="none" width="100%" height="100%">{drawn}</svg>'
    )


def _bends(rows: Sequence[Sequence[float]]) -> list[int]:
    """The plies at which a curve bends: between them it is straight."""
    kept = [0]
    for at in range(1, len(rows) - 1):
        differs = any(abs(a - b) > FLAT for a, b in zip(rows[at], rows[kept[-1]], strict=True))
        bends = any(abs(a - b) > FLAT for a, b in zip(rows[at], rows[at + 1], strict=True))
        if differs or bends:
            kept.append(at)
    return [*kept, len(rows) - 1] if len(rows) > 1 else kept


def _middle(chances: Sequence[float], seat: int) -> float:
    """The height of the middle of a seat's band, in per cent from the top."""
    return 100 - 100 * (sum(chances[:seat]) + chances[seat] / 2)


def _mark(scene: Scene, found: PlyAnalysis, plies: int) -> str:
    """A mistake on the chart, as a link to it."""
    x = f"{100 * found.ply / plies:.2f}%"
    y = f"{min(88.0, max(12.0, _middle(found.chances, found.actor))):.1f}%"
    address = escape(scene.to(found.ply))
    words = scene.t(
        "{mark} of {name} at step {ply}: {lost}",
        mark=scene.t(MARKS[found.mark]),
        name=scene.names[found.actor],
        ply=found.ply,
        lost=signed(-found.lost, scene.t),
    )
    about = f'href="{address}" data-ply="{found.ply}" aria-label="{escape(words)}"'
    if found.mark == "inaccuracy":
        return (
            f'<a class="sign slight of-{found.actor}" tabindex="-1" {about}><title>{escape(words)}</title>'
            f'<circle cx="{x}" cy="{y}" r="3.5"/></a>'
        )
    return (
        f'<a class="sign {found.mark} of-{found.actor}" {about}><title>{escape(words)}</title>'
        f'<circle class="hit" cx="{x}" cy="{y}" r="14"/><circle cx="{x}" cy="{y}" r="9"/>'
        f'<text x="{x}" y="{y}" dy="5">{SIGNS[found.mark]}</text></a>'
    )


def _number(points: int) -> str:
    return str(points) if points >= 0 else f"−{-points}"


def _spread(heights: list[float]) -> list[float]:
    """Labels moved apart so that none covers another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + GAP)
    overflow = max(0.0, placed[order[-1]] - 96)
    return [height - overflow for height in placed]
