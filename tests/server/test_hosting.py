"""What a host relies on: health, metrics, logs without keys, limits, clearing away, migrations, backups."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from citywright.server import clock
from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage import migrations, schema
from citywright.server.storage.database import Database
from citywright.server.storage.retention import DAY, Retention
from citywright.server.storage.writer import Writer
from citywright.server.tables.service import TableService
from tests.server.inside import never_refill, serving
from tests.server.machine import PAGE, Machine, blocks
from tests.server.playing import play_a_little, two_guests
from tests.server.running import SOURCE, Served, free_port


def test_health_and_metrics(tmp_path: Path) -> None:
    with serving(tmp_path, limits=0) as inside:
        guest = Guest(inside.base)
        assert guest.request("GET", "/health").text == "ok\n"
        two_guests(inside.base)
        guest.request("GET", "/t/nowhere")
        told = guest.request("GET", "/metrics").text
        assert re.search(r'citywright_requests_total\{route="/health",status="200"\} 1', told)
        assert 'citywright_refusals_total{code="unknown"} 1' in told
        assert "citywright_request_seconds_count" in told
        for line in told.strip().splitlines():
            assert line.startswith(("# HELP ", "# TYPE ")) or re.fullmatch(
                r"[a-z_]+(\{.*\})? [\d.e+-]+", line
            ), line
        forwarded = guest.request("GET", "/metrics", X_Forwarded_For="203.0.113.9")
        assert forwarded.status == 404


def test_logs_are_json_and_hold_no_key(tmp_path: Path) -> None:
    port = free_port()
    order = [sys.executable, "-m", "citywright", "serve", "--port", str(port), "--log", "info"]
    order += ["--database", f"sqlite:///{tmp_path / 'logged.sqlite3'}"]
    environment = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(order, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        guest = Guest(f"http://127.0.0.1:{port}")
        table = guest.make_table("saint-malo", "me", "open", name="Somebody")
        link = guest.invitations(table)[0]
        guest.request("GET", link)
        process.terminate()
        logged = process.communicate(timeout=30)[1]
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    routes = {line.get("route") for line in lines}
    assert "/sit/{key}" in routes or "/sit/{key:str}" in routes, routes
    for secret in (table, link.rpartition("/")[2], guest.cookie.partition("=")[2], "Somebody"):
        assert secret not in logged


def test_a_client_that_asks_too_much_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "ask for something", 3)
    with serving(tmp_path, limits=1) as inside:
        guest = Guest(inside.base)
        answers = [guest.request("GET", "/rules/saint-malo").status for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert guest.request("GET", "/health").status == 200
        api = guest.request("GET", "/api/games")
        assert api.status == 429
        assert json.loads(api.text)["code"] == "too many"


@pytest.mark.anyio
async def test_a_socket_that_floods_is_refused_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_refill(monkeypatch, "send a message", 40)
    with serving(tmp_path, limits=1) as inside:
        table, anke, ben = two_guests(inside.base)
        async with anke.follow(table) as flood, ben.follow(table) as other:
            codes = [(await flood.ask("ping")).code for _ in range(60)]
            assert codes == [""] * 40 + ["too many"] * 20
            assert (await other.ask("ping")).is_ == "done"


# --- clearing away --------------------------------------------------------------------


@pytest.mark.anyio
async def test_what_nobody_touches_is_cleared_away_by_the_rule(tmp_path: Path) -> None:
    store = Database(async_url(f"sqlite:///{tmp_path / 'tidy.sqlite3'}"))
    await store.upgrade()
    now = clock.now_ms()

    def table(name: str, age: int, ended: int | None = None) -> dict[str, Any]:
        row = {
            "id": name,
            "game": "saint-malo",
            "rules_version": 1,
            "start": -1,
            "secret": b"x" * 32,
            "epoch": 0,
        }
        return row | {"created": now - age * DAY, "ended": None if ended is None else now - ended * DAY}

    def seat(name: str, guest: str | None) -> dict[str, Any]:
        return {"table_id": name, "seat": 0, "guest_id": guest, "invitation": f"key of {name}"}

    def move(name: str, age: int, actor: int = 0) -> dict[str, Any]:
        row = {"table_id": name, "ply": 0, "actor": actor, "notation": "stop", "awaits": 0}
        return row | {"time": now - age * DAY}

    async with store.write() as connection:
        people = [("keeper", 900), ("stranger", 900), ("newcomer", 2), ("player", 900)]
        rows = [{"id": id_, "name": id_, "created": now - age * DAY} for id_, age in people]
        await connection.execute(insert(schema.guests), rows)
        account = {"guest_id": "keeper", "login": "keeper", "password": "-", "created": now}
        await connection.execute(insert(schema.accounts).values(account))
        made = [
            table("unplayed old", 8),
            table("unplayed new", 6),
            table("still", 200),
            table("slow", 200),
            table("finished", 800, 400),
            table("finished kept", 800, 400),
            table("finished new", 300, 300),
        ]
        await connection.execute(insert(schema.tables), made)
        sitting = [seat(row["id"], "player") for row in made if row["id"] != "finished kept"]
        await connection.execute(insert(schema.seats), [*sitting, seat("finished kept", "keeper")])
        plies = [move("unplayed old", 8, -1), move("still", 91), move("slow", 89), move("finished", 400)]
        await connection.execute(insert(schema.moves), plies)
        await connection.execute(
            insert(schema.records),
            [
                {"id": "r1", "guest_id": None, "game": "saint-malo", "text": "", "created": now - 400 * DAY},
                {
                    "id": "r2",
                    "guest_id": "keeper",
                    "game": "saint-malo",
                    "text": "",
                    "created": now - 400 * DAY,
                },
            ],
        )
    gone = await Retention(store, TableService(store, Writer(store), 10)).clear()
    assert gone == {"tables": 3, "records": 1, "guests": 1}
    async with store.read() as connection:
        left = set((await connection.execute(select(schema.tables.c.id))).scalars())
        people_left = set((await connection.execute(select(schema.guests.c.id))).scalars())
        plies_left = set((await connection.execute(select(schema.moves.c.table_id))).scalars())
    await store.close()
    assert left == {"unplayed new", "slow", "finished kept", "finished new"}
    assert people_left == {"keeper", "newcomer", "player"}
    assert plies_left == {"slow"}


# --- migrations -----------------------------------------------------------------------


def _to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
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


@pytest.mark.anyio
async def test_the_first_database_upgrades_without_loss(database: str) -> None:
    store = Database(async_url(database))
    async with store.write() as connection:
        await connection.run_sync(_to, "0001")
        for name, rows in OLD_ROWS.items():
            names = list(rows[0])
            columns, values = ", ".join(names), ", ".join(f":{column}" for column in names)
            await connection.execute(text(f'INSERT INTO "{name}" ({columns}) VALUES ({values})'), rows)
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


def _differences(connection: Connection) -> list[Any]:
    """What migrations made and what schema.py says, compared."""
    from alembic.autogenerate import compare_metadata

    found = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    return [difference for difference in found if "index" not in str(difference[0])]


# --- the page for hosts ---------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.pg_dump
def test_a_backup_of_postgresql_goes_on_in_an_empty_database(postgres_url: str, tmp_path: Path) -> None:
    backup, restore = [text for _, _, text in blocks("Backups")][2:]
    plain = postgres_url.replace("+asyncpg", "")
    place, _, name = plain.rpartition("/")
    own = {"citywright": name, "citywright_new": f"{name}_new", "postgres": "postgres"}

    def ours(command: str) -> str:
        command = re.sub(
            r"postgresql://citywright@localhost/(\w+)", lambda found: f"{place}/{own[found[1]]}", command
        )
        return re.sub(r" citywright_new$", f" {name}_new", command)

    machine = Machine(tmp_path)
    server = Served(plain).start()
    try:
        table, anke, record = play_a_little(server.base)
        machine.carry_out(backup, ours)
    finally:
        server.stop()
    machine.carry_out(restore, ours)
    try:
        restored = Served(f"{plain}_new").start()
        try:
            again = Guest(restored.base, anke.cookie)
            assert again.request("GET", f"/t/{table}/record").text == record
        finally:
            restored.stop()
    finally:
        drop = f'DROP DATABASE "{name}_new" WITH (FORCE)'
        subprocess.run(["psql", "-q", f"{place}/postgres", "-c", drop], check=True)


def test_the_rule_for_clearing_away_is_that_of_the_program() -> None:
    from citywright.server.storage.retention import DAY, FINISHED, GONE, STILL, UNPLAYED

    for days in (UNPLAYED, STILL, FINISHED, GONE):
        assert re.search(rf"\b{days // DAY} days", PAGE)


def test_every_option_of_the_page_is_one_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    from citywright.cli import main

    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    helped = capsys.readouterr().out
    for option in set(re.findall(r"`(--[a-z-]+)", PAGE)):
        assert option in helped, option
