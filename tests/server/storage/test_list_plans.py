"""Every query that lists, looks for something or tidies up goes by an index and reads no table as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, Select, event, insert, select, text

from citywright.server.events.finding import FindingEvents
from citywright.server.events.queries import (
    due_events,
    new_analyses,
    unmade_tables,
    unnoted_results,
    untold_rounds,
)
from citywright.server.known.archive import Archive, Search
from citywright.server.known.leaderboards import Leaderboards
from citywright.server.known.own_records import OwnRecords
from citywright.server.known.people import People, in_open_rooms
from citywright.server.known.settling import Settling
from citywright.server.known.visibility import Asker, Visibility, VisibilityChoices
from citywright.server.layouts import queries as shelf
from citywright.server.matching.service import fillable_rooms
from citywright.server.rooms import changes, finding, presence
from citywright.server.settings import async_url
from citywright.server.storage import own_rows, queries, retention
from citywright.server.storage import schema as rows
from citywright.server.storage.database import Database
from citywright.server.storage.writer import Writer
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService

pytestmark = pytest.mark.anyio

NOW = 1_800_000_000_000
# Indexes that hold running tables only, of some kind, or are read in their order until a page is full.
OF_RUNNING = (
    *("running_tables", "public_tables", "timed_tables", "seats_of_bots", "public_layouts"),
    *("public_rooms", "claimed_rooms"),
    *("unmade_event_tables", "running_event_tables", "unanalysed_event_tables", "untold_event_rounds"),
)


def listing_queries() -> Iterator[tuple[str, Select[Any]]]:
    """All of them, by name."""
    yield "running games of a guest", queries.running_tables_of("anke", 30)
    yield "finished games of a guest", queries.finished_tables_of("anke", 50)
    yield "older ones", queries.finished_tables_of("anke", 50, (NOW, "table"))
    yield "public tables", queries.public_tables(12)
    yield "tables that wait for bots", queries.waiting_for_bots()
    yield "tables that wait for people", queries.waiting_for_people()
    yield "public rooms", finding.public_rooms()
    yield "rooms of a guest", finding.rooms_with("anke")
    yield "rooms whose table is to be made", presence.claimed_rooms(NOW, 5000)
    yield "old rooms", select(rows.rooms.c.id).where(presence.old_rooms(NOW))
    yield "rooms that people can be seated in", fillable_rooms()
    yield "ratings of those in public rooms", in_open_rooms()
    yield "a number in a room", changes.others_with("0" * 32, "room", "anke")
    yield "what somebody looks for", select(rows.searches).where(rows.searches.c.guest_id == "anke")
    yield "events in which something is due", due_events(NOW)
    yield "events with tables to make", unmade_tables()
    yield "rounds to be told of", untold_rounds()
    yield "results to note", unnoted_results()
    yield "analyses of games of events", new_analyses()
    yield "marks", queries.marks_of(["one", "two"])
    yield "seats", queries.seats_at(["one", "two"])
    yield "running tables with a name", queries.running_ids_naming("anke", 30)
    public, own = shelf.public_layouts, shelf.own_layouts
    for name, query in (
        ("public layouts", public()),
        ("public layouts of a game", public("saint-malo")),
        ("public layouts of others", public("saint-malo", "anke")),
        ("layouts of a guest", own("anke")),
        ("layouts of a guest for a game", own("anke", "saint-malo")),
    ):
        yield name, shelf.page_of(query, None, 24)
        yield f"older {name}", shelf.page_of(query, (NOW, "layout"), 24)
    yield "layout by its hash", shelf.with_hash("saint-malo", "abc")
    yield "tables that stand still", select(rows.tables.c.id).where(*retention.still_tables(NOW)).limit(20)
    for age, key in (
        (rows.tables.c.ended, rows.tables.c.id),
        (rows.records.c.created, rows.records.c.id),
        (rows.layouts.c.created, rows.layouts.c.id),
        (rows.guests.c.created, rows.guests.c.id),
    ):
        yield f"old {key.table.name}", retention.Walk(age, key).next_rows(NOW)
    for key, rule in (
        (rows.tables.c.id, retention.old_tables(NOW)),
        (rows.records.c.id, retention.old_records(NOW)),
        (rows.layouts.c.id, retention.old_layouts(NOW)),
        (rows.guests.c.id, retention.gone_guests(NOW)),
    ):
        yield f"{key.table.name} to delete", select(key).where(key.in_(["one", "two"]), *rule)
    for name, query in own_rows.rows_about("anke").items():
        yield f"{name} of a guest", query


def plan_of(connection: Connection, query: Select[Any], explain: str) -> list[str]:
    """The steps of a query, sent as the server sends it: numbers apart from the words."""
    sent: list[Any] = []

    def note(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        sent.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    connection.execute(query)
    event.remove(connection, "before_cursor_execute", note)
    statement, parameters = sent[-1]  # the first may be BEGIN
    return [str(row[-1]) for row in connection.exec_driver_sql(explain + statement, parameters)]


Sent = tuple[str, Any]  # a statement and its parameters


async def sent_by_pages(store: Database) -> list[Sent]:
    """What the archive, leaderboards, profiles, lists of events and the work behind them ask for."""
    anke, ben = Asker("anke", has_account=True), Asker("ben", has_account=True)
    async with store.write() as connection:
        people = [{"id": name, "name": name, "created": 1} for name in ("anke", "ben")]
        await connection.execute(insert(rows.guests), people)
        account = {"guest_id": "anke", "login": "anke", "password": "-", "created": 1}
        await connection.execute(insert(rows.accounts).values(account))
    everything = Search(game="saint-malo", seats=2, pace="turns", result="won", least=1, most=99)
    archive, known, boards = Archive(store), People(store), Leaderboards(store)
    choices, settling = (
        VisibilityChoices(store),
        Settling(store, TableService(store, Writer(store), 1), Nodes()),
    )
    sent: list[Sent] = []

    def note(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            sent.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await choices.choose("anke", Visibility("public", "public", "public"))
        for search in (Search(), everything):
            for before in ("", f"{NOW}.table"):
                await archive.own(search, anke, before)
                await archive.of_all(search, ben, before)
                await archive.of_all(replace(search, people="anke"), ben, before)
            await archive.own(replace(search, people="ben"), anke)
        await archive.shown("anke", ben, 10)
        for own in (False, True):
            await boards.page("saint-malo", "turns", anke, "51", own=own)
        await known.find("anke")
        await known.ratings_of("anke")
        await known.ratings_at("saint-malo", "turns", ["anke", "bot:settler"], ben)
        await known.history("anke", "saint-malo", "turns")
        await known.records_of("anke")
        await known.figures_of("anke")
        await OwnRecords(store).count("anke")
        await settling.settle_all()
        await FindingEvents(store).lists("anke")
        await FindingEvents(store).count_of("anke")
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return sent


@pytest.mark.postgres
async def test_what_pages_about_people_and_games_ask_for_goes_by_indexes(database: str) -> None:
    store = Database(async_url(database))
    sent = await sent_by_pages(store)
    assert len(sent) > 40
    async with store.read() as connection:
        if not store.is_sqlite:
            await connection.execute(text("SET enable_seqscan = off"))
        for statement, parameters in dict.fromkeys((one, _frozen(given)) for one, given in sent):
            plan = await connection.run_sync(_plan_of_sent, statement, parameters)
            read_whole = [step for step in plan if WHOLE.search(step) and not step.endswith(IN_ORDER)]
            assert read_whole == [], statement
    await store.close()


# Whole tables, but not what was read before and is gone through again; and indexes that are read in their
# order until a page is full.
WHOLE = re.compile(r"Seq Scan on \w+|^SCAN (?!anon_|CONSTANT ROW|\(|\d)")
IN_ORDER = ("findable_games", "findable_games_of_game", "unsettled_tables", "public_events")


def _frozen(parameters: Any) -> Any:
    return tuple(parameters) if isinstance(parameters, (list, tuple)) else parameters


def _plan_of_sent(connection: Connection, statement: str, parameters: Any) -> list[str]:
    explain = "EXPLAIN QUERY PLAN " if connection.dialect.name == "sqlite" else "EXPLAIN "
    return [str(row[-1]) for row in connection.exec_driver_sql(explain + statement, parameters)]


async def test_no_list_on_sqlite_reads_a_table_as_a_whole(tmp_path: Any) -> None:
    store = Database(async_url(f"sqlite:///{tmp_path / 'plans.sqlite3'}"))
    await store.upgrade()
    async with store.read() as connection:
        for name, query in listing_queries():
            plan = await connection.run_sync(plan_of, query, "EXPLAIN QUERY PLAN ")
            assert plan, name
            for step in plan:
                if step.startswith("SCAN") and not step.startswith("SCAN anon_"):  # a page that was read
                    assert step.endswith(OF_RUNNING), (name, step)
    await store.close()


@pytest.mark.postgres
async def test_no_list_on_postgres_has_to_read_a_table_as_a_whole(postgres_url: str) -> None:
    """An empty database would rather be read whole: it is told that this is dear, and finds an index."""
    store = Database(postgres_url)
    await store.upgrade()
    async with store.read() as connection:
        await connection.execute(text("SET enable_seqscan = off"))
        for name, query in listing_queries():
            plan = await connection.run_sync(plan_of, query, "EXPLAIN ")
            assert plan, name
            assert not [step for step in plan if re.search(r"Seq Scan on \w+", step)], (name, plan)
    await store.close()
