"""Two people at a table in the middle of a game, and what they do there over the API."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Select, select

from citywright.catalogue import find_game
from citywright.client import Client
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import seats
from citywright.server.storage.writer import Writer
from citywright.server.tables.new_rows import GUEST
from citywright.server.tables.service import TableService
from citywright.server.tables.terms import Terms
from tests.server.players_at_tables import make_token

FIRST, SECOND = 0, 1


def game_until(game_id: str, is_reached: Callable[[State], bool], seed: int = 3) -> list[str]:
    """The actions of a random game of two up to the first position of a kind."""
    game = find_game(game_id)
    for attempt in range(seed, seed + 200):
        rng, state = Rng(attempt), game.new_state(2, FIRST, game.default_layout)
        actions: list[str] = []
        while state.actor() != -2:
            if state.actor() == CHANCE:
                code = state.sample_chance(rng)
            elif is_reached(state):
                return actions
            else:
                code = state.random_action(rng)
            actions.append(game.format_action(code))
            state.apply(code)
    raise AssertionError("no such position was reached")


def ask_database(database: str, query: Select[Any]) -> list[Any]:
    """The rows of a query."""

    async def ask() -> list[Any]:
        store = Database(async_url(database))
        try:
            return list(await store.ask(lambda connection: connection.execute(query).all()))
        finally:
            await store.close()

    return asyncio.run(ask())


class TwoPeople:
    """Anke at A and Ben at B, with a token each, at a table where a game goes on."""

    def __init__(self, base: str, database: str, game_id: str, given: list[str], pace: int = 0) -> None:
        self.base, self.database = base, database
        self.anke, self.ben = Guest(base), Guest(base)
        self.tokens = [make_token(self.anke), make_token(self.ben)]
        self.table = asyncio.run(self._make(game_id, given, pace))
        self._clients: list[Client] = []
        self.as_anke, self.as_ben = self.at(base)

    async def _make(self, game_id: str, given: list[str], pace: int) -> str:
        """The ids of both are found by a table that each of them makes."""
        ids = []
        for guest in (self.anke, self.ben):
            own = await asyncio.to_thread(guest.make_table, game_id, "me", "bot:random")
            query = select(seats.c.guest_id).where(seats.c.table_id == own, seats.c.guest_id.is_not(None))
            ids.append((await asyncio.to_thread(ask_database, self.database, query))[0][0])
        store = Database(async_url(self.database))
        try:
            service = TableService(store, Writer(store), 10)
            who = [GUEST + guest_id for guest_id in ids]
            return await service.make(
                find_game(game_id), who, terms=Terms(start=FIRST, pace=pace), given=given
            )
        finally:
            await store.close()

    def at(self, base: str) -> list[Client]:
        """The same two at another server process."""
        clients = [Client(base, token) for token in self.tokens]
        self._clients += clients
        return clients

    def close(self) -> None:
        for client in self._clients:
            client.close()

    def play(self, client: Client, words: str = "") -> dict[str, Any]:
        """One decision: the words, or the last there is."""
        turn = client.actions(self.table)
        chosen = words or turn["actions"][-1]["words"]
        return client.play(self.table, chosen, turn["ply"], epoch=turn["epoch"])

    @property
    def ply(self) -> int:
        return int(self.as_anke.table(self.table)["ply"])

    def states(self, client: Client | None = None) -> list[str]:
        """How the orders of Ben, or of who asks, stand."""
        return [order["state"] for order in (client or self.as_ben).orders(self.table)["orders"]]
