"""Action codes as words and back, without state or layout: `wall a3 b3`, `dice red ? white`, `play size3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from math import isqrt

from citywright.engine.game import NotationError
from citywright.engine.view import SEAT_LETTERS
from citywright.games.mauerbauer.rules import codes
from citywright.games.mauerbauer.rules.material import (
    DIE_FACES,
    HOUSE_COLOURS,
    KIND_NAMES,
    MAX_CITIES,
    MAX_SEATS,
    NO_TOWER_DIE,
    TOWER_COLOURS,
)

CITY_WORDS = ["none", *(str(number) for number in range(1, MAX_CITIES + 1))]


def point_name(number: int) -> str:
    """Point 0 is a1, 11 is a12, 12 is b1 … 119 is j12."""
    row, column = divmod(number, codes.POINTS_PER_ROW)
    return f"{codes.POINT_ROWS[row]}{column + 1}"


def point_number(name: str) -> int | None:
    """The number of a point's name; None if it is no such name."""
    match = re.fullmatch(r"([a-j])([1-9]|1[0-2])", name, re.ASCII)
    return codes.POINT_ROWS.index(match[1]) * codes.POINTS_PER_ROW + int(match[2]) - 1 if match else None


POINT_NAMES = [point_name(number) for number in range(codes.MAX_POINTS)]

# Verbs with one word of a list after them, or none: the code of the first word, and the words.
WORD_LISTS: dict[str, tuple[int, list[str]]] = {
    "start": (codes.START, list(SEAT_LETTERS[:MAX_SEATS])),
    "draw": (codes.DRAW, [*KIND_NAMES, "hidden"]),
    "join": (codes.JOIN, CITY_WORDS),
    "city": (codes.CITY, CITY_WORDS),
    "play": (codes.PLAY, KIND_NAMES),
    "discard": (codes.DISCARD, KIND_NAMES),
    "stop": (codes.STOP, [""]),
    "exchange": (codes.EXCHANGE, KIND_NAMES),
    "done": (codes.DONE, [""]),
}


@cache
def format_action(code: int) -> str:
    """The words of a code; ValueError if no action has it."""
    if codes.WALL <= code < codes.WALL + codes.POINT_PAIRS:
        pair = code - codes.WALL
        high = (isqrt(8 * pair + 1) + 1) // 2
        return f"wall {point_name(pair - high * (high - 1) // 2)} {point_name(high)}"
    if codes.HOUSE <= code < codes.WALL:
        return f"house {point_name(codes.house_point(code))} {HOUSE_COLOURS[codes.house_colour(code)]}"
    if codes.TOWER <= code < codes.HOUSE:
        return f"tower {point_name(codes.tower_point(code))} {TOWER_COLOURS[codes.tower_colour(code)]}"
    if codes.DICE <= code < codes.DICE + codes.DICE_ROLLS:
        tower_die = codes.rolled_tower_die(code)
        houses = [DIE_FACES[codes.rolled_die_1(code)], DIE_FACES[codes.rolled_die_2(code)]]
        return " ".join(["dice", *houses, *TOWER_COLOURS[tower_die : tower_die + 1]])
    for verb, (base, choices) in WORD_LISTS.items():
        if base <= code < base + len(choices):
            return f"{verb} {choices[code - base]}".rstrip()
    raise ValueError(f"No action has the code {code}.")


@lru_cache(8192)
def parse_action(words: str) -> int:
    """The code of words; NotationError says what they should have been."""
    verb, *arguments = words.split(" ")
    if verb not in PARSERS:
        raise NotationError(f"{words!r} is no action; actions begin with {', '.join(PARSERS)}.")
    return PARSERS[verb](words, arguments)


def _indices(words: str, arguments: list[str], lists: list[list[str]]) -> list[int]:
    """The place of each argument in its list."""
    if len(arguments) != len(lists):
        raise NotationError(
            f"{words!r} has {len(arguments)} words after the first; there must be {len(lists)}."
        )
    for argument, choices in zip(arguments, lists, strict=True):
        if argument not in choices:
            possible = "a point a1 to j12" if choices is POINT_NAMES else ", ".join(choices)
            raise NotationError(f"{argument!r} in {words!r} must be one of: {possible}.")
    return [choices.index(argument) for argument, choices in zip(arguments, lists, strict=True)]


def _parse_wall(words: str, arguments: list[str]) -> int:
    first, second = _indices(words, arguments, [POINT_NAMES, POINT_NAMES])
    if first >= second:
        raise NotationError(f"{words!r} must name two points in order, like wall a1 a2 or wall a3 b3.")
    return codes.WALL + codes.pair_of(first, second)


def _parse_house(words: str, arguments: list[str]) -> int:
    point, colour = _indices(words, arguments, [POINT_NAMES, HOUSE_COLOURS])
    return codes.house_code(point, colour)


def _parse_tower(words: str, arguments: list[str]) -> int:
    point, colour = _indices(words, arguments, [POINT_NAMES, TOWER_COLOURS])
    return codes.tower_code(point, colour)


def _parse_dice(words: str, arguments: list[str]) -> int:
    if len(arguments) == 2:
        die_1, die_2 = _indices(words, arguments, [DIE_FACES, DIE_FACES])
        return codes.dice_code(NO_TOWER_DIE, die_1, die_2)
    die_1, die_2, tower_die = _indices(words, arguments, [DIE_FACES, DIE_FACES, TOWER_COLOURS])
    return codes.dice_code(tower_die, die_1, die_2)


def _word_parser(base: int, choices: list[str]) -> Callable[[str, list[str]], int]:
    lists = [] if choices == [""] else [choices]
    return lambda words, arguments: base + sum(_indices(words, arguments, lists))


PARSERS: dict[str, Callable[[str, list[str]], int]] = {
    "wall": _parse_wall,
    "dice": _parse_dice,
    "tower": _parse_tower,
    "house": _parse_house,
    **{verb: _word_parser(base, choices) for verb, (base, choices) in WORD_LISTS.items()},
}
