"""Profiles, leaderboards and the archive as people meet them: who sees what, and finds themselves where."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from sqlalchemy import Connection, insert

from citywright.client import Client
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.clock import now_ms
from citywright.server.load.page_client import Guest
from citywright.server.storage.schema import outcomes, profiles, ratings, results
from tests.server.known.games import BOT, add_game, add_people, rows, whole_game, work
from tests.server.players_at_tables import make_token
from tests.server.server_thread import ServerThread, wait_until

PASSWORD = "a long password"


@contextmanager
def serving(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    try:
        yield inside
    finally:
        inside.stop()


def register(base: str, name: str) -> Guest:
    guest = Guest(base)
    answer = guest.request("POST", "/account/register", [("name", name), ("password", PASSWORD)])
    assert answer.location == "/account?done=made", answer.text
    return guest


def get(guest: Guest, address: str, status: int = 200) -> str:
    answer = guest.request("GET", address)
    assert answer.status == status, answer.text
    return answer.text


def id_of(guest: Guest) -> str:
    return str(json.loads(guest.request("GET", "/account/export").text)["guest"][0]["id"])


def choose(guest: Guest, rating: str = "people", results: str = "people", games: str = "nobody") -> None:
    chosen = {"rating": rating, "results": results, "games": games}
    assert guest.request("POST", "/people", list(chosen.items())).status == 303


def found(page: str) -> list[str]:
    """The games a page lists."""
    return re.findall(r'class="look" href="/look/([^"]+)"', page)


Club = tuple[ServerThread, dict[str, Guest], dict[str, str]]


@contextmanager
def meeting(database: str) -> Iterator[Club]:
    """Anke, Ben and Cleo have accounts; Dora is a guest. Their games have been entered."""
    with serving(database) as inside:
        people = {name: register(inside.base, name) for name in ("Anke", "Ben", "Cleo")}
        people["Dora"] = Guest(inside.base)
        people["Dora"].make_table("saint-malo", "me", "open", name="Dora")
        ids = {name: id_of(guest) for name, guest in people.items()}
    now = now_ms()
    for number, (winner, loser) in enumerate([("Anke", "Ben")] * 5 + [("Cleo", "Anke")] + [("Ben", "Cleo")]):
        add_game(database, f"g{number}", [ids[winner], ids[loser]], now - 90_000 + 1000 * number)
    add_game(database, "public", [ids["Anke"], ids["Dora"]], now - 1000, is_public=True, pace=60)
    add_game(database, "bot", [BOT, ids["Anke"]], now - 500)
    with serving(database) as inside:
        wait_until(lambda: len(rows(database, outcomes)) == 9)
        for guest in people.values():
            guest.base = inside.base
        yield inside, people, ids


def a_profile_shows_what_its_owner_has_chosen(club: Club, database: str) -> None:
    server, people, ids = club
    anke, ben, dora, stranger = people["Anke"], people["Ben"], people["Dora"], Guest(server.base)
    address = f"/people/{ids['Anke']}"
    own = get(anke, address)
    assert "Saint Malo" in own
    assert "Most churches in one game" in own
    assert 'class="rating-curve"' in own
    assert "Rating over 7 games" in own
    assert len(found(own)) == 8
    assert found(get(anke, "/people/%20aNKE")) == found(own)
    seen = get(ben, address)
    assert "Most churches" in seen
    assert 'class="rating-curve"' in seen
    assert found(seen) == []
    for other in (dora, stranger):
        hidden = get(other, address)
        assert "keeps ratings, results and games private" in hidden
        assert 'class="rating"' not in hidden
    assert get(anke, f"{address}?as=public") != own
    assert "Most churches" not in get(anke, f"{address}?as=public")
    choose(anke, "nobody", "public", "public")
    open_page = get(stranger, address)
    assert "Most churches" in open_page
    assert 'class="rating-curve"' not in open_page
    assert found(open_page) == ["bot", "public"]  # the others there show theirs to nobody
    assert 'class="rating-curve"' not in get(ben, address)
    assert get(stranger, f"/people/{ids['Dora']}", 404)
    assert get(stranger, "/people/nobody-here", 404)
    assert (
        dora.request(
            "POST", "/people", [("rating", "public"), ("results", "public"), ("games", "public")]
        ).status
        == 403
    )
    assert (
        anke.request(
            "POST", "/people", [("rating", "all"), ("results", "public"), ("games", "public")]
        ).status
        == 400
    )
    german = get(anke, f"{address}?lang=de")
    assert "Schöne Zahlen" in german
    assert "Wer was sieht" in german


def the_archive_finds_what_may_be_found(club: Club, database: str) -> None:
    server, people, ids = club
    anke, ben, cleo, stranger = people["Anke"], people["Ben"], people["Cleo"], Guest(server.base)
    choose(anke)
    assert found(get(anke, "/archive"))[0] == "bot"
    assert len(found(get(anke, "/archive"))) == 8
    assert found(get(stranger, "/archive")) == ["public"]
    assert found(get(ben, "/archive?whose=all")) == ["public"]
    mine = "/archive?whose=mine&"
    assert found(get(anke, mine + "result=lost")) == ["bot", "g5"]
    assert found(get(anke, mine + "people=dora")) == ["public"]
    assert found(get(anke, mine + "people=CLEO&result=won")) == []
    assert found(get(anke, mine + "pace=live")) == ["public"]
    assert found(get(anke, mine + "game=milestones")) == []
    assert len(found(get(anke, mine + "since=2020-01-01&until=9999-12-31"))) == 8
    assert found(get(anke, mine + "until=2020-01-01")) == []
    best = max(whole_game()[0].state.scores())
    assert len(found(get(anke, mine + f"least={best}"))) == 6
    assert found(get(anke, mine + f"least={best + 1}")) == []
    for wrong in ("seats=x", "since=yesterday", "pace=slow", "result=drawn", "before=x", "least=99999999"):
        assert 'role="alert"' in get(anke, mine + wrong, 400)
    choose(anke, games="public")
    assert found(get(stranger, "/archive")) == ["bot", "public"]
    choose(ben, games="public")
    assert found(get(stranger, "/archive")) == ["bot", "public", "g4", "g3", "g2", "g1", "g0"]
    assert found(get(stranger, "/archive?people=ben&result=lost")) == ["g4", "g3", "g2", "g1", "g0"]
    assert "nobody called" in get(stranger, "/archive?people=cleo", 400)
    assert found(get(cleo, "/archive?whose=all&people=ben")) == ["g6", "g4", "g3", "g2", "g1", "g0"]
    assert found(get(stranger, f"/people/{ids['Ben']}")) == ["g4", "g3", "g2", "g1", "g0"]
    choose(ben, games="people")
    assert found(get(stranger, "/archive")) == ["bot", "public"]
    assert found(get(stranger, f"/people/{ids['Anke']}")) == ["bot", "public"]
    assert len(found(get(cleo, f"/people/{ids['Anke']}"))) == 8
    choose(anke)
    assert found(get(stranger, "/archive")) == ["public"]
    with httpx.Client(base_url=server.base, headers={"Cookie": anke.cookie}) as browser:
        answer = browser.get("/archive/records")
    assert answer.headers["X-Games"] == "8"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert len(file.namelist()) == 8
        for name in file.namelist():
            assert verify(parse_record(file.read(name))).over
    assert answer.content.count(bytes([0x50, 0x4B, 3, 4, 20, 0, 8, 0, 8, 0])) == 8  # as own_records.js counts
    assert stranger.request("GET", "/archive/records").status == 403


def programs_are_told_the_same(club: Club, database: str) -> None:
    server, people, _ids = club
    token = make_token(people["Anke"])
    with Client(server.base, token) as client, Client(server.base) as stranger:
        own = client.person()
        assert own["name"] == "Anke"
        assert {rating["pace"] for rating in own["ratings"]} == {"live", "turns"}
        assert own["results"][0]["games"] == 8
        history = client.rating_history("saint-malo")
        turns = next(rating for rating in own["ratings"] if rating["pace"] == "turns")
        assert history[-1]["strength"] == turns["strength"]
        assert history[-1]["table"] == "bot"
        with Client(server.base, make_token(people["Ben"])) as other:  # who sees ratings, but not games
            seen = other.rating_history("saint-malo", who="anke")
        assert [point["strength"] for point in seen] == [point["strength"] for point in history]
        assert {point["table"] for point in seen} == {None}
        assert stranger.person("anke")["ratings"] is None
        assert [game["table_id"] for game in stranger.archive(whose="all")] == ["public"]
        assert len(list(client.archive(result="won"))) == 6
        assert client.leaderboard("saint-malo")["lines"][0]["is_bot"]
        assert client.own_records()[:2] == b"PK"


def nobody_but_the_name_is_lost_when_an_account_is_deleted(club: Club, database: str) -> None:
    server, people, ids = club
    choose(people["Ben"], "public", "public", "public")
    before = {row.player: (row.mu, row.sigma) for row in rows(database, ratings)}
    data = json.loads(people["Ben"].request("GET", "/account/export").text)
    assert data["profile"] == [{"rating": "public", "results": "public", "games": "public"}]
    assert len(data["results"]) == 6
    assert len(data["ratings"]) == 1
    assert people["Ben"].request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    stranger = Guest(server.base)
    assert get(stranger, "/people/ben", 404)
    assert get(stranger, f"/people/{ids['Ben']}", 404)
    assert rows(database, profiles, profiles.c.guest_id == ids["Ben"]) == []
    assert {row.player: (row.mu, row.sigma) for row in rows(database, ratings)} == before
    assert "–" in get(people["Anke"], "/archive")
    assert "Ben" not in get(people["Anke"], "/archive")


def games_of_a_guest_become_those_of_the_account_but_not_their_rating(club: Club, database: str) -> None:
    _server, people, ids = club
    dora = people["Dora"]
    assert dora.request("POST", "/account/login", [("name", "Cleo"), ("password", PASSWORD)]).status == 303
    moved = rows(database, results, results.c.table_id == "public", results.c.guest_id == ids["Cleo"])
    assert [row.player for row in moved] == [ids["Dora"]]
    assert "public" in found(get(dora, "/archive"))
    live = rows(database, ratings, ratings.c.player == ids["Cleo"], ratings.c.pace == "live")
    assert live == []


def test_profiles_the_archive_and_what_becomes_of_them(database: str) -> None:
    with meeting(database) as club:
        a_profile_shows_what_its_owner_has_chosen(club, database)
        the_archive_finds_what_may_be_found(club, database)
        programs_are_told_the_same(club, database)
        games_of_a_guest_become_those_of_the_account_but_not_their_rating(club, database)
        nobody_but_the_name_is_lost_when_an_account_is_deleted(club, database)


def test_everybody_finds_themselves_on_a_leaderboard(database: str) -> None:
    """Of 130 people and a bot; own names are shown to those who may see them."""
    now = now_ms()
    names = [f"p{number:03}" for number in range(130)]
    add_people(database, *names)

    def write(connection: Connection) -> None:
        lines = [
            {
                "player": name,
                "game": "saint-malo",
                "pace": "turns",
                "mu": 40 - number / 10,
                "sigma": 2.0,
                "low": 40 - number / 10 - 3.29,
                "games": 20,
                "wins": 5,
                "people": 4,
                "last": now,
                "is_ranked": True,
            }
            for number, name in enumerate([*names, BOT])
        ]
        lines[-1] |= {"mu": 60.0, "low": 50.0, "last": 1}
        lines[3]["last"] = now - 200 * 86_400_000  # has not played for long
        lines[4]["is_ranked"] = False
        connection.execute(insert(ratings), lines)
        connection.execute(
            insert(profiles),
            [{"guest_id": "p000", "rating": "public", "results": "nobody", "games": "nobody"}],
        )

    with serving(database) as inside:
        me, stranger = register(inside.base, "Me"), Guest(inside.base)
        work(database, write)
        own = {
            "player": id_of(me),
            "game": "saint-malo",
            "pace": "turns",
            "mu": 30.0,
            "sigma": 2.0,
            "low": 27.0,
        }
        own |= {"games": 12, "wins": 3, "people": 3, "last": now, "is_ranked": True}
        work(database, lambda connection: connection.execute(insert(ratings).values(own)))
        first = get(stranger, "/leaderboard/saint-malo")
        assert "Journeyman" in first.split("<tbody>")[1].split("</tr>")[0]
        assert "P000" in first
        assert "P001" not in first
        assert first.count("somebody</span>") == 48
        assert set(re.findall(r"p\d{3}", first)) == {"p000"}  # no link names who wants to be hidden
        assert "P001" in get(me, "/leaderboard/saint-malo")
        assert "P003" not in get(me, "/leaderboard/saint-malo")
        assert "P004" not in get(me, "/leaderboard/saint-malo")
        page = get(me, "/leaderboard/saint-malo?own=yes")
        places = [int(place) for place in re.findall(r"<tr[^>]*><td>(\d+)</td>", page)]
        above = 1 + sum(40 - number / 10 - 3.29 > 27 for number in range(130) if number not in (3, 4))
        assert f"You are number {above + 1} of 130." in page
        assert above + 1 in places
        assert places[0] % 50 == 1
        row = page.split('id="own"')[1].split("</tr>")[0]
        assert f"<td>{above + 1}</td>" in row
        later = re.search(r'href="([^"]+)" rel="next"', first)
        assert later is not None
        second = get(stranger, later[1].replace("&amp;", "&"))
        assert re.findall(r"<tr[^>]*><td>(\d+)</td>", second)[0] == "51"
        assert 'rel="prev"' in second
        assert get(stranger, "/leaderboard/chess", 404)
        assert get(stranger, "/leaderboard/saint-malo?pace=slow", 400)
        for asked in ("from=nobody", "from=p070", "from=-5", "from=99999999999"):  # hidden from a stranger
            assert get(stranger, f"/leaderboard/saint-malo?{asked}") == first
        seen = get(me, "/leaderboard/saint-malo?from=p070")
        assert "P070" in seen.split("<tbody>")[1].split("</tr>")[0]
        assert "P129" in get(me, "/leaderboard/saint-malo?from=500")


def test_a_game_against_a_bot_that_is_given_up_counts_as_lost(database: str) -> None:
    with serving(database) as inside:
        anke = register(inside.base, "Anke")
        own = id_of(anke)
        begun = anke.make_table("saint-malo", "me", "bot:apprentice")
        untouched = anke.make_table("saint-malo", "me", "bot:apprentice")
        while inside.services.tables.cached(begun).match.state.turns() <= 2:  # type: ignore[union-attr]
            _play_first(anke, inside, begun)
        for table_id in (begun, untouched):
            assert anke.request("POST", f"/t/{table_id}/delete", []).status == 303
        lost = rows(database, results, results.c.guest_id == own)
        assert [(row.table_id, row.rank) for row in lost] == [(begun, 2)]
        assert lost[0].mu < lost[0].mu_before
        assert found(get(anke, "/archive")) == []


def _play_first(guest: Guest, server: ServerThread, table_id: str) -> None:
    """Play the first legal action of whoever is to act, if that is the guest."""
    table = server.services.tables.cached(table_id)
    assert table is not None
    epoch, ply = table.at
    if table.match.actor == 0:
        words = table.match.legal_words()[-1]
        guest.request(
            "POST",
            f"/t/{table_id}/play",
            [("words", words), ("ply", str(ply)), ("epoch", str(epoch))],
        )
    else:
        wait_until(lambda: table.match.actor == 0 or table.match.over)
