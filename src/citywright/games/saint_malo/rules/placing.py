"""Drawing a piece into the city of Saint Malo: crates and churches here, walls and persons by their modules.

Trusts that the action is legal; what is legal is in legal.py.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.games.saint_malo.rules import material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.persons import place_house, place_person
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import beside
from citywright.games.saint_malo.rules.turn import end_turn
from citywright.games.saint_malo.rules.walls import place_wall


def place(position: Position, number: i64) -> None:
    """Draw the piece that is awaited into the space of this number."""
    city: City = position.cities[position.seat]
    space: i64 = bit(number)
    phase: i64 = position.phase
    if phase == phases.PLACE_CRATE:
        place_crate(position, city, space, number)
    elif phase == phases.PLACE_WALL:
        place_wall(position, city, space, number)
    elif phase == phases.PLACE_CHURCH:
        place_church(position, city, space, number)
    elif phase == phases.PLACE_PERSON:
        place_person(position, city, space, number)
    else:
        place_house(position, city, space, number)


def place_crate(position: Position, city: City, space: i64, number: i64) -> None:
    """SM-31: the crates of a turn touch each other; the first went where all of them fit."""
    city.draw(material.CRATES, space)
    if position.trace is not None:
        position.tell("crate", position.seat, "SM-31", 0, 0, (number,))
    position.group |= space
    position.allowed = beside(position.group) & city.empty
    position.pieces_left -= 1
    if position.pieces_left == 0:
        end_turn(position)


def place_church(position: Position, city: City, space: i64, number: i64) -> None:
    """SM-35: one church with the number of the crosses used."""
    city.draw(material.CHURCHES + position.piece, space)
    if position.trace is not None:
        position.tell("church", position.seat, "SM-35", 0, 0, (number, position.piece))
    end_turn(position)
