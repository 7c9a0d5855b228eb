"""A message that is translated only where it is shown: English words with named parts.

The code that refuses something does not know the reader's language; the code that shows the message does.
"""

from __future__ import annotations

from collections.abc import Callable

Translate = Callable[..., str]  # citywright.text.Words, or anything that fills in the parts


class Sentence:
    """English words with {parts} to be filled in; a part may be a Sentence itself."""

    __slots__ = ("parts", "words")

    def __init__(self, words: str, /, **parts: object) -> None:
        self.words = words
        self.parts = parts

    def __str__(self) -> str:
        return self.translated(_in_english)

    def translated(self, t: Translate) -> str:
        """The sentence in the language of `t`."""
        parts = {
            name: part.translated(t) if isinstance(part, Sentence) else part
            for name, part in self.parts.items()
        }
        return t(self.words, **parts)


def _in_english(words: str, /, **parts: object) -> str:
    return words.format_map(parts) if parts else words
