"""What a lesson is made of, as lessons.toml of a game has it. Nothing is checked here against the rules.

An action is given in notation, where `*` stands for anything and `[ab]` for one of these. What is lit is an
action, or an element of the drawing: `#` and its id. Lines of a record may stand in one, with `;` between.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

import msgspec

LEARNER = 0  # the seat of whoever learns


class Both(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words in both languages."""

    en: str
    de: str

    def in_language(self, lang: str) -> str:
        """The words in a language; English where there are none in it."""
        return self.de if lang == "de" else self.en


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer to some legal actions that do not serve the aim of a step."""

    when: tuple[str, ...]
    say: Both


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of the learner. Where nothing is expected there is only something to read."""

    say: Both
    expect: tuple[str, ...] = ()  # the actions that fulfil it
    lit: tuple[str, ...] = ()  # nothing: what is expected
    wrong: tuple[Wrong, ...] = ()  # the first that fits answers
    otherwise: Both | None = None  # the answer to all other actions
    then: tuple[str, ...] = ()  # what others do and chance brings afterwards, as lines of a record

    @property
    def is_read(self) -> bool:
        """Is there nothing to do but to read?"""
        return not self.expect

    @property
    def lights(self) -> tuple[str, ...]:
        """What is lit."""
        return self.lit or self.expect

    def is_fulfilled_by(self, words: str) -> bool:
        """Does an action in notation serve the aim?"""
        return fits(words, self.expect)

    def answer_to(self, words: str) -> Both | None:
        """Why an action does not serve the aim."""
        return next((wrong.say for wrong in self.wrong if fits(words, wrong.when)), self.otherwise)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, an aim, and the steps that lead there. The learner sits at seat A."""

    id: str  # short, of letters and hyphens; progress is kept by it
    title: Both
    aim: Both
    learnt: Both  # what to remember
    rules: tuple[str, ...]  # the ids of the rules it is about
    step: tuple[Step, ...]
    moves: str = ""  # what leads to the position after the opening: lines of a record
    seats: int = 2
    opens: bool = True  # does it begin with the opening of the course?
    minutes: int = 2


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lessons of a game in their order."""

    opening: str = ""  # how lessons begin: lines of a record
    lesson: tuple[Lesson, ...] = ()

    def number_of(self, lesson_id: str) -> int:
        """The number of a lesson, from 1; 0 if there is none of this id."""
        return next((number for number, lesson in enumerate(self.lesson, 1) if lesson.id == lesson_id), 0)


def fits(words: str, patterns: Iterable[str]) -> bool:
    """Is an action, or the id of an element, one of those that are meant?"""
    return any(fnmatchcase(words, pattern) for pattern in patterns)
