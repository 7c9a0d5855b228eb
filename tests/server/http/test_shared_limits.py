"""Limits hold for all processes together: exactly where passwords are tried, nearly elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from citywright.server.errors import Refusal
from citywright.server.http.limits import ALLOWED, Limits
from citywright.server.load.page_client import Guest
from tests.server.server_thread import ServerThread, never_refill, wait_until


@pytest.fixture
def nodes(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ServerThread]]:
    """Two nodes that hear each other by PostgreSQL; nothing that was used is given back."""
    for what, at_once in (("try a password", 4), ("make an account", 3), ("make a table", 20)):
        never_refill(monkeypatch, what, at_once)
    with ExitStack() as stack:
        servers = [ServerThread(postgres_url, limits=1.0).start() for _ in range(2)]
        for server in servers:
            stack.callback(server.stop)
        wait_until(lambda: all(server.services.nodes.names() for server in servers))
        yield servers


@pytest.mark.postgres
def test_limits_hold_for_all_nodes_together(nodes: list[ServerThread]) -> None:
    def statuses(path: str, form: list[tuple[str, str]], times: int) -> list[int]:
        turns = [nodes[number % 2].base for number in range(times)]
        return [Guest(base).request("POST", path, form).status for base in turns]

    form = [("name", "Anke"), ("password", "not this one")]
    assert statuses("/account/login", form, 8) == [403] * 4 + [429] * 4
    made = statuses("/account/register", [("name", "Ben"), ("password", "long enough")], 5)
    assert made == [303, 403, 403, 429, 429]

    def makes_table(base: str) -> bool:
        status = Guest(base).request("POST", "/tables", [("game", "saint-malo"), ("who", "me")]).status
        assert status in (400, 429)  # a table for one is refused later than one too many
        return status == 400

    here, there = (node.base for node in nodes)
    for _ in range(20):
        assert makes_table(here)
    assert not makes_table(here)
    wait_until(lambda: not makes_table(there))  # it has heard of that


def test_what_one_process_tells_another_counts_there(monkeypatch: pytest.MonkeyPatch) -> None:
    what, who = "make a table", "client 203.0.113.9"
    never_refill(monkeypatch, what, ALLOWED[what][0])
    here, there = Limits(), Limits()
    here.is_shared = True
    here.spend_for(what, who)
    assert list(here.to_tell()) == []  # one table of 120 is not worth a message
    for _ in range(ALLOWED[what][0] - 1):
        here.spend_for(what, who)
    here.spend_for(what, "login two\nlines")
    ((told_what, told_who, times),) = here.to_tell()
    assert (told_what, told_who, times) == (what, who, ALLOWED[what][0])
    assert list(here.to_tell()) == []
    there.spent_elsewhere(told_what, told_who, times)
    with pytest.raises(Refusal, match="make a table"):
        there.spend_for(what, who)
    there.spent_elsewhere("something only newer versions limit", who, 1)
