"""A club for the tests of the desk: two administrators, two moderators, people with accounts, one without."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html import unescape

from argon2 import PasswordHasher

from citywright.server.load.page_client import Answer, Guest
from citywright.server.operations.giving_roles import give
from citywright.server.storage.schema import accounts
from tests.server.players.rows import changed
from tests.server.server_thread import ServerThread

PASSWORD = "a long password"
ROLES = {"Hanna": "administrator", "Hugo": "administrator", "Mia": "moderator", "Max": "moderator"}


@cache
def _hashed() -> str:
    """The hash of the password; to make one for everybody would take seconds."""
    return PasswordHasher().hash(PASSWORD)


def register(base: str, database: str, name: str) -> tuple[Guest, str]:
    """Somebody with an account, and their id."""
    guest = Guest(base)
    assert guest.request("POST", "/programs", [("owner", name), ("name", "a program")]).cookie
    guest_id = id_of(guest)
    row = {"guest_id": guest_id, "login": name.casefold(), "password": _hashed(), "created": 1}
    changed(database, accounts.insert().values(row))
    return guest, guest_id


def id_of(guest: Guest) -> str:
    """The id of a guest, from its own data."""
    return str(export(guest)["guest"][0]["id"])


def export(guest: Guest) -> dict:
    """All that is kept about a guest."""
    answer = guest.request("GET", "/account/export")
    assert answer.status == 200, answer.text
    return json.loads(answer.text)


class Club:
    """A server, its people by name, and their ids."""

    def __init__(self, server: ServerThread, database: str) -> None:
        self.server, self.database = server, database
        self.people: dict[str, Guest] = {}
        self.ids: dict[str, str] = {}
        for name in (*ROLES, "Anke", "Ben"):
            self.newcomer(name)
        for name, role in ROLES.items():
            asyncio.run(give(database, name, role))

    def __getitem__(self, name: str) -> Guest:
        return self.people[name]

    def newcomer(self, name: str) -> Guest:
        """Somebody new with an account."""
        self.people[name], self.ids[name] = register(self.server.base, self.database, name)
        return self.people[name]

    def act(self, who: str, whom: str, act: str, reason: str = "a reason", **more: str) -> Answer:
        """Somebody at the desk does something about somebody."""
        form = [("act", act), ("reason", reason), *more.items()]
        return self[who].request("POST", f"/desk/people/{self.ids[whom]}", form)


@contextmanager
def club_on(database: str, **settings: object) -> Iterator[Club]:
    """A club on a database."""
    server = ServerThread(database, **settings).start()
    try:
        yield Club(server, database)
    finally:
        server.stop()


def say(guest: Guest, table: str, text: str) -> Answer:
    """Write in the chat of a table."""
    return guest.request("POST", f"/t/{table}/say", [("text", text)])


def reason_of(answer: Answer) -> str:
    """What a page says that tells why something was refused."""
    found = re.search(r"<main.*?<p>(.*?)(?:<|</p>)", answer.text, re.DOTALL)
    assert found is not None, answer.text
    return unescape(found[1]).strip()


def report_links(page: str, whose: str) -> list[dict[str, str]]:
    """The fields of the links on a page that report somebody: by `message`, `seat` or `person`."""
    links = [unescape(link) for link in re.findall(r'href="/report\?([^"]+)"', page)]
    fields = [dict(field.split("=", 1) for field in link.split("&")) for link in links]
    return [one for one in fields if whose in one]


def report(guest: Guest, fields: dict[str, str], reason: str = "chat", words: str = "") -> Answer:
    """Send a report."""
    return guest.request("POST", "/report", [*fields.items(), ("reason", reason), ("words", words)])


def waiting(guest: Guest) -> list[str]:
    """The numbers of the reports that somebody at the desk sees, the oldest first."""
    answer = guest.request("GET", "/desk")
    assert answer.status == 200, answer.text
    return re.findall(r'id="report-(\d+)"', answer.text)


def decide(guest: Guest, number: str, act: str, reason: str = "a reason", **more: str) -> Answer:
    """Answer a report."""
    return guest.request("POST", f"/desk/reports/{number}", [("act", act), ("reason", reason), *more.items()])


def letters(guest: Guest) -> list[str]:
    """What the host has written to somebody, the newest first."""
    page = guest.request("GET", "/letters").text
    return [unescape(text) for text in re.findall(r"<li[^>]*><p>(.*?)</p><small>", page)]


def log_of(guest: Guest, address: str = "/desk/log") -> list[list[str]]:
    """The rows of the log: when, who, what, about whom, why."""
    page = guest.request("GET", address).text.partition("<tbody>")[2]
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    cells = (re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in rows)
    return [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


def seated(club: Club, name: str = "") -> tuple[str, Guest, Guest]:
    """A table of Anke and Ben, who have accounts."""
    anke, ben = club["Anke"], club[name or "Ben"]
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("start", "A")]
    table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    assert ben.sit(anke.invitations(table)[0]).status == 303
    return table, anke, ben
