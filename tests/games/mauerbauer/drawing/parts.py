"""What tests of the pictures of Die Mauerbauer look at: parts by their ids, and where points are."""

from __future__ import annotations

from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing.coordinates import Chart, chart_of
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.view import MauerbauerView
from tests.games.mauerbauer.table import Table


def drawn(table: Table, seat: int = 0, lang: str = "en") -> dict[str, str]:
    """Every part of a picture by its id."""
    shown = panels(GAME.view(table.state, seat), lang)
    parts = {part.id: part.svg for panel in shown for part in panel.parts}
    lines = shown[0]._replace(parts=tuple(part for part in shown[0].parts if part.id == "main-lines"))
    return parts | ({"main-lines": lines.body} if lines.parts else {})  # with the walls that are offered


def chart_in(seen: MauerbauerView) -> Chart:
    return chart_of(
        tuple((point.name, point.x, point.y, point.water) for point in seen.points),
        tuple(line.points for line in seen.lines),
        tuple((field.points, field.region) for field in seen.fields),
    )
