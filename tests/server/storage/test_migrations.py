"""Databases of older versions are upgraded without loss, and their tables go on."""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.dice import dealt_again
from citywright.match.match import Match
from citywright.match.record import format_record, parse_record
from citywright.match.replay import verify
from citywright.server.notices.kinds import CHOSEN, channels_of, choices_from
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database, migrations, newest_revision
from citywright.server.storage.writer import Writer
from citywright.server.tables.lists import TableLists, TableSummary
from citywright.server.tables.old_points import OldPoints
from citywright.server.tables.service import TableService
from citywright.server.tables.table import rows_of
from tests.server.storage.any_rows import fill_all


def _to(connection: Connection, revision: str) -> None:
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


OLD_ROWS: dict[str, list[dict[str, Any]]] = {
    "house": [{"name": "cookie key", "value": "k" * 64}],
    "guests": [{"id": "anke", "name": "Anke Ä", "created": 1}, {"id": "ben", "name": "Ben", "created": 2}],
    "sessions": [{"digest": "d" * 64, "guest_id": "anke", "created": 3}],
    "tables": [
        {
            "id": "old",
            "game": "saint-malo",
            "rules_version": 1,
            "start": -1,
            "layout": None,
            "secret": b"s" * 32,
            "epoch": 2,
            "created": 4,
            "ended": None,
            "rematch_id": None,
        }
    ],
    "seats": [
        {"table_id": "old", "seat": 0, "guest_id": "anke", "bot": None, "invitation": "i0"},
        {"table_id": "old", "seat": 1, "guest_id": None, "bot": "random", "invitation": "i1"},
    ],
    "moves": [
        {"table_id": "old", "ply": n, "actor": -1, "notation": f"roll {n}", "awaits": 0, "time": 5 + n}
        for n in range(50)
    ],
}


async def _insert(connection: AsyncConnection, tables: dict[str, list[dict[str, Any]]]) -> None:
    for name, rows in tables.items():
        names = list(rows[0])
        columns, values = ", ".join(names), ", ".join(f":{column}" for column in names)
        await connection.execute(text(f'INSERT INTO "{name}" ({columns}) VALUES ({values})'), rows)


@pytest.mark.anyio
async def test_the_first_database_upgrades_without_loss(empty_database: str) -> None:
    store = Database(async_url(empty_database))
    async with store.write() as connection:
        await connection.run_sync(_to, "0001")
        await _insert(connection, OLD_ROWS)
    await store.upgrade()
    async with store.read() as connection:
        for name, rows in OLD_ROWS.items():
            columns = ", ".join(rows[0])
            found = (await connection.execute(text(f'SELECT {columns} FROM "{name}"'))).mappings()
            key = str
            assert sorted(map(dict, found), key=key) == sorted(rows, key=key)
        usual = (await connection.execute(select(schema.tables))).one()
        assert (usual.pace, usual.may_undo, usual.may_talk, usual.is_public) == (0, True, True, False)
        differences = await connection.run_sync(_differences)
    await store.close()
    assert differences == []


RENAMED = {"turn_mails": "turns_told"}
CHANGED = {"turns_told": {"plies", "seat", "due", "tries", "sender"}, "notices": {"choices"}}
LAST_RELEASED = "0011"


@pytest.mark.anyio
async def test_a_row_in_every_table_of_the_last_release_survives(empty_database: str) -> None:
    """Whatever refers to whatever: nothing is lost, and everything still refers to something."""
    store = Database(async_url(empty_database))
    async with store.write_for_long() as connection:
        await connection.run_sync(_to, LAST_RELEASED)
        before = await connection.run_sync(_fill_all)
    assert len(before) > 15
    await store.upgrade()
    async with store.read() as connection:
        for name, row in before.items():
            query = text(f'SELECT * FROM "{RENAMED.get(name, name)}"')
            (kept,) = (await connection.execute(query)).mappings()
            same = row.keys() - CHANGED.get(RENAMED.get(name, name), set())
            assert {column: kept[column] for column in same} == {column: row[column] for column in same}, name
        if store.is_sqlite:
            assert (await connection.execute(text("PRAGMA foreign_key_check"))).all() == []
        (table,) = await connection.execute(select(schema.tables))
        (seat,) = await connection.execute(select(schema.seats))
        assert await connection.run_sync(_differences) == []
    await store.close()
    assert (table.is_settled, table.was_guided, table.dealing, table.deal) == (False, False, 1, "")
    assert (seat.left_at, seat.away, seat.rated_as) == (0, 0, None)  # a bot finished the game for its player


def _fill_all(connection: Connection) -> dict[str, dict[str, Any]]:
    """A row in every table of that version."""
    then = MetaData()
    then.reflect(connection)
    then.remove(then.tables["alembic_version"])
    return fill_all(connection, then, tables={"ended": 9}, seats={"ended": 9, "deputy": "journeyman"})


def test_the_newest_revision_is_the_one_migrations_lead_to() -> None:
    assert ScriptDirectory.from_config(migrations()).get_current_head() == newest_revision()


def _differences(connection: Connection) -> list[Any]:
    """What migrations made and what schema.py says, compared."""
    from alembic.autogenerate import compare_metadata

    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


GAME = find_game("saint-malo")


def _old_game(table_id: str, decisions: int) -> tuple[Match, list[dict[str, Any]]]:
    """A game and its moves, as version 0002 wrote them."""
    match = Match(GAME, 2, dealer=Dealer(table_id.ljust(32).encode()))
    rng = Rng(1)
    while match.ply < decisions and not match.over:
        match.play(match.actor, match.state.random_action(rng))
    rows = [{**row, "time": 5} for row in rows_of(table_id, match, 0)]
    return match, [{name: value for name, value in row.items() if name != "points"} for row in rows]


@pytest.mark.anyio
async def test_tables_of_the_version_before_are_listed_and_go_on(empty_database: str) -> None:
    """Their moves have no points yet: those are counted beside the lists, which replay nothing."""
    played = {"running": _old_game("running", 40), "finished": _old_game("finished", 100_000)}
    store = Database(async_url(empty_database))
    async with store.write() as connection:
        await connection.run_sync(_to, "0002")
        await _insert(connection, {name: OLD_ROWS[name] for name in ("house", "guests", "sessions")})
        for table_id, (match, moves) in played.items():
            table = OLD_ROWS["tables"][0] | {
                "id": table_id,
                "secret": table_id.ljust(32).encode(),
                "epoch": 0,
            }
            seats = [
                {"table_id": table_id, "seat": seat, "guest_id": guest, "invitation": f"{table_id} {seat}"}
                for seat, guest in enumerate(("anke", "ben"))
            ]
            ended = 9 if match.over else None
            await _insert(connection, {"tables": [table | {"ended": ended}], "seats": seats, "moves": moves})
    assert played["finished"][0].over
    await store.upgrade()
    old_points = OldPoints(store)
    for are_counted in (False, True):
        (running,), (finished,) = await _listed(store)
        for summary, (match, _) in ((running, played["running"]), (finished, played["finished"])):
            points = match.state.scores() if are_counted else None
            assert (summary.points, summary.ply, summary.actor) == (points, match.ply, match.actor)
        assert await old_points.count_all() == (0 if are_counted else 2)
    await _play_on(store, played["running"][0])
    record = format_record((await TableService(store, Writer(store), 10).find("finished")).match)
    assert "[dealer " not in record
    assert verify(parse_record(record)).over
    await store.close()


async def _listed(store: Database) -> tuple[list[TableSummary], list[TableSummary]]:
    """The running and the finished games of one of them."""
    lists = TableLists(store)
    return await lists.running_of("anke"), (await lists.finished_of("anke")).tables


@pytest.mark.anyio
async def test_a_table_of_a_game_nobody_knows_any_more_is_not_counted_again(empty_database: str) -> None:
    store = Database(async_url(empty_database))
    async with store.write() as connection:
        await connection.run_sync(_to, "0002")
        await _insert(connection, {name: OLD_ROWS[name] for name in ("house", "guests")})
        unknown = OLD_ROWS["tables"][0] | {"game": "whist"}
        await _insert(
            connection, {"tables": [unknown], "seats": OLD_ROWS["seats"], "moves": OLD_ROWS["moves"]}
        )
    await store.upgrade()
    assert [await OldPoints(store).count_all() for _ in range(2)] == [2, 0]  # among all, and while it runs
    assert await _listed(store) == ([], [])
    await store.close()


async def _play_on(store: Database, match: Match) -> None:
    writer = Writer(store)
    writer.start()
    tables = TableService(store, writer, 10)
    table = await tables.find("running")
    await tables.play(table, match.actor, match.legal_words()[0], match.ply)
    assert table.match.ply > match.ply
    dealer = table.match.dealer
    assert dealer is not None
    assert (type(dealer), dealer.secret) == (Dealer, b"running".ljust(32)), "the first dealer deals on"
    assert all(dealt.words == dealt.honest for dealt in dealt_again(table.match, dealer))
    (summary,) = await TableLists(store).running_of("anke")
    assert (summary.ply, summary.points) == (table.match.ply, table.match.state.scores())
    await writer.stop()


@pytest.mark.anyio
async def test_who_was_told_by_mail_is_told_of_turns_alone_and_no_mail_is_lost(empty_database: str) -> None:
    store = Database(async_url(empty_database))
    mails: list[dict[str, Any]] = [
        {
            "guest_id": "anke",
            "feed": "f1",
            "mail": "anke@example.org",
            "mail_key": "k1",
            "is_confirmed": True,
        },
        {"guest_id": "ben", "feed": "f2", "mail": None, "mail_key": "k2", "is_confirmed": False},
    ]
    waiting = {"table_id": "old", "epoch": 2, "plies": 50, "seat": 0, "turn": 3, "due": 9, "tries": 0}
    async with store.write() as connection:
        await connection.run_sync(_to, "0001")
        await _insert(connection, OLD_ROWS)
        await connection.run_sync(_to, "0012")
        await connection.execute(text("DELETE FROM turn_mails"))
        await _insert(connection, {"notices": mails, "turn_mails": [waiting]})
    await store.upgrade()
    async with store.read() as connection:
        kept = {row.guest_id: row for row in await connection.execute(select(schema.notices))}
        (told,) = await connection.execute(select(schema.turns_told))
    await store.close()
    assert (told.plies, told.seat) == (-1, -1)  # as if nobody had looked at the table: it is told again
    assert kept["ben"].choices is None
    assert (kept["anke"].feed, kept["anke"].mail_key) == ("f1", "k1")
    chosen = choices_from(kept["anke"].choices)
    by_mail = {kind for kind in CHOSEN if "mail" in channels_of(chosen, kind)}
    assert by_mail == {"turn"}
