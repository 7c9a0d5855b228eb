"""A table in the middle of a game, written into the database of a running server: for tests and for pictures.

The same arguments always give the same game. What is played from there on is up to the people and bots at
the table.
"""

from __future__ import annotations

import asyncio
from functools import cache

from sqlalchemy import Connection, insert, select

from citywright.bots import player
from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.match.dealer import FIRST, Dealer
from citywright.match.match import Match
from citywright.server.clock import now_ms
from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database
from citywright.server.tables.table import rows_of

OWN = 0  # the seat of the person


@cache
def match_in_the_middle(game_id: str, seats: int, plies: int, bot: str, seed: int) -> Match:
    """A game that bots have played for so many plies, and on until the person's seat is to act."""
    game = games()[game_id]
    match = Match(game, seats, start=OWN, dealer=Dealer.seeded(seed))
    rng, policy = Rng(seed), player(game, bot)
    while match.ply < plies or match.actor != OWN:
        if match.over:
            raise ValueError(f"this game of {game_id} ended after {match.ply} plies, before the person acted")
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    return match


async def table_in_the_middle(
    base: str,
    database: str,
    game_id: str,
    seats: int,
    plies: int,
    *,
    bot: str = "apprentice",
    seed: int = 1,
    name: str = "Friederike",
) -> tuple[Guest, str]:
    """A guest and the id of a table where it is the guest's turn, against bots."""
    guest = Guest(base)
    bots = [f"bot:{bot}"] * (seats - 1)
    model = await asyncio.to_thread(guest.make_table, game_id, "me", *bots, name=name)
    match = await asyncio.to_thread(match_in_the_middle, game_id, seats, plies, bot, seed)
    table_id = f"{model[:16]}-middle"

    def write(connection: Connection) -> None:
        """The table the guest has made once more, with another game at it."""
        tables, places = schema.tables, schema.seats
        table = connection.execute(select(tables).where(tables.c.id == model)).mappings().one()
        secret = Dealer.seeded(seed).secret
        another = dict(table) | {"id": table_id, "secret": secret, "start": OWN, "created": now_ms()}
        another |= {"dealing": FIRST, "numbers": None}
        connection.execute(insert(tables).values(another))
        for place in connection.execute(select(places).where(places.c.table_id == model)).mappings().all():
            invitation = f"{place['invitation'][:16]}-middle"
            connection.execute(
                insert(places).values(dict(place) | {"table_id": table_id, "invitation": invitation})
            )
        connection.execute(insert(schema.moves), rows_of(table_id, match, 0))

    held = Database(async_url(database))
    try:
        await held.transact(write)
    finally:
        await held.close()
    return guest, table_id
