"""A slow recount of a Saint Malo position from scratch: what is wrong with it. For tests, not for play."""

from __future__ import annotations

from citywright.engine.bits import popcount
from citywright.engine.state import State
from citywright.games.saint_malo.notation import spaces_of
from citywright.games.saint_malo.rules.city import CITY, OUTER, SIDES, Board, City
from citywright.games.saint_malo.rules.codes import (
    ARCHITECT,
    CHURCHES,
    CITIZEN,
    CRATES,
    FINISHED,
    GIVES_POINTS,
    HOUSES,
    JUGGLER,
    NOBLE,
    PIECE_KINDS,
    PLACE_CHURCH,
    PLACE_CRATE,
    PLACE_HOUSE,
    PLACE_PERSON,
    PLACE_WALL,
    PRIEST,
    SOLDIER,
    WALLS,
)
from citywright.games.saint_malo.rules.state import SaintMalo


def audit(state: State) -> list[str]:
    """Everything that is wrong with a state."""
    assert isinstance(state, SaintMalo)
    wrong: list[str] = _audit_table(state)
    for seat, city in enumerate(state.cities):
        found = _audit_spaces(city, state.board) + _audit_stores(city, state)
        wrong += [f"seat {seat}: {problem}" for problem in found]
    return wrong


def _audit_table(state: SaintMalo) -> list[str]:
    """Turn order, pirates, the piece in hand."""
    wrong: list[str] = []
    board = state.board
    if (
        state.turn
        and state.phase != FINISHED
        and state.seat != (state.start + state.turn - 1) % state.seat_count
    ):
        wrong.append(f"seat {state.seat} cannot have turn {state.turn} when seat {state.start} began")
    most_boxes = board.boxes[state.seat_count] * len(board.strengths)
    if not 0 <= state.boxes <= most_boxes:
        wrong.append(f"{state.boxes} pirate boxes of {most_boxes} are crossed")
    placing = state.phase in (PLACE_CRATE, PLACE_WALL, PLACE_CHURCH, PLACE_PERSON, PLACE_HOUSE)
    empty = state.cities[state.seat].empty
    if placing and (not state.allowed or state.allowed & ~empty):
        wrong.append(f"the next piece may go to {spaces_of(state.allowed)}, empty is {spaces_of(empty)}")
    if not placing and state.allowed:
        wrong.append(f"{spaces_of(state.allowed)} are offered although nothing is to be placed")
    full = any(city.empty == 0 for city in state.cities)
    if state.phase == FINISHED and not full and state.passes < 3 * state.seat_count:
        wrong.append("the game is over without a full city and without three passed rounds")
    return wrong


def _audit_spaces(city: City, board: Board) -> list[str]:
    """Every space holds one thing, and only what may be there."""
    wrong: list[str] = []
    taken = city.empty
    for kind in range(PIECE_KINDS):
        if kind == CHURCHES:
            continue
        if taken & city.pieces[kind]:
            wrong.append(f"two things at {spaces_of(taken & city.pieces[kind])}")
        taken |= city.pieces[kind]
    if taken != CITY:
        wrong.append(f"the pieces and empty spaces do not make up the city: {spaces_of(taken ^ CITY)}")
    numbered = 0
    for number in range(1, 6):
        numbered |= city.pieces[CHURCHES + number]
    if numbered != city.pieces[CHURCHES]:
        wrong.append("the numbered churches are not all the churches")
    if city.pieces[WALLS] & ~OUTER:
        wrong.append(f"walls on inner spaces: {spaces_of(city.pieces[WALLS] & ~OUTER)}")
    if board.crates & ~city.pieces[CRATES]:
        wrong.append("a printed crate has gone")
    if popcount(city.pieces[HOUSES]) > 3 * popcount(city.pieces[ARCHITECT]):
        wrong.append("more than three houses for each architect")
    return wrong


def _audit_stores(city: City, state: SaintMalo) -> list[str]:
    """Coins, logs, cannons, defence and points, as far as the drawings tell them."""
    wrong: list[str] = []
    board = state.board
    if city.coins < 0 or city.logs < 0:
        wrong.append(f"{city.coins} coins and {city.logs} logs")
    attacks = state.boxes // board.boxes[state.seat_count]
    if not 0 <= city.cannons <= attacks:
        wrong.append(f"{city.cannons} cannons lost in {attacks} attacks")
    complete = [side for side in range(4) if city.pieces[WALLS] & SIDES[side] == SIDES[side]]
    if city.defence() != popcount(city.pieces[SOLDIER]) + 2 * len(complete):
        wrong.append(f"a defence of {city.defence()}")
    points = popcount(city.pieces[CITIZEN]) + 7 * popcount(city.pieces[NOBLE])
    points += 3 * popcount(city.pieces[HOUSES])
    points += sum(board.bonus_amounts[side] for side in complete if board.bonuses[side] == GIVES_POINTS)
    if state.phase == FINISHED:
        points += (5 if city.empty == 0 else 0) + city.coins // 2 + city.logs - 5 * city.cannons
        points += series_points(
            [popcount(city.pieces[CHURCHES + n]) for n in range(1, 6)], list(board.series)
        )
    most = 8 * popcount(city.pieces[PRIEST]) + 14 * popcount(city.pieces[JUGGLER])
    if not points <= city.points <= points + most:
        wrong.append(f"{city.points} points; the city tells of {points} to {points + most}")
    return wrong


def series_points(churches: list[int], series: list[int]) -> int:
    """SM-62 as a player does it: take one series after the other out of the churches 1 to 5."""
    points = 0
    left = list(churches)
    while left[0]:
        length = 0
        while length < 5 and left[length]:
            left[length] -= 1
            length += 1
        points += series[length]
    return points
