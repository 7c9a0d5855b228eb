"""Notifications: my games, the feed, and mail through a real SMTP server."""

from __future__ import annotations

import asyncio
import re
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Handler
from sqlalchemy import update

from citywright.server.load.page_client import Guest
from citywright.server.storage.schema import notices, turns_told
from citywright.server.tables.table import Table
from tests.server.players.rows import changed
from tests.server.players_at_tables import DAY, record_of, table_of_two
from tests.server.server_process import free_port
from tests.server.server_thread import ServerThread, never_refill, serving, wait_until

ATOM = "{http://www.w3.org/2005/Atom}"


class Mailbox(Handler):
    """Keeps every mail that arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Any] = []

    def handle_message(self, message: Message) -> None:
        self.mails.append(message)

    def to(self, address: str) -> list[Any]:
        """The mails to one address: those of other tests lie here too."""
        return [mail for mail in self.mails if mail["To"] == address]


@pytest.fixture(scope="module")
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    box, port = Mailbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=60)
    controller.start()
    yield box, port
    controller.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: tuple[Mailbox, int]) -> Iterator[ServerThread]:
    settings = {"smtp": f"smtp://127.0.0.1:{mailbox[1]}", "mail_from": "club@example.org", "limits": 0}
    settings |= {"address": "https://play.example.org", "bot_pace": 0.1}  # bots end no game in a moment
    with serving(tmp_path_factory.mktemp("notices"), **settings) as inside:
        yield inside


def text_of(mail: Any) -> str:
    return str(mail.get_payload(decode=True).decode())


def test_my_games_say_whose_turn_it_is(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(3 * DAY))
    mine, his = (guest.request("GET", "/mine").text for guest in (anke, ben))
    assert "<em>your turn</em>" in mine
    assert "<em>your turn</em>" not in his
    assert "to play: Anke" in his
    assert "Due on " in mine
    assert f"/t/{table}" in mine
    assert Guest(server.base).request("GET", "/mine").status == 200


def test_the_feed_tells_of_turns_and_only_by_its_secret_address(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(DAY))

    def feed(guest: Guest) -> tuple[str, list[str]]:
        address = re.search(
            r'value="(https://play.example.org(/feed/[^"]+))"', guest.request("GET", "/notices").text
        )
        assert address is not None
        answer = Guest(server.base).request("GET", address[2])  # no cookie is needed
        entries = ET.fromstring(answer.text).findall(f"{ATOM}entry")
        return address[2], [str(entry.find(f"{ATOM}link").attrib["href"]) for entry in entries]  # type: ignore[union-attr]

    old, links = feed(anke)
    assert links == [f"https://play.example.org/t/{table}"]
    assert feed(ben)[1] == []
    assert anke.request("POST", "/mine/feed", []).status == 303
    assert Guest(server.base).request("GET", old).status == 404
    assert Guest(server.base).request("GET", "/feed/guess").status == 404


def test_mail_is_sent_after_it_was_confirmed(server: ServerThread, mailbox: tuple[Mailbox, int]) -> None:
    box = mailbox[0]
    before = len(box.mails)
    table, anke, ben = table_of_two(server.base, pace=str(DAY))
    assert anke.request("POST", "/mine/mail", [("mail", "nobody")]).status == 400
    assert anke.request("POST", "/mine/mail", [("mail", "a@example.org\r\nBcc: b@example.org")]).status == 400
    assert len(box.mails) == before
    assert anke.request("POST", "/mine/mail", [("mail", "anke@example.org")]).status == 303
    wait_until(lambda: box.to("anke@example.org"))
    link = re.search(r"https://play.example.org(/mail/\S+)", text_of(box.to("anke@example.org")[0]))
    assert link is not None
    ben.request("POST", f"/t/{table}/leave", [])
    reader = Guest(server.base)  # mail may be read in another browser
    assert "Yes, tell me" in reader.request("GET", link[1]).text
    assert len(box.to("anke@example.org")) == 1
    assert reader.request("POST", link[1], [("mail", "yes")]).status == 303
    anke.request("POST", f"/t/{table}/leave", [])
    wait_until(lambda: any(line.startswith("B") for line in record_of(ben, table)))
    anke.request("POST", f"/t/{table}/return", [])  # comes back, looks away, and is told at her turn
    wait_until(lambda: len(box.to("anke@example.org")) > 1)
    told = box.to("anke@example.org")[1]
    assert told["From"] == "club@example.org"
    assert f"https://play.example.org/t/{table}" in text_of(told)
    stop = re.search(r"https://play.example.org(/mail/\S+)", text_of(told))
    assert stop is not None
    assert reader.request("POST", stop[1], [("mail", "no")]).status == 303
    assert reader.request("GET", stop[1]).status == 404
    assert "anke@example.org" not in anke.request("GET", "/notices").text


def test_who_returns_while_the_table_is_being_looked_at_is_told(
    tmp_path: Path, mailbox: tuple[Mailbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Returning does not change the position: nothing but this one change tells that a mail is wanted."""
    noted: list[int] = []  # the seats that bots play for, each time a table was looked at
    may_go_on = threading.Event()
    may_go_on.set()
    smtp = f"smtp://127.0.0.1:{mailbox[1]}"
    with serving(tmp_path, address="https://play.example.org", smtp=smtp, bot_pace=600.0) as inside:
        note = inside.services.notices.watch._note

        async def slow_note(shown: Table) -> None:
            await note(shown)
            noted.append(sum(seat.playing_bot is not None for seat in shown.seats))
            await asyncio.to_thread(may_go_on.wait, 60)

        monkeypatch.setattr(inside.services.notices.watch, "_note", slow_note)
        table, anke, ben = table_of_two(inside.base, pace=str(DAY))
        anke.request("GET", "/notices")
        ben.request("POST", f"/t/{table}/leave", [])
        wait_until(lambda: noted[-1:] == [1])  # all changes until now were looked at
        changed(inside.settings.database, update(turns_told).values(seat=-1))
        confirmed = update(notices).values(mail="back@example.org", is_confirmed=True)
        assert changed(inside.settings.database, confirmed) == 1
        may_go_on.clear()
        anke.request("POST", f"/t/{table}/leave", [])
        wait_until(lambda: noted[-1:] == [2])
        anke.request("POST", f"/t/{table}/return", [])
        assert mailbox[0].to("back@example.org") == []
        may_go_on.set()
        wait_until(lambda: mailbox[0].to("back@example.org"))


def test_no_mail_leads_where_whoever_asked_for_it_wants(tmp_path: Path, mailbox: tuple[Mailbox, int]) -> None:
    """Without an address of the server's own its links would follow the request: then no mail is sent."""
    with serving(tmp_path, smtp=f"smtp://127.0.0.1:{mailbox[1]}", limits=0) as inside:
        anke = Guest(inside.base)
        anke.make_table("saint-malo", "me", "open", name="Anke")
        form = [("mail", "evil@example.org")]
        answer = anke.request("POST", "/mine/mail", form, Host="evil.example", Origin="http://evil.example")
        assert answer.status == 503
        assert "has not set the address" in answer.text
        mine = anke.request("GET", "/notices").text
        assert "has not set the address" in mine
        assert "/mine/mail" not in mine
    assert mailbox[0].to("evil@example.org") == []


def test_links_in_mails_do_not_follow_the_request(server: ServerThread, mailbox: tuple[Mailbox, int]) -> None:
    box = mailbox[0]
    carla = Guest(server.base)
    carla.make_table("saint-malo", "me", "open", name="Carla")
    form = [("mail", "carla@example.org")]
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert carla.request("POST", "/mine/mail", form, **headers).status == 303
    wait_until(lambda: box.to("carla@example.org"))
    (mail,) = box.to("carla@example.org")
    assert "evil.example" not in text_of(mail)
    assert "https://play.example.org/mail/" in text_of(mail)


@pytest.mark.parametrize("mail", ["a\x01b@example.org", "a\x00@example.org", "a\u202eb@example.org"])
def test_a_mail_address_is_printable(server: ServerThread, mail: str) -> None:
    dora = Guest(server.base)
    dora.make_table("saint-malo", "me", "open", name="Dora")
    assert dora.request("POST", "/mine/mail", [("mail", mail)]).status == 400


def test_mails_to_one_address_are_limited_whoever_asks(
    tmp_path: Path, mailbox: tuple[Mailbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_refill(monkeypatch, "have a mail sent", 2)
    settings = {"smtp": f"smtp://127.0.0.1:{mailbox[1]}", "address": "https://play.example.org"}
    told = []
    with serving(tmp_path, limits=1, **settings) as inside:
        for number, mail in enumerate(["e@example.org", "E@example.org", "e@EXAMPLE.org"]):
            guest = Guest(inside.base)
            guest.make_table("saint-malo", "me", "open", name="Emil")
            elsewhere = {"X_Forwarded_For": f"203.0.113.{number}"}
            told.append(guest.request("POST", "/mine/mail", [("mail", mail)], **elsewhere).status)
    assert told == [303, 303, 429]
