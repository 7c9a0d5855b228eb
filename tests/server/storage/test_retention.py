"""Old tables, records, layouts and guests are deleted by the rule of docs/hosting.md, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from citywright.server import clock
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database
from citywright.server.storage.retention import DAY, Retention


@pytest.mark.anyio
async def test_what_nobody_touches_is_cleared_away_by_the_rule(database: str) -> None:
    store = Database(async_url(database))
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
            "is_settled": ended is not None,
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
            table("watched", 200),
            table("still", 200),
            table("slow", 200),
            table("finished", 800, 400),
            table("not entered", 800, 400) | {"is_settled": False},
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
        about_saved: dict[str, Any] = dict.fromkeys(("title", "source", "record", "tree"), "")
        about_saved |= {"game": "saint-malo", "position": 0, "created": 1}
        saved = [("b1", None, 400), ("b2", "keeper", 400), ("b3", "stranger", 300)]
        await connection.execute(
            insert(schema.boards),
            [
                about_saved | {"id": id_, "guest_id": guest, "changed": now - age * DAY}
                for id_, guest, age in saved
            ],
        )
        about_board = {"game": "saint-malo", "name": "", "author": "", "version": "", "text": "", "hash": ""}
        kept = [("l1", None, False, 400), ("l2", "keeper", False, 400), ("l3", None, True, 400)]
        kept += [("l4", "stranger", True, 900), ("l5", "newcomer", False, 300)]
        await connection.execute(
            insert(schema.layouts),
            [
                {"id": id_, "guest_id": guest, "is_public": is_public, "created": now - age * DAY}
                | {"facts": "{}", **about_board}
                for id_, guest, is_public, age in kept
            ],
        )
        told = {"guest_id": "keeper", "kind": "news", "address": "/", "words": "", "parts": "{}"}
        ages = (("old", 31), ("new", 29))
        await connection.execute(
            insert(schema.calls), [told | {"key": key, "created": now - age * DAY} for key, age in ages]
        )
    forgotten: list[str] = []
    retention = Retention(store, lambda table_id: table_id == "watched", forgotten.append)
    deleted = {"tables": 3, "records": 1, "boards": 1, "layouts": 1, "events": 0, "guests": 1, "calls": 1}
    assert await retention.delete_expired() == deleted
    assert len(forgotten) == 3
    async with store.read() as connection:
        left = set((await connection.execute(select(schema.tables.c.id))).scalars())
        people_left = set((await connection.execute(select(schema.guests.c.id))).scalars())
        boards_left = set((await connection.execute(select(schema.boards.c.id))).scalars())
        layouts = dict(
            (await connection.execute(select(schema.layouts.c.id, schema.layouts.c.guest_id))).all()
        )
        plies_left = set((await connection.execute(select(schema.moves.c.table_id))).scalars())
        calls_left = list((await connection.execute(select(schema.calls.c.key))).scalars())
    await store.close()
    assert calls_left == ["new"]
    assert left == {"unplayed new", "watched", "slow", "finished kept", "finished new", "not entered"}
    assert people_left == {"keeper", "newcomer", "player"}
    assert plies_left == {"slow"}
    assert boards_left == {"b2", "b3"}
    assert layouts == {"l2": "keeper", "l3": None, "l4": None, "l5": "newcomer"}


@pytest.mark.anyio
async def test_old_rows_that_stay_are_not_looked_at_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour looks at some of them and the next one goes on, until all were seen; then it begins anew."""
    monkeypatch.setattr("citywright.server.storage.retention.MOST_LOOKED_AT", 4)
    store = Database(async_url(f"sqlite:///{tmp_path / 'walk.sqlite3'}"))
    await store.upgrade()
    old = clock.now_ms() - 900 * DAY
    async with store.write() as connection:
        people = [{"id": f"{n:02}", "name": "x", "created": old} for n in range(10)]
        await connection.execute(insert(schema.guests), people)
        kept = [{"guest_id": f"{n:02}", "login": f"{n}", "password": "-", "created": old} for n in range(9)]
        await connection.execute(insert(schema.accounts), kept)
    retention = Retention(store, lambda _: False, lambda _: None)
    assert [(await retention.delete_expired())["guests"] for _ in range(3)] == [0, 0, 1]
    async with store.write() as connection:
        await connection.execute(delete(schema.accounts).where(schema.accounts.c.guest_id == "00"))
    assert (await retention.delete_expired())["guests"] == 1
    await store.close()
