"""The shelf: saving, listing, private layouts, forks, versions, deleting, and what people are told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from citywright.match.match import layout_hash
from citywright.match.record import parse_record
from citywright.match.replay import replay, verify
from citywright.server.layouts import shelf
from citywright.server.load.page_client import Guest
from tests.server.layouts.boards import BROKEN, MAP, board, get, listed, save, send
from tests.server.server_thread import ServerThread, never_refill

pytestmark = pytest.mark.usefixtures("patient")


@contextmanager
def serving_on(database: str, **settings: object) -> Iterator[ServerThread]:
    inside = ServerThread(database, **({"balance_games": 0} | settings)).start()
    try:
        yield inside
    finally:
        inside.stop()


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    with serving_on(database) as inside:
        yield inside


def test_own_layouts_come_first_and_private_ones_are_found_by_their_link_only(server: ServerThread) -> None:
    anke, ben, stranger = (Guest(server.base) for _ in range(3))
    private = save(anke, board(5, "Secret city"))
    public = save(anke, board(6, "Open city"), public="yes")
    bens = save(ben, board(7, "Ben's city", "Ben"), public="yes")
    assert listed(stranger) == [bens, public]
    assert listed(anke) == [public, private, bens]
    assert listed(anke, "?game=milestones") == []
    assert listed(stranger, "?game=saint-malo") == [bens, public]
    page = get(stranger, f"/layouts/{private}")
    assert "Secret city" in page
    assert "by Anke" in page
    assert "Make it public" not in page
    assert "Make it public" in get(anke, f"/layouts/{private}")
    assert get(stranger, f"/layouts/{private}/layout.toml") == board(5, "Secret city")
    assert listed(stranger, f"?before={'9' * 15}.x") == [bens, public]
    for place in ("x", "1.%7F", "9" * 30 + ".x"):
        assert stranger.request("GET", f"/layouts?before={place}").status == 400
    assert stranger.request("GET", "/layouts?game=chess").status == 404


def test_a_list_has_pages(server: ServerThread) -> None:
    anke, stranger = Guest(server.base), Guest(server.base)
    made = [save(anke, board(coins, f"City {coins}"), public="yes") for coins in range(4, 4 + 26)]
    first = get(stranger, "/layouts?game=saint-malo")
    assert listed(stranger, "?game=saint-malo") == made[:1:-1]
    older = re.search(r'href="(/layouts\?game=saint-malo&amp;before=[^"]+)" rel="next"', first)
    assert older is not None
    assert listed(stranger, older[1].removeprefix("/layouts").replace("&amp;", "&")) == made[1::-1]
    assert len(listed(anke)) == 12  # the first of them; the others have a page of their own
    assert listed(anke, "?mine=yes") == made[:1:-1]


def test_a_fork_names_its_origin_even_if_it_is_renamed(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    original = save(anke, board(5, "Rich city", "Anke"), public="yes")
    fork = save(ben, board(9, "Richer city", "Ben"), origin=original)
    text = get(ben, f"/layouts/{fork}/layout.toml")
    assert '[about.origin]\nlayout = "' in text
    assert 'name = "Rich city"\nauthor = "Anke"\nversion = "1"' in text
    page = get(ben, f"/layouts/{fork}")
    assert f'href="/layouts/{original}">Rich city, by Anke' in page
    again = save(ben, text.replace("Richer city", "Another name"), origin=fork)  # his own: a new version
    assert listed(ben) == [again, original]
    assert f'href="/layouts/{original}"' in get(ben, f"/layouts/{again}")
    assert "There is a newer version" in get(ben, f"/layouts/{fork}")
    copied = save(ben, text.replace("Richer city", "A copy"), origin=again, copy="yes")
    assert listed(ben) == [copied, again, original]
    assert anke.request("POST", f"/layouts/{original}/delete", []).status == 303
    assert "Made from: Rich city, by Anke" in " ".join(get(ben, f"/layouts/{again}").split())
    lonely = save(ben, text, origin=original)  # it was deleted while he edited
    assert 'name = "Rich city"' in get(ben, f"/layouts/{lonely}/layout.toml")


def test_an_origin_that_is_private_is_not_given_away(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    original = save(anke, board(5))
    fork = save(ben, board(9, "Fork", "Ben"), origin=original, public="yes")
    assert original not in get(Guest(server.base), f"/layouts/{fork}")
    assert original in get(anke, f"/layouts/{fork}")  # to her it is none


def test_only_its_owner_changes_a_layout(server: ServerThread) -> None:
    anke, ben, stranger = Guest(server.base), Guest(server.base), Guest(server.base)
    layout = save(anke, board())
    save(ben, board(8))
    for verb in ("publish", "hide", "delete"):
        assert ben.request("POST", f"/layouts/{layout}/{verb}", []).status == 403
        assert stranger.request("POST", f"/layouts/{layout}/{verb}", []).status == 403
        assert ben.request("POST", f"/layouts/nowhere/{verb}", []).status == 404
    assert anke.request("POST", f"/layouts/{layout}/eat", []).status == 404
    assert anke.request("POST", f"/layouts/{layout}/publish", []).status == 303
    assert listed(stranger) == [layout]
    assert anke.request("POST", f"/layouts/{layout}/hide", []).status == 303
    assert listed(stranger) == []
    assert anke.request("POST", f"/layouts/{layout}/delete", []).status == 303
    assert anke.request("GET", f"/layouts/{layout}").status == 404
    assert anke.request("POST", "/layouts/saint-malo/delete", []).status == 403  # the usual board is nobody's


def test_who_saves_twice_has_it_once(server: ServerThread) -> None:
    anke = Guest(server.base)
    once = save(anke, board().replace("\n", "\r\n"))
    assert save(anke, board(), public="yes") == once
    assert listed(Guest(server.base)) == [once]
    assert save(Guest(server.base), board()) != once


def test_nobody_keeps_more_than_so_many(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_LAYOUTS", 2)
    monkeypatch.setattr(shelf, "OLDER_VERSIONS", 1)
    anke = Guest(server.base)
    first, last = save(anke, board(5)), save(anke, board(6))
    refused = send(anke, board(7))
    assert (refused.status, "you have 2 layouts already" in refused.text.lower()) == (403, True)
    versions = [first]
    for coins in (10, 11, 12):
        versions.append(save(anke, board(coins), origin=versions[-1]))
    assert listed(anke) == [versions[-1], last]
    there = [anke.request("GET", f"/layouts/{layout}").status for layout in versions]
    assert there == [404, 404, 200, 200]  # the last version but one is kept


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "start.coins must be a whole number from 0 to 1000, not -1"),
        ("de", "start.coins muss eine ganze Zahl von 0 bis 1000 sein"),
    ],
)
def test_a_refused_layout_comes_back_with_its_problems(server: ServerThread, lang: str, told: str) -> None:
    guest = Guest(server.base)
    with httpx.Client(base_url=server.base, headers={"Accept-Language": lang}, trust_env=False) as client:
        form = {"game": "saint-malo", "text": BROKEN, "public": "yes"}
        answer = client.post("/layouts", data=form, files={"file": ("", b"")})
        table = {
            "game": "saint-malo",
            "with": "friends",
            "who": ["me", "open"],
            "name": "Änne",
            "pace": "600",
        }
        table |= {"start": "B", "undo": "no", "talk": "no", "public": "yes"}
        again = client.post("/tables", data=table, files={"layout": ("x.toml", BROKEN.encode())})
    assert (answer.status_code, again.status_code) == (400, 400)
    for page in (answer.text, again.text):
        assert told in page
        assert "start.logs" in page
        assert "coins = -1" in page  # what was entered
    assert '<option value="yes" selected>' in answer.text
    for kept in ('value="Änne"', 'value="600" selected', 'value="B" selected', 'value="open" selected'):
        assert kept in again.text, kept
    assert again.text.count('value="no" selected') == 2
    assert listed(guest) == []


def test_a_table_is_played_on_a_layout_of_the_shelf_and_its_record_carries_it(server: ServerThread) -> None:
    anke = Guest(server.base)
    text = board(7, "Rich <city>", "Anke & Ben")
    layout = save(anke, text, public="yes")
    page = get(anke, f"/new/saint-malo?layout={layout}")
    assert f'<option value="{layout}" selected>Rich &lt;city&gt;, by Anke &amp; Ben' in page
    form = [("game", "saint-malo"), ("who", "me"), ("who", "bot:random"), ("board", layout)]
    table = anke.request("POST", "/tables", form).location
    assert table.startswith("/t/")
    assert f'<a href="/layouts/{layout}">Rich &lt;city&gt;, by Anke &amp; Ben</a>' in get(anke, table)
    record = get(anke, f"{table}/record")
    match = replay(parse_record(record))
    assert match.layout.source.strip() == text.strip()
    assert f'[layout "{layout_hash(match.layout)}"]' in record
    assert "coins = 7" in record
    assert verify(parse_record(record)).game.id == "saint-malo"
    usual = anke.request("POST", "/tables", form[:-1]).location
    assert "played-on" not in get(anke, usual)
    other = [("game", "milestones"), *form[1:]]
    assert anke.request("POST", "/tables", other).status == 400  # of another game
    assert anke.request("POST", "/tables", [*form[:-1], ("board", "nowhere")]).status == 404


def test_what_is_kept_goes_with_its_person(server: ServerThread) -> None:
    anke, stranger = Guest(server.base), Guest(server.base)
    private, public = save(anke, board(5)), save(anke, board(6), public="yes")
    data = json.loads(get(anke, "/account/export"))
    assert {row["id"]: row["is_public"] for row in data["layouts"]} == {private: False, public: True}
    assert all("coins = " in row["text"] for row in data["layouts"])
    assert anke.request("POST", "/account/delete", []).status == 303
    assert stranger.request("GET", f"/layouts/{private}").status == 404
    assert listed(stranger) == [public]
    assert stranger.request("POST", f"/layouts/{public}/delete", []).status == 403


def test_layouts_of_a_guest_become_those_of_the_account_that_logs_in(server: ServerThread) -> None:
    anke, here = Guest(server.base), Guest(server.base)
    form = [("name", "Anke"), ("password", "eight or more")]
    assert anke.request("POST", "/account/register", form).status == 303
    layout = save(here, board())
    assert here.request("POST", "/account/login", form).status == 303
    assert listed(here) == listed(anke) == [layout]


def test_saving_and_drawing_are_limited(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "save a layout", 2)
    never_refill(monkeypatch, "have a board drawn", 1)
    with serving_on(database, limits=1) as inside:
        anke = Guest(inside.base)
        assert [send(anke, board(coins)).status for coins in (5, 6, 7)] == [303, 303, 429]
        first, second = listed(anke)
        drawn = [f"/layouts/{one}/picture.svg" for one in (first, first, second)]
        assert [anke.request("GET", address).status for address in drawn] == [200, 200, 429]


def test_pictures_are_kept_by_those_who_have_them(server: ServerThread) -> None:
    anke = Guest(server.base)
    layout = save(
        anke, MAP.replace("size1 = 2", "size1 = 3").replace("size2 = 2", "size2 = 1"), game="mauerbauer"
    )
    address = f"{server.base}/layouts/{layout}/picture."
    drawn = httpx.get(f"{address}svg?theme=dark&lang=de", trust_env=False, timeout=60)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.headers["cache-control"].startswith("private")
    assert "script" not in drawn.headers["content-security-policy"]
    assert drawn.text.startswith("<svg")
    tags = {"If-None-Match": drawn.headers["etag"]}
    again = httpx.get(f"{address}svg?theme=dark&lang=de", trust_env=False, headers=tags)
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{address}svg", trust_env=False, headers=tags, timeout=60).status_code == 200
    png = httpx.get(f"{address}png", trust_env=False, timeout=60)
    assert png.content.startswith(b"\x89PNG")
