"""Die Mauerbauer as arrays: every action numbered, what one seat knows written as a row of numbers.

What others hold is told only as far as the seat knows it: how many cards, and the pools they come from.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from citywright.engine.arrays import HIGHEST, Encoder, Field, clamped, seat_labels, steps_from
from citywright.engine.state import State
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.layout import MauerbauerLayout
from citywright.games.mauerbauer.notation import point_name
from citywright.games.mauerbauer.rules import codes, contents, counts, material, phases
from citywright.games.mauerbauer.rules.board import Board, is_same
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.material import (
    HOUSE_COLOUR_COUNT,
    KINDS,
    MAX_CITIES,
    REGIONS,
    TOWER_COLOUR_COUNT,
)
from citywright.games.mauerbauer.rules.state import MauerbauerState

VERSION: Final = 1

LINE_LABELS: Final = ("free", "wall", "inside", "city wall")  # by the numbers in contents.py
TOWER_LABELS: Final = (
    "none", *material.TOWER_COLOURS, *[f"city's {colour}" for colour in material.TOWER_COLOURS]
)  # fmt: skip
CITY_LABELS: Final = ("none", *[str(number) for number in range(1, MAX_CITIES + 1)])
DIE_LABELS: Final = (*material.DIE_FACES, "none")
TOWER_DIE_LABELS: Final = (*material.TOWER_COLOURS, "none")
END_LABELS: Final = ("none", *material.END_REASONS[1:])

FIELD_LINES: Final = 3  # so many houses an open field can have: one for each of its walls


# --- actions -------------------------------------------------------------------------------


def _codes(board: Board) -> list[int]:
    """Every decision there can be on a map, by rising code; before the towers they are those of any map."""
    towers = sorted({board.point_name[point] for ends in (board.end_1, board.end_2) for point in ends})
    apexes = sorted({board.point_name[point] for point in board.field_points})
    return [
        *range(codes.JOIN, codes.JOIN + MAX_CITIES),  # the city closed last is none of those it may join
        *range(codes.CITY, codes.CITY + MAX_CITIES + 1),
        *range(codes.PLAY, codes.PLAY + KINDS),
        *range(codes.DISCARD, codes.DISCARD + KINDS),
        codes.STOP,
        *range(codes.EXCHANGE, codes.EXCHANGE + KINDS),
        codes.DONE,
        *[codes.tower_code(point, colour) for point in towers for colour in range(TOWER_COLOUR_COUNT)],
        *[codes.house_code(point, colour) for point in apexes for colour in range(HOUSE_COLOUR_COUNT)],
        *sorted([board.wall_code(line) for line in range(board.line_count)]),
    ]


# --- fields --------------------------------------------------------------------------------


def _fields(seats: int, board: Board) -> list[Field]:
    return [*_turn_fields(seats, board), *_map_fields(board), *_piece_fields(), *_card_fields(seats, board)]


def _turn_fields(seats: int, board: Board) -> list[Field]:
    who = seat_labels(seats)
    names = [point_name(number) for number in board.point_name]
    lines = [f"{names[board.end_1[line]]} {names[board.end_2[line]]}" for line in range(board.line_count)]
    return [
        Field("phase", (), 0, phases.GAME_OVER, "what is awaited", tuple(phases.NAMES)),
        Field("to_act", (), 0, seats, "who decides, rolls or draws now", who),
        Field("turn_seat", (), 0, seats, "whose turn it is", who),
        Field("turn", (), 0, board.line_count, "turns begun"),
        Field("wall_line", (), 0, board.line_count, "where this turn's wall stands", ("none", *lines)),
        Field("tower_die", (), 0, material.NO_TOWER_DIE, "the tower die of this turn", TOWER_DIE_LABELS),
        Field("dice", (2,), 0, material.NO_DIE, "the house dice not yet used", DIE_LABELS),
        Field("has_closed", (), 0, 1, "1: a city was closed in this turn"),
        Field("scored_city", (), 0, MAX_CITIES, "the city being scored", CITY_LABELS),
        Field("end_reason", (), 0, material.END_LINES, "why the game ends with this turn", END_LABELS),
    ]


def _map_fields(board: Board) -> list[Field]:
    houses, palaces, towers = _most(material.HOUSES), _most(material.PALACES), _most(material.TOWERS)
    by_field = (board.field_count, HOUSE_COLOUR_COUNT)
    by_city = (MAX_CITIES, HOUSE_COLOUR_COUNT)
    return [
        Field("lines", (board.line_count,), 0, contents.CITY_WALL, "what each line is", LINE_LABELS),
        Field("towers", (board.point_count,), 0, 6, "the tower on each point", TOWER_LABELS),
        Field("field_city", (board.field_count,), 0, MAX_CITIES, "the closed city of each field, 0: none"),
        Field("field_houses", by_field, 0, FIELD_LINES, "houses on each field of no closed city, by colour"),
        Field("city_size", (MAX_CITIES,), 0, board.field_count, "fields of each closed city"),
        Field("city_houses", by_city, 0, houses, "houses of each closed city by colour"),
        Field("city_palaces", by_city, 0, palaces, "palaces of each closed city by colour"),
        Field("city_towers", (MAX_CITIES, TOWER_COLOUR_COUNT), 0, towers, "towers of each closed city"),
    ]


def _piece_fields() -> list[Field]:
    houses, palaces, towers = _most(material.HOUSES), _most(material.PALACES), _most(material.TOWERS)
    house_colours, tower_colours = (HOUSE_COLOUR_COUNT,), (TOWER_COLOUR_COUNT,)
    all_houses, all_towers = houses * HOUSE_COLOUR_COUNT, towers * TOWER_COLOUR_COUNT
    return [
        Field("walls_left", (), 0, material.WALLS, "walls in the supply"),
        Field("towers_left", tower_colours, 0, towers, "towers in the supply by colour"),
        Field("houses_left", house_colours, 0, houses, "houses in the supply by colour"),
        Field("palaces_left", house_colours, 0, palaces, "palaces in the supply by colour"),
        Field("walls_outside", (), 0, material.WALLS, "walls outside the closed cities"),
        Field("towers_outside", tower_colours, 0, towers, "towers outside the closed cities by colour"),
        Field("water_outside", (), 0, all_towers, "towers at the water outside the closed cities"),
        Field("houses_outside", house_colours, 0, houses, "houses outside the closed cities by colour"),
        Field("region_houses", (REGIONS,), 0, all_houses, "houses outside the closed cities by region"),
    ]


def _card_fields(seats: int, board: Board) -> list[Field]:
    cards = material.CARDS
    copies = max(board.card_copies)  # of any kind
    return [
        Field("pile", (), 0, cards, "cards in the pile"),
        Field("points", (seats,), 0, HIGHEST, "points of each seat"),
        Field("hand_sizes", (seats,), 0, cards, "cards in each hand"),
        Field("kept_sizes", (seats,), 0, cards, "of those, kept from before the pile was made"),
        Field("cards_owed", (seats,), 0, cards, "cards each seat has still to draw"),
        Field("hand", (KINDS,), 0, copies, "the observer's hand by kind"),
        Field("kept", (KINDS,), 0, copies, "of it, kept from before the pile was made"),
        Field("discards", (KINDS,), 0, copies, "the discards by kind"),
        Field("unseen", (KINDS,), 0, copies, "the pile, and what others have drawn from it, by kind"),
        Field("unseen_kept", (KINDS,), 0, copies, "what others have kept from before it was made, by kind"),
    ]


def _most(packed: int) -> int:
    """The pieces of one colour that the box has: as many of each."""
    return counts.count_of(packed, 0)


# --- rows ----------------------------------------------------------------------------------


class MauerbauerEncoder(Encoder):
    """Rows and indices for Die Mauerbauer. Their sizes are those of the map."""

    def __init__(self, seats: i64, board: Board) -> None:
        super().__init__(seats, VERSION, _codes(board), _fields(seats, board))
        self.board: Board = board

    def fits(self, state: State) -> bool:
        assert isinstance(state, MauerbauerState)
        return state.seat_count == self.seats and is_same(state.board, self.board)

    def write(self, state: State, seat: i64, row: vec[i16], at: i64) -> None:
        assert isinstance(state, MauerbauerState)
        at = write_turn(state, seat, row, at)
        at = write_map(state.land, row, at)
        at = write_cities(state.land, row, at)
        at = write_pieces(state.land, row, at)
        at = write_seats(state, seat, row, at)
        write_cards(state.cards, seat, state.board.card_copies, row, at)


# Each function returns where the next field begins. Numbers are put into an i64 before they are made an i16:
# mypyc turns `i16(a if b else c)` into a slow call. `& 255` changes nothing, but tells the compiler that the
# number fits, so that it need not look. Whole tables are read by `for … in`: it checks no index.


def write_turn(state: MauerbauerState, observer: i64, row: vec[i16], at: i64) -> i64:
    """What is awaited, by whom, and what this turn has brought."""
    seats: i64 = state.seat_count
    to_act: i64 = seats
    turn_seat: i64 = seats
    wall: i64 = 0
    if state.phase != phases.DRAW_START:
        turn_seat = steps_from(observer, state.turn_seat, seats)
        if state.phase != phases.GAME_OVER:
            to_act = steps_from(observer, state.seat, seats)
        if state.phase > phases.PLACE_WALL:
            wall = state.wall_line + 1
    row[at] = i16(state.phase)
    row[at + 1] = i16(to_act)
    row[at + 2] = i16(turn_seat)
    row[at + 3] = i16(state.turn)
    row[at + 4] = i16(wall)
    row[at + 5] = i16(state.tower_die)
    row[at + 6] = i16(state.die_1)
    row[at + 7] = i16(state.die_2)
    row[at + 8] = i16(state.has_closed)
    row[at + 9] = i16(state.scored_city)
    row[at + 10] = i16(state.end_reason)
    return at + 11


def write_map(land: Land, row: vec[i16], at: i64) -> i64:
    """What every line is, the tower on every point; of every field its city or its houses."""
    first_line: i64 = at
    for line in land.lines:
        row[at] = i16(line & 255)
        at += 1
    for tower in land.points:
        row[at] = i16(tower - (tower >> 2) & 255)  # the labels have no gap where CITY_TOWER alone would be
        at += 1
    first_field: i64 = at
    city_at: i64 = at
    at += land.board.field_count
    for content in land.fields:
        city: i64 = 0
        houses: i64 = content
        if houses >= contents.IN_CITY:
            city = content - contents.IN_CITY
            houses = 0
            mark_city_walls(land, city_at - first_field, row, first_line)
        row[city_at] = i16(city & 255)
        city_at += 1
        row[at] = i16(houses & 255)
        row[at + 1] = i16(houses >> 8 & 255)
        row[at + 2] = i16(houses >> 16 & 255)
        row[at + 3] = i16(houses >> 24 & 255)
        row[at + 4] = i16(houses >> 32 & 255)
        at += HOUSE_COLOUR_COUNT
    return at


def mark_city_walls(land: Land, field: i64, row: vec[i16], first_line: i64) -> None:
    """Write that the walls of a field in a closed city are the city's (MB-86)."""
    lines: vec[i64] = land.lines
    field_lines: vec[i64] = land.board.field_lines
    for side in range(3 * field, 3 * field + 3):
        line: i64 = field_lines[side]
        if lines[line] == contents.WALL:
            row[first_line + line] = contents.CITY_WALL


def write_cities(land: Land, row: vec[i16], at: i64) -> i64:
    """The numbers the cards ask for, of every closed city.

    Numbers of cities that are not there yet are 0 already, unless the row was written in a later position.
    """
    houses_at: i64 = at + MAX_CITIES
    palaces_at: i64 = houses_at + MAX_CITIES * HOUSE_COLOUR_COUNT
    towers_at: i64 = palaces_at + MAX_CITIES * HOUSE_COLOUR_COUNT
    end: i64 = towers_at + MAX_CITIES * TOWER_COLOUR_COUNT
    cities: vec[i64] = land.cities
    for number in range(land.city_count):
        city: i64 = contents.CITY_ROW * (number + 1)
        row[at + number] = i16(cities[city + contents.SIZE])
        houses_at = write_counts(cities[city + contents.HOUSES], HOUSE_COLOUR_COUNT, row, houses_at)
        palaces_at = write_counts(cities[city + contents.PALACES], HOUSE_COLOUR_COUNT, row, palaces_at)
        towers_at = write_counts(cities[city + contents.TOWERS], TOWER_COLOUR_COUNT, row, towers_at)
    for number in range(land.city_count, i64(MAX_CITIES)):
        if row[at + number] == 0:
            break
        row[at + number] = 0
        houses_at = write_counts(0, HOUSE_COLOUR_COUNT, row, houses_at)
        palaces_at = write_counts(0, HOUSE_COLOUR_COUNT, row, palaces_at)
        towers_at = write_counts(0, TOWER_COLOUR_COUNT, row, towers_at)
    return end


def write_pieces(land: Land, row: vec[i16], at: i64) -> i64:
    """The supply, and what stands outside all closed cities."""
    row[at] = i16(land.walls)
    at = write_counts(land.towers, TOWER_COLOUR_COUNT, row, at + 1)
    at = write_counts(land.houses, HOUSE_COLOUR_COUNT, row, at)
    at = write_counts(land.palaces, HOUSE_COLOUR_COUNT, row, at)
    row[at] = i16(land.open_walls)
    at = write_counts(land.open_towers, TOWER_COLOUR_COUNT, row, at + 1)
    row[at] = i16(land.open_water)
    at = write_counts(land.open_houses, HOUSE_COLOUR_COUNT, row, at + 1)
    return write_counts(land.open_regions, REGIONS, row, at)


def write_seats(state: MauerbauerState, observer: i64, row: vec[i16], at: i64) -> i64:
    """The pile, and what all know about every seat."""
    cards: Cards = state.cards
    seats: i64 = state.seat_count
    row[at] = i16(cards.pile)
    at += 1
    seat: i64 = observer
    for step in range(seats):
        row[at + step] = clamped(state.points_of(seat))
        row[at + seats + step] = i16(cards.hand_size(seat))
        row[at + 2 * seats + step] = i16(counts.count_of(cards.kept, seat))
        row[at + 3 * seats + step] = i16(state.cards_owed_to(seat))
        seat = seat + 1 if seat + 1 < seats else 0
    return at + 4 * seats


def write_cards(cards: Cards, observer: i64, copies: vec[i64], row: vec[i16], at: i64) -> None:
    """The observer's hand, the discards, and the two pools of cards it has not seen."""
    rows: vec[i64] = cards.rows
    kept: i64 = cards.kept_row(observer)
    drawn: i64 = cards.drawn_row(observer)
    discards: i64 = cards.discard_row()
    for kind in range(i64(KINDS)):
        old: i64 = rows[kept + kind]
        held: i64 = old + rows[drawn + kind]
        laid: i64 = rows[discards + kind]
        row[at] = i16(held & 255)
        row[at + KINDS] = i16(old & 255)
        row[at + 2 * KINDS] = i16(laid & 255)
        row[at + 3 * KINDS] = i16(copies[kind] - held - laid & 255)
        row[at + 4 * KINDS] = 0
        at += 1
    if cards.kept == 0:
        return
    at += 2 * KINDS  # where the pools begin
    for seat in range(cards.seat_count + 1):
        if seat != observer:  # a whole state has these cards by seat; an observation has them in the last row
            pool: i64 = cards.kept_row(seat)
            if seat == cards.seat_count:
                pool = cards.others_row()
            for kind in range(i64(KINDS)):
                old = rows[pool + kind]
                row[at + kind] -= i16(old)
                row[at + KINDS + kind] += i16(old)


def write_counts(packed: i64, number: i64, row: vec[i16], at: i64) -> i64:
    """So many packed counts."""
    for index in range(number):
        row[at + index] = i16(packed & 255)
        packed >>= 8
    return at + number


def new_encoder(seats: int, layout: MauerbauerLayout) -> MauerbauerEncoder:
    """The encoder for so many seats on a map."""
    return MauerbauerEncoder(seats, layout.board)


def chance_codes(seats: int, layout: MauerbauerLayout) -> list[int]:
    """Every start player, every card there is and every roll, with and without the tower die."""
    copies = layout.board.card_copies
    return [
        *range(codes.START, codes.START + seats),
        *[codes.DRAW + kind for kind in range(KINDS) if copies[kind]],
        *range(codes.DICE, codes.DICE + codes.DICE_ROLLS),
    ]
