"""Swiss rounds: people meet those who stand near them, and nobody again while that can be avoided."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.rng import Rng
from citywright.events.seats import seat_next
from citywright.events.tables import Table, cheapest, cut, table_sizes

_AGAIN = 1_000_000  # to meet again costs more than any difference in standing
_TRIES = 60


def swiss_round(
    order: Sequence[int],
    before: Sequence[Table],
    seats: int,
    *,
    least: int = 2,
    sat_out: Sequence[int] = (),
    seed: int = 0,
) -> list[Table]:
    """The tables of the next round for people in the order of their standing, the first first.

    `before` are all tables so far, `sat_out` those who had none, once for each time. If not all can play,
    those sit out who did so least often, of them the last in order.
    """
    sizes = table_sizes(len(order), seats, least)
    playing = _who_plays(order, sum(sizes), sat_out)
    number = {person: place for place, person in enumerate(playing)}
    met = [[0] * len(playing) for _ in playing]
    for table in before:
        known = [number[person] for person in table if person in number]
        for one in known:
            for other in known:
                met[one][other] += one != other
    costs = [[_cost(times, one - other) for other, times in enumerate(row)] for one, row in enumerate(met)]
    tables, _ = cheapest(costs, cut(range(len(playing)), sizes), Rng(seed), _TRIES)
    tables.sort(key=min)  # the table of the first is the first
    return seat_next([[playing[place] for place in table] for table in tables], before)


def _who_plays(order: Sequence[int], most: int, sat_out: Sequence[int]) -> list[int]:
    times = {person: list(sat_out).count(person) for person in order}
    last_first = sorted(range(len(order)), key=lambda place: (times[order[place]], -place))
    resting = {order[place] for place in last_first[: len(order) - most]}
    return [person for person in order if person not in resting]


def _cost(times: int, apart: int) -> int:
    """What it costs if two people meet who met so many times, and stand so far apart."""
    return _AGAIN * times * times + apart * apart
