"""Action codes of Saint Malo as words and back, without a state.

A space is a column a to g from the left and a row 1 to 7 from the top: `b1` is beside the top left tower.
"""

from __future__ import annotations

from citywright.engine.game import NotationError
from citywright.engine.view import SEAT_LETTERS
from citywright.games.saint_malo.rules.city import CITY
from citywright.games.saint_malo.rules.codes import (
    BONUS,
    DONE,
    HEAD,
    KEEP,
    LEVELS,
    PASS,
    PERSON,
    PLACE,
    ROLL,
    ROLLS_BEFORE,
    START,
    STOP,
    USE,
)
from citywright.games.saint_malo.rules.state import MAX_SEATS

SYMBOLS = ("log", "crate", "wall", "cross", "head", "swords")
PERSONS = ("citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble")
COLUMNS = "abcdefg"

# How each verb goes on, for the reader of an error.
FORMS = {
    "keep": "`keep none` or `keep` and some of the dice 1 to 5 in ascending order (all five: `stop`)",
    "stop": "`stop` alone",
    "use": "`use log 3`, `use crate 2`, `use wall 1`, `use cross 5` (one to five dice) or `use head` with the"
    " number and the person: " + ", ".join(f"{LEVELS[kind]} {name}" for kind, name in enumerate(PERSONS)),
    "pass": "`pass` alone",
    "place": "`place` and a space: a column a to g from the left, a row 1 to 7 from the top, no corner",
    "done": "`done` alone",
    "bonus": "`bonus` and one of " + ", ".join(PERSONS[:5]),
    "start": f"`start` and a seat from A to {SEAT_LETTERS[MAX_SEATS - 1]}",
    "roll": "`roll` and the faces of one to five dice: " + ", ".join(SYMBOLS),
}


def format_space(number: int) -> str:
    """8 * row + column -> `b1`."""
    return f"{COLUMNS[number % 8]}{number // 8 + 1}"


def spaces_of(mask: int) -> list[str]:
    """The names of a mask's spaces, row by row."""
    return [format_space(number) for number in range(mask.bit_length()) if mask >> number & 1]


def _decisions() -> dict[int, str]:
    """Every code but the rolls, with its words."""
    words = {KEEP: "keep none", STOP: "stop", PASS: "pass", DONE: "done"}
    for keep in range(1, STOP):
        words[KEEP + keep] = "keep " + " ".join(str(die + 1) for die in range(5) if keep >> die & 1)
    for symbol, name in enumerate(SYMBOLS[:HEAD]):
        for used in range(1, 6):
            words[USE + 5 * symbol + used - 1] = f"use {name} {used}"
    for kind, name in enumerate(PERSONS):
        words[PERSON + kind] = f"use head {LEVELS[kind]} {name}"
        if LEVELS[kind] <= 3:  # SM-34
            words[BONUS + kind] = f"bonus {name}"
    for number in range(CITY.bit_length()):
        if CITY >> number & 1:
            words[PLACE + number] = f"place {format_space(number)}"
    for seat in range(MAX_SEATS):
        words[START + seat] = f"start {SEAT_LETTERS[seat]}"
    return words


WORDS = _decisions()
CODES = {words: code for code, words in WORDS.items()}


def format_action(code: int) -> str:
    """The words of an action code; KeyError if there is no such code."""
    return WORDS[code] if code < ROLL else format_roll(code)


def format_roll(code: int) -> str:
    """The words of a roll: only the dice that were rolled, in their order."""
    dice = 1
    while code >= ROLL + ROLLS_BEFORE[dice + 1]:
        dice += 1
        if dice > 5:
            raise KeyError(code)
    number = code - ROLL - ROLLS_BEFORE[dice]
    return "roll " + " ".join(SYMBOLS[number // 6**die % 6] for die in reversed(range(dice)))


def parse_action(words: str) -> int:
    """The action code of some words, as `format_action` writes them; NotationError for all others."""
    code = CODES.get(words)
    if code is None:
        verb, *rest = words.split(" ")
        if verb != "roll" or not 1 <= len(rest) <= 5 or not set(rest) <= set(SYMBOLS):
            raise NotationError(_complaint(words))
        code = ROLL + ROLLS_BEFORE[len(rest)]
        for die, face in enumerate(reversed(rest)):
            code += SYMBOLS.index(face) * 6**die
    return code


def _complaint(words: str) -> str:
    """Why these words are no action, and what would be."""
    shown = words if len(words) <= 60 else words[:60] + "…"
    verb = words.split(" ", maxsplit=1)[0]
    if verb in FORMS:
        return f"“{shown}” is no action of Saint Malo: possible is {FORMS[verb]}"
    return f"“{shown}” is no action of Saint Malo: an action begins with one of {', '.join(FORMS)}"
