"""Clocks with a reserve: so much time for the whole game, and some more for each turn of one's own.

What is left of a seat's time is written together with the move, or the undo, that used it: `time_left` at
the moment `counted`. A clock runs while its seat is to act and its own player decides, also when somebody is
asked in another's turn. How long that was is measured, so setting the clock of the machine changes nothing;
whoever takes a move back gets no time back. The increment comes when a turn begins, unless a bot plays it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from citywright.match.match import Match
from citywright.server.clock import now_ms, steady
from citywright.server.storage.writer import Row
from citywright.server.tables.table import Table
from citywright.server.tables.terms import Terms


def first_clocks(seat_rows: Sequence[Row], terms: Terms, actor: int) -> None:
    """Set the clocks of a new table's seats; the first turn brings its increment, too."""
    for row in seat_rows:
        if terms.reserve and row["bot"] is None:
            turns = 1 if row["seat"] == actor else 0
            row["time_left"] = 1000 * (terms.reserve + turns * terms.increment)
        else:
            row["time_left"] = None


def running_seat(table: Table) -> int | None:
    """The seat whose reserve gets less now, if one's does."""
    if table.actor < 0:
        return None
    seat = table.seats[table.actor]
    runs = seat.time_left is not None and seat.playing_bot is None and not seat.is_open
    return seat.number if runs else None


def left_now(table: Table, seat: int) -> int | None:
    """Milliseconds that are left to a seat at this moment; None: it has no reserve."""
    left = table.seats[seat].time_left
    if left is None or running_seat(table) != seat:
        return left
    return max(0, left - round(1000 * max(0.0, steady() - table.awaited_since)))


def stopped_clocks(table: Table) -> list[Row]:
    """The clock that runs, stopped now: the columns of its seat."""
    seat = running_seat(table)
    if seat is None:
        return []
    return [{"seat": seat, "time_left": left_now(table, seat), "counted": now_ms()}]


def clocks_after(table: Table, match: Match) -> list[Row]:
    """The clocks after the decision that led from the table's position to this match."""
    clocks = stopped_clocks(table)
    following = match.actor
    if following < 0 or match.state.turns() == table.match.state.turns():
        return clocks
    seat = table.seats[following]
    if seat.time_left is None or seat.playing_bot is not None:
        return clocks
    more = 1000 * table.terms.increment
    for clock in clocks:
        if clock["seat"] == following:  # somebody has two turns in a row
            clock["time_left"] += more
            return clocks
    return [*clocks, {"seat": following, "time_left": seat.time_left + more, "counted": now_ms()}]


def show_clocks(table: Table, clocks: Sequence[Row]) -> None:
    """The clocks were written: the table has them now, and the one to run begins at this moment."""
    if not table.terms.reserve:
        return
    changed = {clock["seat"]: (clock["time_left"], clock["counted"]) for clock in clocks}
    unchanged = [(seat.time_left, seat.counted) for seat in table.seats]
    table.seats = [
        msgspec.structs.replace(seat, time_left=left, counted=counted)
        for seat in table.seats
        for left, counted in [changed.get(seat.number, unchanged[seat.number])]
    ]
    table.awaited_since = steady()
