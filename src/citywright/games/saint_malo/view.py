"""What a seat or a spectator sees of Saint Malo, as typed data. Everything in this game is public."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from citywright.engine.recent import Recent
from citywright.engine.state import OVER, State
from citywright.engine.view import Choice, View, actor_letter, gains_of, seat_letter
from citywright.games.saint_malo.notation import format_action, spaces_of
from citywright.games.saint_malo.rules import material, phases, pirates
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import face_of
from citywright.games.saint_malo.rules.state import SaintMaloState

FINAL_SOURCES = ("churches", "coins", "logs", "full city", "cannons")  # SM-61
PLACED = {
    phases.PLACE_CRATE: "crate",
    phases.PLACE_WALL: "wall",
    phases.PLACE_CHURCH: "church",
    phases.PLACE_HOUSE: "house",
}


class Piece(msgspec.Struct, frozen=True):
    """Something drawn: `crate`, `wall`, `house`, `church` or a person; or `printed` from the start."""

    space: str
    kind: str
    number: int = 0  # of a church
    printed: bool = False


class CityView(msgspec.Struct, frozen=True):
    """One player's board."""

    seat: str
    coins: int
    logs: int
    points: int
    cannons: int  # not yet lost
    lost_cannons: int
    defence: int
    sides: dict[str, str]  # top, right, bottom, left: open, complete or destroyed
    pieces: list[Piece]  # row by row
    empty: list[str]
    church_points: int  # what the series are worth at the end, as they are now


class PirateView(msgspec.Struct, frozen=True):
    """The pirate board: the strength of each row, the boxes of a row, the boxes crossed in all."""

    strengths: list[int]
    row_length: int
    crossed: int


class SaintMaloView(View, frozen=True, kw_only=True):
    """The whole table."""

    start: str | None  # the seat that begins every round, once it is known
    round: int
    dice: list[str | None]  # None where a die is about to be rolled; empty before the first turn
    rolls_left: int
    placing: str | None  # what is to be drawn now: a piece or person
    number: int  # of the church to be drawn
    left: int  # crates or walls still to draw
    houses_left: int  # houses the architect may still build
    group: list[str]  # the crates or houses of this use so far
    tower: str | None  # the side that offers a person
    towers: dict[str, str]  # what a complete side gives: `person 3`, `coins 2`, `points 3`
    pirates: PirateView
    cities: list[CityView]


def _pieces(city: City, board: Board) -> list[Piece]:
    """Everything in a city, row by row."""
    pieces: list[Piece] = []
    kinds = [
        *enumerate(material.PERSON_NAMES),
        (material.CRATES, "crate"),
        (material.WALLS, "wall"),
        (material.HOUSES, "house"),
    ]
    for kind, name in kinds:
        printed = spaces_of(board.crates) if kind == material.CRATES else []
        pieces += [Piece(space, name, 0, space in printed) for space in spaces_of(city.pieces[kind])]
    for number in range(1, material.HIGHEST_CHURCH + 1):
        churches = spaces_of(city.pieces[material.CHURCHES + number])
        pieces += [Piece(space, "church", number) for space in churches]
    return sorted(pieces, key=lambda piece: (piece.space[1], piece.space[0]))


def _side_status(city: City, side: int) -> str:
    """What has become of a side."""
    if city.is_complete(side):
        return "complete"
    return "open" if city.can_complete(side) else "destroyed"


_CITIES: Recent[CityView] = Recent(4096)


def _city_view(city: City, board: Board, seat: int) -> CityView:
    """One player's board; as long as nothing in it changes, it is the same object."""
    return _CITIES.get((seat, board, *city.snapshot()), lambda: _new_city_view(city, board, seat))


def _new_city_view(city: City, board: Board, seat: int) -> CityView:
    return CityView(
        seat=seat_letter(seat),
        coins=city.coins,
        logs=city.logs,
        points=city.points,
        cannons=board.cannons - city.lost_cannons,
        lost_cannons=city.lost_cannons,
        defence=city.defence(),
        sides={name: _side_status(city, side) for side, name in enumerate(material.SIDE_NAMES)},
        pieces=_pieces(city, board),
        empty=spaces_of(city.empty),
        church_points=city.church_points(board.series),
    )


@lru_cache(32)
def _towers(board: Board) -> dict[str, str]:
    """SM-6: what is printed in the towers."""
    return {
        name: f"{material.BONUS_NAMES[board.bonuses[side]]} {board.bonus_amounts[side]}"
        for side, name in enumerate(material.SIDE_NAMES)
    }


def _dice(state: SaintMaloState) -> list[str | None]:
    """The faces; None for a die in the hand."""
    dice: list[str | None] = []
    if state.phase == phases.DRAW_START or state.actor() == OVER:
        return dice
    for die in range(material.DICE_COUNT):
        rolling = state.phase == phases.ROLL_DICE and not state.keep >> die & 1
        dice.append(None if rolling else material.FACE_NAMES[face_of(state.dice, die)])
    return dice


def _choices(state: SaintMaloState, seat: int) -> list[Choice]:
    """The viewer's legal actions, with what they bring at once; not the points of the game's end."""
    choices: list[Choice] = []
    if state.actor() != seat or seat < 0:
        return choices
    if state.phase == phases.KEEP_DICE:
        return _gainless(tuple(state.legal_actions()))
    for code in state.legal_actions():
        gains = gains_of(state, code, seat)
        gains = [event for event in gains if event.name not in FINAL_SOURCES]
        points = sum(event.points for event in gains)
        choices.append(Choice(format_action(code), points, sum(event.coins for event in gains)))
    return choices


@lru_cache(64)
def _gainless(actions: tuple[int, ...]) -> list[Choice]:
    """Choices that bring nothing at once."""
    return [Choice(format_action(code)) for code in actions]


def view(state: State, seat: int) -> SaintMaloView:
    """What `seat` (CHANCE: a spectator) sees."""
    visible = state.observe(seat)
    assert isinstance(visible, SaintMaloState)
    phase = visible.phase
    over = visible.actor() == OVER
    standing = visible.standing() if over else None
    return SaintMaloView(
        game="saint-malo",
        seat=seat_letter(seat),
        actor=actor_letter(visible),
        phase=phases.NAMES[phase],
        turn=visible.turn,
        scores=visible.scores(),
        choices=_choices(visible, seat),
        ranks=standing.ranks if standing else None,
        reason=standing.reason if standing else None,
        start=None if phase == phases.DRAW_START else seat_letter(visible.start),
        round=visible.round_number(),
        dice=_dice(visible),
        rolls_left=visible.rolls_left,
        placing=material.PERSON_NAMES[visible.piece] if phase == phases.PLACE_PERSON else PLACED.get(phase),
        number=visible.piece if phase == phases.PLACE_CHURCH else 0,
        left=visible.pieces_left,
        houses_left=visible.houses_left,
        group=spaces_of(visible.group),
        tower=material.SIDE_NAMES[visible.piece] if phase == phases.CHOOSE_BONUS else None,
        towers=_towers(visible.board),
        pirates=PirateView(list(visible.board.strengths), pirates.row_length(visible), visible.crossed_boxes),
        cities=[_city_view(city, visible.board, number) for number, city in enumerate(visible.cities)],
    )
