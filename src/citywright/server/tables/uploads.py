"""Checks what people upload, layouts and records, in a process beside the server.

There are limits of size, time and number: an upload may come from anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from citywright.catalogue import find_game
from citywright.engine.game import Game, LayoutError
from citywright.engine.sentence import Sentence
from citywright.match.record import RecordError, parse_record
from citywright.match.replay import verify
from citywright.server.errors import MALFORMED, TOO_LARGE, TOO_MANY, Refusal
from citywright.server.tables.layout_check import (
    Draft,
    Inspection,
    draft_of,
    inspect_draft,
    inspect_text,
)
from citywright.server.worker import TooLong, Worker

LONGEST_LAYOUT = 48_000  # characters
MOST_ENTRIES = 2_000  # of a layout that is being edited
LARGEST_RECORD = 400_000  # bytes
MOST_PLIES = 5_000  # of a record; the longest games among people have fewer than 1,000
SECONDS = 5.0  # for one check
MOST_WAITING = 20
Result = TypeVar("Result")


class Uploads:
    """The process that checks uploads."""

    def __init__(self) -> None:
        self._worker = Worker(SECONDS)

    async def check_layout(self, game: Game, text: str | None) -> str | None:
        """The text of a layout that can be played on; None for the usual one."""
        if text is None or not text.strip():
            return None
        _refuse_long(text)
        try:
            await self._check(read_layout, game.id, text)
        except LayoutError as error:
            raise Refusal(
                MALFORMED, "this layout cannot be played on: {problem}", problem=str(error)
            ) from error
        return text

    async def inspect(self, game: Game, text: str) -> Inspection:
        """What is right and wrong with the text of a layout."""
        _refuse_long(text)
        return await self._check(inspect_text, game.id, text)

    async def read_draft(self, game: Game, text: str) -> Draft:
        """A layout file for the editor, sound or not; refused if it cannot be read at all."""
        _refuse_long(text)
        try:
            return await self._check(draft_of, game.id, text)
        except LayoutError as error:
            raise Refusal(MALFORMED, error.found[0]) from error

    async def inspect_draft(self, draft: Draft) -> Inspection:
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


def read_layout(game_id: str, text: str) -> str:
    """The text of a layout that can be played on, else LayoutError."""
    find_game(game_id).parse_layout(text)
    return text


def game_of_record(source: bytes) -> str:
    """The game of a record that is right in everything, else RecordError."""
    record = parse_record(source)
    if len(record.actions) > MOST_PLIES:
        line = record.actions[MOST_PLIES][2]
        raise RecordError(Sentence("a record has at most {most} actions", most=MOST_PLIES), line, 1)
    return verify(record).game.id
