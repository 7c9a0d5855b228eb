"""Downloading all own data: the records of many games, without playing any of them again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import insert

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves, seats, tables
from citywright.server.tables.table import rows_of
from tests.server.players_at_tables import GAMES, two_guests
from tests.server.server_thread import ServerThread, never_refill

SECRET = b"s" * 32


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


def export(guest: Guest) -> dict:
    answer = guest.request("GET", "/account/export")
    assert answer.status == 200, answer.text
    return json.loads(answer.text)


def played_to_the_end(game_id: str) -> Match:
    game, rng = find_game(game_id), Rng(7)
    policy = game.policy(game.policy_names()[-1])
    match = Match(game, 2, start=0, dealer=Dealer(SECRET))
    while not match.over:
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    return match


def keep(database: str, guest_id: str, games: dict[str, Match], rules: int | None = None) -> None:
    """Write finished games into the database, each as a table with this guest at seat A."""

    async def write() -> None:
        opened = Database(async_url(database))
        async with opened.write() as connection:
            for table_id, match in games.items():
                values = {"id": table_id, "game": match.game.id, "start": match.start, "secret": SECRET}
                values |= {"rules_version": match.game.rules_version if rules is None else rules}
                await connection.execute(
                    insert(tables).values(values | {"epoch": 0, "created": 1, "ended": 2})
                )
                for seat in range(2):
                    row = {"table_id": table_id, "seat": seat, "invitation": f"{table_id}-{seat}"}
                    held = {"guest_id": guest_id} if seat == 0 else {"bot": "random"}
                    await connection.execute(insert(seats).values(row | held))
                await connection.execute(insert(moves), rows_of(table_id, match, 0))
        await opened.close()

    asyncio.run(write())


def test_it_has_every_game_and_reads_none_into_memory(server: ServerThread, database: str) -> None:
    table, anke, _ = two_guests(server.base)
    guest_id = export(anke)["guest"][0]["id"]
    games = {f"{game}-{number}": played_to_the_end(game) for game in GAMES for number in range(4)}
    keep(database, guest_id, games)
    keep(database, guest_id, {"of-old": games[f"{GAMES[0]}-0"]}, rules=0)
    data = export(anke)
    assert set(data["games"]) == {table, "of-old", *games}
    assert "rules version 0" in data["games"]["of-old"]
    for table_id in games:
        assert server.services.tables.cached(table_id) is None
        assert data["games"][table_id] == anke.request("GET", f"/t/{table_id}/record").text
        assert verify(parse_record(data["games"][table_id])).over


def test_of_a_running_game_it_tells_what_the_seat_may_know(server: ServerThread) -> None:
    for game in GAMES:
        table, *guests = two_guests(server.base, game)
        for guest in guests:
            own = guest.request("GET", f"/t/{table}/record").text
            assert export(guest)["games"] == {table: own}
            assert "[secret" not in own


def test_it_comes_in_pieces(server: ServerThread) -> None:
    _, anke, _ = two_guests(server.base)
    headers = {"Cookie": anke.cookie}
    response = httpx.get(f"{server.base}/account/export", headers=headers, trust_env=False, timeout=60)
    assert response.headers["transfer-encoding"] == "chunked"
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["cache-control"] == "no-store"
    assert "attachment" in response.headers["content-disposition"]
    assert set(response.json()) >= {"guest", "sessions", "tokens", "seats", "messages", "games"}


def test_it_is_not_for_strangers_and_not_for_ever(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "download your data", 2)
    inside = ServerThread(database, limits=1).start()
    try:
        assert Guest(inside.base).request("GET", "/account/export").status == 403
        anke = Guest(inside.base)
        anke.make_table("saint-malo", "me", "open", name="Anke")
        told = [anke.request("GET", "/account/export").status for _ in range(3)]
        assert told == [200, 200, 429]
    finally:
        inside.stop()
