"""A sentence that is told in the reader's language where it is shown: English words with named parts.

Whoever refuses something knows neither page nor language; whoever shows it knows both.
"""

from __future__ import annotations

from collections.abc import Callable

Translate = Callable[..., str]  # citywright.words.Words, or anything that fills words with their parts


class Sentence:
    """English words; {parts} in braces are filled in, and those that are sentences are translated too."""

    __slots__ = ("parts", "words")

    def __init__(self, words: str, /, **parts: object) -> None:
        self.words = words
        self.parts = parts

    def __str__(self) -> str:
        return self.told(_in_english)

    def told(self, t: Translate) -> str:
        """The sentence in the language of `t`."""
        told = {
            name: part.told(t) if isinstance(part, Sentence) else part for name, part in self.parts.items()
        }
        return t(self.words, **told)


def _in_english(words: str, /, **parts: object) -> str:
    return words.format_map(parts) if parts else words
