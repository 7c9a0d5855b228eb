"""Reads a layout file for the parse_layout of any game: plain values, every defect named by its place.

A layout may come from anybody: its size, depth and values are bounded before a game looks at them. Not
compiled.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from citywright.engine.game import LayoutError

MOST_CHARACTERS: Final = 100_000
MOST_VALUES: Final = 10_000
MOST_LEVELS: Final = 8  # tables and lists inside each other
LONGEST_TEXT: Final = 200
LARGEST_NUMBER: Final = 1_000_000_000

# Reading a key of many parts takes the square of its length. Comments may hold anything.
_LONG_KEY = re.compile(
    rf"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_LEVELS},}}"""
)
_MISSING: Final = object()


class LayoutFile:
    """The values of a layout file. Each is checked when it is taken by its place, such as `start.coins`.

    A value that is missing or wrong is noted in `problems`, and a harmless one is returned in its stead.
    """

    def __init__(self, text: str, game_id: str, entries: Sequence[str]) -> None:
        self.values = read_values(text)
        self.problems: list[str] = []
        named = self.values.get("game")
        if named != game_id:
            self.problems.append(f'the file must say game = "{game_id}", not {shown(named)}')
        self._note_unknown(self.values, "", ("game", *entries))

    def check(self) -> None:
        """Refuse the file if anything was wrong with it."""
        if self.problems:
            raise LayoutError(self.problems)

    def value(self, place: str) -> Any:
        """Whatever is at a place; None if there is nothing."""
        found = self._find(place)
        return None if found is _MISSING else found

    def table(self, place: str, keys: Sequence[str]) -> dict[str, Any]:
        """A table that has no other keys than these."""
        table = self.any_table(place, f"with {', '.join(keys)}")
        self._note_unknown(table, place, keys)
        return table

    def any_table(self, place: str, content: str) -> dict[str, Any]:
        """A table with keys of the game's choice; `content` says what belongs in it."""
        table = self._find(place)
        if isinstance(table, dict):
            return table
        if self._has_parent(place):
            self.problems.append(f"the table [{place}] {content} is missing")
        return {}

    def whole(self, place: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        value = self._find(place)
        if is_whole(value, least, most):
            return int(value)
        self._note(place, value, f"a whole number from {least} to {most}")
        return least

    def text(self, place: str, most: int, otherwise: str) -> str:
        """A text; if there is none, another one."""
        value = self._find(place)
        if isinstance(value, str) and len(value) <= most:
            return value
        if value is not _MISSING:
            self._note(place, value, f"a text of at most {most} characters")
        return otherwise

    def texts(self, place: str, least: int, most: int) -> list[str]:
        """A list of so many texts; an empty one if it is no such list."""
        value = self._find(place)
        number = f"{least}" if least == most else f"{least} to {most}"
        if not isinstance(value, list):
            self._note(place, value, f"a list of {number} texts")
            return []
        if not least <= len(value) <= most:
            self.problems.append(f"{place}: {len(value)} are listed, {number} are needed")
        wrong = [n for n, item in enumerate(value[:most], 1) if not isinstance(item, str)]
        self.problems += [f"{place}[{n}] must be a text, not {shown(value[n - 1])}" for n in wrong]
        return [] if wrong else value[:most]

    def ascending(self, place: str, lengths: range, most: int) -> list[int]:
        """A list of whole numbers from 1, each larger than the one before."""
        value = self._find(place)
        if (
            isinstance(value, list)
            and len(value) in lengths
            and all(is_whole(number, 1, most) for number in value)
            and all(low < high for low, high in pairwise(value))
        ):
            return value
        count = f"{lengths[0]}" if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
        self._note(place, value, f"{count} ascending whole numbers from 1 to {most}")
        return [1] * lengths[0]

    def _find(self, place: str) -> Any:
        found: Any = self.values
        for key in place.split("."):
            if not isinstance(found, dict) or key not in found:
                return _MISSING
            found = found[key]
        return found

    def _has_parent(self, place: str) -> bool:
        """Is there a table in which this place could be? If not, the missing table has been noted."""
        parent = place.rpartition(".")[0]
        return not parent or isinstance(self._find(parent), dict)

    def _note(self, place: str, value: object, awaited: str) -> None:
        if value is not _MISSING:
            self.problems.append(f"{place} must be {awaited}, not {shown(value)}")
        elif self._has_parent(place):
            self.problems.append(f"{place} is missing: {awaited}")

    def _note_unknown(self, table: Iterable[str], place: str, keys: Sequence[str]) -> None:
        unknown = [shown(key) for key in table if key not in keys]
        if unknown:
            where = f"[{place}]" if place else "a layout"
            self.problems += [f"{key} is not known: {where} has {', '.join(keys)}" for key in unknown]


def is_whole(value: object, least: int, most: int) -> bool:
    """Is this a whole number within bounds?"""
    return type(value) is int and least <= value <= most


def is_number(value: object, most: float) -> bool:
    """Is this a number, whole or not, at most so far from nought?"""
    return type(value) in (int, float) and abs(value) <= most  # type: ignore[arg-type]


def shown(value: object) -> str:
    """A value as it may stand in a sentence."""
    if value is None:
        return "nothing"
    text = str(value) if isinstance(value, str | int | float) else type(value).__name__
    if isinstance(value, list | dict):
        text = "a list" if isinstance(value, list) else "a table"
    elif isinstance(value, str):
        text = f"“{text if len(text) <= 40 else text[:40] + '…'}”"
    return text


def read_values(text: str) -> dict[str, Any]:
    """The values of a TOML file; LayoutError if it is none, or larger, deeper or odder than any layout."""
    if len(text) > MOST_CHARACTERS:
        raise LayoutError([f"the file has {len(text)} characters, a layout at most {MOST_CHARACTERS}"])
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line_number = text.count("\n", 0, error.start) + 1
        raise LayoutError([f"line {line_number} holds a character that no file can hold"]) from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("#") and _LONG_KEY.search(line):
            raise LayoutError([f"line {number} has a key of more than {MOST_LEVELS} parts"])
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is a plain ValueError
        raise LayoutError([f"this is not TOML: {error}"]) from None
    problems = list(_odd_values(values))
    if problems:
        raise LayoutError(problems)
    return values


def _odd_values(values: dict[str, Any]) -> Iterator[str]:
    """What no layout holds, by its place: dates, huge numbers, texts that cannot be shown, deep nesting."""
    waiting: list[tuple[str, int, Any]] = [("", 0, values)]
    seen = 0
    while waiting:
        place, level, value = waiting.pop()
        seen += 1
        if seen > MOST_VALUES:
            yield f"the file has more than {MOST_VALUES} values"
            return
        if problem := _oddity(value, level):
            yield f"{place} {problem}"
        elif isinstance(value, dict):
            for key, item in reversed(value.items()):
                if len(key) > LONGEST_TEXT or not key.isprintable():
                    yield f"a key in {place or 'the file'} is too long or cannot be shown"
                else:
                    waiting.append((f"{place}.{key}" if place else key, level + 1, item))
        elif isinstance(value, list):
            waiting += [(f"{place}[{n}]", level + 1, value[n - 1]) for n in range(len(value), 0, -1)]


def _oddity(value: object, level: int) -> str:
    if level > MOST_LEVELS:
        return f"is more than {MOST_LEVELS} tables and lists deep"
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            return f"has {len(value)} characters, a text at most {LONGEST_TEXT}"
        return "" if value.isprintable() else "has a character that cannot be shown"
    if isinstance(value, int | float) and not isinstance(value, bool):
        inside = math.isfinite(value) if isinstance(value, float) else True
        return "" if inside and abs(value) <= LARGEST_NUMBER else "is a number out of all bounds"
    return (
        "" if isinstance(value, bool | list | dict) else f"is a {type(value).__name__}, which no layout has"
    )
