"""Walls of Saint Malo: placing them, and what the tower of a complete side gives."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.saint_malo.rules import material, phases
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import OUTER, side_of
from citywright.games.saint_malo.rules.turn import end_turn


def wall_spaces(city: City) -> i64:
    """SM-26, SM-32: where a wall may stand: on any empty outer space."""
    return city.empty & OUTER


def place_wall(position: Position, city: City, space: i64, number: i64) -> None:
    """SM-32, SM-33: a side that is complete gives its bonus before the next wall."""
    city.draw(material.WALLS, space)
    if position.trace is not None:
        position.tell("wall", position.seat, "SM-32", 0, 0, (number,))
    position.pieces_left -= 1
    side: i64 = side_of(space)
    if city.is_complete(side) and take_bonus(position, city, side):
        position.piece = side
        position.allowed = 0
        position.phase = phases.CHOOSE_BONUS
    else:
        continue_walls(position, city)


def take_bonus(position: Position, city: City, side: i64) -> bool:
    """Take the bonus of a side and report it; true if a person must still be chosen."""
    points: i64 = city.points
    coins: i64 = city.coins
    person: bool = give_bonus(position.board, city, side)
    if position.trace is not None:
        position.tell("wall bonus", position.seat, "SM-33", city.points - points, city.coins - coins, (side,))
    return person


def give_bonus(board: Board, city: City, side: i64) -> bool:
    """SM-33: a city gets the points or coins of a complete side; true if it gives a person instead.

    The person is lost if no space is empty (SM-34).
    """
    bonus: i64 = board.bonuses[side]
    if bonus == material.GIVES_COINS:
        city.coins += board.bonus_amounts[side]
        return False
    if bonus == material.GIVES_POINTS:
        city.points += board.bonus_amounts[side]
        return False
    return city.empty != 0


def continue_walls(position: Position, city: City) -> None:
    """Go on with the walls of the turn; it ends without any, or without a space for them (SM-33)."""
    position.piece = 0
    position.houses_left = 0
    position.group = 0
    position.allowed = wall_spaces(city)
    if position.pieces_left > 0 and position.allowed:
        position.phase = phases.PLACE_WALL
    else:
        end_turn(position)
