"""The end of Saint Malo: when it comes, the final points, who has won."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.state import CHANCE, Standing, ranks_of
from citywright.games.saint_malo.rules import material, phases
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.position import Position

PASSED_ROUNDS: Final = 3  # SM-60


def has_full_city(position: Position) -> bool:
    """Has somebody filled every space?"""
    return any(city.empty == 0 for city in position.cities)


def is_last_round(position: Position) -> bool:
    """SM-60, asked when a round is over."""
    return position.passes >= PASSED_ROUNDS * position.seat_count or has_full_city(position)


def has_turn_left(position: Position, seat: i64) -> bool:
    """SM-60: whether a seat has this or another turn. All have, until a city is full and the round ends."""
    if not has_full_city(position):
        return True
    seats: i64 = position.seat_count
    return (seat - position.start + seats) % seats >= (position.seat - position.start + seats) % seats


# --- SM-61: what counts at the end ------------------------------------------------------


def full_city_points(city: City) -> i64:
    return material.FULL_CITY_POINTS if city.empty == 0 else 0


def coin_points(city: City) -> i64:
    return city.coins // 2


def cannon_points(city: City) -> i64:
    return material.CANNON_POINTS * city.lost_cannons


def end_points(board: Board, city: City) -> i64:
    """All points that a city gets when the game ends."""
    return (
        full_city_points(city)
        + coin_points(city)
        + city.logs
        + city.church_points(board.series)
        + cannon_points(city)
    )


def finish(position: Position) -> None:
    """The game is over: give the final points."""
    position.phase = phases.GAME_OVER
    position.dice = 0
    position.tell("end", CHANCE, "SM-60")
    for seat, city in enumerate(position.cities):
        if position.trace is not None:
            tell_end_points(position, seat, city)
        city.points += end_points(position.board, city)


def tell_end_points(position: Position, seat: i64, city: City) -> None:
    """Report where the final points of a seat come from."""
    position.tell("full city", seat, "SM-61", full_city_points(city))
    position.tell("coins", seat, "SM-61", coin_points(city), 0, (city.coins,))
    position.tell("logs", seat, "SM-61", city.logs, 0, (city.logs,))
    position.tell("churches", seat, "SM-62", city.church_points(position.board.series))
    position.tell("cannons", seat, "SM-61", cannon_points(city), 0, (city.lost_cannons,))


def standing(position: Position) -> Standing:
    """SM-63: most points, then more empty spaces."""
    keys: list[tuple[int, ...]] = [(city.points, popcount(city.empty)) for city in position.cities]
    return Standing(ranks_of(keys), material.FULL_CITY if has_full_city(position) else material.PASSES)
