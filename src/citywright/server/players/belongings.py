"""What becomes of what somebody has saved, said and looked for when they log in, or delete their account.

Seats are in accounts.py, how people are told in told.py, rooms and events in packages of their own.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Table, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.storage.schema import (
    accounts,
    boards,
    deal_tries,
    layouts,
    messages,
    mutes,
    order_moves,
    orders,
    profiles,
    records,
    results,
    searches,
)
from citywright.server.storage.searching import hold_searches

TAKEN = (layouts, boards, records, messages)  # whoever logs in takes these along
ONE_EACH = {  # of these there is one for each guest and key: where the account has one, that stays
    deal_tries: (deal_tries.c.day, deal_tries.c.game),
    searches: (searches.c.game, searches.c.seats, searches.c.pace),
    mutes: (mutes.c.table_id, mutes.c.muted_id),
}
DELETED = (accounts, profiles, messages, boards, records, deal_tries, orders, order_moves)


async def take_along(connection: AsyncConnection, old: str, new: str) -> None:
    """Give all of it from one guest to another."""
    await connection.run_sync(hold_searches)
    for owned in TAKEN:
        await connection.execute(update(owned).where(owned.c.guest_id == old).values(guest_id=new))
    for owned, key in ONE_EACH.items():
        await _move_free(connection, owned, old, new, key)
        await connection.execute(delete(owned).where(owned.c.guest_id == old))
    muted_by = (mutes.c.table_id, mutes.c.guest_id)  # who is muted stays so
    await _move_free(connection, mutes, old, new, muted_by, "muted_id")


async def take_results(connection: AsyncConnection, old: str, new: str) -> None:
    """Give results of games to another guest, also of tables that are gone. What they were rated as stays.

    The tables must be locked: else one of these games might be entered at the same moment.
    """
    await _move_free(connection, results, old, new, (results.c.table_id,))


async def _move_free(
    connection: AsyncConnection, owned: Table, old: str, new: str, key: Any, name: str = "guest_id"
) -> None:
    """Name another guest in a column, except where that would make a second row of the same key."""
    other, column = owned.alias(), owned.c[name]
    same: list[ColumnElement[bool]] = [other.c[part.name] == part for part in key]
    is_taken = exists().where(other.c[name] == new, *same).correlate(owned)
    await connection.execute(update(owned).where(column == old, ~is_taken).values({name: new}))


async def stop_looking(connection: AsyncConnection, guest_id: str) -> None:
    """Nobody seats them any more. To be done before rooms are touched: so does whoever seats people."""
    await connection.run_sync(hold_searches)
    await connection.execute(delete(searches).where(searches.c.guest_id == guest_id))


async def delete_saved(connection: AsyncConnection, guest_id: str) -> list[str]:
    """Delete all of it, but for layouts that are public: those are nobody's. Returns the records deleted."""
    of_guest = select(records.c.id).where(records.c.guest_id == guest_id)
    uploaded = list((await connection.execute(of_guest)).scalars())
    for owned in DELETED:
        await connection.execute(delete(owned).where(owned.c.guest_id == guest_id))
    about = or_(mutes.c.guest_id == guest_id, mutes.c.muted_id == guest_id)
    await connection.execute(delete(mutes).where(about))
    own = layouts.c.guest_id == guest_id
    await connection.execute(delete(layouts).where(own, ~layouts.c.is_public))
    await connection.execute(update(layouts).where(own).values(guest_id=None))
    return uploaded
