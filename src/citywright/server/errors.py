"""Why something was not done: a stable code for programs and a sentence for people, in their language."""

from __future__ import annotations

from citywright.text.sentence import Sentence, Translate

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
    """Refused; nothing has changed. The words are English, with {parts} in braces that are filled in."""

    def __init__(self, code: str, words: str | Sentence, /, **parts: object) -> None:
        self.said = words if isinstance(words, Sentence) else Sentence(words, **parts)
        super().__init__(self.said)
        self.code = code

    @property
    def reason(self) -> str:
        """The sentence in English, as programs are told."""
        return str(self.said)

    def told(self, t: Translate) -> str:
        """The sentence in the reader's language."""
        return self.said.told(t)

    @property
    def status(self) -> int:
        """The HTTP status that says the same."""
        return STATUS[self.code]
