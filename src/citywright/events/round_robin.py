"""Round robins: everybody meets everybody, as evenly as possible.

Tables of two follow the circle method, and 9, 16 or 25 people at tables of 3, 4 or 5 the lines of an affine
plane: there everybody meets everybody exactly once. For all others rounds are arranged by search, and added
until everybody has met everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from citywright.engine.rng import Rng
from citywright.events.seats import seat_schedule
from citywright.events.tables import Table, cheapest, cut, shuffled, table_sizes

MOST_PEOPLE = 64
_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # products in the field of four elements
_WORTH = (3, 0, 1, 4)  # what it costs if two never meet, once, twice, three times; more often costs much more
_EFFORT = 300_000  # how much search: people squared, rounds and passes multiplied
_MOST_PASSES = 60
_PATIENCE = 12
_SEARCHES, _FEW = 3, 24  # whole searches, and for how many people at most
_OFTEN = 3  # meetings of one pair that are still fine


def round_robin(people: Sequence[int], seats: int, *, least: int = 2, seed: int = 0) -> list[list[Table]]:
    """The rounds for these people. Who has no table in a round sits out."""
    rng = Rng(seed)
    numbered = shuffled(people, rng)
    count = len(numbered)
    if seats == 2:
        rounds = _circle(count)
    elif count == seats * seats and seats in (3, 4, 5):
        rounds = _plane(seats)
    else:
        rounds = _searched(count, seats, least, rng)
    return [[tuple(numbered[one] for one in table) for table in tables] for tables in seat_schedule(rounds)]


def _circle(count: int) -> list[list[list[int]]]:
    """Pairs: one stays, all others go round. Of an odd number each sits out once."""
    even = count + count % 2
    ring = list(range(1, even))
    rounds = []
    for _ in range(even - 1):
        line = [0, *ring]
        pairs = [[line[place], line[even - 1 - place]] for place in range(even // 2)]
        rounds.append([pair for pair in pairs if max(pair) < count])
        ring = [ring[-1], *ring[:-1]]
    return rounds


def _plane(size: int) -> list[list[list[int]]]:
    """The lines of an affine plane, those that never meet in one round."""

    def times(slope: int, x: int) -> int:
        return _FOUR[slope][x] if size == 4 else slope * x % size

    def plus(left: int, right: int) -> int:
        return left ^ right if size == 4 else (left + right) % size

    every = range(size)
    rounds = [[[x * size + y for y in every] for x in every]]
    for slope in every:
        rounds.append([[x * size + plus(times(slope, x), start) for x in every] for start in every])
    return rounds


def _searched(count: int, seats: int, least: int, rng: Rng) -> list[list[list[int]]]:
    """Rounds by search, the best of some: no pair that meets very often, then few rounds, then even ones."""
    found = [_search(count, seats, least, rng) for _ in range(_SEARCHES if count <= _FEW else 1)]

    def rank(rounds: list[list[list[int]]]) -> tuple[int, int, int]:
        met = [[0] * count for _ in range(count)]
        for tables in rounds:
            _note(met, tables, 1)
        return max(_OFTEN, *map(max, met)), len(rounds), sum(map(_worth, chain.from_iterable(met)))

    return min(found, key=rank)


def _search(count: int, seats: int, least: int, rng: Rng) -> list[list[list[int]]]:
    """First as few rounds as could do, then one more as long as two people have never met."""
    sizes = table_sizes(count, seats, least)
    if not sizes:
        return []
    met = [[0] * count for _ in range(count)]
    met_in_a_round = sum(size * (size - 1) for size in sizes)
    fewest = -(-count * (count - 1) // met_in_a_round)
    rounds: list[list[list[int]]] = []
    while len(rounds) < fewest or any(0 in row[:one] for one, row in enumerate(met)):
        people = _waiting_first(list(range(count)), rounds, sum(sizes), rng)
        tables, _ = cheapest(_prices(met), cut(people, sizes), rng, 2)
        rounds.append(tables)
        _note(met, tables, 1)
        if len(rounds) >= fewest:
            _polish(rounds, met, rng)
    return rounds


def _waiting_first(
    people: list[int], rounds: Sequence[Sequence[Sequence[int]]], playing: int, rng: Rng
) -> list[int]:
    """Everybody in an order by chance; whoever sat out most often is among those who play."""
    mixed = shuffled(people, rng)
    if playing == len(people):
        return mixed
    played = [sum(one in table for tables in rounds for table in tables) for one in people]
    return sorted(mixed, key=lambda one: played[one])


def _polish(rounds: list[list[list[int]]], met: list[list[int]], rng: Rng) -> None:
    """Arrange each round again, as well as all others allow, until that changes nothing."""
    passes = _EFFORT // (len(met) ** 2 * len(rounds))
    still = 0  # passes in a row that saved nothing; another place as good may be left behind all the same
    for _ in range(min(passes, _MOST_PASSES)):
        is_better = False
        for number, tables in enumerate(rounds):
            _note(met, tables, -1)
            prices = _prices(met)
            before = sum(prices[one][other] for table in tables for one in table for other in table) // 2
            rounds[number], cost = cheapest(prices, tables, rng, 2)
            is_better = is_better or cost < before
            _note(met, rounds[number], 1)
        still = 0 if is_better else still + 1
        if still == _PATIENCE:
            break


def _note(met: list[list[int]], tables: Sequence[Sequence[int]], times: int) -> None:
    for table in tables:
        for one in table:
            for other in table:
                if one != other:
                    met[one][other] += times


def _worth(times: int) -> int:
    return _WORTH[times] if times < len(_WORTH) else 4 * (times - 2) ** 3


def _prices(met: Sequence[Sequence[int]]) -> list[list[int]]:
    """What it costs if two people meet once more."""
    known = [_worth(times + 1) - _worth(times) for times in range(1 + max(map(max, met)))]
    return [
        [0 if one == other else known[times] for other, times in enumerate(row)]
        for one, row in enumerate(met)
    ]
