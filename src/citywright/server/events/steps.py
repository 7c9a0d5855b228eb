"""What comes next in an event: it starts, a round follows, it ends. Decides; writes nothing.

May take a second for many people, so it runs in a thread.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from citywright.events.round_robin import round_robin
from citywright.events.seats import seat_next
from citywright.events.swiss import swiss_round
from citywright.server.events.event import OPEN, RUNNING, Event, Player
from citywright.server.events.options import LEAGUE, ROBIN
from citywright.text import mark

TOO_FEW = mark("Too few people had entered.")


class NewRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round is to begin."""

    tables: list[tuple[tuple[int, ...], int]]  # who plays, seat by seat, and in which division
    sitting: list[int]
    is_final: bool = False
    divisions: dict[int, int] = {}  # of players, if those change
    plan: list[list[list[int]]] | None = None  # all rounds, if they are decided now


class End(msgspec.Struct, frozen=True):
    """The event is over."""

    order: list[int]  # all players, the first first


class Cancel(msgspec.Struct, frozen=True):
    """The event does not take place."""

    why: str  # words to be translated


Step = NewRound | End | Cancel


def next_step(event: Event, now: int) -> Step | None:
    """What is to be done now; None: nothing yet."""
    if event.state == OPEN:
        if now < event.closes and not event.is_full:
            return None
        if len(event.active) < event.options.least:
            return Cancel(TOO_FEW)
        return _start(event)
    if event.state != RUNNING or any(table.ended is None for table in event.tables_of(event.round)):
        return None
    return _following(event)


def _start(event: Event) -> NewRound | End:
    """The first round."""
    people = [player.number for player in event.active]
    if event.options.kind == LEAGUE:
        return _season(event, _first_divisions(event))
    if event.options.kind == ROBIN:
        least, seats = event.game.min_seats, event.options.seats
        rounds = round_robin(people, seats, least=least, seed=event.seed)
        plan = [[list(table) for table in tables] for tables in rounds]
        first = _planned(event, plan, 0)
        assert first is not None, "three people can always play"
        return msgspec.structs.replace(first, plan=plan)
    return _swiss(event)


def _following(event: Event) -> NewRound | End:
    """The round after the last one, or the end."""
    options = event.options
    is_enough = len(event.active) >= event.game.min_seats
    if options.kind == LEAGUE:
        if event.round < options.rounds and is_enough:
            return _season(event, _moved(event))
        return End([row.person for one in range(event.divisions) for row in event.standings(one)])
    if event.final is None and is_enough:
        if options.kind == ROBIN:
            for number in range(event.round, len(event.plan)):
                if found := _planned(event, event.plan, number):
                    return found
        elif event.round < options.rounds:
            return _swiss(event)
        if options.has_final:
            return _final(event)
    return End([row.person for row in event.standings()])


def _planned(event: Event, plan: Sequence[Sequence[Sequence[int]]], number: int) -> NewRound | None:
    """A round of a round robin, without those who have withdrawn; none if nobody could play."""
    there = {player.number for player in event.active}
    tables = [tuple(one for one in table if one in there) for table in plan[number]]
    played = [table for table in tables if len(table) >= event.game.min_seats]
    busy = {one for table in played for one in table}
    if not played:
        return None
    return NewRound(tables=[(table, 0) for table in played], sitting=sorted(there - busy))


def _swiss(event: Event) -> NewRound:
    """A round by standing; the first one by lot, since nobody has a point."""
    there = {player.number for player in event.active}
    order = [row.person for row in event.standings() if row.person in there]
    tables = swiss_round(
        order,
        [table.people for table in event.tables],
        event.options.seats,
        least=event.game.min_seats,
        sat_out=[one for round_ in event.rounds for one in round_.sitting],
        seed=event.seed + event.round,
    )
    busy = {one for table in tables for one in table}
    return NewRound(tables=[(table, 0) for table in tables], sitting=sorted(there - busy))


def _final(event: Event) -> NewRound:
    there = {player.number for player in event.active}
    best = [row.person for row in event.standings() if row.person in there][: event.options.seats]
    tables = seat_next([best], [table.people for table in event.tables])
    return NewRound(tables=[(tables[0], 0)], sitting=[], is_final=True)


# --- leagues ----------------------------------------------------------------------------


def _first_divisions(event: Event) -> list[list[int]]:
    """Divisions of about the size that was agreed, as even as possible, in the order of entering."""
    people = [player.number for player in event.active]
    count = max(1, round(len(people) / event.options.division))
    small, larger = divmod(len(people), count)
    divisions, first = [], 0
    for number in range(count):
        size = small + (number < larger)
        divisions.append(people[first : first + size])
        first += size
    return divisions


def _moved(event: Event) -> list[list[int]]:
    """The divisions of the next season: the best move up, the last move down; who withdrew is left out."""
    there: dict[int, Player] = {player.number: player for player in event.active}
    orders = [
        [row.person for row in event.standings(number) if row.person in there]
        for number in range(event.divisions)
    ]
    for upper in range(len(orders) - 1):
        higher, lower = orders[upper], orders[upper + 1]
        moving = min(event.options.moving, len(higher) // 2, len(lower) // 2)
        if moving:
            down, up = higher[-moving:], lower[:moving]
            orders[upper] = higher[:-moving] + up
            # Whoever comes down must not go further down at once: they come first in the next division.
            orders[upper + 1] = down + lower[moving:]
    return _filled([order for order in orders if order], event.game.min_seats)


def _filled(divisions: list[list[int]], least: int) -> list[list[int]]:
    """The same without a division that is too small to play: its people join the one above."""
    filled: list[list[int]] = []
    for division in divisions:
        if filled and (len(division) < least or len(filled[-1]) < least):
            filled[-1] = filled[-1] + division
        else:
            filled.append(division)
    return filled


def _season(event: Event, divisions: Sequence[Sequence[int]]) -> NewRound:
    """All tables of a season at once: a round robin in every division."""
    tables: list[tuple[tuple[int, ...], int]] = []
    for number, people in enumerate(divisions):
        seed = event.seed + 100 * event.round + number
        for round_ in round_robin(people, event.options.seats, least=event.game.min_seats, seed=seed):
            tables += [(table, number) for table in round_]
    busy = {one for table, _ in tables for one in table}
    everybody = [one for people in divisions for one in people]
    return NewRound(
        tables=tables,
        sitting=[one for one in everybody if one not in busy],
        divisions={one: number for number, people in enumerate(divisions) for one in people},
    )
