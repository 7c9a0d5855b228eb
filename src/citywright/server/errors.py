"""Refusals: a stable code for programs and a sentence for people, in their language."""

from __future__ import annotations

from sqlalchemy.exc import DataError, DBAPIError

from citywright.engine.sentence import Sentence, Translate

MALFORMED = "malformed"
UNKNOWN = "unknown"
FORBIDDEN = "forbidden"
NOT_YOUR_TURN = "not your turn"
STALE_PLY = "stale ply"
ILLEGAL = "illegal"
TOO_LARGE = "too large"
TOO_MANY = "too many"  # slow down
UNAVAILABLE = "unavailable"  # the database does not answer: nothing was changed, it may be tried again

STATUS = {
    MALFORMED: 400,
    UNKNOWN: 404,
    FORBIDDEN: 403,
    NOT_YOUR_TURN: 409,
    STALE_PLY: 409,
    ILLEGAL: 422,
    TOO_LARGE: 413,
    TOO_MANY: 429,
    UNAVAILABLE: 503,
}


class Refusal(Exception):
    """Refused; nothing has changed. The words are English; {parts} in braces are filled in."""

    def __init__(self, code: str, words: str | Sentence, /, **parts: object) -> None:
        self.sentence = words if isinstance(words, Sentence) else Sentence(words, **parts)
        super().__init__(self.sentence)
        self.code = code

    @property
    def reason(self) -> str:
        """The sentence in English, for programs."""
        return str(self.sentence)

    def translated(self, t: Translate) -> str:
        """The sentence in the reader's language."""
        return self.sentence.translated(t)

    @property
    def status(self) -> int:
        """The HTTP status for the code."""
        return STATUS[self.code]


class Suspended(Refusal):
    """Refused because whoever asks may not play here for now."""


class MadeAlready(Refusal):
    """A table with the same id, or the same number for its dice, was made at the same moment."""

    def __init__(self) -> None:
        super().__init__(ILLEGAL, "this table was made already")


def is_value_refused(error: Exception) -> bool:
    """Does the database work, but not take a value it was given? PostgreSQL says so by 22…"""
    if not isinstance(error, DBAPIError):
        return False
    return isinstance(error, DataError) or str(getattr(error.orig, "sqlstate", "")).startswith("22")
