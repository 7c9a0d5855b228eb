"""Words in several lines: where to break them, and how they are drawn. Letters never become smaller here."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import text, width_of


def breadth(words: str, size: float) -> float:
    """How wide words are in bold letters."""
    return size * width_of(words)


@lru_cache(4096)
def in_lines(words: str, size: float, width: float, most: int = 9) -> tuple[str, ...]:
    """The words in as few lines as fit into `width`, none much longer than the others.

    Where that would be more than `most` lines they are as wide as they must be.
    """
    number = min(most, len(_filled(words, size, width)))
    while len(_filled(words, size, width)) > number:
        width += 4
    while len(_filled(words, size, width - 4)) == number and width > size:
        width -= 4
    return tuple(_filled(words, size, width))


def _filled(words: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split(" "):
        if lines and breadth(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def column(
    x: float, y: float, lines: tuple[str, ...], size: float, cls: str = "t", lead: float = 1.12
) -> str:
    """Lines below each other; (x, y) is as for `text`, of the first of them."""
    return "".join([text(x, round(y + k * size * lead, 1), line, size, cls) for k, line in enumerate(lines)])
