"""Boxes in rows and columns that end flush: no box is cut, none is followed by an empty space.

The height of every box is `slope` times its width plus `base`. The same is then true of boxes of equal width
below each other, and of boxes of equal height side by side: so a whole picture is laid out without trying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

Content = TypeVar("Content")


class Placed(NamedTuple, Generic[Content]):
    """Where something is, and how large."""

    content: Content
    x: float
    y: float
    width: float
    height: float


class Box(Generic[Content]):
    """Something whose height follows from its width."""

    __slots__ = ("base", "slope")

    def __init__(self, slope: float, base: float = 0.0) -> None:
        self.slope, self.base = slope, base

    def height(self, width: float) -> float:
        """How high it is at a width."""
        return self.slope * width + self.base

    def placed(self, x: float, y: float, width: float) -> Iterator[Placed[Content]]:
        """Everything in it, with (x, y) as its corner."""
        raise NotImplementedError


class Leaf(Box[Content]):
    """One thing: `slope` is its shape, `base` a height that it has at any width."""

    __slots__ = ("content",)

    def __init__(self, content: Content, slope: float, base: float = 0.0) -> None:
        super().__init__(slope, base)
        self.content = content

    def placed(self, x: float, y: float, width: float) -> Iterator[Placed[Content]]:
        yield Placed(self.content, x, y, width, self.height(width))


class Column(Box[Content]):
    """Boxes below each other, all of the same width."""

    __slots__ = ("boxes", "gap")

    def __init__(self, boxes: Sequence[Box[Content]], gap: float) -> None:
        super().__init__(
            sum([box.slope for box in boxes]), sum([box.base for box in boxes]) + gap * (len(boxes) - 1)
        )
        self.boxes, self.gap = boxes, gap

    def placed(self, x: float, y: float, width: float) -> Iterator[Placed[Content]]:
        for box in self.boxes:
            yield from box.placed(x, y, width)
            y += box.height(width) + self.gap


class Row(Box[Content]):
    """Boxes side by side, all of the same height. Each must have a shape: a slope above zero.

    Where there is too little width for all of them, some come out with a width below zero.
    """

    __slots__ = ("boxes", "gap")

    def __init__(self, boxes: Sequence[Box[Content]], gap: float) -> None:
        slope = 1 / sum([1 / box.slope for box in boxes])
        bases = sum([box.base / box.slope for box in boxes])
        super().__init__(slope, slope * (bases - gap * (len(boxes) - 1)))
        self.boxes, self.gap = boxes, gap

    def placed(self, x: float, y: float, width: float) -> Iterator[Placed[Content]]:
        height = self.height(width)
        for box in self.boxes:
            own = (height - box.base) / box.slope
            yield from box.placed(x, y, own)
            x += own + self.gap
