"""Where a picture shows what an action has changed: the parts of its wall, tower, house or city."""

from __future__ import annotations

from citywright.engine.view import View
from citywright.games.mauerbauer.view import MauerbauerView


def traces(words: str, _seat: int, view: View) -> list[str]:
    """The ids of parts on the map; nothing for cards, dice and whatever is no longer there."""
    assert isinstance(view, MauerbauerView)
    verb, *rest = words.split(" ")
    if verb == "wall":
        return _wall(view, rest)
    if verb == "tower":
        return [
            f"main-tower-{number}"
            for number, point in enumerate(view.points)
            if point.name == rest[0] and point.tower == rest[1]
        ]
    if verb == "house":
        return _house(view, *rest)
    if verb in ("join", "city") and rest[0] != "none":
        number = int(rest[0])
        return [f"main-city-{number}"] if number <= len(view.cities) else []
    return []


def _wall(view: MauerbauerView, ends: list[str]) -> list[str]:
    """The wall, or the city in which it stood."""
    for number, line in enumerate(view.lines):
        if [view.points[point].name for point in line.points] == ends:
            if line.what in ("wall", "city wall"):
                return [f"main-wall-{number}"]
            if line.what == "inside":
                return [f"main-city-{view.fields[line.fields[0]].city}"]
    return []


def _house(view: MauerbauerView, apex: str, colour: str) -> list[str]:
    """The field beside this turn's wall; later the only field at that corner with such a house."""
    corner = next((number for number, point in enumerate(view.points) if point.name == apex), -1)
    beside = [] if view.wall is None else view.lines[view.wall].fields
    fields = [field for field in beside if corner in view.fields[field].points and corner not in _ends(view)]
    if not fields:
        fields = [
            number
            for number, field in enumerate(view.fields)
            if corner in field.points and field.houses.get(colour)
        ]
    if len(fields) != 1:
        return []
    city = view.fields[fields[0]].city
    if city:
        return [f"main-city-{city}-in"]
    return [f"main-field-{fields[0]}"] if view.fields[fields[0]].houses.get(colour) else []


def _ends(view: MauerbauerView) -> tuple[int, ...]:
    """The ends of this turn's wall."""
    return () if view.wall is None else view.lines[view.wall].points
