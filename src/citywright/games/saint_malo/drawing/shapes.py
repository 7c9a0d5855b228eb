"""The few plain shapes that Saint Malo's drawings are made of, drawn with a steady hand."""

from __future__ import annotations


def box(x: float, y: float, width: float, height: float, cls: str, radius: float = 0) -> str:
    """A rectangle with round corners."""
    return f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"/>'


def path(d: str, cls: str) -> str:
    """An outline, as SVG writes it."""
    return f'<path class="{cls}" d="{d}"/>'


def disc(x: float, y: float, radius: float, cls: str) -> str:
    """A circle."""
    return f'<circle class="{cls}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def tick(x: float, y: float, radius: float) -> str:
    """A green disc with a tick: all is well."""
    near = radius / 13
    sign = f"M{x - 6 * near:g} {y:g}l{4 * near:g} {6 * near:g}l{8 * near:g} {-11 * near:g}"
    return disc(x, y, radius, "pen f-green") + path(sign, "fat s-light")
