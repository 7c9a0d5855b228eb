"""Points of a table, and who stands where.

A table gives everybody the share of opponents they have beaten: 1 for the first, 0 for the last, 1/2 where
two are equal. So a table of any size gives 1/2 on average, and small and large ones count alike. Who sits
out gets 1/2 as well.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

UNIT = 840  # one point: every share at up to eight seats is a whole number of these
SAT_OUT = UNIT // 2


class Result(NamedTuple):
    """What came out at one table, in the order of its seats."""

    people: tuple[int, ...]
    shares: tuple[int, ...]  # in UNITs
    scores: tuple[int, ...]  # points of the game
    adjusted: tuple[float, ...] | None = None  # the result without luck; none: the game was not analysed


class Standing(NamedTuple):
    """Where somebody stands, and why."""

    person: int
    place: int  # from 1; no two have the same
    points: int  # in UNITs
    games: int
    opponents: float  # the average points of a game of those they met, from 0 to 1
    share: float  # the average share of the game points at their tables, from 0 to 1
    adjusted: float | None  # the average result without luck; none: some game was not analysed
    by_lot: bool  # only the lot put them before or after somebody


def shares_of(ranks: Sequence[int]) -> list[int]:
    """The points of everybody at a table, by their ranks: 1 is best, equals share a rank."""
    others = len(ranks) - 1
    if not others:
        return [SAT_OUT]
    return [
        (2 * sum(rank < other for other in ranks) + sum(rank == other for other in ranks) - 1)
        * (UNIT // 2)
        // others
        for rank in ranks
    ]


def standings(
    people: Sequence[int],
    results: Sequence[Result],
    sat_out: Sequence[int] = (),
    *,
    last: Sequence[int] = (),
    seed: int = 0,
) -> list[Standing]:
    """Everybody in order. Those in `sat_out` had no table, once for each time; those in `last` come last.

    What decides: points, the points of opponents, the share of the game points, the result without luck (if
    every game was analysed), the lot.
    """
    own: Mapping[int, list[tuple[Result, int]]] = defaultdict(list)
    for result in results:
        for seat, person in enumerate(result.people):
            own[person].append((result, seat))
    points = {one: sum(result.shares[seat] for result, seat in own[one]) for one in (*own, *people)}
    mean = {one: points[one] / (UNIT * len(own[one])) if own[one] else 0.5 for one in points}
    for one in sat_out:
        points[one] = points.get(one, 0) + SAT_OUT
    is_analysed = bool(results) and all(result.adjusted is not None for result in results)
    known: dict[int, tuple[float, ...]] = {}
    for one in people:
        met = [mean[other] for result, _ in own[one] for other in result.people if other != one]
        adjusted = [result.adjusted[seat] for result, seat in own[one] if result.adjusted is not None]
        known[one] = (
            0.0 if one in last else 1.0,
            points[one],
            round(_average(met), 9),
            round(_average([_share(result.scores, seat) for result, seat in own[one]]), 9),
            round(_average(adjusted), 9) if is_analysed else 0.0,
        )
    order = sorted(people, key=lambda one: (*(-value for value in known[one]), _lot(seed, one)))
    return [
        Standing(
            person=one,
            place=place,
            points=points[one],
            games=len(own[one]),
            opponents=known[one][2],
            share=known[one][3],
            adjusted=known[one][4] if is_analysed else None,
            by_lot=any(
                known[other] == known[one] for other in order[max(0, place - 2) : place + 1] if other != one
            ),
        )
        for place, one in enumerate(order, 1)
    ]


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _share(scores: Sequence[int], seat: int) -> float:
    """The part of all points of a game that a seat has; points below nothing count as nothing."""
    whole = sum(max(0, score) for score in scores)
    return max(0, scores[seat]) / whole if whole else 1 / len(scores)


def _lot(seed: int, person: int) -> bytes:
    """A number by chance that nobody chose: the same whenever it is asked for."""
    return hashlib.blake2b(f"{seed} {person}".encode(), digest_size=8).digest()
