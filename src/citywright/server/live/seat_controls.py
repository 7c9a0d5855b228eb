"""What the table page shows beside the board: deadline, invitation, leaving, calling in a bot; and, for
several people at one screen, passing it on. Templates make the HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.player_actions import callable_from
from citywright.server.tables.table import Table
from citywright.server.templates import fragment
from citywright.text import Words


class Clock(NamedTuple):
    """Until when the seat to act must decide."""

    deadline: int  # milliseconds since 1970
    stamp: str  # ISO 8601
    time: str  # for people


class Awaited(NamedTuple):
    """Somebody who is to act and not there: others may call a bot in."""

    name: str  # empty: the seat is open
    since: int  # from this moment on, in milliseconds since 1970; 0: now


def pressing(table: Table, viewer: int, names: Sequence[str], t: Words) -> str:
    """What cannot wait: the deadline, a bot that plays for the viewer, open seats, somebody who is away."""
    if table.match.over:
        return fragment("controls.html", "pressing", t.lang, table.id, None, False, False, None)
    is_represented = viewer >= 0 and table.seats[viewer].deputy is not None
    may_invite = viewer >= 0 and any(seat.is_open for seat in table.seats)
    awaited = _awaited(table, viewer, names)
    return fragment(
        "controls.html",
        "pressing",
        t.lang,
        table.id,
        _clock(table),
        is_represented,
        may_invite,
        awaited,
    )


def seat_controls(table: Table, viewer: int, t: Words) -> str:
    """Leaving the table, and giving up a game against bots."""
    plays = viewer >= 0 and not table.match.over
    may_leave = plays and table.seats[viewer].deputy is None and not table.terms.deal
    may_delete = plays and table.is_practice
    return fragment("controls.html", "seat_controls", t.lang, table.id, may_leave, may_delete)


def _clock(table: Table) -> Clock | None:
    """The time for this decision. A time for the whole game stands beside the names."""
    deadline = deadline_of(table)
    if deadline is None or table.terms.reserve:
        return None
    moment = datetime.fromtimestamp(deadline / 1000, UTC)
    return Clock(deadline, moment.isoformat(timespec="seconds"), moment.strftime("%Y-%m-%d %H:%M"))


def _awaited(table: Table, viewer: int, names: Sequence[str]) -> Awaited | None:
    """The other player for whom a viewer at the table may call a bot in."""
    actor = table.match.actor
    if viewer < 0 or actor == viewer or table.terms.one_screen:
        return None
    since = callable_from(table)
    if since is None:
        return None
    return Awaited("" if table.seats[actor].is_open else names[actor], since)


def pass_screen(table: Table, viewer: int, names: Sequence[str], t: Words) -> str:
    """At one screen: the button that passes the screen to the next person, if the turn is theirs."""
    actor = table.match.actor
    is_passed_on = (
        table.terms.one_screen
        and viewer >= 0
        and actor >= 0
        and actor != viewer
        and table.seats[actor].playing_bot is None
        and table.seats[actor].guest_id == table.seats[viewer].guest_id
    )
    if not is_passed_on:
        return fragment("controls.html", "pass_screen", t.lang, "", "")
    to = f"/t/{table.id}/curtain" if table.game.has_secrets else f"/t/{table.id}?seat={actor}"
    return fragment("controls.html", "pass_screen", t.lang, to, names[actor])


def next_seat_at_screen(table: Table, guest_id: str) -> int:
    """The seat to show next at one screen: the one to act, else the first that no bot plays for."""
    own = table.seats_of(guest_id)
    if table.match.actor in own:
        return table.match.actor
    return next((seat for seat in own if table.seats[seat].deputy is None), own[0])
