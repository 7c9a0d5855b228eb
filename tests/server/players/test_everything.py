"""Export, deletion and login know every table there is: one that nobody thought of fails here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, select

from citywright.catalogue import find_game
from citywright.server.load.page_client import Guest
from citywright.server.matching.paces import DAYS
from citywright.server.rooms.options import options_of
from citywright.server.storage.schema import guests, metadata, seats
from citywright.server.tables.terms import Terms
from tests.server.known.games import rows, work
from tests.server.server_thread import ServerThread
from tests.server.storage.any_rows import any_row, mentions

GAME = "saint-malo"
PASSWORD = "a long password"
NAME = "Annegret Unverwechselbar"

EXPORTED = {  # the tables with rows about people, and what the export calls them
    "accounts": "account",
    "blocks": "blocks",
    "boards": "boards",
    "calls": "told",
    "deal_tries": "deals",
    "devices": "devices",
    "event_players": "event_places",
    "events": "events",
    "follows": "follows",
    "friend_choices": "friend_choices",
    "guests": "guest",
    "invitations": "invitations",
    "last_seen": "last_seen",
    "layouts": "layouts",
    "letters": "letters",
    "meetings": "met",
    "messages": "messages",
    "mutes": "muted",
    "notices": "notices",
    "order_moves": "moves by orders",
    "orders": "orders",
    "profiles": "profile",
    "ratings": "ratings",
    "records": "records",
    "reports": "reports made",
    "results": "results",
    "roles": "role",
    "room_messages": "room_messages",
    "room_seats": "rooms",
    "room_wishes": "room_wishes",
    "sanctions": "sanctions",
    "searches": "searches",
    "seats": "seats",
    "sessions": "sessions",
    "table_notices": "told_of_tables",
    "tokens": "tokens",
    "webhooks": "webhook",
}
NOT_EXPORTED = {"room_pages", "report_lines"}  # who has a page open now; that somebody was reported
OF_NOBODY = {  # about games, events and the house; what is somebody's in them is told as their games
    *("alembic_version", "analyses", "deals", "deliveries", "event_rounds", "event_tables", "house", "moves"),
    *("announcements", "audit_log", "closed_tables", "host_settings"),  # the log holds ids alone
    *("order_turns", "outcomes", "rooms", "seat_numbers", "tables", "tries", "turns_told", "used_promises"),
}

# Where the id of a deleted account may still stand: the ratings and standings of others rest on it.
STAYS = {
    *("guests.id", "seats.guest_id", "results.guest_id", "results.player", "ratings.player"),
    *("meetings.player", "meetings.other", "event_players.guest_id"),
}
# Where the id of a guest may still stand who has logged in to an account: as what was rated, and what it has
# itself, as in another browser.
STAYS_OF_A_GUEST = {
    *("guests.id", "seats.rated_as", "results.player", "ratings.player", "meetings.player", "meetings.other"),
    *("tokens.guest_id", "devices.guest_id"),
}


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


def export(guest: Guest) -> dict[str, Any]:
    return dict(json.loads(guest.request("GET", "/account/export").text))


def register(base: str, name: str) -> Guest:
    guest = Guest(base)
    answer = guest.request("POST", "/account/register", [("name", name), ("password", PASSWORD)])
    assert answer.location == "/account?done=made", answer.text
    return guest


def fill_every_table(url: str, guest_id: str, table_id: str) -> None:
    """A row about somebody in every table that can have one, unless there is one already."""
    keys: dict[str, str | int] = {
        "guests.id": guest_id,
        "tables.id": table_id,
        "rooms.id": "a room",
        "events.id": "an event",
    }
    keys |= {
        "deals.day": "2026-05-31",
        "deals.game": GAME,
        "records.id": "a record",
        "devices.id": "a device",
        "reports.id": 1,
    }
    options = options_of(find_game(GAME), Terms(), ["", ""]).as_json()
    given: dict[str, dict[str, Any]] = {
        "rooms": {"id": "a room", "game": GAME, "options": options},
        "room_seats": {"seat": 0, "agreed": options},
        "room_wishes": {"options": options},
        "events": {"id": "an event", "state": "over", "options": "{}"},
        "deals": {"day": "2026-05-31", "game": GAME},
        "deal_tries": {"day": "2026-05-31", "game": GAME},
        "records": {"id": "a record"},
        "devices": {"id": "a device"},
        "reports": {"id": 1, "handled": None},
        "mutes": {"muted_id": guest_id},
        "results": {"table_id": table_id, "player": guest_id, "guest_id": guest_id, "figures": "{}"},
        "ratings": {"player": guest_id},
        "meetings": {"player": guest_id, "other": guest_id},
        "follows": {"followed_id": "a friend"},
        "blocks": {"blocked_id": "a stranger"},
        "invitations": {"by_id": "a friend"},
        "searches": {"game": GAME, "seats": 2, "pace": DAYS},
        "webhooks": {"is_resting": True},
    }
    wanted = {"rooms", "deals"} | EXPORTED.keys() | NOT_EXPORTED

    def write(connection: Connection) -> None:
        for other in ("a friend", "a stranger"):
            if connection.execute(select(guests).where(guests.c.id == other)).first() is None:
                connection.execute(insert(guests).values(id=other, name=other, created=0))
        for table in metadata.sorted_tables:
            if table.name in wanted and not _has_row(connection, table, guest_id):
                row = any_row(table, keys, **given.get(table.name, {}))
                connection.execute(insert(table).values(row))

    work(url, write)


def _has_row(connection: Connection, table: Table, guest_id: str) -> bool:
    if table.name == "guests":
        return True
    if "guest_id" not in table.columns:
        return False
    return connection.execute(select(table).where(table.c.guest_id == guest_id)).first() is not None


def test_every_table_has_an_answer() -> None:
    known = EXPORTED.keys() | NOT_EXPORTED | OF_NOBODY
    assert set(metadata.tables) - known == set(), "what becomes of these when somebody exports or deletes?"
    for table in metadata.sorted_tables:
        names_people = any(key.target_fullname == "guests.id" for key in table.foreign_keys)
        assert not (names_people and table.name in OF_NOBODY), table.name


def test_the_export_has_all_and_deletion_leaves_what_others_need(server: ServerThread, database: str) -> None:
    anke = register(server.base, NAME)
    table_id = anke.make_table("saint-malo", "me", "open", name=NAME)
    own = export(anke)["guest"][0]["id"]
    fill_every_table(database, own, table_id)
    told = export(anke)
    assert [table for table, name in EXPORTED.items() if not told.get(name)] == []
    assert anke.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    assert work(database, lambda connection: mentions(connection, metadata, NAME)) == set()
    left = work(database, lambda connection: mentions(connection, metadata, own))
    assert left <= STAYS, left - STAYS
    assert {"seats.guest_id", "results.guest_id", "ratings.player"} <= left


def test_whoever_logs_in_takes_everything_along(server: ServerThread, database: str) -> None:
    cleo, dora = register(server.base, "Cleo"), Guest(server.base)
    table_id = dora.make_table(GAME, "me", "open", name="Dora")
    form = [("game", GAME), ("who", "me"), ("who", "open"), ("start", "A")]
    begun = dora.request("POST", "/tables", form).location.rpartition("/")[2]
    table = server.services.tables.cached(begun)
    assert table is not None
    played = [("words", table.match.legal_words()[0]), ("ply", str(table.match.ply)), ("epoch", "0")]
    assert dora.request("POST", f"/t/{begun}/play", played).status < 400
    assert table.match.ply > int(played[1][1])
    own, account = export(dora)["guest"][0]["id"], export(cleo)["guest"][0]["id"]
    fill_every_table(database, own, table_id)
    delete_account(database, own)
    assert dora.request("POST", "/account/login", [("name", "Cleo"), ("password", PASSWORD)]).status == 303
    left = work(database, lambda connection: mentions(connection, metadata, own))
    assert left <= STAYS_OF_A_GUEST, left - STAYS_OF_A_GUEST
    told = export(dora)
    assert told["guest"][0]["id"] == account
    stay = {"room_wishes", "ratings", "met", "profile", "tokens", "devices"}
    stay |= {"invitations", "role"}  # to a room where they sit; only accounts have one
    assert {name for name in EXPORTED.values() if not told.get(name)} <= stay
    sitting = {row.table_id: row for row in rows(database, seats) if row.seat == 0}
    assert {row.guest_id for row in sitting.values()} == {account}
    assert (sitting[begun].rated_as, sitting[table_id].rated_as) == (own, None)  # who has begun the game


def delete_account(url: str, guest_id: str) -> None:
    """Who is to log in must not have an account yet."""
    for name in ("accounts", "profiles"):
        owned = metadata.tables[name]
        work(
            url,
            lambda connection, owned=owned: connection.execute(  # type: ignore[misc]
                owned.delete().where(owned.c.guest_id == guest_id)
            ),
        )


def test_what_is_deleted_is_found_by_an_index() -> None:
    """Every foreign key is the beginning of an index: else each deletion reads a table as a whole."""
    for table in metadata.sorted_tables:
        begun = [[column.name for column in table.primary_key.columns]]
        begun += [[column.name for column in index.columns] for index in table.indexes]
        begun += [
            [column.name for column in rule.columns]  # type: ignore[attr-defined]
            for rule in table.constraints
            if rule.__class__.__name__ == "UniqueConstraint"
        ]
        for key in table.foreign_key_constraints:
            names = [column.name for column in key.columns]
            assert any(columns[: len(names)] == names for columns in begun), (table.name, names)
