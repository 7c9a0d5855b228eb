"""Who sits where at tables that are known: every seat as often as any other.

Seats matter because the first one begins. For a whole schedule this is solved exactly, by colouring: seats
are colours, and nobody has a colour twice within as many games as there are seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations

from citywright.events.tables import Table

Counts = dict[int, list[int]]  # by person: how often in each seat
MOST_SEATS = 8
_MOST_TRIED = 5  # people whose orders are all tried: 120 of them


def seat_counts(tables: Sequence[Table]) -> Counts:
    """How often everybody sat in each seat."""
    counts: Counts = defaultdict(lambda: [0] * MOST_SEATS)
    for table in tables:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    return counts


def seat_next(tables: Sequence[Sequence[int]], before: Sequence[Table]) -> list[Table]:
    """Seats for the tables of the next round, after those of all rounds before."""
    counts = seat_counts(before)
    return [_seated(sorted(table), counts) for table in tables]


def _seated(people: list[int], counts: Counts) -> Table:
    """The order in which everybody sits where they sat least; who begins counts most."""

    def cost(order: Sequence[int]) -> tuple[int, int]:
        begun = counts[order[0]][0] - min(counts[person][0] for person in people)
        return sum(2 * counts[person][seat] for seat, person in enumerate(order)) + 3 * begun, begun

    if len(people) <= _MOST_TRIED:
        return min(permutations(people), key=cost)
    order: list[int] = []
    for seat in range(len(people)):
        order.append(min((one for one in people if one not in order), key=lambda one: counts[one][seat]))
    return tuple(order)


def seat_schedule(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """Seats for all tables of all rounds. At tables of one size everybody's seats differ by one at most."""
    games = [(number, table) for number, tables in enumerate(rounds) for table in tables]
    seated: list[list[Table]] = [[] for _ in rounds]
    orders: dict[int, Table] = {}
    for size in {len(table) for _, table in games}:
        own = [game for game, (_, table) in enumerate(games) if len(table) == size]
        orders.update(zip(own, _coloured([games[game][1] for game in own], size), strict=True))
    for game, (number, _) in enumerate(games):
        seated[number].append(orders[game])
    return seated


def _coloured(tables: Sequence[Sequence[int]], size: int) -> list[Table]:
    """Seats as colours of the edges between games and people.

    A person counts as another one after every `size` games, so that nobody has more games than there are
    colours: then such a colouring exists, and is found by exchanging two colours along a path.
    """
    played: dict[int, int] = defaultdict(int)
    at_game: list[dict[int, tuple[int, int]]] = [{} for _ in tables]  # colour: who
    of_person: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)  # colour: which game
    for game, table in enumerate(tables):
        for person in table:
            who = person, played[person] // size
            played[person] += 1
            mine, theirs = at_game[game], of_person[who]
            free = next(seat for seat in range(size) if seat not in mine)
            wanted = next(seat for seat in range(size) if seat not in theirs)
            if free in theirs:
                _exchange(at_game, of_person, who, free, wanted)
            at_game[game][free] = who
            of_person[who][free] = game
    return [tuple(chosen[seat][0] for seat in range(size)) for chosen in at_game]


def _exchange(
    at_game: list[dict[int, tuple[int, int]]],
    of_person: dict[tuple[int, int], dict[int, int]],
    who: tuple[int, int],
    free: int,
    wanted: int,
) -> None:
    """Make a seat free for somebody: along the path of these two seats that begins there, both change."""
    path: list[tuple[tuple[int, int], int, int]] = []  # who, which game, in which seat
    person, seat = who, free
    while seat in of_person[person]:
        game = of_person[person][seat]
        path.append((person, game, seat))
        seat = wanted if seat == free else free
        if seat not in at_game[game]:
            break
        person = at_game[game][seat]
        path.append((person, game, seat))
        seat = wanted if seat == free else free
    for person, game, seat in path:
        del of_person[person][seat], at_game[game][seat]
    for person, game, seat in path:
        other = wanted if seat == free else free
        of_person[person][other] = game
        at_game[game][other] = person
