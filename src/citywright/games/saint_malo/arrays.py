"""Saint Malo as arrays: every action numbered, every position written as a row of numbers. All is public."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from citywright.engine.arrays import HIGHEST, LOWEST, Encoder, Field, clamped, seat_labels, steps_from
from citywright.engine.bits import lowest_bit
from citywright.engine.state import State
from citywright.engine.vecs import vec
from citywright.games.saint_malo.layout import SaintMaloLayout
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.spaces import CITY
from citywright.games.saint_malo.rules.state import SaintMaloState

VERSION: Final = 1

# What a space holds: nothing, a piece, or one of the towers in the corners of the plan.
EMPTY: Final = 0
TOWER: Final = material.PIECE_KINDS
SPACE_LABELS: Final = (
    "empty", *material.PERSON_NAMES, "crate", "wall", "house",
    *[f"church {number}" for number in range(1, material.HIGHEST_CHURCH + 1)], "tower",
)  # fmt: skip
PLAN: Final = 49  # spaces and towers, row by row
NO_FACE: Final = material.FACE_COUNT  # a die that is about to be rolled
FACE_LABELS: Final = (*material.FACE_NAMES, "not rolled")
# Where a house may stand is told because it does not follow from the rest: which architect has come last?
PLACED: Final = 1
ROOM: Final = 2
GROUP_LABELS: Final = ("other", "placed", "room for a house")


def _plan_places() -> list[int]:
    """Where each space, by its number 8 * row + column, stands in the plan row by row."""
    return [7 * (space // 8) + min(space % 8, 6) for space in range(56)]


PLACES: Final[vec[i64]] = vec[i64](_plan_places())
BLANK: Final[vec[i16]] = vec[i16](
    [EMPTY if CITY >> 8 * (place // 7) + place % 7 & 1 else TOWER for place in range(PLAN)]
)


def _codes() -> list[int]:
    """Every decision, by rising code."""
    spaces = [space for space in range(56) if CITY >> space & 1]
    bonus_kinds = [
        kind for kind in range(material.PERSON_KINDS) if material.LEVELS[kind] <= material.HIGHEST_BONUS_LEVEL
    ]
    return [
        *range(codes.KEEP, codes.STOP + 1),
        *range(codes.USE, codes.PASS + 1),
        *[codes.PLACE + space for space in spaces],
        codes.DONE,
        *[codes.BONUS + kind for kind in bonus_kinds],
    ]


def _fields(seats: int) -> list[Field]:
    who = seat_labels(seats)
    persons = ("none", *material.PERSON_NAMES)
    sides = ("none", *material.SIDE_NAMES)
    return [
        Field("phase", (), 0, phases.GAME_OVER, "what is awaited", phases.NAMES),
        Field("to_act", (), 0, seats, "whose turn it is", who),
        Field("start", (), 0, seats, "who begins every round", who),
        Field("turn", (), 0, HIGHEST, "turns begun"),
        Field("dice", (5,), 0, NO_FACE, "the dice", FACE_LABELS),
        Field("rolls_left", (), 0, 3, "rolls the seat may still make"),
        Field("pieces_left", (), 0, 5, "crates or walls still to place"),
        Field("church", (), 0, material.HIGHEST_CHURCH, "the number of the church to place, 0: none"),
        Field("person", (), 0, material.PERSON_KINDS, "the person to place", persons),
        Field("tower", (), 0, material.SIDE_COUNT, "the side whose tower gives a person", sides),
        Field("houses_left", (), 0, material.MOST_HOUSES, "houses the architect may still build"),
        Field("group", (7, 7), 0, ROOM, "crates and houses of this use, row by row", GROUP_LABELS),
        Field("crossed_boxes", (), 0, HIGHEST, "boxes of the pirates that are crossed"),
        Field("passes", (), 0, HIGHEST, "turns passed in a row"),
        Field("cities", (seats, 7, 7), 0, TOWER, "what each space holds, row by row", SPACE_LABELS),
        Field("coins", (seats,), 0, HIGHEST, "coins of each seat"),
        Field("logs", (seats,), 0, HIGHEST, "logs of each seat"),
        Field("points", (seats,), LOWEST, HIGHEST, "points of each seat"),
        Field("lost_cannons", (seats,), 0, HIGHEST, "cannons each seat has lost"),
        Field("defence", (seats,), 0, HIGHEST, "defence of each seat against the pirates"),
    ]


class SaintMaloEncoder(Encoder):
    """Rows and indices for Saint Malo. They are the same on every layout."""

    def write(self, state: State, seat: i64, row: vec[i16], at: i64) -> None:
        assert isinstance(state, SaintMaloState)
        at = write_turn(state, seat, row, at)
        at = write_dice(state, row, at)
        at = write_use(state, row, at)
        seats: i64 = state.seat_count
        numbers: i64 = at + PLAN * seats  # behind the cities
        owner: i64 = seat
        for step in range(seats):
            city: City = state.cities[owner]
            write_city(city, row, at + PLAN * step)
            row[numbers + step] = clamped(city.coins)
            row[numbers + seats + step] = clamped(city.logs)
            row[numbers + 2 * seats + step] = clamped(city.points)
            row[numbers + 3 * seats + step] = clamped(city.lost_cannons)
            row[numbers + 4 * seats + step] = clamped(city.defence())
            owner = owner + 1 if owner + 1 < seats else 0


# Each function returns where the next field begins. Numbers are put into an i64 before they are made an i16:
# mypyc turns `i16(a if b else c)` into a slow call.


def write_turn(state: SaintMaloState, observer: i64, row: vec[i16], at: i64) -> i64:
    """Phase, whose turn it is, who begins, turns begun."""
    seats: i64 = state.seat_count
    to_act: i64 = seats
    start: i64 = seats
    if state.phase != phases.DRAW_START:
        start = steps_from(observer, state.start, seats)
        if state.phase != phases.GAME_OVER:
            to_act = steps_from(observer, state.seat, seats)
    row[at] = i16(state.phase)
    row[at + 1] = i16(to_act)
    row[at + 2] = i16(start)
    row[at + 3] = clamped(state.turn)
    return at + 4


def write_dice(state: SaintMaloState, row: vec[i16], at: i64) -> i64:
    """The dice, and how often they may still be rolled."""
    lying: i64 = 31  # a mask of the dice that show something
    if state.phase == phases.ROLL_DICE:
        lying = state.keep
    elif state.phase == phases.DRAW_START or state.phase == phases.GAME_OVER:
        lying = 0
    dice: i64 = state.dice
    for die in range(i64(material.DICE_COUNT)):
        face: i64 = NO_FACE
        if lying & 1:
            face = dice & 7
        row[at + die] = i16(face)
        lying >>= 1
        dice >>= 3
    row[at + material.DICE_COUNT] = i16(state.rolls_left)
    return at + material.DICE_COUNT + 1


def write_use(state: SaintMaloState, row: vec[i16], at: i64) -> i64:
    """What is being placed for the dice that were used; the pirates; turns passed."""
    phase: i64 = state.phase
    for place in range(i64(5 + PLAN)):
        row[at + place] = 0
    row[at] = i16(state.pieces_left)
    if phase == phases.PLACE_CHURCH:
        row[at + 1] = i16(state.piece)
    elif phase == phases.PLACE_PERSON:
        row[at + 2] = i16(state.piece + 1)
    elif phase == phases.CHOOSE_BONUS:
        row[at + 3] = i16(state.piece + 1)
    row[at + 4] = i16(state.houses_left)
    at += 5
    group: i64 = state.group
    while group:
        row[at + PLACES[lowest_bit(group)]] = PLACED
        group &= group - 1
    if phase == phases.PLACE_HOUSE:
        room: i64 = state.allowed
        while room:
            row[at + PLACES[lowest_bit(room)]] = ROOM
            room &= room - 1
    at += PLAN
    row[at] = clamped(state.crossed_boxes)
    row[at + 1] = clamped(state.passes)
    return at + 2


def write_city(city: City, row: vec[i16], at: i64) -> None:
    """What every space of a city holds."""
    blank = BLANK
    for place in range(i64(PLAN)):
        row[at + place] = blank[place]
    places = PLACES
    pieces: vec[i64] = city.pieces
    label: i64 = 0
    for kind in range(i64(material.PIECE_KINDS)):
        if kind != material.CHURCHES:
            label += 1
            spaces: i64 = pieces[kind]
            while spaces:
                row[at + places[lowest_bit(spaces)]] = i16(label)
                spaces &= spaces - 1


def new_encoder(seats: int, _layout: SaintMaloLayout) -> SaintMaloEncoder:
    """The encoder for so many seats; the layout makes no difference."""
    return SaintMaloEncoder(seats, VERSION, _codes(), _fields(seats))


def chance_codes(seats: int, _layout: SaintMaloLayout) -> list[int]:
    """Every start player and every roll of one to five dice; the layout makes no difference."""
    rolls = int(codes.ROLLS_BEFORE[material.DICE_COUNT + 1])
    return [*range(codes.START, codes.START + seats), *range(codes.ROLL, codes.ROLL + rolls)]
