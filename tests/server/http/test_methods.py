"""Every address that is read by GET answers HEAD; OPTIONS lists all; caches keep nothing unasked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from citywright.client import Client
from tests.server.http.test_odd_requests import addresses, values_for
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import ServerThread, serving

CHANGES = ("date", "content-length")  # times, ids in pages


class Served:
    """A server where everything exists, and somebody who sits at a table."""

    def __init__(self, server: ServerThread) -> None:
        table, anke, _ = two_guests(server.base)
        self.token = make_token(anke)
        self._values = values_for(server, anke, table)
        headers = {"Cookie": anke.cookie, "Authorization": f"Bearer {self.token}"}
        self.client = httpx.Client(base_url=server.base, headers=headers, trust_env=False, timeout=30)
        self.base = server.base

    def ask(self, method: str, path: str) -> httpx.Response:
        """An answer; of a stream its head only."""
        filled = re.sub(r"\{(\w+)[^}]*\}", lambda found: self._values.get(found[1], "x"), path)
        with self.client.stream(method, filled, headers={"Sec-Fetch-Site": "same-origin"}) as answer:
            if not path.endswith("/stream") or method == "HEAD":
                answer.read()
            return answer


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("methods")) as server:
        served = Served(server)
        with closing(served.client):
            yield served


def test_head_is_get_without_the_body(somebody: Served) -> None:
    tried = 0
    for method, path in addresses():
        if method != "GET":
            continue
        whole, head = somebody.ask("GET", path), somebody.ask("HEAD", path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert set(head.headers) == set(whole.headers), path
        assert {name for name in head.headers if head.headers[name] != whole.headers[name]} <= set(CHANGES), (
            path
        )
        tried += whole.status_code == 200
    assert tried > 25
    assert somebody.ask("HEAD", "/nowhere").status_code == 404
    assert somebody.ask("HEAD", "/tables").status_code == 405
    with Client(somebody.base, somebody.token) as client:
        assert client.games()  # the server goes on


def test_options_lists_every_method(somebody: Served) -> None:
    methods: defaultdict[str, set[str]] = defaultdict(set)
    for method, path in addresses():
        methods[path] |= {method, "HEAD"} if method == "GET" else {method}
    for path, known in methods.items():
        answer = somebody.ask("OPTIONS", path)
        assert (answer.status_code, set(answer.headers["Allow"].split(", "))) == (204, known), path
        refused = somebody.ask("PUT", path)
        assert (refused.status_code, set(refused.headers["Allow"].split(", "))) == (405, known), path


def test_caches_keep_only_what_they_are_told_to(somebody: Served) -> None:
    may_be_kept = ("/static/", "/cover/", "/rules/")
    for method, path in addresses():
        if method == "POST":
            continue
        kept = somebody.ask(method, path).headers.get("Cache-Control", "")
        if method == "GET" and path.startswith(may_be_kept):
            assert "max-age" in kept, path
        elif not path.endswith("/stream"):
            assert kept == "no-store" or path.startswith("/r/"), (path, kept)
    for path in (
        "/api/tables",
        "/api/tables/nowhere",
        "/api/games",
        "/api/openapi.json",
        "/metrics",
        "/nowhere",
    ):
        assert somebody.ask("GET", path).headers["Cache-Control"] == "no-store", path
    assert somebody.ask("POST", "/api/tables").headers["Cache-Control"] == "no-store"
    assert somebody.ask("POST", "/tables").headers["Cache-Control"] == "no-store"
