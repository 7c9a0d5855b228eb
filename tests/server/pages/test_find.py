"""The page where people look for others, and what it is told while they wait."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from citywright.server.load.page_client import Guest
from tests.server.server_thread import ServerThread, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("find")) as inside:
        yield inside


def look(guest: Guest, name: str, *wishes: str, pace: str = "live") -> str:
    """Look for people; returns where the page leads."""
    form = [("wish", wish) for wish in wishes]
    answer = guest.request("POST", "/find", [*form, ("pace", pace), ("name", name)])
    assert answer.status == 303, answer.text
    return answer.location


def news(guest: Guest) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(guest.request("POST", "/find/news", []).text)
    return told


def test_two_find_each_other(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    assert 'value="saint-malo 5" checked' in anke.request("GET", "/find?game=saint-malo").text
    assert look(anke, "Anke", "saint-malo 2", "saint-malo 3") == "/find"
    assert news(anke) == {"is_looking": True, "games": ["Saint Malo"], "people": 0, "found": None}
    page = ben.request("GET", "/find").text
    assert "1 person is looking" in page
    assert "Anke" in page
    where = look(ben, "Ben", "saint-malo 2")
    assert where.startswith("/t/")
    assert where.endswith("?found=yes")
    told = news(anke)
    assert told["found"] == {"address": where, "game": "Saint Malo", "names": ["Ben"]}
    room = where.removeprefix("/t/").removesuffix("?found=yes")
    anke.request("POST", f"/find/news?arrived={room}", [])
    assert news(anke) == {"is_looking": False, "games": [], "people": 0, "found": None}


def test_looking_can_be_stopped(server: ServerThread) -> None:
    anke = Guest(server.base)
    look(anke, "Anke", "milestones 2", pace="days")
    assert "Looking for people …" in anke.request("GET", "/find").text
    assert anke.request("POST", "/find/stop", []).status == 303
    assert not news(anke)["is_looking"]
    assert "Anke" not in Guest(server.base).request("GET", "/find").text


@pytest.mark.parametrize(
    "form",
    [
        [],
        [("wish", "saint-malo 2")],
        [("pace", "live")],
        [("wish", "saint-malo"), ("pace", "live")],
        [("wish", "saint-malo 99"), ("pace", "live")],
        [("wish", "saint-malo 2"), ("pace", "soon")],
        [("wish", "chess 2"), ("pace", "live")],
    ],
)
def test_what_cannot_be_looked_for_is_refused(server: ServerThread, form: list[tuple[str, str]]) -> None:
    anke = Guest(server.base)
    answer = anke.request("POST", "/find", form)
    assert answer.status in (400, 404)
    assert anke.request("POST", "/find/news", []).status == 403 or not news(anke)["is_looking"]


def test_the_first_page_seats_as_many_bots_as_are_wished_for(server: ServerThread) -> None:
    anke = Guest(server.base)
    first = anke.request("GET", "/").text
    assert "Roll dice and draw what you keep into your town" in first
    form = [("game", "saint-malo"), ("who", "me"), ("bots", "3"), ("level", "apprentice")]
    answer = anke.request("POST", "/tables", form)
    table = answer.location.removeprefix("/t/")
    seats = server.services.tables.cached(table)
    assert seats is not None
    assert [seat.bot for seat in seats.seats] == [None, *["apprentice"] * 3]
    for odd in ([("bots", "7"), ("level", "apprentice")], [("bots", "x"), ("level", "apprentice")]):
        assert anke.request("POST", "/tables", [*form[:2], *odd]).status == 400
    assert anke.request("POST", "/tables", [*form[:2], ("bots", "1"), ("level", "god")]).status == 400
    assert Guest(server.base).request("GET", "/learn").text.count('href="/learn/') == 3


@pytest.mark.parametrize(
    ("wishes", "paces", "words"),
    [
        ([], ["days"], "Choose at least one game and how many play."),
        (["milestones 3"], [], "Choose how fast you would like to play."),
        (["milestones 3", "milestones 9"], ["days"], "Milestones is for 2 to 4 players, not 9."),
        (
            ["chess 2"],
            ["live"],
            "There is no game &#39;chess&#39;; the games are mauerbauer, milestones, saint-malo.",
        ),
    ],
)
def test_a_form_that_is_refused_comes_back_as_it_was(
    server: ServerThread, wishes: list[str], paces: list[str], words: str
) -> None:
    form = [*(("wish", wish) for wish in wishes), *(("pace", pace) for pace in paces)]
    answer = Guest(server.base).request("POST", "/find", [*form, ("name", "Zoë\u200b")])
    assert answer.status >= 400
    assert f'role="alert"><p>{words}</p>' in answer.text
    assert 'value="Zoë"' in answer.text
    for wish in ("milestones 2", "milestones 3"):
        assert (f'value="{wish}" checked' in answer.text) == (wish in wishes)
    assert ('value="days" checked' in answer.text) == ("days" in paces)
