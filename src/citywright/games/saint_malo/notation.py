"""Action codes of Saint Malo as words and back, without a state.

A space is a column a to g from the left and a row 1 to 7 from the top: `b1` is beside the top left tower.
"""

from __future__ import annotations

from functools import cache, lru_cache

from citywright.engine.game import NotationError
from citywright.engine.view import SEAT_LETTERS
from citywright.games.saint_malo.rules import codes, material
from citywright.games.saint_malo.rules.material import FACE_NAMES, LEVELS, PERSON_NAMES
from citywright.games.saint_malo.rules.spaces import CITY, SIDES

COLUMNS = "abcdefg"
BONUS_PERSONS = [
    name for name, level in zip(PERSON_NAMES, LEVELS, strict=True) if level <= material.HIGHEST_BONUS_LEVEL
]

# How each verb goes on, for the reader of an error.
FORMS = {
    "keep": "`keep none` or `keep` and some of the dice 1 to 5 in ascending order (all five: `stop`)",
    "stop": "`stop` alone",
    "use": "`use log 3`, `use crate 2`, `use wall 1`, `use cross 5` (one to five dice) or `use head` with the"
    " number and the person: "
    + ", ".join(f"{LEVELS[kind]} {name}" for kind, name in enumerate(PERSON_NAMES)),
    "pass": "`pass` alone",
    "place": "`place` and a space: a column a to g from the left, a row 1 to 7 from the top, no corner",
    "done": "`done` alone",
    "bonus": "`bonus` and one of " + ", ".join(BONUS_PERSONS),
    "start": f"`start` and a seat from A to {SEAT_LETTERS[material.MAX_SEATS - 1]}",
    "roll": "`roll` and the faces of one to five dice: " + ", ".join(FACE_NAMES),
}


def format_space(number: int) -> str:
    """8 * row + column -> `b1`."""
    return f"{COLUMNS[number % 8]}{number // 8 + 1}"


@lru_cache(8192)
def spaces_of(mask: int) -> list[str]:
    """The names of a mask's spaces, row by row. The list is shared: nobody may change it."""
    return [format_space(number) for number in range(mask.bit_length()) if mask >> number & 1]


# The side of every outer space, both by name.
SIDE_AT = {
    space: name for name, side in zip(material.SIDE_NAMES, SIDES, strict=True) for space in spaces_of(side)
}


def _decisions() -> dict[int, str]:
    """Every code but the rolls, with its words."""
    words = {codes.KEEP: "keep none", codes.STOP: "stop", codes.PASS: "pass", codes.DONE: "done"}
    for keep in range(1, codes.STOP):
        words[codes.KEEP + keep] = "keep " + " ".join(
            str(die + 1) for die in range(material.DICE_COUNT) if keep >> die & 1
        )
    for symbol, name in enumerate(FACE_NAMES[: material.HEAD]):
        for used in range(1, material.DICE_COUNT + 1):
            words[codes.use_code(symbol, used)] = f"use {name} {used}"
    for kind, name in enumerate(PERSON_NAMES):
        words[codes.PERSON + kind] = f"use head {LEVELS[kind]} {name}"
    for kind, name in enumerate(BONUS_PERSONS):
        words[codes.BONUS + kind] = f"bonus {name}"
    for number in range(CITY.bit_length()):
        if CITY >> number & 1:
            words[codes.PLACE + number] = f"place {format_space(number)}"
    for seat in range(material.MAX_SEATS):
        words[codes.START + seat] = f"start {SEAT_LETTERS[seat]}"
    return words


WORDS = _decisions()
CODES = {words: code for code, words in WORDS.items()}


def format_action(code: int) -> str:
    """The words of an action code; KeyError if there is no such code."""
    return WORDS[code] if code < codes.ROLL else format_roll(code)


@cache
def format_roll(code: int) -> str:
    """The words of a roll: only the dice that were rolled, in their order."""
    dice = 1
    while code >= codes.ROLL + codes.ROLLS_BEFORE[dice + 1]:
        dice += 1
        if dice > material.DICE_COUNT:
            raise KeyError(code)
    number = code - codes.ROLL - codes.ROLLS_BEFORE[dice]
    return "roll " + " ".join(FACE_NAMES[number // 6**die % 6] for die in reversed(range(dice)))


def parse_action(words: str) -> int:
    """The action code of some words, as `format_action` writes them; NotationError for all others."""
    code = CODES.get(words)
    if code is None:
        verb, *rest = words.split(" ")
        if verb != "roll" or not 1 <= len(rest) <= material.DICE_COUNT or not set(rest) <= set(FACE_NAMES):
            raise NotationError(_complaint(words))
        code = codes.ROLL + codes.ROLLS_BEFORE[len(rest)]
        for die, face in enumerate(reversed(rest)):
            code += FACE_NAMES.index(face) * 6**die
    return code


def _complaint(words: str) -> str:
    """Why these words are no action, and what would be."""
    shown = words if len(words) <= 60 else words[:60] + "…"
    verb = words.split(" ", maxsplit=1)[0]
    if verb in FORMS:
        return f"“{shown}” is no action of Saint Malo: possible is {FORMS[verb]}"
    return f"“{shown}” is no action of Saint Malo: an action begins with one of {', '.join(FORMS)}"
