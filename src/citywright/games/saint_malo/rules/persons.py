"""Persons of Saint Malo: what each brings by coming, and the houses of the architect."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.games.saint_malo.rules import material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import around, beside
from citywright.games.saint_malo.rules.walls import continue_walls

# By kind of person: the name of the event, and the rule.
EVENTS: Final[list[str]] = [
    "citizens",
    "soldiers",
    "priests",
    "architects",
    "merchants",
    "jugglers",
    "nobles",
]
RULES: Final[list[str]] = ["SM-40", "SM-41", "SM-42", "SM-43", "SM-44", "SM-45", "SM-46"]


def person_points(city: City, kind: i64, near: i64) -> i64:
    """The points a person brings by coming to a space with the spaces `near` around it."""
    if kind == material.CITIZEN:
        return 1  # SM-40
    if kind == material.PRIEST:
        return popcount(city.pieces[material.CHURCHES] & near)  # SM-42
    if kind == material.JUGGLER:
        return 2 * city.kinds_within(near)  # SM-45
    if kind == material.NOBLE:
        return 7  # SM-46
    return 0


def person_coins(city: City, kind: i64, near: i64) -> i64:
    """The coins a person brings by coming: a merchant's, one for each crate around (SM-44)."""
    return popcount(city.pieces[material.CRATES] & near) if kind == material.MERCHANT else 0


def houses_possible(city: City) -> i64:
    """SM-43: how many houses a new architect may build."""
    return min(material.MOST_HOUSES, city.logs)


def use_log(city: City) -> None:
    """SM-43: a log becomes a house, which brings points; where it stands is another matter."""
    city.logs -= 1
    city.points += material.HOUSE_POINTS


def await_person(position: Position, city: City, kind: i64) -> None:
    """SM-36, SM-34: a person may come to any empty space."""
    position.piece = kind
    position.allowed = city.empty
    position.phase = phases.PLACE_PERSON


def place_person(position: Position, city: City, space: i64, number: i64) -> None:
    """The person comes; an architect builds houses next."""
    kind: i64 = position.piece
    near: i64 = around(space)
    points: i64 = person_points(city, kind, near)
    coins: i64 = person_coins(city, kind, near)
    city.draw(kind, space)
    city.points += points
    city.coins += coins
    if position.trace is not None:
        position.tell(EVENTS[kind], position.seat, RULES[kind], points, coins, (number,))
    if kind == material.ARCHITECT:
        await_houses(position, city, houses_possible(city), near & city.empty)
    else:
        continue_walls(position, city)


def place_house(position: Position, city: City, space: i64, number: i64) -> None:
    """SM-43: the first house touches the architect, the others a house of this turn."""
    use_log(city)
    city.draw(material.HOUSES, space)
    if position.trace is not None:
        position.tell("houses", position.seat, "SM-43", material.HOUSE_POINTS, 0, (number,))
    position.group |= space
    await_houses(position, city, position.houses_left - 1, beside(position.group) & city.empty)


def await_houses(position: Position, city: City, houses: i64, allowed: i64) -> None:
    """So many houses may come to these spaces; without either the architect is done."""
    position.houses_left = houses
    position.allowed = allowed
    if houses > 0 and allowed:
        position.phase = phases.PLACE_HOUSE
    else:
        continue_walls(position, city)
