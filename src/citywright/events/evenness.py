"""How even a schedule is: how often two people meet, and how often everybody sits in each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from citywright.events.seats import seat_counts
from citywright.events.tables import Table


class Evenness(NamedTuple):
    """What was counted in a schedule."""

    rounds: int
    never: int  # pairs of people who never meet
    once: int
    again: int  # pairs that meet more often
    most: int  # meetings of the pair that meets most often
    begins: tuple[int, int]  # how often somebody begins: fewest and most
    seats: int  # the largest difference between two seats of one person, at tables of one size
    sits_out: int  # how often somebody sits out at most


def evenness(people: Sequence[int], rounds: Sequence[Sequence[Table]]) -> Evenness:
    """Count how even a schedule is for these people."""
    tables = [table for tables in rounds for table in tables]
    met = dict.fromkeys(combinations(sorted(people), 2), 0)
    for table in tables:
        for pair in combinations(sorted(table), 2):
            met[pair] += 1
    counts = seat_counts(tables)
    begins = [counts[person][0] for person in people]
    played = [sum(counts[person]) for person in people]
    return Evenness(
        rounds=len(rounds),
        never=sum(times == 0 for times in met.values()),
        once=sum(times == 1 for times in met.values()),
        again=sum(times > 1 for times in met.values()),
        most=max(met.values()),
        begins=(min(begins), max(begins)),
        seats=max(_difference(tables, size) for size in {len(table) for table in tables}),
        sits_out=len(rounds) - min(played),
    )


def _difference(tables: Sequence[Table], size: int) -> int:
    """The largest difference between two seats of anybody at tables of this size."""
    counts = seat_counts([table for table in tables if len(table) == size])
    return max(max(own[:size]) - min(own[:size]) for own in counts.values())
