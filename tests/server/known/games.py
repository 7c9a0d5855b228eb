"""Finished games between chosen people, written into a database: nobody has to play them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select

from citywright.bots import player
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database
from citywright.server.tables.table import rows_of

Answer = TypeVar("Answer")
BOT = "bot:journeyman"


@cache
def whole_game(seats: int = 2, most: int = 100_000) -> tuple[Match, bytes]:
    """A game of Saint Malo, to its end or for so many plies, and its secret."""
    game, dealer, rng = find_game("saint-malo"), Dealer.seeded(4), Rng(4)
    match, policy = Match(game, seats, dealer=dealer), player(game, "settler")
    while not match.over and match.ply < most:
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    return match, dealer.secret


def places(seats: int = 2) -> list[int]:
    """The ranks of that game, by seat."""
    return list(whole_game(seats)[0].state.standing().ranks)


def work(url: str, task: Callable[[Connection], Answer]) -> Answer:
    """Do something with a database in a transaction."""

    async def run() -> Answer:
        database = Database(async_url(url))
        try:
            return await database.transact(task)
        finally:
            await database.close()

    return asyncio.run(run())


def rows(url: str, table: Any, *conditions: Any) -> list[Any]:
    """The rows of a table."""
    return work(url, lambda connection: list(connection.execute(select(table).where(*conditions))))


def add_people(url: str, *names: str, accounts: bool = True) -> None:
    """People whose ids are their names, with accounts that nobody can log in to."""

    def write(connection: Connection) -> None:
        people = [{"id": name, "name": name.capitalize(), "created": 1} for name in names]
        connection.execute(insert(schema.guests), people)
        if accounts:
            owned = [{"guest_id": n, "login": n, "password": "-", "created": 86_400_000} for n in names]
            connection.execute(insert(schema.accounts), owned)

    work(url, write)


def add_game(
    url: str,
    table_id: str,
    order: Sequence[str],
    ended: int | None,
    *,
    left: Sequence[str] = (),
    called: Sequence[str] = (),
    away: dict[str, int] | None = None,
    rated_as: dict[str, str] | None = None,
    plies: int = 100_000,
    **terms: Any,
) -> None:
    """A game that ended with players in this order, the winner first; bots are called `bot:` and a name.

    For those who `left` a bot plays on, and for those for whom others `called` one. With fewer `plies` it is
    a running game, without an end.
    """
    match, secret = whole_game(len(order), plies)
    by_place = dict(zip(sorted(range(match.seats), key=places(len(order)).__getitem__), order, strict=True))
    table = {"id": table_id, "game": match.game.id, "rules_version": match.game.rules_version}
    table |= {"start": match.start, "secret": secret, "epoch": 0, "created": 1, "ended": ended} | terms
    sitting = []
    for seat in range(match.seats):
        player = by_place[seat]
        row = {"table_id": table_id, "seat": seat, "invitation": f"{table_id} {seat}", "ended": ended}
        is_bot = player.startswith("bot:")
        row |= {"guest_id": None if is_bot or player == "open" else player, "deputy": None, "left_at": None}
        row |= {"bot": player.removeprefix("bot:") if is_bot else None, "away": (away or {}).get(player, 0)}
        if player in left:
            row |= {"deputy": "journeyman", "left_at": 4}
        if player in called:
            row |= {"deputy": "journeyman"}
        row |= {"rated_as": (rated_as or {}).get(player)}
        sitting.append(row)

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.tables).values(table))
        connection.execute(insert(schema.seats), sitting)
        connection.execute(insert(schema.moves), rows_of(table_id, match, 0))

    work(url, write)
