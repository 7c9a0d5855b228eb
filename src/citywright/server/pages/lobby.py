"""The first page: the games, my tables (those that wait for me first), open tables to join or watch."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from sqlalchemy import select

from citywright.catalogue import games
from citywright.game_parts import is_drawn
from citywright.server.errors import Refusal
from citywright.server.pages.table import page
from citywright.server.services import Services, TheServices
from citywright.server.storage.schema import tables
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.table import Table

MOST_LISTED = 12


async def public_tables(services: Services, most: int = MOST_LISTED) -> list[Table]:
    """Running tables that were made for anyone, those with a free seat first."""
    query = (
        select(tables.c.id)
        .where(tables.c.is_public, tables.c.ended.is_(None))
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    async with services.database.read() as connection:
        ids = list((await connection.execute(query)).scalars())
    found = []
    for table_id in ids:
        try:
            found.append(await services.tables.find(table_id))
        except Refusal:
            continue  # a game or a version of the rules this server does not know
    return sorted(found, key=lambda table: not any(seat.is_open for seat in table.seats))


@get("/")
async def first_page(request: Request[Any, Any, Any], services: TheServices) -> Response[str]:
    """All games, each one click away."""
    guest = await services.guests.guest_of(request)
    running = await services.tables.tables_of(guest.id) if guest else []
    mine = {table.id for table in running}
    return page(
        request,
        "first.html",
        games=sorted(games().values(), key=lambda game: game.difficulty),
        guest=guest,
        running=running,
        others=[table for table in await public_tables(services) if table.id not in mine],
        usual_bot=usual_bot,
        is_drawn=is_drawn,
        deadline_of=deadline_of,
    )


HANDLERS = [first_page]
