"""What the parent of several processes passes on: lines to everybody, which nobody can hold up, and live
connections to the process where their table is at home.
"""

from __future__ import annotations

import os
import selectors
import socket
from contextlib import aclosing

import pytest

from citywright.server.links import hub
from citywright.server.links.handover import Switchboard, home_of, table_of
from citywright.server.links.hub import Hub
from citywright.server.links.hub_link import HubLink
from citywright.server.links.link import LinkLost


class Passing:
    """A hub, and its turn to pass lines on."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self.hub = Hub(self._selector)
        self.switchboard = Switchboard(self._selector)

    def pass_on(self) -> None:
        while ready := self._selector.select(0.05):
            for key, events in ready:
                key.data(events)


def heard(line: socket.socket) -> bytes:
    line.settimeout(5)
    return line.recv(100_000)


def test_whole_lines_reach_everybody_and_the_dead_hold_nobody_up() -> None:
    passing = Passing()
    one, two, three = (passing.hub.admit(lambda: None) for _ in range(3))
    one.sendall(b"first\nsecond\nbeg")
    passing.pass_on()
    assert heard(one) == heard(two) == b"first\nsecond\n"
    three.close()
    two.sendall(b"third\n")
    one.sendall(b"un\n")
    passing.pass_on()
    assert sorted(heard(one).splitlines()) == sorted(heard(two).splitlines()) == [b"begun", b"third"]
    passing.hub.close()
    assert heard(one) == b""
    for line in (one, two):
        line.close()


def test_a_process_that_reads_nothing_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 100_000)
    passing = Passing()
    stuck: list[str] = []
    deaf, talks = passing.hub.admit(lambda: stuck.append("deaf")), passing.hub.admit(lambda: None)
    for _ in range(200):
        if stuck:
            break
        talks.sendall(b"x" * 20_000 + b"\n")
        passing.pass_on()
        while heard(talks)[-1:] != b"\n":
            pass
    assert stuck == ["deaf"]
    passing.hub.close()
    for line in (deaf, talks):
        line.close()


@pytest.mark.anyio
async def test_a_link_without_its_hub_is_lost() -> None:
    passing = Passing()
    link = HubLink(passing.hub.admit(lambda: None))
    async with aclosing(link.messages()) as messages:
        assert await anext(messages) == ""
        await link.send(["one", "two"])
        passing.pass_on()
        assert [await anext(messages), await anext(messages)] == ["one", "two"]
        passing.hub.close()
        with pytest.raises(LinkLost):
            await anext(messages)
    with pytest.raises(LinkLost):
        await link.send(["three"])
    await link.close()


def test_a_connection_is_handed_to_the_home_of_its_table_or_given_back() -> None:
    passing = Passing()
    lines = [passing.switchboard.admit(place) for place in range(2)]
    for ours, _ in lines:
        passing.switchboard.open(ours)
    page, connection = socket.socketpair()
    request = b"GET /t/abc/live?lang=en HTTP/1.1\r\n"

    def taken_by(place: int) -> None:
        socket.send_fds(lines[0][1], [request], [connection.fileno()])
        passing.pass_on()
        data, (file,), _, _ = socket.recv_fds(lines[place][1], 1000, 1)
        assert data == request
        os.write(file, b"hello")
        os.close(file)
        assert heard(page) == b"hello"

    home = home_of(b"abc", [0, 1])
    taken_by(home)
    passing.switchboard.close(lines[home][0])
    taken_by(1 - home)
    passing.switchboard.dismiss(lines[1][0])
    passing.switchboard.close(lines[0][0])
    taken_by(0)  # nobody else is there
    passing.switchboard.dismiss(lines[0][0])
    for one in (page, connection, lines[0][1], lines[1][1]):
        one.close()


def test_the_home_of_a_table_moves_only_if_it_falls_out() -> None:
    tables = [b"table %d" % number for number in range(300)]
    homes = {table: home_of(table, [0, 1, 2]) for table in tables}
    assert {list(homes.values()).count(place) > 60 for place in range(3)} == {True}
    for table, home in homes.items():
        assert home_of(table, [0, 2]) == (home if home != 1 else home_of(table, [2, 0]))


@pytest.mark.parametrize(
    ("request_", "table"),
    [
        (b"GET /t/abc/live?lang=de HTTP/1.1\r\n", b"abc"),
        (b"GET /api/tables/abc/stream HTTP/1.1\r\n", b"abc"),
        (b"GET /t/abc HTTP/1.1\r\n", None),
        (b"POST /t/abc/live HTTP/1.1\r\n", None),
        (b"GET /t/" + b"x" * 65 + b"/live HTTP/1.1\r\n", None),
        (b"GET /t/a/b/live HTTP/1.1\r\n", None),
        (b"GE", None),
    ],
)
def test_what_opens_a_live_page_is_known_by_its_first_line(request_: bytes, table: bytes | None) -> None:
    assert table_of(request_) == table
