"""Chat: who reads whose messages, how long they may be, and that they are never more than text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import two_guests
from tests.server.server_thread import ServerThread, never_refill, serving

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("talk"), limits=0) as inside:
        yield inside


def say(guest: Guest, table: str, text: str, **more: str) -> int:
    return guest.request("POST", f"/t/{table}/say", [("text", text), *more.items()]).status


def page(guest: Guest, table: str) -> str:
    return guest.request("GET", f"/t/{table}").text


@pytest.mark.anyio
async def test_messages_reach_everybody_as_text(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    async with ben.follow(table) as live:
        await live.receive()
        assert say(anke, table, f"Hello {EVIL}\n\x07there") == 303
        while True:
            frame = await live.receive()
            if "chat-log" in frame.set:
                break
    for html in (frame.set["chat-log"], page(ben, table), page(Guest(server.base), table)):
        assert "Hello &lt;script&gt;" in html
        assert "<script>alert" not in html
        assert "<img src=x" not in html


def test_messages_have_a_longest_length(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base)
    assert say(anke, table, "  \n ") == 400
    assert say(anke, table, "x" * 301) == 400
    assert say(anke, table, "x" * 1_000_000) == 413
    assert say(anke, table, "x" * 300) == 303


def test_spectators_are_not_heard_by_hands(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base, "mauerbauer")
    carl = Guest(server.base)
    assert say(carl, table, "Ben holds two towers", name="Carl") == 303
    assert "two towers" not in page(anke, table)
    assert "two towers" in page(Guest(server.base), table)
    assert say(anke, table, "good luck") == 303
    assert "good luck" in page(carl, table)

    open_game, anke, _ = two_guests(server.base, "saint-malo")  # nothing is secret there
    assert say(carl, open_game, "well rolled") == 303
    assert "well rolled" in page(anke, open_game)


def test_who_is_muted_is_not_heard_by_one(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    assert say(ben, table, "first words") == 303
    number = page(anke, table).partition('id="message-')[2].partition('"')[0]
    assert anke.request("POST", f"/t/{table}/mute", [("message", number)]).status == 303
    assert say(ben, table, "second words") == 303
    assert "second words" not in page(anke, table)
    assert "second words" in page(ben, table)
    assert ben.request("POST", f"/t/{table}/mute", [("message", number)]).status == 404
    assert Guest(server.base).request("POST", f"/t/{table}/mute", [("message", number)]).status == 403
    assert anke.request("POST", f"/t/{table}/unmute", []).status == 303
    assert "second words" in page(anke, table)


def test_no_messages_where_the_chat_is_off(server: ServerThread) -> None:
    anke = Guest(server.base)
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("talk", "no")]
    table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    assert say(anke, table, "hello?") == 403
    assert 'class="chat"' not in page(anke, table)


def test_too_many_messages_are_refused(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "say something", 3)
    with serving(tmp_path, limits=1) as inside:
        table, anke, _ = two_guests(inside.base)
        assert [say(anke, table, f"word {number}") for number in range(5)] == [303, 303, 303, 429, 429]
