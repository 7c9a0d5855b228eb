"""Figures worth keeping about a seat of a finished game: a game names them, its events are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from citywright.engine.state import Event

# what is counted
COUNT: Final = "count"  # how many such events there were
POINTS: Final = "points"  # the points of all of them
AT_ONCE: Final = "at once"  # the points of the best of them
SIZE: Final = "size"  # the largest last argument of one

# how the figures of many games are told
MOST: Final = "most"
MEAN: Final = "mean"
TOTAL: Final = "total"


class Statistic(NamedTuple):
    """One figure: what is counted of which events, and how that is told of many games."""

    name: str  # by which the game's text knows it
    events: tuple[str, ...]
    what: str = COUNT
    told: str = MOST


def count_statistics(
    statistics: Sequence[Statistic], events: Iterable[Event], seats: int
) -> list[dict[str, int]]:
    """For each seat the figures of one game, by name; those that are 0 are left out."""
    figures: list[dict[str, int]] = [{} for _ in range(seats)]
    for event in events:
        if event.seat < 0:
            continue
        own = figures[event.seat]
        for statistic in statistics:
            if event.name in statistic.events:
                own[statistic.name] = _with(own.get(statistic.name, 0), statistic.what, event)
    return [{name: number for name, number in own.items() if number} for own in figures]


def _with(number: int, what: str, event: Event) -> int:
    """A figure after one more event."""
    if what == COUNT:
        return number + 1
    if what == POINTS:
        return number + event.points
    if what == AT_ONCE:
        return max(number, event.points)
    return max(number, event.args[-1])
