"""What the map makers of all games share: shuffling, the outline of a land, what hangs together.

All of it follows from an `Rng`. Not compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Final, TypeVar

from citywright.engine.rng import Rng

T = TypeVar("T")

WAVES: Final = (2, 3, 4, 5)  # bays and capes around an outline, by how many there are of each size
DEEPEST: Final = 0.34  # of all waves together, as a share of the radius


def shuffled(rng: Rng, items: Iterable[T]) -> list[T]:
    """The items in random order."""
    left = list(items)
    for number in range(len(left) - 1, 0, -1):
        other = rng.below(number + 1)
        left[number], left[other] = left[other], left[number]
    return left


def chosen(rng: Rng, items: Sequence[T]) -> T:
    """One of the items."""
    return items[rng.below(len(items))]


def between(rng: Rng, low: float, high: float) -> float:
    """A number between two others."""
    return low + (high - low) * rng.unit()


class Outline:
    """A land around (0, 0), so broad and so tall at first, whose coast has bays and capes."""

    def __init__(self, rng: Rng, broad: float, tall: float, slant: float) -> None:
        self.broad, self.tall = broad, tall
        self.turn = between(rng, -slant, slant)  # in radians
        strengths = [rng.unit() / wave for wave in WAVES]
        scale = DEEPEST * rng.unit() / sum(strengths)
        self.waves = [
            (wave, scale * strength, between(rng, 0, 2 * pi))
            for wave, strength in zip(WAVES, strengths, strict=True)
        ]

    def depth(self, x: float, y: float) -> float:
        """How far out a place lies: the land is made of the places where this is least."""
        ahead = (x * cos(self.turn) + y * sin(self.turn)) / self.broad
        aside = (y * cos(self.turn) - x * sin(self.turn)) / self.tall
        angle = atan2(aside, ahead)
        wave = sum([depth * cos(number * angle + phase) for number, depth, phase in self.waves])
        return hypot(ahead, aside) / (1 + wave)


def connected_parts(items: Iterable[T], beside: Callable[[T], Iterable[T]]) -> list[set[T]]:
    """The parts in which neighbours hang together, the largest first; of equals the one met first."""
    left = dict.fromkeys(items)
    parts: list[set[T]] = []
    while left:
        first = next(iter(left))
        del left[first]
        part, waiting = {first}, [first]
        while waiting:
            for near in beside(waiting.pop()):
                if near in left:
                    del left[near]
                    part.add(near)
                    waiting.append(near)
        parts.append(part)
    return sorted(parts, key=len, reverse=True)
