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

from citywright.engine.game import LayoutError, Problem
from citywright.engine.layout.about import KEYS, ORIGIN, SOURCES, TEXTS, About, Origin
from citywright.engine.sentence import Sentence

MOST_CHARACTERS: Final = 100_000
MOST_VALUES: Final = 10_000
MOST_LEVELS: Final = 8  # tables and lists inside each other
LONGEST_TEXT: Final = 1000
LONGEST_KEY: Final = 200
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
        self.problems: list[str | Problem] = []
        named = self.values.get("game")
        if named != game_id:
            self.note(
                "game",
                "the file must say game = {wanted}, not {given}",
                wanted=f'"{game_id}"',
                given=shown(named),
            )
        self._note_unknown(self.values, "", ("game", *entries, "about"))
        self.about = self._read_about()

    def note(self, place: str, words: str, /, *, rule: str = "", **parts: object) -> None:
        """One more problem: where, what (with {parts}), and against which rule."""
        self.problems.append(Problem(place, words, rule=rule, **parts))

    def check(self) -> None:
        """Refuse the file if anything was wrong with it."""
        if self.problems:
            raise LayoutError(self.problems)

    def value(self, place: str) -> Any:
        """Whatever is at a place; None if there is nothing."""
        found = self._find(place)
        return None if found is _MISSING else found

    def table(self, place: str, keys: Sequence[str], rule: str = "") -> dict[str, Any]:
        """A table that has no other keys than these."""
        table = self.any_table(place, Sentence("with {keys}", keys=", ".join(keys)), rule)
        self._note_unknown(table, place, keys)
        return table

    def any_table(self, place: str, content: Sentence, rule: str = "") -> dict[str, Any]:
        """A table with keys of the game's choice; `content` says what belongs in it."""
        table = self._find(place)
        if isinstance(table, dict):
            return table
        if self._has_parent(place):
            self.note(place, "the table [{place}] {content} is missing", content=content, rule=rule)
        return {}

    def whole(self, place: str, least: int, most: int, rule: str = "") -> int:
        """A whole number within bounds."""
        value = self._find(place)
        if is_whole(value, least, most):
            return int(value)
        awaited = Sentence("a whole number from {least} to {most}", least=least, most=most)
        self._note(place, value, awaited, rule)
        return least

    def text(self, place: str, most: int, otherwise: str) -> str:
        """A text; if there is none, another one."""
        value = self._find(place)
        if isinstance(value, str) and len(value) <= most:
            return value
        if value is not _MISSING:
            self._note(place, value, Sentence("a text of at most {most} characters", most=most))
        return otherwise

    def texts(self, place: str, least: int, most: int, rule: str = "", group: str = "") -> list[str]:
        """A list of so many texts; an empty one if it is no such list. `group` is how an editor calls it."""
        value = self._find(place)
        number = f"{least}" if least == most else Sentence("{least} to {most}", least=least, most=most)
        if not isinstance(value, list):
            self._note(place, value, Sentence("a list of {number} texts", number=number), rule)
            return []
        if not least <= len(value) <= most:
            self.note(
                group or place,
                "{list}: {n} are listed, {number} are needed",
                list=place,
                n=len(value),
                number=number,
                rule=rule,
            )
        wrong = [n for n, item in enumerate(value[:most], 1) if not isinstance(item, str)]
        for n in wrong:
            self._note(f"{place}[{n}]", value[n - 1], Sentence("a text"))
        return [] if wrong else value[:most]

    def ascending(self, place: str, lengths: range, most: int, rule: str = "") -> list[int]:
        """A list of whole numbers from 1, each larger than the one before."""
        value = self._find(place)
        if (
            isinstance(value, list)
            and len(value) in lengths
            and all(is_whole(number, 1, most) for number in value)
            and all(low < high for low, high in pairwise(value))
        ):
            return value
        first, last = lengths[0], lengths[-1]
        count = f"{first}" if first == last else Sentence("{least} to {most}", least=first, most=last)
        awaited = Sentence("{count} ascending whole numbers from 1 to {most}", count=count, most=most)
        self._note(place, value, awaited, rule)
        return [1] * lengths[0]

    # --- what the file tells about itself -----------------------------------------------------

    def _read_about(self) -> About:
        if "about" not in self.values:
            return About()
        self.table("about", KEYS)
        texts = {key: self.text(f"about.{key}", most, "") for key, most in TEXTS.items()}
        origin = {}
        if self.value("about.origin") is not None:
            self.table("about.origin", tuple(ORIGIN))
            origin = {key: self.text(f"about.origin.{key}", most, "") for key, most in ORIGIN.items()}
        return About(**texts, origin=Origin(**origin), sources=self._read_sources())

    def _read_sources(self) -> dict[str, str]:
        """Places and where their values are from."""
        if self.value("about.sources") is None:
            return {}
        sources = {}
        for place, source in self.any_table("about.sources", Sentence("with places")).items():
            if source in SOURCES:
                sources[place] = source
            else:
                self.note(
                    f"about.sources.{place}",
                    "{place} must be one of {known}, not {given}",
                    known=", ".join(SOURCES),
                    given=shown(source),
                )
        return sources

    # --- finding and noting -------------------------------------------------------------------

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

    def _note(self, place: str, value: object, awaited: Sentence, rule: str = "") -> None:
        if value is not _MISSING:
            self.note(
                place,
                "{place} must be {awaited}, not {given}",
                awaited=awaited,
                given=shown(value),
                rule=rule,
            )
        elif self._has_parent(place):
            self.note(place, "{place} is missing: {awaited}", awaited=awaited, rule=rule)

    def _note_unknown(self, table: Iterable[str], place: str, keys: Sequence[str]) -> None:
        where: object = f"[{place}]" if place else Sentence("a layout")
        for key in table:
            if key not in keys:
                self.note(
                    f"{place}.{key}" if place else key,
                    "{key} is not known: {where} has {keys}",
                    key=shown(key),
                    where=where,
                    keys=", ".join(keys),
                )


def is_whole(value: object, least: int, most: int) -> bool:
    """Is this a whole number within bounds?"""
    return type(value) is int and least <= value <= most


def is_number(value: object, most: float) -> bool:
    """Is this a number, whole or not, at most so far from nought?"""
    return type(value) in (int, float) and abs(value) <= most  # type: ignore[arg-type]


def shown(value: object) -> str | Sentence:
    """A value as it may stand in a sentence."""
    if value is None:
        return Sentence("nothing")
    if isinstance(value, list | dict):
        return Sentence("a list") if isinstance(value, list) else Sentence("a table")
    if isinstance(value, str):
        return f"“{value if len(value) <= 40 else value[:40] + '…'}”"
    return str(value) if isinstance(value, int | float) else type(value).__name__


def read_values(text: str) -> dict[str, Any]:
    """The values of a TOML file; LayoutError if it is none, or larger, deeper or odder than any layout."""
    if len(text) > MOST_CHARACTERS:
        size = len(text)
        raise LayoutError(
            [
                Problem(
                    "", "the file has {n} characters, a layout at most {most}", n=size, most=MOST_CHARACTERS
                )
            ]
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise LayoutError(
            [Problem("", "line {line} holds a character that no file can hold", line=line)]
        ) from None
    for number, row in enumerate(text.split("\n"), 1):
        if not row.lstrip().startswith("#") and _LONG_KEY.search(row):
            raise LayoutError(
                [
                    Problem(
                        "", "line {line} has a key of more than {most} parts", line=number, most=MOST_LEVELS
                    )
                ]
            )
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is a plain ValueError
        raise LayoutError([Problem("", "this is not TOML: {problem}", problem=str(error))]) from None
    problems = list(_odd_values(values))
    if problems:
        raise LayoutError(problems)
    return values


def _odd_values(values: dict[str, Any]) -> Iterator[Problem]:
    """What no layout holds, by its place: dates, huge numbers, texts that cannot be shown, deep nesting."""
    waiting: list[tuple[str, int, Any]] = [("", 0, values)]
    seen = 0
    while waiting:
        place, level, value = waiting.pop()
        seen += 1
        if seen > MOST_VALUES:
            yield Problem("", "the file has more than {most} values", most=MOST_VALUES)
            return
        if oddity := _oddity(value, level):
            yield Problem(place, "{place} {oddity}", oddity=oddity)
        elif isinstance(value, dict):
            for key, item in reversed(value.items()):
                if len(key) > LONGEST_KEY or not key.isprintable():
                    where = place or Sentence("the file")
                    yield Problem(place, "a key in {where} is too long or cannot be shown", where=where)
                else:
                    waiting.append((f"{place}.{key}" if place else key, level + 1, item))
        elif isinstance(value, list):
            waiting += [(f"{place}[{n}]", level + 1, value[n - 1]) for n in range(len(value), 0, -1)]


def _oddity(value: object, level: int) -> Sentence | None:
    if level > MOST_LEVELS:
        return Sentence("is more than {most} tables and lists deep", most=MOST_LEVELS)
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            size = {"n": len(value), "most": LONGEST_TEXT}
            return Sentence("has {n} characters, a text at most {most}", **size)
        return None if value.isprintable() else Sentence("has a character that cannot be shown")
    if isinstance(value, int | float) and not isinstance(value, bool):
        inside = math.isfinite(value) if isinstance(value, float) else True
        is_sane = inside and abs(value) <= LARGEST_NUMBER
        return None if is_sane else Sentence("is a number out of all bounds")
    if isinstance(value, bool | list | dict):
        return None
    return Sentence("is a {type}, which no layout has", type=type(value).__name__)
