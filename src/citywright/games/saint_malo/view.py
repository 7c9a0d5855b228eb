"""What a seat or a spectator sees of Saint Malo, as typed data. Everything in this game is public."""

from __future__ import annotations

import msgspec

from citywright.engine.state import OVER, State
from citywright.engine.view import Choice, View, actor_letter, gains_of, seat_letter
from citywright.games.saint_malo.layout import BONUSES, SIDE_NAMES
from citywright.games.saint_malo.notation import PERSONS, SYMBOLS, format_action, spaces_of
from citywright.games.saint_malo.rules.city import SIDES, Board, City
from citywright.games.saint_malo.rules.codes import (
    CHOOSE_BONUS,
    CHURCHES,
    CRATES,
    DRAW_START,
    HOUSES,
    KEEP_DICE,
    PLACE_CHURCH,
    PLACE_CRATE,
    PLACE_HOUSE,
    PLACE_PERSON,
    PLACE_WALL,
    ROLL_DICE,
    WALLS,
)
from citywright.games.saint_malo.rules.state import SaintMalo

PHASES = (
    "draw start",
    "roll dice",
    "keep dice",
    "use dice",
    "place crate",
    "place wall",
    "place church",
    "place person",
    "place house",
    "choose bonus",
    "over",
)
FINAL_SOURCES = ("churches", "coins", "logs", "full city", "cannons")  # SM-61
PLACED = {PLACE_CRATE: "crate", PLACE_WALL: "wall", PLACE_CHURCH: "church", PLACE_HOUSE: "house"}


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
    kinds = [*enumerate(PERSONS), (CRATES, "crate"), (WALLS, "wall"), (HOUSES, "house")]
    for kind, name in kinds:
        printed = spaces_of(board.crates) if kind == CRATES else []
        pieces += [Piece(space, name, 0, space in printed) for space in spaces_of(city.pieces[kind])]
    for number in range(1, 6):
        pieces += [Piece(space, "church", number) for space in spaces_of(city.pieces[CHURCHES + number])]
    return sorted(pieces, key=lambda piece: (piece.space[1], piece.space[0]))


def _side(city: City, side: int) -> str:
    """SM-27, SM-33: what has become of a side."""
    spaces = SIDES[side]
    if city.pieces[WALLS] & spaces == spaces:
        return "complete"
    return "open" if (city.pieces[WALLS] | city.empty) & spaces == spaces else "destroyed"


def _city_view(city: City, board: Board, seat: int) -> CityView:
    return CityView(
        seat=seat_letter(seat),
        coins=city.coins,
        logs=city.logs,
        points=city.points,
        cannons=board.cannons - city.cannons,
        lost_cannons=city.cannons,
        defence=city.defence(),
        sides={name: _side(city, side) for side, name in enumerate(SIDE_NAMES)},
        pieces=_pieces(city, board),
        empty=spaces_of(city.empty),
        church_points=city.church_points(board.series),
    )


def _towers(board: Board) -> dict[str, str]:
    """SM-6: what is printed in the towers."""
    names = {number: name for name, number in BONUSES.items()}
    return {
        side: f"{names[board.bonuses[number]]} {board.bonus_amounts[number]}"
        for number, side in enumerate(SIDE_NAMES)
    }


def _dice(state: SaintMalo) -> list[str | None]:
    """The faces; None for a die in the hand."""
    dice: list[str | None] = []
    if state.phase == DRAW_START or state.actor() == OVER:
        return dice
    for die in range(5):
        rolling = state.phase == ROLL_DICE and not state.keep >> die & 1
        dice.append(None if rolling else SYMBOLS[state.dice >> 3 * die & 7])
    return dice


def _choices(state: SaintMalo, seat: int) -> list[Choice]:
    """The viewer's legal actions, with what they bring at once; not the points of the game's end."""
    choices: list[Choice] = []
    if state.actor() != seat or seat < 0:
        return choices
    for code in state.legal_actions():
        gains = [] if state.phase == KEEP_DICE else gains_of(state, code, seat)
        gains = [event for event in gains if event.name not in FINAL_SOURCES]
        points = sum(event.points for event in gains)
        choices.append(Choice(format_action(code), points, sum(event.coins for event in gains)))
    return choices


def view(state: State, seat: int) -> SaintMaloView:
    """What `seat` (CHANCE: a spectator) sees."""
    seen = state.observe(seat)
    assert isinstance(seen, SaintMalo)
    phase = seen.phase
    over = seen.actor() == OVER
    standing = seen.standing() if over else None
    return SaintMaloView(
        game="saint-malo",
        seat=seat_letter(seat),
        actor=actor_letter(seen),
        phase=PHASES[phase],
        turn=seen.turn,
        scores=seen.scores(),
        choices=_choices(seen, seat),
        ranks=standing.ranks if standing else None,
        reason=standing.reason if standing else None,
        start=None if phase == DRAW_START else seat_letter(seen.start),
        round=(seen.turn - 1) // seen.seat_count + 1,
        dice=_dice(seen),
        rolls_left=seen.rolls_left,
        placing=PERSONS[seen.piece] if phase == PLACE_PERSON else PLACED.get(phase),
        number=seen.piece if phase == PLACE_CHURCH else 0,
        left=seen.left,
        houses_left=seen.houses_left,
        group=spaces_of(seen.group),
        tower=SIDE_NAMES[seen.piece] if phase == CHOOSE_BONUS else None,
        towers=_towers(seen.board),
        pirates=PirateView(list(seen.board.strengths), seen.board.boxes[seen.seat_count], seen.boxes),
        cities=[_city_view(city, seen.board, number) for number, city in enumerate(seen.cities)],
    )
