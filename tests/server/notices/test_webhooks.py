"""Webhooks: signed, tried again with growing pauses, given up after a day and told."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from citywright.server import clock
from citywright.server.load.page_client import Guest
from citywright.server.notices.sender import FIRST_PAUSE
from citywright.server.storage.schema import calls, deliveries, webhooks
from tests.server.notices.push_service import Browser, Endpoint, Received, listening
from tests.server.notices.rows import rows
from tests.server.players_at_tables import DAY, table_of_two
from tests.server.server_thread import ServerThread, serving, wait_until

API = Path(__file__).parents[3] / "docs" / "api.md"
A_MOMENT = 5  # seconds: more than anything waits before it is sent


@pytest.fixture(scope="module")
def listener() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with serving(tmp_path, inner_addresses=True, address="https://play.example.org") as inside:
        yield inside


def set_hook(guest: Guest, listener: Endpoint, path: str) -> str:
    """A webhook of a guest; returns its secret."""
    answer = guest.request("POST", "/notices/webhook", [("address", listener.base + path)])
    assert answer.status == 303, answer.text
    secret = re.search(r'value="(whsec_[^"]+)"', guest.request("GET", "/notices").text)
    assert secret is not None
    return secret[1]


def until_next_try(server: ServerThread) -> float:
    """The seconds until a turn is told once more."""
    query = select(deliveries.c.due).join(calls, calls.c.id == deliveries.c.call_id)
    (waiting,) = rows(server.settings.database, query.where(calls.c.kind == "turn"))
    return float(waiting.due - clock.now_ms()) / 1000


def is_signed(secret: str, message: Received) -> bool:
    """By the standard, as docs/api.md shows it; its clock is that of the server."""
    (shown,) = re.findall(r"```python\n(import base64.*?)```", API.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(shown, names)
    names["time"] = SimpleNamespace(time=lambda: clock.now_ms() / 1000)
    return bool(names["is_genuine"](secret, message.headers, message.body))


def test_what_is_told_is_signed_and_tried_again(server: ServerThread, listener: Endpoint) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(DAY))
    secret = set_hook(ben, listener, "/ben")
    anke.request("POST", f"/t/{table}/leave", [])
    wait_until(lambda: rows(server.settings.database, select(deliveries)))
    listener.statuses = [302, 500]  # no redirect is followed
    clock.put_forward(A_MOMENT)
    for tries in range(3):
        wait_until(lambda tries=tries: len(listener.of("/ben")) == tries + 1)
        wait_until(
            lambda: (
                not rows(server.settings.database, select(deliveries).where(deliveries.c.sender.is_not(None)))
            )
        )
        assert len(listener.of("/ben")) == tries + 1
        if tries < 2:
            left, pause = until_next_try(server), FIRST_PAUSE / 1000 * 2**tries
            assert pause / 2 < left <= pause
            clock.put_forward(left - 10)  # not yet
            assert len(listener.of("/ben")) == tries + 1
            clock.put_forward(11)
    first, _, third = listener.of("/ben")
    assert listener.of("/elsewhere") == []
    assert first.headers["webhook-id"] == third.headers["webhook-id"]
    assert is_signed(secret, third)
    assert not is_signed("whsec_" + base64.b64encode(b"another").decode(), third)
    assert not is_signed(secret, third._replace(body=third.body + b" "))
    clock.put_forward(600)
    assert not is_signed(secret, third)  # somebody sends it again, ten minutes later
    told = third.json()
    assert (told["type"], told["data"]["table"]) == ("turn", table)
    assert told["data"]["title"] == "Your turn at Saint Malo"
    assert told["data"]["address"] == f"https://play.example.org/t/{table}"
    ben.request("POST", "/notices/webhook/delete", [])
    assert rows(server.settings.database, select(webhooks)) == []


def test_after_a_day_it_is_given_up_and_told_and_a_test_wakes_it(
    server: ServerThread, listener: Endpoint
) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(7 * DAY))
    browser = Browser(listener, "/push")
    browser.subscribe(ben)
    database = server.settings.database
    with listening() as failing:
        failing.statuses = [500] * 20
        set_hook(ben, failing, "/hook")
        anke.request("POST", f"/t/{table}/leave", [])
        wait_until(lambda: rows(database, select(deliveries)))
        clock.put_forward(A_MOMENT)
        failed = select(deliveries).where(deliveries.c.channel == "webhook", deliveries.c.tries > 0)
        wait_until(
            lambda: any(one.sender is None for one in rows(database, failed))
        )  # it waits to be tried again
        assert rows(database, select(webhooks))[0].problem == "500"
        assert not rows(database, select(webhooks))[0].is_resting
        clock.put_forward(24 * 3600)
        wait_until(lambda: any(browser.decrypt(one)["kind"] == "broken" for one in browser.arrived))
        tried = len(failing.received)
        assert tried >= 2
        told = ben.request("GET", "/notices").text
        assert "It rests: for a day nothing could be delivered. Why: it answered with status 500" in told
        anke.request("POST", f"/t/{table}/say", [("text", "hello")])
        clock.put_forward(A_MOMENT)
        wait_until(lambda: any(browser.decrypt(one)["kind"] == "chat" for one in browser.arrived))
        assert len(failing.received) == tried
        failing.statuses = []
        assert ben.request("POST", "/notices/webhook/test", []).status == 303
        assert not rows(database, select(webhooks))[0].is_resting


def test_a_test_says_how_it_went(server: ServerThread, listener: Endpoint) -> None:
    _, _, ben = table_of_two(server.base)
    assert ben.request("POST", "/notices/webhook/test", []).status == 404
    secret = set_hook(ben, listener, "/test")
    assert ben.request("POST", "/notices/webhook/test", []).location == "/notices?done=tested#webhook"
    (message,) = listener.of("/test")
    assert is_signed(secret, message)
    assert message.json()["type"] == "test"
    listener.statuses = [503]
    failed = ben.request("POST", "/notices/webhook/test", [], Accept_Language="de").text
    assert "die Antwort war Status 503" in failed
    for address in ("ftp://x.example/", "https://", "https://a b.example/", "https://x.example/" + "y" * 500):
        assert ben.request("POST", "/notices/webhook", [("address", address)]).status == 400
