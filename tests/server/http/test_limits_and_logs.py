"""Health, metrics, logs without keys, and limits per client."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.connection import ASGIConnection

from citywright.server.http.limits import client_of
from citywright.server.http.requests import AnyConnection
from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import two_guests
from tests.server.server_process import SOURCE, free_port
from tests.server.server_thread import never_refill, serving


def test_health_and_metrics(tmp_path: Path) -> None:
    with serving(tmp_path, limits=0) as inside:
        guest = Guest(inside.base)
        assert guest.request("GET", "/health").text == "ok\n"
        two_guests(inside.base)
        guest.request("GET", "/t/nowhere")
        told = guest.request("GET", "/metrics").text
        assert re.search(r'citywright_requests_total\{route="/health",status="200"\} 1', told)
        assert 'citywright_refusals_total{code="unknown"} 1' in told
        assert "citywright_request_seconds_count" in told
        for line in told.strip().splitlines():
            assert line.startswith(("# HELP ", "# TYPE ")) or re.fullmatch(
                r"[a-z_]+(\{.*\})? [\d.e+-]+", line
            ), line
        forwarded = guest.request("GET", "/metrics", X_Forwarded_For="203.0.113.9")
        assert forwarded.status == 404


def test_logs_are_json_and_hold_no_key(tmp_path: Path) -> None:
    port = free_port()
    order = [sys.executable, "-m", "citywright", "serve", "--port", str(port), "--log", "info"]
    order += ["--database", f"sqlite:///{tmp_path / 'logged.sqlite3'}"]
    environment = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(order, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        guest = Guest(f"http://127.0.0.1:{port}")
        table = guest.make_table("saint-malo", "me", "open", name="Somebody")
        link = guest.invitations(table)[0]
        guest.request("GET", link)
        process.terminate()
        logged = process.communicate(timeout=60)[1]
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    routes = {line.get("route") for line in lines}
    assert "/sit/{key}" in routes or "/sit/{key:str}" in routes, routes
    for secret in (table, link.rpartition("/")[2], guest.cookie.partition("=")[2], "Somebody"):
        assert secret not in logged


def test_a_client_that_asks_too_much_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "ask for something", 3)
    with serving(tmp_path, limits=1) as inside:
        guest = Guest(inside.base)
        answers = [guest.request("GET", "/rules/saint-malo").status for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert guest.request("GET", "/health").status == 200
        api = guest.request("GET", "/api/games")
        assert api.status == 429
        assert json.loads(api.text)["code"] == "too many"


@pytest.mark.anyio
async def test_a_socket_that_floods_is_refused_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_refill(monkeypatch, "send a message", 40)
    with serving(tmp_path, limits=1) as inside:
        table, anke, ben = two_guests(inside.base)
        async with anke.follow(table) as flood, ben.follow(table) as other:
            codes = [(await flood.ask("ping")).code for _ in range(60)]
            assert codes == [""] * 40 + ["too many"] * 20
            assert (await other.ask("ping")).is_ == "done"


@pytest.mark.parametrize(
    ("addresses", "client"),
    [
        (["2001:db8::1", "2001:db8::ffff", "2001:db8::1:2:3:4", "2001:db8:0:0:9::"], "2001:db8::"),
        (["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"], "2001:db8:1:2::"),
        (["203.0.113.9", "::ffff:203.0.113.9"], "203.0.113.9"),
        (["::1"], "::1"),
    ],
)
def test_a_client_counts_as_one_by_whichever_of_its_addresses(addresses: list[str], client: str) -> None:
    """An IPv6 client may choose among as many addresses as there are in its network."""
    for address in addresses:
        scope: Any = {"type": "http", "client": (address, 1)}
        connection: AnyConnection = ASGIConnection(scope)
        assert client_of(connection) == client
