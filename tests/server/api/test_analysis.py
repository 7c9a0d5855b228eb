"""The analysis of a game over the API and its client: of finished games only."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from citywright.analysis.result import Ledger
from citywright.client import Client, Refused
from citywright.server.api import analysis
from citywright.server.load.page_client import Guest
from tests.server import ledgers
from tests.server.finished import OVER, keep_finished_table
from tests.server.server_thread import ServerThread


@pytest.fixture
def server(sqlite_template: Path, tmp_path: Path) -> Iterator[ServerThread]:
    file = tmp_path / "tables.sqlite3"
    shutil.copyfile(sqlite_template, file)
    keep_finished_table(f"sqlite:///{file}")
    inside = ServerThread(f"sqlite:///{file}", analyses=True).start()
    inside.services.analyses.work = ledgers.quick_work
    yield inside
    inside.stop()


def test_a_program_gets_luck_and_mistakes_of_a_finished_game(server: ServerThread) -> None:
    with Client(server.base) as client:
        found = msgspec.convert(client.analysis(OVER), Ledger)
        assert found.depth == "quick"
        assert len(found.plies) == client.table(OVER)["ply"]
        assert msgspec.convert(client.analysis(OVER, "deep"), Ledger).depth == "deep"
        for query, status in (("depth=best", 400), ("depth=", 400)):
            with pytest.raises(Refused) as refused:
                client._http.request("GET", f"/api/tables/{OVER}/analysis?{query}")
            assert refused.value.status == status


def test_running_games_and_unfinished_analyses_are_refused(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Guest(server.base).make_table("saint-malo", "me", "open")
    monkeypatch.setattr(analysis, "LONGEST_WAIT", 0.1)
    server.services.analyses.work = ledgers.endless_work
    with Client(server.base) as client:
        with pytest.raises(Refused, match="a game can be analysed when it is over") as refused:
            client.analysis(table)
        assert (refused.value.status, refused.value.code) == (403, "forbidden")
        with pytest.raises(Refused, match="not done yet") as refused:
            client.analysis(OVER, patience=0)
        assert (refused.value.status, refused.value.code) == (503, "unavailable")
        with pytest.raises(Refused) as refused:
            client.analysis("nowhere")
        assert refused.value.status == 404
