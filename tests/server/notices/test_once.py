"""What is told of a turn is told once, whichever process dies before, while or after it is sent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import delete, update

from citywright.server import clock
from citywright.server.load.page_client import Guest
from citywright.server.notices import watch
from citywright.server.storage.schema import calls, deliveries, notices, turns_told
from tests.server.notices.push_service import Browser, listening
from tests.server.notices.rows import rows
from tests.server.players.rows import changed
from tests.server.players_at_tables import DAY, table_of_two
from tests.server.server_process import ServerProcess, free_port
from tests.server.server_thread import ServerThread, wait_until

pytestmark = pytest.mark.postgres

ADDRESS = "https://play.example.org"
is_mail = deliveries.c.channel == "mail"


class SlowMailbox:
    """Takes mails; while it is closed whoever brings one waits."""

    def __init__(self) -> None:
        self.asked = 0
        self.taken: list[str] = []
        self.is_open = threading.Event()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.asked += 1
        while not self.is_open.is_set():
            await asyncio.sleep(0.02)
        self.taken += envelope.rcpt_tos
        return "250 taken"


@pytest.fixture
def mailbox() -> Iterator[tuple[SlowMailbox, int]]:
    box, port = SlowMailbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=60)
    controller.start()
    yield box, port
    box.is_open.set()
    controller.stop()


def waits_for_ben(base: str, database: str) -> tuple[str, Guest]:
    """A slow table where Anke has begun; Ben has confirmed his address and is away."""
    table, anke, ben = table_of_two(base, pace=str(DAY))
    ben.request("GET", "/notices")
    mail = {"mail": "ben@example.org", "is_confirmed": True}
    changed(database, update(notices).values(mail))
    anke.request("POST", f"/t/{table}/leave", [])  # her bot plays until it is Ben's turn
    return table, anke


def test_a_mail_is_sent_once_though_its_sender_dies(
    postgres_url: str, mailbox: tuple[SlowMailbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, port = mailbox
    smtp = f"smtp://127.0.0.1:{port}"
    monkeypatch.setenv("CITYWRIGHT_SMTP", smtp)
    doomed = ServerProcess(postgres_url.replace("+asyncpg", ""), "--address", ADDRESS).start()
    others: list[ServerThread] = []
    try:
        waits_for_ben(doomed.base, postgres_url)
        wait_until(lambda: box.asked == 1)  # it is being sent, by the only process there is
        others = [ServerThread(postgres_url, smtp=smtp, address=ADDRESS).start() for _ in range(2)]
        wait_until(lambda: all(len(other.services.nodes.names()) == 2 for other in others))
        doomed.kill()
        box.is_open.set()
        wait_until(lambda: box.asked == 2)
        wait_until(lambda: box.taken[-1:] == ["ben@example.org"])
        # A process that has died before it noted who is to be told: another looks at the table.
        # What was told goes first: whoever looks in between must not find it, and note the turn once more.
        changed(postgres_url, delete(calls))
        changed(postgres_url, delete(turns_told))
        wait_until(lambda: box.asked == 3)
        wait_until(lambda: not waiting_mails(postgres_url))
    finally:
        doomed.stop()
        for other in others:
            other.stop()
    assert box.asked == 3


def waiting_mails(database: str) -> list[Any]:
    """The mails that are due and not sent yet; that little time is left is told much later."""
    soon = clock.now_ms() + 600_000
    return rows(database, deliveries.select().where(deliveries.c.due < soon, is_mail))


def test_of_two_processes_one_sends_and_goes_on_with_what_another_left(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "GRACE", 600_000)  # nobody sends it before it seems to be claimed
    with listening() as service:
        nodes = [ServerThread(postgres_url, inner_addresses=True).start() for _ in range(2)]
        try:
            wait_until(lambda: all(len(node.services.nodes.names()) == 1 for node in nodes))
            table, anke, ben = table_of_two(nodes[0].base)
            browser = Browser(service, "/ben")
            assert browser.subscribe(ben).status_code == 200
            anke.request("POST", f"/t/{table}/leave", [])
            wait_until(lambda: rows(postgres_url, deliveries.select()))
            # As a process leaves it that has claimed the message and died before it sent it.
            claimed = update(deliveries).values(sender="a process that died", due=clock.now_ms() + 60_000)
            changed(postgres_url, claimed)
            wait_until(lambda: browser.arrived)
            wait_until(lambda: [row.result for row in rows(postgres_url, deliveries.select())] == ["sent"])
            assert [row.tries for row in rows(postgres_url, deliveries.select())] == [1]
            assert len({node.services.notices.push.public_key for node in nodes}) == 1
            assert len(browser.arrived) == 1
        finally:
            for node in nodes:
                node.stop()


def test_who_has_ordered_the_answer_gets_no_mail(postgres_url: str, mailbox: tuple[SlowMailbox, int]) -> None:
    """Ben's order plays his whole turn: nobody is told of a turn that is over."""
    box, port = mailbox
    box.is_open.set()
    smtp = f"smtp://127.0.0.1:{port}"
    server = ServerThread(postgres_url, smtp=smtp, address=ADDRESS, order_pace=0.0).start()
    try:
        table, anke, ben = table_of_two(server.base, pace=str(DAY))
        ben.request("GET", "/mine")
        mail = {"mail": "ben@example.org", "is_confirmed": True}
        changed(postgres_url, update(notices).where(notices.c.mail_key.is_not(None)).values(mail))
        passing = [
            ("kind", "roll"),
            ("f-symbol", "log"),
            ("f-rolls", "1"),
            ("f-enough", "5"),
            ("f-else", "pass"),
        ]
        order = ben.request("POST", f"/t/{table}/orders", [("do", "add"), *passing])
        assert order.status == 303, order.text
        anke.request("POST", f"/t/{table}/leave", [])  # her bot plays until it is Ben's turn, and after it
        wait_until(lambda: "\nB pass" in ben.request("GET", f"/t/{table}/record").text)
        assert box.asked == 0
    finally:
        server.stop()
