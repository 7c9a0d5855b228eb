"""The step of a turn in which a city is closed, and joined with another or not (MB-20 to MB-25)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.mauerbauer.rules import cities, codes, contents, counts, material, phases, scoring, turn
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.position import Position


def close_city(position: Position) -> None:
    """MB-20 to MB-22, once the turn's houses stand."""
    position.die_1 = material.NO_DIE
    position.die_2 = material.NO_DIE
    land: Land = position.land
    before: Land = land.clone() if position.trace is not None else land
    city: i64 = cities.close(land, position.wall_line)
    position.scored_city = city
    if city == 0:
        scoring.end_turn(position)
        return
    position.has_closed = 1
    position.tell("close", position.seat, "MB-20", 0, city, land.city_size(city))
    _tell_changes(position, before, "MB-21")
    _check_end(position)
    if cities.neighbours(land, city):
        position.phase = phases.JOIN_CITY
    else:
        scoring.begin_scoring(position)


def join_choices(position: Position) -> i64:
    """A mask of the cities that may be joined with the new one; bit 0: none of them (MB-24)."""
    return cities.neighbours(position.land, position.scored_city) | 1


def join_city(position: Position, code: i64) -> None:
    """JOIN_CITY: with one neighbour or none (MB-24); the joined city is scored (MB-25)."""
    city: i64 = code - codes.JOIN
    if city:
        land: Land = position.land
        before: Land = land.clone() if position.trace is not None else land
        cities.join(land, city)
        position.tell("join", position.seat, "MB-24", 0, city, position.scored_city)
        position.scored_city = city
        _tell_changes(position, before, "MB-24")
        _check_end(position)
    scoring.begin_scoring(position)


def _check_end(position: Position) -> None:
    """Does a closed or joined city end the game?"""
    if position.land.palaces == 0:
        turn.end_game_after_turn(position, material.END_PALACES)
    if position.land.free_lines == 0:  # MB-11
        turn.end_game_after_turn(position, material.END_LINES)


def _tell_changes(position: Position, before: Land, rule: str) -> None:
    """Report what went back to the supply, and the new palaces of the city."""
    if position.trace is None:
        return
    now = position.land
    walls = [
        line
        for line in range(len(now.lines))
        if before.lines[line] == contents.WALL and now.lines[line] != contents.WALL
    ]
    towers = [point for point in range(len(now.points)) if before.points[point] and not now.points[point]]
    if walls:
        position.tell_list("free walls", rule, walls)
    if towers:
        position.tell_list("free towers", rule, towers)
    for colour in range(material.HOUSE_COLOUR_COUNT):
        for _ in range(counts.count_of(before.palaces, colour) - counts.count_of(now.palaces, colour)):
            position.tell("palace", position.seat, "MB-22", 0, position.scored_city, colour)
