"""A slow recount of a Saint Malo position from scratch: what is wrong with it. For tests, not for play.

Counts in its own way on purpose: asking the rules would repeat their mistakes.
"""

from __future__ import annotations

from citywright.engine.bits import popcount
from citywright.engine.state import State
from citywright.games.saint_malo.notation import spaces_of
from citywright.games.saint_malo.rules import material, phases
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.spaces import CITY, OUTER, SIDES
from citywright.games.saint_malo.rules.state import SaintMaloState

PLACING = (
    phases.PLACE_CRATE,
    phases.PLACE_WALL,
    phases.PLACE_CHURCH,
    phases.PLACE_PERSON,
    phases.PLACE_HOUSE,
)


def audit(state: State) -> list[str]:
    """Everything that is wrong with a state."""
    assert isinstance(state, SaintMaloState)
    wrong: list[str] = _audit_table(state)
    for seat, city in enumerate(state.cities):
        problems = _audit_spaces(city, state.board) + _audit_stores(city, state)
        wrong += [f"seat {seat}: {problem}" for problem in problems]
    return wrong


def _audit_table(state: SaintMaloState) -> list[str]:
    """Turn order, pirates, the piece in hand."""
    wrong: list[str] = []
    board = state.board
    if (
        state.turn
        and state.phase != phases.GAME_OVER
        and state.seat != (state.start + state.turn - 1) % state.seat_count
    ):
        wrong.append(f"seat {state.seat} cannot have turn {state.turn} when seat {state.start} began")
    most_boxes = board.row_lengths[state.seat_count] * len(board.strengths)
    if not 0 <= state.crossed_boxes <= most_boxes:
        wrong.append(f"{state.crossed_boxes} pirate boxes of {most_boxes} are crossed")
    placing = state.phase in PLACING
    empty = state.cities[state.seat].empty
    if placing and (not state.allowed or state.allowed & ~empty):
        wrong.append(f"the next piece may go to {spaces_of(state.allowed)}, empty is {spaces_of(empty)}")
    if not placing and state.allowed:
        wrong.append(f"{spaces_of(state.allowed)} are offered although nothing is to be placed")
    full = any(city.empty == 0 for city in state.cities)
    if state.phase == phases.GAME_OVER and not full and state.passes < 3 * state.seat_count:
        wrong.append("the game is over without a full city and without three passed rounds")
    return wrong


def _audit_spaces(city: City, board: Board) -> list[str]:
    """Every space holds one thing, and only what may be there."""
    wrong: list[str] = []
    taken = city.empty
    for kind in range(material.PIECE_KINDS):
        if kind == material.CHURCHES:
            continue
        if taken & city.pieces[kind]:
            wrong.append(f"two things at {spaces_of(taken & city.pieces[kind])}")
        taken |= city.pieces[kind]
    if taken != CITY:
        wrong.append(f"the pieces and empty spaces do not make up the city: {spaces_of(taken ^ CITY)}")
    numbered = 0
    for number in range(1, 6):
        numbered |= city.pieces[material.CHURCHES + number]
    if numbered != city.pieces[material.CHURCHES]:
        wrong.append("the numbered churches are not all the churches")
    if city.pieces[material.WALLS] & ~OUTER:
        wrong.append(f"walls on inner spaces: {spaces_of(city.pieces[material.WALLS] & ~OUTER)}")
    if board.crates & ~city.pieces[material.CRATES]:
        wrong.append("a printed crate has gone")
    if popcount(city.pieces[material.HOUSES]) > 3 * popcount(city.pieces[material.ARCHITECT]):
        wrong.append("more than three houses for each architect")
    return wrong


def _audit_stores(city: City, state: SaintMaloState) -> list[str]:
    """Coins, logs, cannons, defence and points, as far as the drawings tell them."""
    wrong: list[str] = []
    board = state.board
    if city.coins < 0 or city.logs < 0:
        wrong.append(f"{city.coins} coins and {city.logs} logs")
    attacks = state.crossed_boxes // board.row_lengths[state.seat_count]
    if not 0 <= city.lost_cannons <= attacks:
        wrong.append(f"{city.lost_cannons} cannons lost in {attacks} attacks")
    complete = [side for side in range(4) if city.pieces[material.WALLS] & SIDES[side] == SIDES[side]]
    if city.defence() != popcount(city.pieces[material.SOLDIER]) + 2 * len(complete):
        wrong.append(f"a defence of {city.defence()}")
    points = popcount(city.pieces[material.CITIZEN]) + 7 * popcount(city.pieces[material.NOBLE])
    points += 3 * popcount(city.pieces[material.HOUSES])
    points += sum(
        board.bonus_amounts[side] for side in complete if board.bonuses[side] == material.GIVES_POINTS
    )
    if state.phase == phases.GAME_OVER:
        points += (5 if city.empty == 0 else 0) + city.coins // 2 + city.logs - 5 * city.lost_cannons
        points += series_points(
            [popcount(city.pieces[material.CHURCHES + n]) for n in range(1, 6)], list(board.series)
        )
    most = 8 * popcount(city.pieces[material.PRIEST]) + 14 * popcount(city.pieces[material.JUGGLER])
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
