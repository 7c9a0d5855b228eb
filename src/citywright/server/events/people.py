"""What becomes of somebody's events when they log in, or delete their account. Within transactions."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from citywright.server.clock import now_ms
from citywright.server.events.event import OPEN
from citywright.server.storage.schema import event_players, events


def _locked(connection: Connection, guest_id: str) -> dict[str, str]:
    """The states of all events where a guest plays, or which it has made, held until the transaction ends."""
    plays = select(event_players.c.event_id).where(event_players.c.guest_id == guest_id)
    made = select(events.c.id).where(events.c.guest_id == guest_id)
    query = select(events.c.id, events.c.state).where(events.c.id.in_(plays.union(made)))
    rows = connection.execute(query.order_by(events.c.id).with_for_update(key_share=True)).all()
    for row in rows:
        own = events.c.id == row.id
        connection.execute(update(events).where(own).values(version=events.c.version + 1))
    return {row.id: row.state for row in rows}


def move_events(connection: Connection, old: str, new: str) -> None:
    """Give one guest's places in events to another. Where both play, the old one withdraws."""
    states = _locked(connection, old)
    there = set(
        connection.execute(select(event_players.c.event_id).where(event_players.c.guest_id == new)).scalars()
    )
    for event_id, state in states.items():
        own = (event_players.c.event_id == event_id) & (event_players.c.guest_id == old)
        if event_id not in there:
            connection.execute(update(event_players).where(own).values(guest_id=new))
        elif state == OPEN:
            connection.execute(delete(event_players).where(own))
        else:
            _withdraw(connection, own)
    connection.execute(update(events).where(events.c.guest_id == old).values(guest_id=new))


def leave_events(connection: Connection, guest_id: str) -> None:
    """A guest is deleted: it withdraws everywhere, and what it has made goes on as nobody's.

    In standings its name is the one of its row among the guests, which becomes a dash.
    """
    for event_id, state in _locked(connection, guest_id).items():
        own = (event_players.c.event_id == event_id) & (event_players.c.guest_id == guest_id)
        if state == OPEN:
            connection.execute(delete(event_players).where(own))
        else:
            _withdraw(connection, own)
    connection.execute(update(events).where(events.c.guest_id == guest_id).values(guest_id=None))


def _withdraw(connection: Connection, own: object) -> None:
    values = {"withdrawn": now_ms()}
    change = update(event_players).where(own, event_players.c.withdrawn.is_(None))  # type: ignore[arg-type]
    connection.execute(change.values(values))
