"""What the result of a table has changed for those who played, as the table keeps it once it is known."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select

from citywright.server.storage.schema import outcomes, profiles, results

USUAL = "people"  # who sees a rating where nothing was chosen: known/visibility.py


class RatedSeat(msgspec.Struct, frozen=True):
    """The rating of a seat's player before and after the game, and who may see it."""

    before: tuple[float, float]  # mean and standard deviation
    after: tuple[float, float]
    seen_by: str
    is_absent: bool


class Rated(msgspec.Struct, frozen=True):
    """The result of a game as ratings see it."""

    uncounted: str  # why it does not count; empty: it does
    seats: tuple[RatedSeat, ...] = ()


def read_rated(connection: Connection, table_id: str) -> Rated | None:
    """What is known of a table; none if its result was never entered."""
    query = select(outcomes.c.uncounted).where(outcomes.c.table_id == table_id)
    uncounted = connection.execute(query).scalar_one_or_none()
    if uncounted is None:
        return None
    if uncounted:
        return Rated(uncounted)
    of_table = (
        select(results, profiles.c.rating.label("seen_by"))
        .outerjoin(profiles, profiles.c.guest_id == results.c.guest_id)
        .where(results.c.table_id == table_id)
        .order_by(results.c.seat)
    )
    rows = connection.execute(of_table).all()
    seats = tuple(
        RatedSeat(
            (row.mu_before, row.sigma_before),
            (row.mu, row.sigma),
            row.seen_by or USUAL,  # of a bot nobody asks it
            row.is_absent,
        )
        for row in rows
    )
    return Rated("", seats)
