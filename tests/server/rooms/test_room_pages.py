"""Rooms as pages without scripts and programs meet them, and what accounts do with places in them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import OperationalError
from websockets.asyncio.client import connect

from citywright.client import Client, Refused
from citywright.server.load.page_client import Guest
from citywright.server.pages.rooms import live
from citywright.server.rooms.room import Room
from citywright.server.storage.schema import ratings
from tests.server.players.rows import changed
from tests.server.players_at_tables import make_token, record_of
from tests.server.server_thread import ServerThread, never_refill, serving

PASSWORD = ("password", "a long password")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("rooms")) as inside:
        yield inside


def new_room(server: ServerThread, *more: tuple[str, str], seats: int = 2) -> tuple[str, Guest]:
    """A room and its host, made by the form of the page."""
    anke = Guest(server.base)
    form = [("game", "saint-malo"), ("with", "friends"), ("name", "Anke"), ("who", "me")]
    answer = anke.request("POST", "/tables", [*form, *[("who", "open")] * (seats - 1), *more])
    assert answer.status == 303, answer.text
    return answer.location.rpartition("/")[2], anke


def do(guest: Guest, room: str, verb: str, *form: tuple[str, str]) -> int:
    return guest.request("POST", f"/rooms/{room}/{verb}", list(form)).status


def edition(guest: Guest, room: str) -> tuple[str, str]:
    found = re.search(r'data-edition="(\d+)"', guest.request("GET", f"/t/{room}").text)
    assert found is not None
    return "edition", found[1]


def test_a_room_without_scripts_from_its_form_to_its_table(server: ServerThread) -> None:
    room, anke = new_room(server, ("pace", "300+10"), ("start", "A"))
    page = anke.request("GET", f"/t/{room}").text
    assert 'id="room-invite"' in page
    assert "5 min + 10 s a turn" in page
    assert 'main class="table' not in page
    for other in ("record", "invite"):
        assert anke.request("GET", f"/t/{room}/{other}").status == 404, "there is no table yet"
    ben = Guest(server.base)
    assert 'name="name"' in ben.request("GET", f"/t/{room}").text
    assert do(ben, room, "sit", ("name", "Ben")) == 303
    assert do(ben, room, "ready", edition(ben, room)) == 303
    assert do(anke, room, "ready", edition(anke, room), ("number", "f" * 32)) == 303
    table = anke.request("GET", f"/t/{room}").text
    assert 'class="seat-clock' in table
    assert record_of(anke, room) == []
    assert do(ben, room, "unready") == 303, "whoever is late is led to the table"


def test_only_the_page_makes_rooms(server: ServerThread) -> None:
    """Old forms and programs get a table at once, as before; so do games that wait for nobody."""
    old = Guest(server.base).make_table("saint-malo", "me", "open", name="Anke")
    assert 'id="seat-card-1"' in Guest(server.base).request("GET", f"/t/{old}").text
    form = [("game", "saint-malo"), ("with", "friends"), ("who", "me"), ("who", "bot:random")]
    guest = Guest(server.base)
    address = guest.request("POST", "/tables", form).location
    assert 'id="seat-card-1"' in guest.request("GET", address).text


@pytest.mark.parametrize(
    ("verb", "form", "status"),
    [
        ("ready", [("edition", "x")], 400),
        ("ready", [("edition", "7")], 409),
        ("ready", [("edition", "0"), ("number", "no number")], 400),
        ("change", [("seats", "1")], 400),
        ("change", [("seats", "99")], 400),
        ("change", [("time", "300+11")], 400),
        ("change", [("time", "1+1+1")], 400),
        ("change", [("start", "Z")], 400),
        ("change", [("bot-1", "nobody")], 400),
        ("change", [("board", "nowhere")], 404),
        ("free", [("seat", "0")], 422),
        ("free", [("seat", "9")], 400),
        ("free", [], 400),
        ("answer", [("seat", "1"), ("accepts", "yes")], 404),
        ("say", [("text", " ")], 400),
        ("rename", [("name", "x" * 1000)], 400),
        ("dance", [], 404),
    ],
)
def test_what_cannot_be_is_refused(
    server: ServerThread, verb: str, form: list[tuple[str, str]], status: int
) -> None:
    room, anke = new_room(server)
    before = anke.request("GET", f"/t/{room}").text
    assert do(anke, room, verb, *form) == status
    assert anke.request("GET", f"/t/{room}").text == before, "nothing has changed"
    if verb != "dance":
        assert do(Guest(server.base), room, verb, *form) == 403, "a stranger may do nothing"


def test_lists_have_rooms_and_who_joins_is_asked_for_a_name(server: ServerThread) -> None:
    room, anke = new_room(server, ("public", "yes"), ("pace", "900+15"))
    hidden, _ = new_room(server)
    stranger = Guest(server.base)
    listed = stranger.request("GET", "/").text
    assert f"/t/{room}" in listed
    assert "1 free seat · 15 min + 15 s a turn · English" in listed
    assert hidden not in listed
    assert all(f"/t/{room}" in anke.request("GET", path).text for path in ("/", "/mine"))
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("public", "yes")]
    table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    listed = stranger.request("GET", "/").text
    assert f'href="/t/{table}/join"' in listed
    assert '<span class="awaited">no limit</span>' in listed
    assert 'name="name"' in stranger.request("GET", f"/t/{table}/join").text
    assert stranger.request("GET", f"/t/{room}/join").location == f"/t/{room}"
    assert stranger.request("POST", f"/t/{room}/join", []).location == f"/t/{room}"
    assert not stranger.cookie, "nobody was seated unasked"
    assert stranger.request("POST", f"/t/{table}/join", [("name", "Cleo")]).status == 303
    assert "Cleo" in anke.request("GET", f"/t/{table}").text


def test_lists_tell_how_strong_those_are_who_wait_to_whom_they_show_it(server: ServerThread) -> None:
    names = ("Emil", "Frida", "Gustav")
    emil, frida, gustav = (Guest(server.base) for _ in names)
    for guest, name in zip((emil, frida, gustav), names, strict=True):
        guest.request("POST", "/account/register", [("name", name), PASSWORD])
    form = [("game", "milestones"), ("with", "friends"), ("who", "me"), ("who", "open"), ("who", "open")]
    room = emil.request("POST", "/tables", [*form, ("public", "yes"), ("pace", "900+15")]).location
    columns = {"game": "milestones", "sigma": 1.0, "low": 1.0, "games": 9, "wins": 1, "people": 2, "last": 1}
    for guest, at_once, by_turns in ((emil, 25.0, 90.0), (frida, 30.0, 90.0)):
        owner = json.loads(guest.request("GET", "/account/export").text)["guest"][0]["id"]
        for pace, strength in (("live", at_once), ("turns", by_turns)):
            values = columns | {"player": owner, "pace": pace, "mu": strength}
            changed(server.settings.database, insert(ratings).values(values))
    assert "a turn · rated 1500 · English" in gustav.request("GET", "/").text
    assert do(frida, room.rpartition("/")[2], "sit", ("name", "Frida")) == 303
    assert "a turn · rated 1500 to 1600 · English" in gustav.request("GET", "/").text
    assert " · rated " not in Guest(server.base).request("GET", "/").text, (
        "only people with an account see it"
    )


def test_an_account_takes_its_places_along_and_leaves_them(server: ServerThread) -> None:
    owner = Guest(server.base)
    owner.request("POST", "/account/register", [("name", "Dora"), PASSWORD])
    room, anke = new_room(server)
    guest = Guest(server.base)
    assert do(guest, room, "sit", ("name", "Somebody")) == 303
    assert do(guest, room, "say", ("text", "it is me")) == 303
    assert guest.request("POST", "/account/login", [("name", "Dora"), PASSWORD]).status == 303
    page = anke.request("GET", f"/t/{room}").text
    assert "Dora" in page
    assert "Somebody" not in page
    data = json.loads(guest.request("GET", "/account/export").text)
    assert [row["room_id"] for row in data["rooms"]] == [room]
    assert [row["text"] for row in data["room_messages"]] == ["it is me"]
    assert "secret" not in json.dumps(data["rooms"])
    assert guest.request("POST", "/account/delete", [("old", PASSWORD[1])]).status == 303
    page = anke.request("GET", f"/t/{room}").text
    assert "Dora" not in page
    assert "it is me" not in page


def test_programs_meet_in_a_room(server: ServerThread) -> None:
    tokens = [make_token(Guest(server.base)) for _ in range(3)]
    with Client(server.base, tokens[0]) as one, Client(server.base, tokens[1]) as two:
        terms = {"is_public": True, "reserve": 300, "increment": 10, "start": "B"}
        room = one.make_room("saint-malo", ["me", "open", "bot:random"], **terms)
        assert (room["host"], room["started"], room["edition"]) == ("A", False, 0)
        assert room["id"] in [each["id"] for each in two.rooms()]
        with pytest.raises(Refused) as refused:
            two.ready(room["id"], 0)
        assert refused.value.code == "forbidden"
        assert two.join_room(room["id"], "B")["seats"][1]["yours"]
        assert two.leave_room(room["id"])["seats"][1]["kind"] == "open"
        two.join_room(room["id"])
        with Client(server.base, tokens[2]) as three, pytest.raises(Refused) as refused:
            three.join_room(room["id"])
        assert "every seat" in refused.value.reason
        assert not one.ready(room["id"], 0)["started"]
        one.unready(room["id"])
        two.ready(room["id"], 0)
        assert one.ready(room["id"], 0)["started"]
        after = one.room(room["id"])
        assert after["started"]
        assert after["commitment"] == room["commitment"]
        table = two.table(room["id"])
        assert [seat["time_left"] for seat in table["seats"]] == [300_000, 310_000, None]
        assert (table["reserve"], table["increment"], table["actor"]) == (300, 10, "B")
        assert table["deadline"] is not None


async def followed(server: ServerThread, room: str, anke: Guest) -> None:
    """The database fails twice when a room's page is to be shown a change; what comes after is shown."""
    rooms = server.services.rooms
    failed: list[str] = []
    find = rooms.find_if_any

    async def fail_twice(room_id: str) -> Room | None:
        if len(failed) < 2:
            failed.append(room_id)
            raise OperationalError("SELECT", {}, OSError("the database is away"))
        return await find(room_id)

    address = f"{server.base.replace('http', 'ws')}/rooms/{room}/live?lang=en"
    async with connect(address, additional_headers={"Cookie": anke.cookie}, proxy=None) as page:
        assert "Ben" not in await page.recv()
        assert server.loop is not None
        rooms.find_if_any = fail_twice  # type: ignore[method-assign]
        server.loop.call_soon_threadsafe(rooms.note_change, room)
        async with asyncio.timeout(60):
            while len(failed) < 2:
                await asyncio.sleep(0.02)
            assert await asyncio.to_thread(do, Guest(server.base), room, "sit", ("name", "Ben")) == 303
            while "Ben" not in await page.recv():
                pass
    rooms.find_if_any = find  # type: ignore[method-assign]


def test_a_page_outlives_a_database_that_fails(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "COMPARING", 0.05)
    room, anke = new_room(server)
    asyncio.run(followed(server, room, anke))


def test_sitting_down_is_limited(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_refill(monkeypatch, "take a seat", 2)
    with serving(tmp_path_factory.mktemp("limited"), limits=1.0) as inside:
        room, _ = new_room(inside)
        answers = [do(Guest(inside.base), room, "sit", ("name", "Ben")) for _ in range(3)]
    assert answers == [303, 403, 429]
