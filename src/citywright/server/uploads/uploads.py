"""Checks what people upload, layouts and records, in a process beside the server.

There are limits of size, time and number: an upload may come from anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from citywright.engine.game import MOST_PROBLEMS, Game, LayoutError
from citywright.engine.layout.about import Origin
from citywright.engine.sentence import Sentence, Translate
from citywright.match.record import RecordError, parse_record
from citywright.match.replay import verify
from citywright.server.errors import MALFORMED, TOO_LARGE, TOO_MANY, Refusal
from citywright.server.language import words_of_game
from citywright.server.uploads.layout_check import (
    Draft,
    DraftInspection,
    Inspection,
    draft_of,
    inspect,
    inspect_draft,
)
from citywright.server.worker import TooLong, Worker

LONGEST_LAYOUT = 48_000  # characters
MOST_ENTRIES = 2_000  # of a layout that is being edited
LARGEST_RECORD = 400_000  # bytes
MOST_PLIES = 5_000  # of a record; the longest games among people have fewer than 1,000
SECONDS = 5.0  # for one check
MOST_WAITING = 20
Result = TypeVar("Result")


class Fault(msgspec.Struct, frozen=True):
    """A problem of a layout in the reader's language."""

    place: str  # empty: the file as a whole
    words: str
    rule: str  # empty: it is against no rule


class _FirstProblems(Sentence):
    """The first problems of a layout as one part of a sentence, in the words of their game."""

    __slots__ = ("_count", "_game", "_problems")

    def __init__(self, game: Game, found: Inspection) -> None:
        super().__init__("")
        self._game = game
        self._problems = found.problems[:MOST_PROBLEMS]
        self._count = found.total

    def translated(self, t: Translate) -> str:
        words = words_of_game(self._game, getattr(t, "lang", "en"))
        told = [problem.translated(words) for problem in self._problems]
        if self._count > len(told):
            told.append(t("and {n} more", n=self._count - len(told)))
        return "; ".join(told)


class LayoutRefused(Refusal):
    """A layout that cannot be played on; all that is wrong with it can be asked for, in any language."""

    def __init__(self, game: Game, found: Inspection) -> None:
        problem = _FirstProblems(game, found)
        super().__init__(MALFORMED, Sentence("this layout cannot be played on: {problem}", problem=problem))
        self.total = found.total
        self._game = game
        self._problems = found.problems

    def faults(self, lang: str) -> list[Fault]:
        """Each problem with its place and rule."""
        t = words_of_game(self._game, lang)
        return [Fault(one.place, one.translated(t), one.rule) for one in self._problems]


class Uploads:
    """The process that checks uploads."""

    def __init__(self) -> None:
        self._worker = Worker(SECONDS)

    async def check_layout(self, game: Game, text: str | None) -> str | None:
        """The text of a layout that can be played on; None for the usual one."""
        if text is None or not text.strip():
            return None
        await self.sound_layout(game, text)
        return text

    async def sound_layout(self, game: Game, text: str, origin: Origin | None = None) -> Inspection:
        """A layout that can be played on; LayoutRefused lists what is wrong with any other.

        With an `origin` the text that is returned names that as the layout it was made from.
        """
        found = await self.inspect_layout(game, text, origin)
        if found.problems:
            raise LayoutRefused(game, found)
        return found

    async def inspect_layout(self, game: Game, text: str, origin: Origin | None = None) -> Inspection:
        """What is wrong with a layout, or what it tells about itself."""
        _refuse_long(text)
        return await self._check(inspect, game.id, text, origin)

    async def read_draft(self, game: Game, text: str) -> Draft:
        """A layout file for the editor, sound or not; refused if it cannot be read at all."""
        _refuse_long(text)
        try:
            return await self._check(draft_of, game.id, text)
        except LayoutError as error:
            raise Refusal(MALFORMED, error.found[0]) from error

    async def inspect_draft(self, draft: Draft) -> DraftInspection:
        """What is right and wrong with a layout that is being edited."""
        if len(draft.entries) > MOST_ENTRIES or len(draft.sources) > MOST_ENTRIES:
            raise Refusal(TOO_LARGE, "a layout has at most {most} entries", most=MOST_ENTRIES)
        return await self._check(inspect_draft, draft)

    async def check_record(self, source: bytes) -> str:
        """The id of the game of a record that is right in everything; RecordError says what is not."""
        if len(source) > LARGEST_RECORD:
            raise Refusal(
                TOO_LARGE, "a record that is uploaded has at most {most} bytes", most=LARGEST_RECORD
            )
        return await self._check(game_of_record, source)

    @property
    def waiting(self) -> int:
        """How many uploads are not checked yet."""
        return self._worker.jobs

    async def close(self) -> None:
        """End the process."""
        await self._worker.close()

    async def _check(self, work: Callable[..., Result], *arguments: object) -> Result:
        if self._worker.jobs >= MOST_WAITING:
            raise Refusal(TOO_MANY, "too many uploads are being checked; try again in a few seconds")
        try:
            return await self._worker.run(work, *arguments)
        except TooLong:
            raise Refusal(TOO_LARGE, "checking this takes too long") from None


def _refuse_long(text: str) -> None:
    if len(text) > LONGEST_LAYOUT:
        raise Refusal(
            TOO_LARGE,
            "a layout has at most {most} characters, this one {n}",
            most=LONGEST_LAYOUT,
            n=len(text),
        )


# --- in the process -------------------------------------------------------------------


def game_of_record(source: bytes) -> str:
    """The game of a record that is right in everything, else RecordError."""
    record = parse_record(source)
    if len(record.actions) > MOST_PLIES:
        line = record.actions[MOST_PLIES][2]
        raise RecordError(Sentence("a record has at most {most} actions", most=MOST_PLIES), line, 1)
    return verify(record).game.id
