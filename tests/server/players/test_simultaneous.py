"""The same request many times at once, as a double click or two tabs send it: each is answered."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from citywright.server.load.page_client import Answer, Guest
from tests.server.players_at_tables import two_guests
from tests.server.server_thread import ServerThread

AT_ONCE = 8
ROUNDS = 4


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


def at_once(ask: Callable[[], Answer]) -> list[int]:
    """Send the same request from several threads; returns the statuses."""
    together = threading.Barrier(AT_ONCE)

    def run() -> int:
        together.wait()
        return ask().status

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [future.result() for future in [threads.submit(run) for _ in range(AT_ONCE)]]


def test_first_looks_at_my_games(server: ServerThread) -> None:
    for _ in range(ROUNDS):
        anke = Guest(server.base)
        anke.make_table("saint-malo", "me", "open", name="Anke")

        def look(cookie: str = anke.cookie) -> Answer:
            return Guest(server.base, cookie).request("GET", "/mine")

        assert set(at_once(look)) == {200}


def test_muting_the_same_person(server: ServerThread) -> None:
    for _ in range(ROUNDS):
        table, anke, ben = two_guests(server.base)
        assert ben.request("POST", f"/t/{table}/say", [("text", "hello")]).status == 303
        shown = anke.request("GET", f"/t/{table}").text
        number = re.search(r'name="message" value="(\d+)"', shown)
        assert number is not None, shown
        form = [("message", number[1])]

        def mute(path: str = f"/t/{table}/mute", cookie: str = anke.cookie, form: list = form) -> Answer:
            return Guest(server.base, cookie).request("POST", path, form)

        assert set(at_once(mute)) == {303}
        assert "hello" not in anke.request("GET", f"/t/{table}").text


def test_registering_and_logging_in(server: ServerThread) -> None:
    """One of them makes the account; the others hear that it is taken, or that the session has ended."""
    form = [("name", "Anke"), ("password", "correct horse")]
    anke = Guest(server.base)
    anke.make_table("saint-malo", "me", "open", name="Anke")
    cookie = anke.cookie
    told = at_once(lambda: Guest(server.base, cookie).request("POST", "/account/register", form))
    assert sorted(told) == [303] + [403] * (AT_ONCE - 1)
    assert anke.request("POST", "/account/login", form).status == 303
    cookie = anke.cookie
    told = at_once(lambda: Guest(server.base, cookie).request("POST", "/account/login", form))
    assert set(told) == {303}
