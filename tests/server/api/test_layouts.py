"""The shelf for programs: the same layouts, limits and refusals as in the pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.client import Client, Refused
from citywright.match.record import parse_record
from citywright.match.replay import replay
from citywright.server.layouts import balance
from citywright.server.load.page_client import Guest
from tests.server.layouts.boards import BROKEN, SAINT_MALO, board
from tests.server.players_at_tables import make_token
from tests.server.server_thread import ServerThread

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
def server(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    monkeypatch.setattr(balance, "NICE", 0)  # else it ends when everything else has paused
    inside = ServerThread(database, balance_games=2).start()
    yield inside
    inside.stop()


def ids(client: Client, game: str = "") -> list[str]:
    return [layout["id"] for layout in client.layouts(game)["layouts"]]


def test_programs_keep_layouts_and_play_on_them(server: ServerThread) -> None:
    tokens = [make_token(Guest(server.base)) for _ in range(2)]
    with (
        Client(server.base, tokens[0]) as anke,
        Client(server.base, tokens[1]) as ben,
        Client(server.base) as anyone,
    ):
        usual = anke.layout("saint-malo")
        assert (usual["text"], usual["yours"], usual["is_public"]) == (SAINT_MALO, False, True)
        assert sum(usual["sureness"].values()) == 30
        private = anke.save_layout("saint-malo", board(5), origin="saint-malo")
        assert private["made_from"]["layout"] == usual["hash"] != private["hash"]
        assert private["yours"]
        public = ben.save_layout("saint-malo", board(6, "Open"), is_public=True)
        assert ids(anke) == [private["id"], public["id"]]
        assert ids(anyone, "saint-malo") == [public["id"]]
        assert ids(anke, "milestones") == []
        table = anke.make_table("saint-malo", ["me", "bot:random"], layout_id=public["id"])
        played = replay(parse_record(anke.record(table["id"])))
        assert played.layout.source.strip() == public["text"].strip()
        for wrong, status in (
            ({"layout_id": "nowhere"}, 404),
            ({"layout_id": public["id"], "layout": board()}, 400),
        ):
            with pytest.raises(Refused) as refused:
                anke.make_table("saint-malo", ["me", "open"], **wrong)
            assert refused.value.status == status
        for nobody, status in ((anyone, 403), (anke, 403)):
            with pytest.raises(Refused) as refused:
                nobody.delete_layout(public["id"])
            assert refused.value.status == status
        ben.delete_layout(public["id"])
        assert ids(anke) == [private["id"]]
        with pytest.raises(Refused) as refused:
            ben.delete_layout(public["id"])
        assert refused.value.code == "unknown"


def test_what_is_wrong_with_a_layout_is_told_as_data(server: ServerThread) -> None:
    with Client(server.base, make_token(Guest(server.base))) as client:
        with pytest.raises(Refused) as refused:
            client.save_layout("saint-malo", BROKEN)
        assert refused.value.code == "malformed"
        assert {problem["place"] for problem in refused.value.problems} == {"start.coins", "start.logs"}
        assert "start.coins must be a whole number from 0 to 1000, not -1" in refused.value.reason
        with pytest.raises(Refused) as refused:
            client.save_layout("milestones", board())
        assert "game" in {problem["place"] for problem in refused.value.problems}
        assert ids(client) == []
