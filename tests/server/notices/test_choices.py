"""What people choose: kinds and channels, quiet hours, and that all of it is theirs to take or delete."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from citywright.cli import main
from citywright.server.load.page_client import Guest
from citywright.server.notices.kinds import (
    CHANNELS,
    CHOSEN,
    EVERYTHING,
    NOTHING,
    channels_of,
    choices_as_text,
    choices_from,
)
from citywright.server.notices.quiet import end_of_quiet
from citywright.server.storage.schema import calls, devices, notices, table_notices, webhooks
from tests.server.notices.push_service import Browser, Endpoint, listening
from tests.server.notices.rows import rows
from tests.server.players_at_tables import table_of_two
from tests.server.server_thread import ServerThread, wait_until

PASSWORD = "x" * 12


def milliseconds(year: int, month: int, day: int, hour: int, minute: int = 0) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "hours", "zone", "end"),
    [
        ((2026, 1, 10, 23), (22, 8), "UTC", (2026, 1, 11, 8)),
        ((2026, 1, 11, 7, 59), (22, 8), "UTC", (2026, 1, 11, 8)),
        ((2026, 1, 11, 8), (22, 8), "UTC", None),
        ((2026, 1, 11, 21, 59), (22, 8), "UTC", None),
        ((2026, 1, 11, 13), (12, 14), "UTC", (2026, 1, 11, 14)),
        ((2026, 1, 11, 14), (12, 14), "UTC", None),
        ((2026, 7, 10, 20, 30), (22, 8), "Europe/Berlin", (2026, 7, 11, 6)),  # two hours ahead
        ((2026, 3, 28, 22), (22, 8), "Europe/Berlin", (2026, 3, 29, 6)),  # an hour of this night is left out
        ((2026, 10, 24, 21), (22, 8), "Europe/Berlin", (2026, 10, 25, 7)),  # and here there is one more
        ((2026, 1, 10, 23), (22, 8), "Nowhere/Land", (2026, 1, 11, 8)),
    ],
)
def test_quiet_hours_end_when_the_clock_on_the_wall_says_so(
    now: tuple[int, ...], hours: tuple[int, int], zone: str, end: tuple[int, ...] | None
) -> None:
    found = end_of_quiet(milliseconds(*now), 60 * hours[0], 60 * hours[1], zone)
    assert found == (None if end is None else milliseconds(*end))


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    """In the night of 25 October it is a quarter past two twice in Berlin; quiet hours end at half past."""
    for hour in (0, 1):
        found = end_of_quiet(milliseconds(2026, 10, 25, hour, 15), 22 * 60, 150, "Europe/Berlin")
        assert found == milliseconds(2026, 10, 25, hour, 30)


def test_without_quiet_hours_nothing_waits() -> None:
    assert end_of_quiet(0, None, None, "UTC") is None
    assert end_of_quiet(0, 60, 60, "UTC") is None


def test_choices_are_kept_where_they_differ_from_the_usual() -> None:
    assert choices_from(None) == {}
    assert choices_from("no json") == {}
    assert choices_from('{"turn": ["mail", "smoke"], "bygone": ["mail"]}') == {"turn": ["mail"]}
    assert choices_as_text({"turn": CHANNELS}) is None
    assert choices_as_text({"turn": {"push"}}) == '{"turn":["push"]}'
    chosen = {kind: ["mail"] for kind in CHOSEN}
    assert channels_of(chosen, "chat") == {"mail"}
    assert channels_of(chosen, "chat", EVERYTHING) == {"mail"}
    assert channels_of({}, "turn", NOTHING) == frozenset()


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database, inner_addresses=True).start()
    yield inside
    inside.stop()


@pytest.fixture(scope="module")
def service() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


def test_the_page_keeps_what_it_shows_and_refuses_what_there_is_not(
    server: ServerThread, service: Endpoint
) -> None:
    table, _, ben = table_of_two(server.base)
    assert "Once you play here" in Guest(server.base).request("GET", "/notices").text
    page = ben.request("GET", "/notices").text
    assert 'name="turn" value="feed"' in page
    assert 'name="turn" value="push"' not in page  # there is no device yet
    Browser(service, f"/x/{table}").subscribe(ben, zone="Europe/Vienna")
    page = ben.request("GET", "/notices").text
    assert 'name="turn" value="push" checked' in page
    assert "Europe/Vienna" in page
    ben.request("POST", "/notices", [("shown", "feed"), ("chat", "feed")])  # push was not shown, and stays
    page = ben.request("GET", "/notices").text
    assert 'name="turn" value="push" checked' in page
    assert 'name="turn" value="feed" checked' not in page
    assert 'name="chat" value="feed" checked' in page
    for path, form in (
        ("/notices", [("smoke", "push")]),
        ("/notices", [("shown", "push"), ("turn", "smoke")]),
        ("/notices/quiet", [("quiet", "on"), ("from", "25:00"), ("to", "08:00")]),
        ("/notices/quiet", [("quiet", "on"), ("from", "22:00"), ("to", "")]),
        ("/notices/quiet", [("quiet", "on"), ("from", "22:00"), ("to", "22:00")]),
        ("/notices/quiet", [("zone", "Nowhere/Land")]),
    ):
        assert ben.request("POST", path, form).status == 400, form
        assert Guest(server.base).request("POST", path, form).status == 403
    assert ben.request("GET", "/notices").text == page
    assert Guest(server.base).request("POST", f"/t/{table}/notices", [("hear", "nothing")]).status == 403


def test_it_becomes_part_of_an_account_is_told_as_own_data_and_deleted(
    server: ServerThread, service: Endpoint
) -> None:
    Guest(server.base).request("POST", "/account/register", [("name", "Ben"), ("password", PASSWORD)])
    table, anke, ben = table_of_two(server.base)
    Browser(service, "/own").subscribe(ben)
    ben.request("POST", "/notices/webhook", [("address", f"{service.base}/hook")])
    ben.request("POST", f"/t/{table}/notices", [("hear", "everything")])
    anke.request("POST", f"/t/{table}/say", [("text", "hello")])
    database = server.settings.database
    wait_until(lambda: rows(database, select(calls)))
    answer = ben.request("POST", "/account/login", [("name", "Ben"), ("password", PASSWORD)])
    assert answer.status == 303
    own = json.loads(ben.request("GET", "/account/export").text)
    assert own["devices"][0]["endpoint"] == f"{service.base}/own"
    assert own["webhook"][0]["address"] == f"{service.base}/hook"
    assert own["told"][0]["kind"] == "chat"
    assert own["told_of_tables"] == [{"table_id": table, "choice": "everything"}]
    assert "whsec_" not in str(own)
    assert not {"p256dh", "auth", "secret"} & set(own["devices"][0]) | set(own["webhook"][0]) & {"secret"}
    assert ben.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    guest_id = own["guest"][0]["id"]
    for kept in (calls, devices, notices, table_notices, webhooks):
        assert rows(database, select(kept).where(kept.c.guest_id == guest_id)) == []


def test_an_announcement_of_the_host_is_told_once_to_who_wants_such(
    server: ServerThread, capsys: pytest.CaptureFixture[str]
) -> None:
    _, anke, ben = table_of_two(server.base)
    for guest in (anke, ben):
        guest.request("GET", "/notices")
    anke.request("POST", "/notices", [("shown", "feed"), ("turn", "feed")])
    database = server.settings.database.replace("+asyncpg", "")
    command = ["announce", "Tonight", "--de", "Heute Abend", "--database", database]
    for told in (1, 0):
        assert main(command) == 0
        assert f"noted for {told} people" in capsys.readouterr().out
    (call,) = rows(server.settings.database, select(calls))
    assert (call.kind, json.loads(call.parts)) == ("news", {"en": "Tonight", "de": "Heute Abend"})
    assert main(["announce", "two\nlines", "--database", database]) == 2
    assert main(["announce", "Tonight", "--link", "//evil.example", "--database", database]) == 2
