"""Action codes as words and back, without state or layout: `wall a3 b3`, `dice red ? white`, `play size3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt

from citywright.engine.game import NotationError
from citywright.engine.view import SEAT_LETTERS
from citywright.games.mauerbauer.rules.codes import (
    A_CITY,
    A_DICE,
    A_DISCARD,
    A_DONE,
    A_DRAW,
    A_EXCHANGE,
    A_HOUSE,
    A_JOIN,
    A_PLAY,
    A_START,
    A_STOP,
    A_TOWER,
    A_WALL,
    HOUSE_COLOURS,
    KIND_NAMES,
    KINDS,
    MAX_CITIES,
    MAX_POINTS,
    MAX_SEATS,
    POINT_ROWS,
    POINTS_PER_ROW,
    TOWER_COLOURS,
    pair_of,
)

DIE_FACES = [*HOUSE_COLOURS, "?"]
CITY_WORDS = ["none", *(str(number) for number in range(1, MAX_CITIES + 1))]
PAIRS = MAX_POINTS * (MAX_POINTS - 1) // 2


def point_name(number: int) -> str:
    """Point 0 is a1, 11 is a12, 12 is b1 … 119 is j12."""
    return f"{POINT_ROWS[number // POINTS_PER_ROW]}{number % POINTS_PER_ROW + 1}"


def point_number(name: str) -> int | None:
    """The number of a point's name; None if it is no such name."""
    match = re.fullmatch(r"([a-j])([1-9]|1[0-2])", name, re.ASCII)
    return POINT_ROWS.index(match[1]) * POINTS_PER_ROW + int(match[2]) - 1 if match else None


POINT_NAMES = [point_name(number) for number in range(MAX_POINTS)]


def format_action(code: int) -> str:
    """The words of a code; ValueError if no action has it."""
    if A_WALL <= code < A_WALL + PAIRS:
        pair = code - A_WALL
        high = (isqrt(8 * pair + 1) + 1) // 2
        return f"wall {point_name(pair - high * (high - 1) // 2)} {point_name(high)}"
    if A_HOUSE <= code < A_WALL:
        return f"house {point_name((code - A_HOUSE) // 5)} {HOUSE_COLOURS[(code - A_HOUSE) % 5]}"
    if A_TOWER <= code < A_HOUSE:
        return f"tower {point_name((code - A_TOWER) // 3)} {TOWER_COLOURS[(code - A_TOWER) % 3]}"
    if A_DICE <= code < A_DICE + 144:
        tower, houses = divmod(code - A_DICE, 36)
        faces = [DIE_FACES[houses // 6], DIE_FACES[houses % 6], *TOWER_COLOURS[tower : tower + 1]]
        return " ".join(["dice", *faces])
    for verb, base, words in WORD_LISTS:
        if base <= code < base + len(words):
            return f"{verb} {words[code - base]}".rstrip()
    raise ValueError(f"No action has the code {code}.")


WORD_LISTS: list[tuple[str, int, list[str]]] = [
    ("start", A_START, list(SEAT_LETTERS[:MAX_SEATS])),
    ("draw", A_DRAW, [*KIND_NAMES, "hidden"]),
    ("join", A_JOIN, CITY_WORDS),
    ("city", A_CITY, CITY_WORDS),
    ("play", A_PLAY, KIND_NAMES),
    ("discard", A_DISCARD, KIND_NAMES),
    ("stop", A_STOP, [""]),
    ("exchange", A_EXCHANGE, KIND_NAMES),
    ("done", A_DONE, [""]),
]
assert len(KIND_NAMES) == KINDS


def parse_action(words: str) -> int:
    """The code of words; NotationError says what they should have been."""
    verb, *arguments = words.split(" ")
    if verb not in PARSERS:
        raise NotationError(f"{words!r} is no action; actions begin with {', '.join(PARSERS)}.")
    return PARSERS[verb](words, arguments)


def _index(words: str, arguments: list[str], lists: list[list[str]]) -> list[int]:
    """The position of each argument in its list."""
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
    first, second = _index(words, arguments, [POINT_NAMES, POINT_NAMES])
    if first >= second:
        raise NotationError(f"{words!r} must name two points in order, like wall a1 a2 or wall a3 b3.")
    return A_WALL + pair_of(first, second)


def _parse_house(words: str, arguments: list[str]) -> int:
    point, colour = _index(words, arguments, [POINT_NAMES, HOUSE_COLOURS])
    return A_HOUSE + 5 * point + colour


def _parse_tower(words: str, arguments: list[str]) -> int:
    point, colour = _index(words, arguments, [POINT_NAMES, TOWER_COLOURS])
    return A_TOWER + 3 * point + colour


def _parse_dice(words: str, arguments: list[str]) -> int:
    lists = [DIE_FACES, DIE_FACES, TOWER_COLOURS]
    numbers = [*_index(words, arguments, lists[:2] if len(arguments) == 2 else lists), len(TOWER_COLOURS)]
    return A_DICE + 36 * numbers[2] + 6 * numbers[0] + numbers[1]


def _word_parser(base: int, choices: list[str]) -> Callable[[str, list[str]], int]:
    lists = [] if choices == [""] else [choices]
    return lambda words, arguments: base + sum(_index(words, arguments, lists))


PARSERS: dict[str, Callable[[str, list[str]], int]] = {
    "wall": _parse_wall,
    "dice": _parse_dice,
    "tower": _parse_tower,
    "house": _parse_house,
    **{verb: _word_parser(base, choices) for verb, base, choices in WORD_LISTS},
}
