"""docs/hosting.md followed word by word in an empty folder: a server behind nginx with https; a backup."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from citywright.client import Client
from citywright.server.load.page_client import Guest
from tests.server.hosting.host_machine import REAL_SETUP, ROOT, Machine, blocks, commands
from tests.server.players_at_tables import make_token, play_a_little, two_guests

pytestmark = pytest.mark.nginx


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which everything up to the proxy was done. The clone is what is committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a git checkout")
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        for section in ("Install", "As a service", "Behind nginx"):
            machine.follow(section)
        with pytest.MonkeyPatch.context() as trusted:
            trusted.setenv("SSL_CERT_FILE", str(machine.folder / "etc/ssl/citywright/cert.pem"))
            yield machine
    finally:
        machine.switch_off()


@pytest.fixture
def base(machine: Machine) -> str:
    """Where people reach the server."""
    return f"https://localhost:{machine.https}"


@pytest.mark.anyio
@pytest.mark.timeout(1200 if REAL_SETUP in os.environ else 300)
async def test_a_live_game_over_https(base: str) -> None:
    table, anke, ben = two_guests(base)
    async with anke.follow(table) as one, ben.follow(table) as two:
        await one.receive()
        await two.receive()
        acting, watching = (one, two) if one.yours else (two, one)
        before = watching.at
        assert (await acting.play(acting.choices()[0])).is_ == "done"
        while watching.at == before:
            await watching.receive()


def test_streams_and_posts_come_through(base: str) -> None:
    with Client(base, make_token(Guest(base))) as client:
        table = client.make_table("saint-malo", ["me", "open"], start="A")
        change = next(client.follow(table["id"]))
        assert change["actor"] == "A"
    foreign = Guest(base).request("POST", "/guide/saint-malo", [], Origin="https://evil.example")
    assert foreign.status == 403
    own = Guest(base).request("POST", "/guide/saint-malo", [], Origin=base)
    assert own.status == 303


def test_cookies_go_over_https_only_and_http_leads_there(machine: Machine) -> None:
    connection = HTTPConnection("localhost", machine.http, timeout=30)
    connection.request("GET", "/rules/saint-malo?lang=de")
    response = connection.getresponse()
    assert response.status == 301
    assert response.getheader("Location") == "https://localhost/rules/saint-malo?lang=de"
    connection.close()
    inside = HTTPConnection("127.0.0.1", machine.port, timeout=30)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    inside.request("POST", "/guide/saint-malo", "", form)
    assert "Secure" in inside.getresponse().getheader("Set-Cookie", "")
    inside.close()


def test_metrics_are_not_for_those_behind_the_proxy(machine: Machine, base: str) -> None:
    inside = Guest(f"http://127.0.0.1:{machine.port}")
    assert inside.request("GET", "/metrics").status == 200
    far_away = inside.request("GET", "/metrics", X_Forwarded_For="203.0.113.9")
    assert far_away.status == 404  # what a proxy says of its client counts
    named = Guest(base).request("GET", "/metrics", X_Forwarded_For="203.0.113.9")
    assert named.status == 200  # what the client itself says does not: nginx names it, and it is this machine
    assert Guest(base).request("GET", "/health").text == "ok\n"


def test_the_doctor_finds_no_problem(machine: Machine) -> None:
    machine.follow("Doctor")


def test_a_backup_of_sqlite_goes_on_where_it_was(machine: Machine, base: str) -> None:
    backup, restore = [text for _, _, text in blocks("Backups")][:2]
    table, anke, record = play_a_little(base)
    machine.carry_out(backup)
    later = two_guests(base)[0]  # while the server runs on
    database = machine.folder / "srv/citywright/data/citywright.sqlite3"
    before = database.stat().st_ino, database.stat().st_mtime_ns
    machine.carry_out(restore)
    assert (database.stat().st_ino, database.stat().st_mtime_ns) != before
    machine.carry_out(commands(blocks("As a service")[-1][2])[-1])  # until it is there again
    again = Guest(base, anke.cookie)  # the cookie is still known
    assert again.request("GET", f"/t/{table}/record").text == record
    assert 'data-seat="0"' in again.request("GET", f"/t/{table}").text
    assert again.request("GET", f"/t/{later}").status == 404


def test_what_the_server_logged_holds_no_traceback(machine: Machine, base: str) -> None:
    assert Guest(base).request("GET", "/t/nowhere").status == 404
    journal = (machine.folder / "journal").read_text(encoding="utf-8").splitlines()
    logged = [json.loads(line) for line in journal if line.startswith("{")]
    slow = "citywright.slow"  # a busy machine is no fault of the page
    assert {line["level"] for line in logged if line["logger"] != slow} == {"info"}
    assert not [line for line in journal if "Traceback" in line]
