"""The building part of a turn: wall, dice, towers and houses (MB-10 to MB-17)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.chance import LETTERS, Draw, turn_of_seat
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import closing, codes, counts, material, phases, turn
from citywright.games.mauerbauer.rules.board import NOWHERE
from citywright.games.mauerbauer.rules.position import Position

ROLLS: Final = 108  # equally likely rolls of three dice (MB-2)
ROLLS_WITHOUT_TOWER: Final = 36  # of the two house dice

# --- the wall and the dice -------------------------------------------------------------------


def place_wall(position: Position, code: i64) -> None:
    """PLACE_WALL: on any free line (MB-11)."""
    position.wall_line = position.board.line_of_pair[code - codes.WALL]
    position.land.build_wall(position.wall_line)
    if position.trace is not None:
        names: vec[i64] = position.board.point_name
        ends: list[int] = [names[position.wall_end(0)], names[position.wall_end(1)]]
        position.tell_list("wall", "MB-11", ends)
    if position.land.walls == 0:
        turn.end_game_after_turn(position, material.END_WALLS)
    position.phase = phases.ROLL


def free_ends(position: Position) -> i64:
    """How many ends of this turn's wall have no tower."""
    free: i64 = 0
    if position.land.points[position.wall_end(0)] == 0:
        free += 1
    if position.land.points[position.wall_end(1)] == 0:
        free += 1
    return free


def roll_total(position: Position) -> i64:
    """How many rolls are equally likely: three dice, or two if both ends have towers (MB-12)."""
    return ROLLS if free_ends(position) else ROLLS_WITHOUT_TOWER


def roll_at(position: Position, ticket: i64) -> i64:
    """The roll that a ticket stands for."""
    return codes.DICE + ticket if free_ends(position) else codes.DICE + ROLLS + ticket


def roll_draws(position: Position) -> list[Draw]:
    """The dice one by one: a tower die that is left out changes nothing for the house dice."""
    seat: i64 = position.turn_seat
    moment = f"roll {LETTERS[seat]} {turn_of_seat(position.turn, position.seat_count)}"
    faces: i64 = len(material.DIE_FACES)
    draws = [Draw(f"{moment} house die 1", faces), Draw(f"{moment} house die 2", faces)]
    if free_ends(position):
        draws.append(Draw(f"{moment} tower die", material.TOWER_COLOUR_COUNT))
    return draws


def roll_of(position: Position, numbers: list[int]) -> i64:
    """The roll of the faces that `roll_draws` gave."""
    tower_die: i64 = numbers[2] if free_ends(position) else material.NO_TOWER_DIE
    return codes.dice_code(tower_die, numbers[0], numbers[1])


def roll(position: Position, code: i64) -> None:
    """ROLL: the dice are known (MB-12)."""
    position.tower_die = codes.rolled_tower_die(code)
    position.die_1 = codes.rolled_die_1(code)
    position.die_2 = codes.rolled_die_2(code)
    if position.trace is not None:
        position.tell_list("dice", "MB-12", [position.die_1, position.die_2, position.tower_die])
    position.phase = phases.PLACE_TOWER
    if position.tower_die == material.NO_TOWER_DIE or position.land.towers == 0:  # MB-17
        _await_house(position)


# --- towers ------------------------------------------------------------------------------------


def _tower_colours(position: Position) -> i64:
    """A mask of the colours the next tower may have."""
    towers: i64 = position.land.towers
    if position.phase == phases.PLACE_TOWER and counts.count_of(towers, position.tower_die):
        return bit(position.tower_die)  # MB-13
    return counts.present(towers)  # MB-13: the other end; MB-14: used up


def tower_choices(position: Position) -> i64:
    """Three bits of colours for each end that can have a tower (MB-13, MB-17)."""
    colours: i64 = _tower_colours(position)
    choices: i64 = 0
    if position.land.points[position.wall_end(0)] == 0:
        choices |= colours
    if position.land.points[position.wall_end(1)] == 0:
        choices |= colours << material.TOWER_COLOUR_COUNT
    return choices


def tower_code(position: Position, choice: i64) -> i64:
    """The action for one bit of tower_choices()."""
    point: i64 = position.wall_end(choice // material.TOWER_COLOUR_COUNT)
    return codes.tower_code(position.board.point_name[point], choice % material.TOWER_COLOUR_COUNT)


def end_named(position: Position, name: i64) -> i64:
    """The end of this turn's wall whose name has this number."""
    point: i64 = position.wall_end(0)
    if position.board.point_name[point] != name:
        point = position.wall_end(1)
    return point


def place_tower(position: Position, code: i64) -> None:
    """PLACE_TOWER and PLACE_OTHER_TOWER (MB-13)."""
    name: i64 = codes.tower_point(code)
    colour: i64 = codes.tower_colour(code)
    position.land.build_tower(end_named(position, name), colour)
    position.tell("tower", position.seat, "MB-13", 0, name, colour)
    if position.land.towers == 0:
        turn.end_game_after_turn(position, material.END_TOWERS)
    elif free_ends(position):
        position.phase = phases.PLACE_OTHER_TOWER
        return
    _await_house(position)


# --- houses --------------------------------------------------------------------------------------


def _await_house(position: Position) -> None:
    """MB-15; if no house is left none is placed (MB-17)."""
    position.phase = phases.PLACE_HOUSE
    if position.land.houses == 0:
        closing.close_city(position)


def _die_colours(position: Position, die: i64) -> i64:
    """A mask of the house colours a die allows: its own, or any for "?" (MB-15) and if used up (MB-16)."""
    if die == material.NO_DIE:
        return 0
    if die != material.ANY_COLOUR and _houses_left(position, die):
        return bit(die)
    return counts.present(position.land.houses)


def house_choices(position: Position) -> i64:
    """Five bits of colours for each field that may get the next house.

    The first field comes first, so that one way leads to each outcome; with a single house left the
    player chooses the field (MB-17)."""
    colours: i64 = _die_colours(position, position.die_1) | _die_colours(position, position.die_2)
    if position.phase == phases.PLACE_OTHER_HOUSE:
        return colours << material.HOUSE_COLOUR_COUNT
    if has_two_sides(position):
        if counts.total(position.land.houses) == 1:
            return colours | colours << material.HOUSE_COLOUR_COUNT
        if _is_last_of_double(position) and position.rules_version > material.FIRST_RULES:
            return counts.present(position.land.houses)  # MB-16: it may go to the other side as well
    return colours


def _is_last_of_double(position: Position) -> bool:
    """Do both dice show the same colour, of which one house is left (MB-16)?"""
    die: i64 = position.die_1
    return die == position.die_2 and die < material.ANY_COLOUR and _houses_left(position, die) == 1


def _houses_left(position: Position, colour: i64) -> i64:
    return counts.count_of(position.land.houses, colour)


def has_two_sides(position: Position) -> bool:
    """Has this turn's wall a field on both sides?"""
    return position.wall_side(1) != NOWHERE


def house_code(position: Position, choice: i64) -> i64:
    """The action for one bit of house_choices()."""
    side: i64 = choice // material.HOUSE_COLOUR_COUNT
    apex: i64 = position.board.apex(position.wall_side(side), position.wall_line)
    return codes.house_code(position.board.point_name[apex], choice % material.HOUSE_COLOUR_COUNT)


def house_field(position: Position, code: i64) -> i64:
    """The field on which an action builds a house."""
    field: i64 = position.wall_side(0)
    apex: i64 = position.board.apex(field, position.wall_line)
    if position.board.point_name[apex] != codes.house_point(code):
        field = position.wall_side(1)
    return field


def place_house(position: Position, code: i64) -> None:
    """PLACE_HOUSE and PLACE_OTHER_HOUSE (MB-15)."""
    colour: i64 = codes.house_colour(code)
    field: i64 = house_field(position, code)
    _use_die(position, colour)
    position.land.build_house(field, colour)
    position.tell("house", position.seat, "MB-15", 0, field, colour)
    if position.land.houses == 0:
        turn.end_game_after_turn(position, material.END_HOUSES)
    elif position.phase == phases.PLACE_HOUSE and has_two_sides(position):
        position.phase = phases.PLACE_OTHER_HOUSE
        return
    closing.close_city(position)


def _use_die(position: Position, colour: i64) -> None:
    """The die that shows the colour is used, or else one that allows it: this leaves the wider choice."""
    if position.die_1 == colour:
        position.die_1 = material.NO_DIE
    elif position.die_2 == colour or not _die_colours(position, position.die_1) >> colour & 1:
        position.die_2 = material.NO_DIE
    else:
        position.die_1 = material.NO_DIE
