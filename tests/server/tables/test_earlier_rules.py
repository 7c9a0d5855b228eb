"""Tables that were begun under earlier rules: they are played on under them to their end, never refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from citywright.catalogue import find_game
from citywright.client import Client, Refused
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.games.mauerbauer.rules import phases
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.load.page_client import Guest
from citywright.server.operations.backup import copy_sqlite
from citywright.server.operations.restore import check_games
from citywright.server.players.bot_workers import decision_request, observed, position_request
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves, seats, tables
from citywright.server.tables.table import rows_of
from tests.games.mauerbauer.spender import Spender
from tests.server.players_at_tables import make_token
from tests.server.server_thread import ServerThread

pytestmark = pytest.mark.anyio

SECRET = bytes(range(32))
GAME = find_game("mauerbauer")
FIRST = GAME.under_rules(1)


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


def is_asked_without_cards(state: State) -> bool:
    assert isinstance(state, MauerbauerState)
    return state.actor() == 0 and state.phase == phases.PLAY_SECOND and state.cards.hand_size(0) == 0


def begun_under_first_rules() -> Match:
    """Seat A has played its last card, and is asked whether it stops: newer rules have no such question."""
    match, rng, player = Match(FIRST, 2, start=0, dealer=Dealer(SECRET)), Rng(1), Spender()
    while not is_asked_without_cards(match.state):
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return match


async def write_rows(database: str, match: Match, guest_id: str, rules_version: int, table_id: str) -> None:
    """What a server of then had written."""
    opened = Database(async_url(database))
    table = {"id": table_id, "game": match.game.id, "rules_version": rules_version, "start": match.start}
    async with opened.write() as connection:
        await connection.execute(insert(tables).values(table | {"secret": SECRET, "epoch": 0, "created": 1}))
        for number, held in enumerate(({"guest_id": guest_id}, {"bot": "builder"})):
            row = {"table_id": table_id, "seat": number, "invitation": f"{table_id}-{number}"}
            await connection.execute(insert(seats).values(row | held))
        await connection.execute(insert(moves), rows_of(table_id, match, 0))
    await opened.close()


def guest_id_of(guest: Guest) -> str:
    return str(json.loads(guest.request("GET", "/account/export").text)["guest"][0]["id"])


async def versions_in(database: str) -> dict[str, int]:
    opened = Database(async_url(database))

    def read(connection: Connection) -> dict[str, int]:
        return {row.id: row.rules_version for row in connection.execute(select(tables))}

    versions = await opened.ask(read)
    await opened.close()
    return versions


async def played_on(guest: Guest, table_id: str) -> None:
    """Anke plays what comes first to the end; every now and then she takes it back and plays it again."""
    taken_back = 0
    async with guest.follow(table_id) as page:
        await page.receive()
        assert page.forced == "stop"  # her hand is empty, as all can see
        while not page.over:
            if not page.yours:
                await page.receive()
                continue
            words = "stop" if "stop" in page.choices() else page.choices()[0]
            assert (await page.play(words)).is_ == "done"
            await page.ask("ping")
            if page.yours and taken_back < 5 and (await page.undo()).is_ == "done":
                await page.ask("ping")
                taken_back += 1
    assert taken_back


async def test_a_table_of_the_first_rules_is_played_to_its_end(
    server: ServerThread, database: str, tmp_path: Path
) -> None:
    anke = Guest(server.base)
    token = await asyncio.to_thread(make_token, anke)
    match = begun_under_first_rules()
    await write_rows(database, match, await asyncio.to_thread(guest_id_of, anke), 1, "of-old")

    def before() -> None:
        assert 'href="/t/of-old"' in anke.request("GET", "/").text
        with Client(server.base, token) as client:
            assert [table["id"] for table in client.tables()] == ["of-old"]
            assert [action["words"] for action in client.actions("of-old")["actions"]] == ["stop"]
            assert client.hints("of-old")["hints"][0]["action"] == "stop"
            assert '[rules "1"]' in client.record("of-old")
        assert '[rules "1"]' in json.loads(anke.request("GET", "/account/export").text)["games"]["of-old"]

    await asyncio.to_thread(before)
    await played_on(anke, "of-old")

    def after() -> None:
        record = anke.request("GET", "/t/of-old/record").text
        assert '[rules "1"]' in record
        assert verify(parse_record(record)).over
        assert anke.request("GET", f"/look/of-old?ply={match.ply}&advice=yes").status == 200
        with Client(server.base, token) as client:
            assert client.hints("of-old", ply=match.ply - 1)["hints"]
        anke.rematch("of-old")

    await asyncio.to_thread(after)
    versions = await versions_in(database)
    assert versions.pop("of-old") == 1
    assert list(versions.values()) == [GAME.rules_version]
    if database.startswith("sqlite"):
        copy = tmp_path / "copy.sqlite3"
        copy_sqlite(Path(database.partition("///")[2]), copy)
        assert await check_games(copy, check_all=True) == (2, 0)


async def test_rules_that_nobody_knows_are_refused(server: ServerThread, database: str) -> None:
    anke = Guest(server.base)
    token = await asyncio.to_thread(make_token, anke)
    guest_id = await asyncio.to_thread(guest_id_of, anke)
    await write_rows(database, begun_under_first_rules(), guest_id, 3, "of-tomorrow")

    def look() -> None:
        answer = anke.request("GET", "/t/of-tomorrow")
        assert answer.status == 503
        assert "his table plays rules version 3; this server knows 1, 2" in answer.text
        assert "of-tomorrow" not in anke.request("GET", "/").text
        with Client(server.base, token) as client, pytest.raises(Refused, match="rules version 3"):
            client.table("of-tomorrow")

    await asyncio.to_thread(look)


def test_a_bot_in_its_worker_is_given_the_version_of_the_table() -> None:
    match = begun_under_first_rules()
    for request in (position_request(match, 0), decision_request(match, 0, "builder", 0.1)):
        game, state = observed(request)
        assert game is FIRST
        assert [game.format_action(code) for code in state.legal_actions()] == ["stop"]
