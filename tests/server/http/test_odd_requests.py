"""Whatever is sent, the server refuses it in words or answers: it never fails, on either database.

The addresses are those of the application, so a new one is tried as well. What is wrong about a request is in
its address, query, headers, cookies or body, one thing at a time.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple

import pytest
from litestar import Request
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from citywright.server.api.requests import explain
from citywright.server.app import create_app
from citywright.server.load.page_client import Guest
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from tests.server.players_at_tables import make_token, two_guests
from tests.server.records import WHOLE, upload
from tests.server.server_process import ServerProcess
from tests.server.server_thread import ServerThread

STEP = (
    1 if os.environ.get("CITYWRIGHT_TEST_ODD") else 11
)  # 1: everything at every address, which takes minutes
BOMB = gzip.compress(b" " * 1_000_000, mtime=0)

LONG = "x" * 3000
FORM = "application/x-www-form-urlencoded"
EDGE = "multipart/form-data; boundary=edge"


class Odd(NamedTuple):
    """What is odd about a request."""

    query: bytes = b""
    header: bytes = b""
    kind: str = FORM
    body: bytes = b""
    host: bytes = b"localhost"


def part(head: bytes, body: bytes = b"x") -> bytes:
    return b"--edge\r\n" + head + b"\r\n\r\n" + body + b"\r\n--edge--\r\n"


FIELD = b'Content-Disposition: form-data; name="%s"'
HEADERS = [
    b"Origin: http://[",
    b"Origin: \xff\xfe",
    b"Origin: http://localhost:99999999",
    b"Origin: " + LONG.encode(),
    b"Accept-Language: " + b"de;q=nan, \xe9\xff-\x80;q=1e999, ;;;, -, _",
    b"Accept-Language: " + b"a-" * 2000,
    b"Accept-Encoding: gzip;q=nan, \xff",
    b"Accept: \xff/\xff;q=x",
    b"Cookie: citywright_guest=\xff\xfe; lang=\x80; theme=\xe9",
    b'Cookie: citywright_guest="\\777\\000"; =; ; lang==; $Path=/',
    b"Cookie: citywright_guest=" + b"A.B.C." * 2000,
    b"Cookie: citywright_guest=e30.e30.e30",
    b"Cookie: lang=%00; theme=%00; citywright_guest=%00",
    b"Authorization: Bearer \xff\xfe",
    b"Authorization: Bearer",
    b"Authorization: Basic Og==",
    b"Authorization: Bearer cw_" + LONG.encode(),
    b"Sec-Fetch-Site: \xff",
    b"X-Forwarded-For: \xff, [::::, 999.1.1.1",
    b"X-Forwarded-For: [",
    b"X-Forwarded-Proto: \xff",
    b"X-Forwarded-Host: [",
    b"Content-Encoding: gzip",
    b"Range: bytes=9-1",
    b"If-Modified-Since: never",
    b"If-None-Match: \xff",
    b"Referer: http://[",
    b"HX-Request: true\r\nHX-Current-URL: http://[",
    b"Expect: 100-continue",
    b"Upgrade: websocket",
]
HOSTS = [
    b"[",
    b"localhost:65536",
    b"localhost:port",
    b"\xff\xfe",
    LONG.encode(),
    b"a" * 60000,
    b"<script>",
    b"[::1]:-1",
    b":",
    b"@",
    b"%00",
    b"a b",
]
QUERIES = [
    b"%00",
    b"lang=%00&seat=%00&at=%00&ply=%00&since=%00&with=%00&next=%00",
    b"lang=%ff&seat=%ff&at=%ff&ply=%ff&since=%ff",
    b"\xff=\xfe",
    b"&=&;&&%&%zz",
    b"seat=99999999999999999999&ply=99999999999999999999&since=99999999999999999999",
    b"seat=-1&ply=-1&since=-1&at=-1",
    b"seat=%C2%B2&ply=%C2%B2&since=%C2%B2",
    b"seat=%F0%9F%9A%80&ply=%D9%A1&lang=%F0%9F%9A%80",
    b"ply=" + b"9" * 5000,
    b"ply=1e400&since=1e400&seat=nan",
    b"lang=%ED%A0%80&seat=%ED%A0%80",
    b"a=1&" * 3000,
]
BODIES = [
    Odd(kind=kind, body=body)
    for kind, body in [
        (FORM, b"%00=%00&name=%00&text=%00&game=%00&who=%00&password=%00&login=%00&mail=%00&ply=%00&key=%00"),
        (FORM, b"name=%ff&text=%ed%a0%80&game=saint-malo&who=me&who=open&ply=%ff&old=%ff"),
        (
            FORM,
            b"name=a%00b&text=a%00b&words=a%00b&ply=0&epoch=0&game=saint-malo&who=me&who=open&owner=a%00b&mail=a%00@b.de",
        ),
        (FORM, b"ply=99999999999999999999&epoch=99999999999999999999&seat=%C2%B2&pace=%C2%B2&words=%F0%9F"),
        (FORM, b"ply=" + b"9" * 5000 + b"&epoch=0&words=pass"),
        (FORM, b"&&&===;;;%%%"),
        (FORM, b"\xff\xfe\x00"),
        (FORM, b"a=1&" * 15000),
        (FORM, b"name=" + b"x" * 63000),
        (FORM + "; charset=nonsense", b"name=x&text=x&game=x"),
        (FORM + "; charset=utf-16", b"name=x&text=x&game=x"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=", b"x"),
        ("multipart/form-data; boundary=" + "b" * 5000, b"x"),
        (EDGE, b"no parts"),
        (EDGE, b"--edge\r\n\r\n\r\n--edge--"),
        (EDGE, b"--edge\r\nContent-Disposition: form-data\r\n\r\nx\r\n--edge--"),
        (EDGE, b"--edge"),
        (EDGE, part(FIELD % b"name" + b"\r\nContent-Type: text/plain; charset=nonsense")),
        (EDGE, part(FIELD % b"record" + b'; filename="a"\r\nContent-Type: text/plain; charset=nonsense')),
        (EDGE, part(FIELD % b"text" + b"\r\nContent-Type: application/json", b"[" * 5000)),
        (EDGE, part(FIELD % b"text" + b"\r\nContent-Transfer-Encoding: base64", b"\xff")),
        (EDGE, part(FIELD % b"text", b"\xff\xfe\x00")),
        (EDGE, part(FIELD % b"name", b"a\x00b")),
        (EDGE, part(FIELD % b"name", b"\xed\xa0\x80")),
        (EDGE, part(FIELD % b"name" + b"; filename*=nonsense''%ff")),
        (EDGE, part(FIELD % b"name" + b"; filename*=utf-8''%ff%00")),
        (EDGE, part(FIELD % b"name" + b'; filename="x"', b"a file where text is awaited")),
        (EDGE + "; charset=nonsense", part(FIELD % b"name")),
        (EDGE, b"".join(b"--edge\r\n" + FIELD % b"a" + b"\r\n\r\nx\r\n" for _ in range(1100)) + b"--edge--"),
        ("application/json", b"[" * 30000),
        ("application/json", b'{"a":' * 12000),
        ("application/json", b'{"words":' + b"[" * 30000),
        (
            "application/json",
            b'{"game":"\\u0000","seats":["me\\u0000","open"],"words":"\\u0000","ply":0,"invitation":"\\u0000"}',
        ),
        ("application/json", b'{"invitation":"\\u0000"}'),
        ("application/json", b'{"invitation":"\\ud800"}'),
        ("application/json", b'{"words":"\\ud800","ply":0}'),
        ("application/json", b'{"ply":1e400}'),
        ("application/json", b'{"ply":' + b"9" * 5000 + b"}"),
        ("application/json", b"\xff\xfe"),
        ("application/json", b""),
        ("application/json", b"null"),
        ("application/json", b"{}"),
        ("application/json; charset=utf-16", '{"ply":0}'.encode("utf-16")),
        ("application/x-msgpack", b"\xdc\xff\xff" * 1000),
        ("application/x-msgpack", b"\x91" * 30000),
        ("text/\xff", b"x"),
        ("\xff\xfe", b"x"),
        (";;;=", b"x"),
        ("", b"x"),
        ("x" * 5000, b"x"),
    ]
]
FILLINGS = [
    "%00",
    "a%00b",
    "%ff",
    "%ed%a0%80",
    "%F0%9F%9A%80",
    LONG,
    "..%2f..%2f",
    "%0d%0aX:y",
    "%2500",
    "%C2%B2",
    "-1",
    "9" * 400,
]


class Asker:
    """Sends requests byte for byte."""

    def __init__(self, port: int, cookie: str, token: str) -> None:
        self._port = port
        self._own = [f"Cookie: {cookie}".encode()] if cookie else []
        self._own += [f"Authorization: Bearer {token}".encode()] if token else []

    def status(self, method: str, path: str, odd: Odd) -> int:
        """The status of the answer; its body is not awaited. 0: the connection was closed."""
        head = f"{method} {path}".encode("latin-1") + (b"?" + odd.query if odd.query else b"")
        head += b" HTTP/1.1\r\nHost: " + odd.host + b"\r\nConnection: close\r\n"
        name = odd.header.partition(b":")[0].lower()
        head += b"".join(own + b"\r\n" for own in self._own if own.partition(b":")[0].lower() != name)
        if method != "GET":
            head += (
                b"Content-Type: " + odd.kind.encode("latin-1") + b"\r\nContent-Length: %d\r\n" % len(odd.body)
            )
        head += odd.header + b"\r\n\r\n" if odd.header else b"\r\n"
        with socket.create_connection(("127.0.0.1", self._port), timeout=60) as connection:
            with suppress(ConnectionError):  # it may be answered, and closed, before all of it was read
                connection.sendall(head + (odd.body if method != "GET" else b""))
            response = HTTPResponse(connection, method=method)
            try:
                response.begin()
            except HTTPException:
                return 0
            return response.status


def addresses() -> list[tuple[str, str]]:
    """Every method and address of the application; last those that may end a session."""
    app = create_app(Settings(database="sqlite:///never-opened.sqlite3"))
    found = [(method, route.path) for route in app.routes for method in getattr(route, "methods", ())]
    return sorted(found, key=lambda address: (address[1].startswith("/account"), address))


def odd_requests() -> Iterator[tuple[str, str, Odd]]:
    """Each address with some of what can be odd there, each of these at some addresses."""
    anywhere = [Odd(query=query) for query in QUERIES] + [Odd(header=header) for header in HEADERS]
    anywhere += [Odd(host=host) for host in HOSTS]
    for number, (method, path) in enumerate(addresses()):
        odd = anywhere + (BODIES if method == "POST" else [])
        for at, one in enumerate(odd):
            if (at + number) % STEP == 0:
                yield method, path, one
        for at, filling in enumerate(FILLINGS if "{" in path else ()):
            if at == 0 or (at + number) % STEP == 0:
                yield method, re.sub(r"\{[^}]*\}", filling, path), Odd(body=b"name=x&text=x&words=x")


def values_for(server: ServerThread, anke: Guest, table: str) -> dict[str, str]:
    """Something that exists for every part of an address."""
    host = Guest(server.base)
    invitation = host.invitations(host.make_table("saint-malo", "me", "open"))[0]
    return {
        "table_id": table,
        "key": invitation.rpartition("/")[2],
        "game_id": "saint-malo",
        "record_id": upload(anke, WHOLE.read_bytes()).location.rpartition("/")[2],
        "verb": "play",
        "theme": "light",
        "path": "base.css",
    }


@pytest.mark.parametrize(
    "database",
    ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])],
    indirect=True,
)
def test_nothing_that_is_sent_makes_the_server_fail(database: str) -> None:
    server = ServerThread(database).start()
    try:
        table, anke, _ = two_guests(server.base)
        values = values_for(server, anke, table)
        asker = Asker(server.port, anke.cookie, make_token(anke))
        answered: Counter[int] = Counter()
        for method, path, odd in odd_requests():
            filled = re.sub(r"\{(\w+)[^}]*\}", lambda found: values.get(found[1], "x"), path)
            status = asker.status(method, filled, odd)
            answered[status] += 1
            assert 200 <= status < 500, (status, method, path, odd)
        assert set(answered) >= {200, 303, 400, 403, 404}, answered
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("path", "odd", "status"),
    [
        ("/preferences", Odd(header=b"Origin: http://["), 403),
        ("/preferences", Odd(host=b"localhost:65536"), 400),
        ("/preferences", Odd(host=b"localhost:65535"), 303),
        ("/preferences", Odd(host=b"[::1]:8421"), 303),
        ("/preferences", Odd(host=LONG.encode()), 400),
        ("/preferences", Odd(query=b"a=%00"), 400),
        ("/preferences", Odd(body=b"lang=%00"), 400),
        ("/preferences", Odd(query=b"a=1&" * 900), 303),
        ("/preferences", Odd(query=b"a=1&" * 15_000), 413),  # taking it apart would keep all waiting
        ("/nowhere", Odd(query=b"a=1&" * 15_000), 404),
        ("/preferences", Odd(body=b"a=1&" * 15_000), 413),
        ("/preferences", Odd(kind=EDGE, body=part(FIELD % b"next", b"&" * 5_000)), 303),
        ("/preferences", Odd(kind=EDGE, body=part(FIELD % b"lang", b"&" * 5_000)), 400),
        ("/preferences", Odd(kind="application/json", body=b"[" * 30_000), 400),
        ("/preferences", Odd(kind="application/json", body=b'{"lang":"\\u0000"}'), 400),
        (
            "/preferences",
            Odd(kind=EDGE, body=part(FIELD % b"lang" + b"\r\nContent-Type: text/plain; charset=x")),
            400,
        ),
        ("/preferences", Odd(kind=EDGE, body=part(FIELD % b"lang", b"\xff")), 400),
        ("/look", Odd(kind=EDGE, body=part(FIELD % b"record" + b'; filename="x"', b"a\0b")), 400),
        ("/api/tables", Odd(kind="application/json", body=b"[" * 30_000), 400),
        ("/api/tables", Odd(kind="application/json", body=b'{"game":"\\u0000","seats":[]}'), 400),
        ("/t/%00/say", Odd(body=b"text=x"), 404),
        ("/api/tables/%00/leave", Odd(), 404),
        # what is compressed is neither unpacked nor read as it is: a small body stays small
        ("/api/tables", Odd(header=b"Content-Encoding: gzip", kind="application/json", body=BOMB), 400),
        ("/preferences", Odd(header=b"Content-Encoding: gzip", body=BOMB), 400),
        ("/preferences", Odd(header=b"Content-Encoding: gzip", body=b"lang=de"), 400),
        ("/preferences", Odd(header=b"Content-Encoding: Identity", body=b"lang=de"), 303),
    ],
)
def test_what_cannot_be_read_is_refused(served: ServerProcess, path: str, odd: Odd, status: int) -> None:
    assert Asker(served.port, "", "").status("POST", path, odd) == status


@pytest.mark.anyio
async def test_a_live_connection_to_nowhere_is_refused(served: ServerProcess) -> None:
    for table_id in ("%00", "x?lang=%00"):
        with pytest.raises(InvalidStatus):
            async with connect(f"ws://127.0.0.1:{served.port}/t/{table_id}/live", proxy=None):
                pass


@pytest.mark.postgres
@pytest.mark.anyio
async def test_a_value_the_database_does_not_take_is_no_failure_of_the_database(postgres_url: str) -> None:
    """Should another way be found to send one."""
    database = Database(postgres_url)
    try:
        async with database.read() as connection:
            with pytest.raises(DBAPIError) as raised:
                await connection.execute(text("SELECT :value"), {"value": "a\0b"})
    finally:
        await database.close()
    asked: Any = {"type": "http", "headers": []}
    refused = explain(Request(asked), raised.value)
    assert (refused.status_code, refused.content.code) == (400, "malformed")
