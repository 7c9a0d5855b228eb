"""What notebooks say in words: texts that show themselves as Markdown, tables, and values with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citywright.catalogue import find_game


class Words(str):
    """A text that a notebook shows as Markdown."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


def title_of(game: str) -> str:
    """A game as the documents call it: by its first title."""
    return find_game(game).titles["de"]


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Words:
    """A table; all columns but the first are numbers and stand to the right."""
    marks = ["---", *["---:"] * (len(headings) - 1)]
    lines = [headings, marks, *rows]
    return Words("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines))


def told(interval: Sequence[float], digits: int = 1, *, percent: bool = False, signed: bool = False) -> str:
    """A value with half the width of its interval: `12.3 ± 0.4`."""
    unit = "%" if percent else "f"
    sign = "+" if signed else ""
    reach = (interval[2] - interval[1]) / 2
    return f"{interval[0]:{sign}.{digits}{unit}} ± {reach:.{digits}{unit}}"
