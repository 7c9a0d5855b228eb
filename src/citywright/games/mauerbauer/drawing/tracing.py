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
    """Where the house stands now: on the field beside this turn's wall, or wherever it may have been built.

    An action names the corner across from the wall. That wall stands, or else it was taken out of a city.
    Mostly one field fits; where several do all are told, since the picture does not tell them apart."""
    corner = next((number for number, point in enumerate(view.points) if point.name == apex), -1)
    if view.wall is not None:
        beside = [
            field for field in view.lines[view.wall].fields if _across(view, field, corner) == view.wall
        ]
        if found := _holding(view, beside, colour):
            return found
    across = {number: view.lines[_across(view, number, corner)].what for number in _fields_at(view, corner)}
    standing = [number for number, what in across.items() if what in ("wall", "city wall")]
    gone = [number for number, what in across.items() if what == "inside"]
    return _holding(view, standing, colour) or _holding(view, gone, colour)


def _fields_at(view: MauerbauerView, corner: int) -> list[int]:
    """The fields around a point."""
    return [number for number, field in enumerate(view.fields) if corner in field.points]


def _across(view: MauerbauerView, field: int, corner: int) -> int:
    """The line of a field across from one of its corners; -1 if it has no such corner."""
    points = view.fields[field].points
    ends = {*points} - {corner}
    if len(ends) == len(points):
        return -1
    return next(number for number, line in enumerate(view.lines) if {*line.points} == ends)


def _holding(view: MauerbauerView, fields: list[int], colour: str) -> list[str]:
    """What shows a house of a colour on these fields: a field, or the city that has taken it in."""
    found = []
    for number in fields:
        field = view.fields[number]
        if field.houses.get(colour):
            found.append(f"main-field-{number}")
        elif field.city:
            city = view.cities[field.city - 1]
            if colour in city.houses or colour in city.palaces:
                found.append(f"main-city-{city.number}-in")
    return list(dict.fromkeys(found))
