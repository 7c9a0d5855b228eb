"""Who has blocked whom, for those who seat people and show what they say. Within transactions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from sqlalchemy import Connection, or_, select

from citywright.server.storage.schema import blocks

AT_ONCE = 500  # people in one query

Blocks = frozenset[tuple[str, str]]  # (who blocked, who is blocked)


def has_blocked(connection: Connection, people: Collection[str | None], guest_id: str) -> bool:
    """Has any of these people blocked somebody?"""
    query = select(blocks.c.guest_id).where(
        blocks.c.blocked_id == guest_id, blocks.c.guest_id.in_([one for one in people if one])
    )
    return connection.execute(query.limit(1)).first() is not None


def blockers_of(connection: Connection, guest_id: str | None) -> frozenset[str]:
    """Who has blocked somebody."""
    query = select(blocks.c.guest_id).where(blocks.c.blocked_id == guest_id)
    return frozenset(connection.execute(query).scalars()) if guest_id is not None else frozenset()


def blocks_of(connection: Connection, people: Iterable[str]) -> Blocks:
    """Whom these people have blocked, and who has blocked them."""
    known = list(people)
    query = select(blocks.c.guest_id, blocks.c.blocked_id).where(
        or_(blocks.c.guest_id.in_(known), blocks.c.blocked_id.in_(known))
    )
    return frozenset((row.guest_id, row.blocked_id) for row in connection.execute(query))


def apart(connection: Connection, people: Sequence[str]) -> frozenset[frozenset[str]]:
    """The pairs of these people of whom one has blocked the other, however many people there are."""
    return frozenset(frozenset(pair) for pair in _among(connection, people))


def _among(connection: Connection, people: Sequence[str]) -> Iterator[tuple[str, str]]:
    known = set(people)
    ordered = list(known)
    for first in range(0, len(ordered), AT_ONCE):
        some = ordered[first : first + AT_ONCE]
        query = select(blocks.c.guest_id, blocks.c.blocked_id).where(blocks.c.guest_id.in_(some))
        for row in connection.execute(query):
            if row.blocked_id in known:
                yield row.guest_id, row.blocked_id
