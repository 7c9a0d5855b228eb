"""The pages and the API of following, inviting and blocking, and that they refuse alike."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import update

from citywright.client import Client, Refused
from citywright.server.friends.about import About
from citywright.server.load.page_client import Guest
from citywright.server.storage.schema import seats
from tests.server.finished import OVER, keep_finished_table
from tests.server.known.test_pages import id_of, register
from tests.server.players.rows import changed
from tests.server.players_at_tables import table_of_two
from tests.server.server_thread import ServerThread, never_refill, serving


class Person:
    """Somebody with an account, at a browser and by a program."""

    def __init__(self, server: ServerThread, name: str) -> None:
        self.name = name
        self.guest = register(server.base, name)
        self.id = id_of(self.guest)
        made = self.guest.request("POST", "/programs", [("owner", name), ("name", "a test")]).text
        self.client = Client(server.base, "cw_" + made.partition('value="cw_')[2].partition('"')[0])

    def page(self, address: str) -> str:
        answer = self.guest.request("GET", address)
        assert answer.status == 200, answer.text
        return answer.text

    def do(self, address: str, *form: tuple[str, str]) -> int:
        return self.guest.request("POST", address, list(form)).status

    def reason(self, address: str, *form: tuple[str, str]) -> str:
        """The sentence of a page that refuses something."""
        answer = self.guest.request("POST", address, list(form))
        found = re.search(r"<main.*?<p[^>]*>(.*?)<", answer.text, re.DOTALL)
        assert found is not None, answer.text
        return f"{answer.status} {found[1].strip()}"


People = tuple[Person, Person, Person]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """It notes who is about when it is asked to, and never in the middle of a test."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(About, "start", lambda _: None)
        yield stack.enter_context(serving(tmp_path_factory.mktemp("friends")))


@pytest.fixture(scope="module")
def people(server: ServerThread) -> Iterator[People]:
    anke, ben, cleo = (Person(server, name) for name in ("Anke", "Ben", "Cleo"))
    with anke.client, ben.client, cleo.client:
        yield anke, ben, cleo


def run(server: ServerThread, work: Coroutine[Any, Any, Any]) -> None:
    """Do something in the server."""
    assert server.loop is not None
    asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def test_following_by_name_and_inviting_to_a_new_room(server: ServerThread, people: People) -> None:
    anke, ben, _ = people
    assert 'action="/friends/follow"' in anke.page("/friends?name=%20BEN")
    assert "Nobody with an account is called “Bem”" in anke.page("/friends?name=Bem")
    answer = anke.guest.request("POST", "/friends/follow", [("who", "Ben")])
    assert answer.location == f"/friends?done=follow&who={ben.id}"
    assert "You follow Ben now." in anke.page(answer.location)
    assert 'class="tag about"' not in anke.page("/friends")
    ben.page("/")
    run(server, server.services.about.note())
    assert 'class="tag about"' in anke.page("/friends")
    assert 'action="/friends/unfollow"' in anke.page(f"/people/{ben.id}")
    assert "/friends/" not in Guest(server.base).request("GET", f"/people/{ben.id}").text

    form = [("who", ben.id), ("game", "saint-malo"), ("time", "86400"), ("next", "//elsewhere.example")]
    answer = anke.guest.request("POST", "/friends/invite", form)
    room = answer.location.rpartition("/")[2]
    assert "invited" in anke.page(answer.location)
    for address in ("/", "/mine", "/friends", "/friends/invitations"):
        assert "Anke invites you to Saint Malo" in ben.page(address)
    assert "invites you" not in Guest(server.base).request("GET", "/friends/invitations").text
    assert ben.do("/friends/decline", ("room", room), ("next", "//elsewhere.example")) == 303
    assert "Anke invites you" not in ben.page("/")
    assert "cannot come" in anke.page(answer.location)
    assert anke.reason(f"/rooms/{room}/invite", ("who", ben.id)).startswith("422 Ben has declined")
    for odd in (("game", "chess"), ("time", "7")):
        changed = dict(form) | dict([odd])
        assert anke.do("/friends/invite", *changed.items()) in (400, 404)
    for verb, odd_form, status in (
        ("dance", ("who", "Ben"), 404),
        ("follow", ("who", ""), 400),
        ("follow", ("who", "nobody at all"), 404),
        ("follow", ("at", room), 404),
        ("choices", ("invited_by", "cats"), 400),
        ("decline", ("room", "nowhere"), 404),
    ):
        assert anke.do(f"/friends/{verb}", odd_form) == status, (verb, odd_form)
    assert Guest(server.base).request("POST", "/friends/follow", [("who", "Ben")]).status == 403


def test_the_blocked_read_the_same_as_others(server: ServerThread, people: People) -> None:
    """Page by page: of one who has blocked him Ben reads what he reads of one who wants to be left alone."""
    anke, ben, cleo = people
    for person in (anke, cleo):
        ben.do("/friends/follow", ("who", person.id))
    assert anke.do("/friends/block", ("who", ben.id)) == 303
    assert cleo.do("/friends/choices", ("invited_by", "nobody"), ("shows_about", "yes")) == 303
    assert "You have blocked Ben." in anke.page(f"/friends?done=block&who={ben.id}")
    run(server, server.services.about.note())
    room = ben.guest.request("POST", "/tables", [*ROOM, ("public", "yes")]).location.rpartition("/")[2]

    def answers(person: Person) -> list[str]:
        told = [
            ben.page(f"/people/{person.id}"),
            ben.page("/friends"),
            ben.page(f"/friends?name={person.name}"),
            ben.reason("/friends/follow", ("who", person.id)),
            ben.reason(f"/rooms/{room}/invite", ("who", person.id)),
            ben.reason("/friends/invite", ("who", person.id), ("game", "saint-malo")),
            ben.page("/leaderboard/saint-malo"),
            ben.guest.request("GET", f"/archive?whose=all&people={person.name}").text,
        ]
        for doing in (
            lambda: ben.client.do_to("follow", person.id),
            lambda: ben.client.invite(room, person.id),
        ):
            with pytest.raises(Refused) as refused:
                doing()
            told.append(f"{refused.value.status} {refused.value.code} {refused.value.reason}")
        return [text.replace(person.id, "ID").replace(person.name, "NAME") for text in told]

    assert answers(anke) == answers(cleo)
    assert answers(anke)[3] == "403 NAME cannot be followed"
    assert ben.client.friends()["following"] == []

    # Her room he finds by its link alone; there it seems that she is away, and there is no seat for him.
    hers = anke.guest.request("POST", "/tables", [*ROOM, ("public", "yes")]).location
    run(server, server.services.presence.arrive(hers.rpartition("/")[2], anke.id))
    assert hers not in ben.page("/")
    assert hers in cleo.page("/")
    assert hers.rpartition("/")[2] not in {one["id"] for one in ben.client.rooms()}
    assert 'class="presence here"' in cleo.page(hers)
    assert 'class="presence here"' not in ben.page(hers)
    here = hers.rpartition("/")[2]
    told = [person.client.room(here)["seats"][0]["is_here"] for person in (cleo, ben)]
    assert told == [True, False]
    assert (
        ben.reason(hers.replace("/t/", "/rooms/") + "/sit").lower().startswith("403 you cannot take a seat")
    )
    with pytest.raises(Refused, match="cannot take a seat in this room"):
        ben.client.join_room(hers.rpartition("/")[2])
    assert anke.do("/friends/unblock", ("who", ben.id)) == 303
    assert ben.do(hers.replace("/t/", "/rooms/") + "/sit", ("name", "Ben")) == 303


ROOM = [("game", "saint-malo"), ("with", "friends"), ("who", "me"), ("who", "open")]


def test_guests_are_met_where_they_sit(server: ServerThread, people: People) -> None:
    """Without an account nobody has a profile; in a room, or at a table, they can be followed and blocked."""
    _, _, cleo = people
    room = cleo.guest.request("POST", "/tables", ROOM).location
    here = room.rpartition("/")[2]
    visitor = Guest(server.base)
    visitor.request("POST", f"/rooms/{here}/sit", [("name", "Vera")])
    assert "More about Vera" in cleo.page(room)
    assert cleo.client.do_to("follow", at=here, seat="B")["has_profile"] is False
    visitor.request("POST", f"/rooms/{here}/say", [("text", "Buy my coins")])
    assert "Buy my coins" in cleo.page(room)
    assert cleo.do("/friends/block", ("at", here), ("seat", "1"), ("next", room)) == 303
    assert "Buy my coins" not in cleo.page(room)
    told = cleo.client.friends()
    assert ([one["name"] for one in told["blocked"]], told["following"]) == (["Vera"], [])
    assert cleo.do(f"/rooms/{here}/free", ("seat", "1")) == 303
    assert visitor.request("POST", f"/rooms/{here}/sit", [("name", "Vera")]).status == 403
    table, one, other = table_of_two(server.base)
    assert one.request("POST", "/friends/follow", [("at", table), ("seat", "1")]).status == 303
    assert other.request("POST", "/friends/follow", [("at", table), ("seat", "7")]).status == 404


def test_below_a_score_sheet_stand_those_who_have_played(server: ServerThread, people: People) -> None:
    anke, ben, cleo = people
    keep_finished_table(server.settings.database)
    for seat, person in enumerate((anke, ben)):
        own = (seats.c.table_id == OVER) & (seats.c.seat == seat)
        changed(server.settings.database, update(seats).where(own).values(guest_id=person.id, bot=None))
    told = anke.page(f"/t/{OVER}").partition('<details class="company">')[2].partition("</details>")[0]
    assert re.findall("<li><span>(.*?)</span>", told) == ["Ben"]
    assert "Follow or block" not in cleo.page(f"/t/{OVER}")
    answer = anke.guest.request("POST", "/friends/follow", [("at", OVER), ("seat", "1")])
    assert answer.location == f"/friends?done=follow&who={ben.id}"


def test_a_program_follows_invites_and_declines(server: ServerThread, people: People) -> None:
    anke, ben, _ = people
    assert anke.client.do_to("follow", "Ben") == {"id": ben.id, "name": "Ben", "has_profile": True}
    room = anke.client.make_room("saint-malo", ["me", "open"], is_public=True)["id"]
    assert anke.client.invite(room, "Ben")["id"] == room
    assert ben.client.do_to("follow", anke.id)["name"] == "Anke"
    told = ben.client.friends()
    assert [(one["by"], one["room"]["id"]) for one in told["invitations"]] == [("Anke", room)]
    assert told["following"][0]["rooms"][-1:] != []
    assert ben.client.decline(room)["invitations"] == []
    for verb in ("unfollow", "block", "unblock"):
        assert anke.client.do_to(verb, ben.id)["name"] == "Ben"
    with Client(server.base) as nobody, pytest.raises(Refused, match="needs a token"):
        nobody.friends()


def test_what_is_done_to_people_is_limited(
    server: ServerThread, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.services.limits, "_scale", 1.0)
    anke, ben, _ = people
    for what, verb in (("follow somebody", "unfollow"), ("block somebody", "unblock")):
        never_refill(monkeypatch, what, 2)
        told = [anke.do(f"/friends/{verb}", ("who", ben.id)) for _ in range(3)]
        assert told == [303, 303, 429]
    never_refill(monkeypatch, "invite somebody", 0)
    assert anke.do("/friends/invite", ("who", ben.id), ("game", "saint-malo")) == 429
