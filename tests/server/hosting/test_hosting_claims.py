"""What docs/hosting.md says about backups, retention and options is true."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from citywright.server.load.page_client import Guest
from citywright.server.storage.retention import DAY
from tests.server.hosting.host_machine import PAGE, Machine, blocks
from tests.server.players_at_tables import play_a_little
from tests.server.server_process import ServerProcess


@pytest.mark.postgres
@pytest.mark.pg_dump
def test_a_backup_of_postgresql_goes_on_in_an_empty_database(postgres_url: str, tmp_path: Path) -> None:
    backup, restore = [text for _, _, text in blocks("Backups")][2:]
    plain = postgres_url.replace("+asyncpg", "")
    place, _, name = plain.rpartition("/")
    own = {"citywright": name, "citywright_new": f"{name}_new", "postgres": "postgres"}

    def ours(command: str) -> str:
        command = re.sub(
            r"postgresql://citywright@localhost/(\w+)", lambda found: f"{place}/{own[found[1]]}", command
        )
        return re.sub(r" citywright_new$", f" {name}_new", command)

    machine = Machine(tmp_path)
    server = ServerProcess(plain).start()
    try:
        table, anke, record = play_a_little(server.base)
        machine.carry_out(backup, ours)
    finally:
        server.stop()
    machine.carry_out(restore, ours)
    try:
        restored = ServerProcess(f"{plain}_new").start()
        try:
            again = Guest(restored.base, anke.cookie)
            assert again.request("GET", f"/t/{table}/record").text == record
        finally:
            restored.stop()
    finally:
        drop = f'DROP DATABASE "{name}_new" WITH (FORCE)'
        subprocess.run(["psql", "-q", f"{place}/postgres", "-c", drop], check=True)


def test_the_rule_for_clearing_away_is_that_of_the_program() -> None:
    from citywright.server.storage.retention import FINISHED, GONE, STILL, UNPLAYED

    for days in (UNPLAYED, STILL, FINISHED, GONE):
        assert re.search(rf"\b{days // DAY} days", PAGE)


def test_every_option_of_the_page_is_one_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    from citywright.cli import main

    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    helped = capsys.readouterr().out
    for option in set(re.findall(r"`(--[a-z-]+)", PAGE)):
        assert option in helped, option


def test_the_service_may_open_enough_files_for_thousands_of_pages() -> None:
    from citywright.server.http.connections import FEW_FILES, MOST_FILES, PATIENCE, Connections

    unit = next(text for path, _, text in blocks("As a service") if path.endswith(".service"))
    found = re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert found is not None
    assert FEW_FILES <= int(found[1]) <= MOST_FILES
    assert Connections(FEW_FILES, workers=3, scale=1.0).most > 3200
    assert f"{PATIENCE:.0f} seconds to send a request" in PAGE
