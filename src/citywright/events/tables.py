"""How many sit at each table of a round, and who moves where so that a round costs least.

A table is a tuple of people, numbers from 0, in the order of their seats: the first of them begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.rng import Rng

Table = tuple[int, ...]
Costs = Sequence[Sequence[int]]  # what it costs if two people meet


def table_sizes(people: int, seats: int, least: int = 2) -> list[int]:
    """The sizes of the tables of one round, the largest first: as few as possible, as even as possible.

    Where no such tables exist (three people, tables of exactly two) somebody sits out: then the sizes add up
    to less than all people.
    """
    for playing in range(people, 0, -1):
        number = -(-playing // seats)
        small, larger = divmod(playing, number)
        if small >= least:
            return [small + 1] * larger + [small] * (number - larger)
    return []


def cut(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """People in their order, as tables of these sizes."""
    tables, first = [], 0
    for size in sizes:
        tables.append(list(people[first : first + size]))
        first += size
    return tables


def shuffled(items: Sequence[int], rng: Rng) -> list[int]:
    """The same in an order by chance."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = rng.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Arrangement:
    """The tables of one round, whose cost gets less by people changing places in pairs."""

    def __init__(self, costs: Costs, tables: Sequence[Sequence[int]]) -> None:
        self._costs = costs
        self._tables = [list(table) for table in tables]
        self._place = {one: at for at, table in enumerate(self._tables) for one in table}
        self._people = sorted(self._place)
        # What each person would pay at each table, its own included
        self._links = {
            one: [sum(costs[one][other] for other in table) for table in self._tables] for one in self._people
        }

    @property
    def tables(self) -> list[list[int]]:
        """Who sits together."""
        return [sorted(table) for table in self._tables]

    @property
    def cost(self) -> int:
        """What all meetings cost."""
        return sum(self._links[one][at] for one, at in self._place.items()) // 2

    def settle(self) -> None:
        """Change places as long as that saves something."""
        links, place, costs = self._links, self._place, self._costs
        is_better = True
        while is_better:
            is_better = False
            for number, one in enumerate(self._people):
                for other in self._people[number + 1 :]:
                    here, there = place[one], place[other]
                    if here == there:
                        continue
                    now = links[one][here] + links[other][there]
                    then = links[one][there] + links[other][here] - 2 * costs[one][other]
                    if then < now:
                        self._swap(one, other)
                        is_better = True

    def stir(self, rng: Rng, times: int) -> None:
        """Let some people change places whatever it costs."""
        for _ in range(times):
            one = self._people[rng.below(len(self._people))]
            other = self._people[rng.below(len(self._people))]
            if self._place[one] != self._place[other]:
                self._swap(one, other)

    def _swap(self, one: int, other: int) -> None:
        here, there = self._place[one], self._place[other]
        for person, links in self._links.items():
            change = self._costs[person][other] - self._costs[person][one]
            links[here] += change
            links[there] -= change
        self._place[one], self._place[other] = there, here
        self._tables[here].remove(one)
        self._tables[here].append(other)
        self._tables[there].remove(other)
        self._tables[there].append(one)


def cheapest(
    costs: Costs, tables: Sequence[Sequence[int]], rng: Rng, tries: int
) -> tuple[list[list[int]], int]:
    """Tables of the same sizes that cost little, and what they cost; `tries` times they are stirred."""
    arrangement = Arrangement(costs, tables)
    arrangement.settle()
    best, least = arrangement.tables, arrangement.cost
    for _ in range(tries if len(tables) > 1 else 0):
        arrangement = Arrangement(costs, best)
        arrangement.stir(rng, 3)
        arrangement.settle()
        if arrangement.cost <= least:  # as cheap, but elsewhere: from there it may go on
            best, least = arrangement.tables, arrangement.cost
    return best, least
