"""The deal of the day: the same dice and answers for everybody, one try, and nobody looks before."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from functools import partial

import pytest

from citywright.match.dealer import NamedDealer, all_numbers, commitment_of
from citywright.match.dice import dealt_again
from citywright.match.record import parse_record
from citywright.match.replay import replay, verify
from citywright.server import clock
from citywright.server.deals import deal, rows
from citywright.server.deals.deal import day_before, secret_of
from citywright.server.deals.rows import median_of, streak_of
from citywright.server.load.page_client import Answer, Guest
from citywright.server.storage.closed import close
from tests.server.deals.playing import GAME, at_noon, play, quick_master
from tests.server.players_at_tables import make_token, wise_words
from tests.server.server_thread import ServerThread, wait_until

DAY = 24 * 3600


@pytest.fixture
def server(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    """Its bots decide by their random streams alone: those are what the deal must give."""
    monkeypatch.setattr(deal, "usual_bot", lambda _: "random")
    with at_noon():
        inside = ServerThread(database)
        inside.services.deals.work = quick_master
        inside.start()
        yield inside
        inside.stop()


def begin(guest: Guest, name: str, game: str = GAME) -> str:
    answer = guest.request("POST", f"/deals/{game}", [("name", name)])
    assert answer.status == 303, answer.text
    return answer.location.rpartition("/")[2]


def look(guest: Guest, path: str) -> Answer:
    return guest.request("GET", f"{path}?lang=en")


def today() -> str:
    return clock.today()


def result_of(page: str) -> list[tuple[int, str, int]]:
    rows = re.findall(r"<tr[^>]*><td>(\d+)</td><th scope=\"row\">([^<]+)</th><td>([\d−]+)</td>", page)
    return [(int(rank), name, int(points.replace("−", "-"))) for rank, name, points in rows]


def test_a_deal_from_the_first_move_to_the_next_day(server: ServerThread) -> None:
    anke, ben, cleo = (Guest(server.base) for _ in range(3))
    tables = {name: begin(guest, name) for guest, name in ((anke, "Anke"), (ben, "Ben"), (cleo, "Cleo"))}
    assert begin(anke, "Anke") == tables["Anke"], "there is one try, which can be continued"

    # the same play meets the same dice and the same answers of the bots; other play the same dice
    own = play(anke, tables["Anke"])
    assert play(ben, tables["Ben"], like=own) == own
    play(cleo, tables["Cleo"], wisely=False)
    texts = {
        name: guest.request("GET", f"/t/{tables[name]}/record").text
        for guest, name in ((anke, "Anke"), (ben, "Ben"), (cleo, "Cleo"))
    }
    actions = {name: parse_record(text).actions for name, text in texts.items()}
    assert actions["Anke"] == actions["Ben"] != actions["Cleo"]
    secret = secret_of(server.services.promises, today(), GAME)
    dealer = NamedDealer(secret, GAME, all_numbers((), 3))
    drawn: dict[object, int] = {}
    for text in texts.values():
        record = parse_record(text)
        assert "secret" not in record.headers
        assert record.headers["commitment"] == commitment_of(secret)
        for dealt in dealt_again(replay(record), dealer):
            assert dealt.words == dealt.honest
            for draw, number in dealt.draws:
                assert drawn.setdefault(draw, number) == number

    # the results, the median and the master
    wait_until(lambda: server.services.deals.waiting == 0, every=0.2)
    page = look(anke, f"/deals/{today()}/{GAME}").text
    scores = {name: int(parse_record(text).headers["scores"].split()[0]) for name, text in texts.items()}
    ranked = sorted(scores.values(), reverse=True)
    assert sorted(result_of(page)) == sorted(
        (1 + sum(other > points for other in ranked), name, points) for name, points in scores.items()
    )
    assert re.search(rf'id="deal-median".*<dd>{ranked[1]}</dd>', page)
    master = parse_record(anke.request("GET", f"/deals/{today()}/{GAME}/master").text)
    assert "secret" not in master.headers
    assert re.search(rf'id="deal-master".*<dd>{master.headers["scores"].split()[0]} ', page)
    assert [words for _, words, _ in master.actions][:9] == [words for _, words, _ in actions["Ben"]][:9]

    # the next day all is open, and the secret checks
    clock.put_forward(DAY)
    try:
        stranger = Guest(server.base)
        day = clock.today()
        yesterday = day_before(day)
        page = look(stranger, f"/deals/{yesterday}/{GAME}").text
        assert secret.hex() in page
        assert len(result_of(page)) == 3
        text = stranger.request("GET", f"/t/{tables['Cleo']}/record").text
        assert verify(parse_record(text)).over
        assert parse_record(text).headers["secret"] == secret.hex()
        assert verify(parse_record(stranger.request("GET", f"/deals/{yesterday}/{GAME}/master").text)).over
        assert stranger.request("GET", f"/t/{tables['Cleo']}/draws").status == 200
        assert begin(anke, "Anke") != tables["Anke"]
        assert secret_of(server.services.promises, day, GAME) != secret
    finally:
        clock.put_forward(-DAY)


def test_what_is_refused_while_a_deal_runs(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    table = begin(anke, "Anke")
    token = make_token(ben)
    addresses = [f"/t/{table}", f"/t/{table}/record", f"/t/{table}/dice", f"/deals/{today()}/{GAME}/master"]
    for path in addresses:
        answer = look(ben, path)
        assert (answer.status, "Finish your own game" in answer.text) == (403, True), path
    for path in ("", "/view", "/actions", "/record", "/draws", "/hints", "/stream", "/analysis"):
        answer = ben.request("GET", f"/api/tables/{table}{path}", Authorization=f"Bearer {token}")
        assert answer.status == 403, path
    assert "Who has finished this deal" in look(ben, f"/deals/{today()}/{GAME}").text
    assert look(anke, f"/t/{table}").status == 200
    for path, words in (
        (f"/t/{table}/leave", "nobody can play the deal of the day for you"),
        (f"/t/{table}/call", "nobody can play the deal of the day for you"),
        (f"/t/{table}/rematch", "a rematch begins when the game is over"),
    ):
        assert words in anke.request("POST", f"{path}?lang=en", []).text.lower(), path
    assert "There are no hints" in look(anke, f"/t/{table}/advice").text
    page = look(anke, f"/t/{table}").text
    assert 'data-do="advice"' not in page
    assert "The deal of the day" in page

    async def undo() -> str:
        async with anke.follow(table) as page:
            await page.receive()
            while not page.yours:
                await page.receive()
            return (await page.undo()).reason

    assert "undo is off" in asyncio.run(undo())
    for day, status in (("2026-13-01", 400), ("x", 400), ("2999-01-01", 404), ("0001-01-01", 400)):
        assert look(ben, f"/deals/{day}/{GAME}").status == status
    assert look(ben, f"/deals/{today()}/chess").status == 404
    assert ben.request("POST", "/deals/chess", []).status == 404


def test_a_deal_given_up_stays_so_and_is_over_with_its_day(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    table, other = begin(anke, "Anke"), begin(ben, "Ben")
    assert anke.request("POST", f"/t/{table}/delete", []).status == 303
    again = anke.request("POST", f"/deals/{GAME}?lang=en", [])
    assert (again.status, "You have given this deal up" in again.text) == (422, True)
    assert "You have given it up" in look(anke, "/deals").text
    clock.put_forward(DAY)
    try:
        words = wise_words(ben, other, GAME, 0)
        form = [("seat", "0"), ("ply", "0"), ("epoch", "0"), ("words", words)]
        late = ben.request("POST", f"/t/{other}/play?lang=en", form)
        assert (late.status, "The day of this deal is over" in late.text) == (422, True)
        assert other not in look(ben, "/").text
        assert "You did not finish it" in look(ben, f"/deals/{day_before(clock.today())}").text
    finally:
        clock.put_forward(-DAY)


def test_a_deal_that_the_host_closes_has_no_result(server: ServerThread) -> None:
    anke = Guest(server.base)
    table = begin(anke, "Anke")
    wait_until(lambda: (known := server.services.tables.cached(table)) is not None and known.match.ply > 9)
    database = server.services.database
    close_it = partial(close, table_id=table, reason="a bad name")
    assert server.loop is not None
    asyncio.run_coroutine_threadsafe(database.transact(close_it), server.loop).result(30)
    assert result_of(look(anke, f"/deals/{today()}/{GAME}").text) == []


def test_medians_and_streaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "today", lambda: "2026-11-18")
    assert [median_of(scores) for scores in ([], [5], [9, 4], [9, 5, 1])] == [None, 5, 6.5, 5]
    before = {"2026-03-01": "2026-02-28", "2026-02-28": "2026-02-27"}
    assert streak_of([], before.get) == 0
    today_, yesterday = "2026-11-18", "yesterday"
    chain = {today_: yesterday, yesterday: "earlier", "earlier": ""}.get
    assert streak_of([today_, yesterday], chain) == 2
    assert streak_of([yesterday, "earlier"], chain) == 2
    assert streak_of([today_, "earlier"], chain) == 1
    assert streak_of(["earlier"], chain) == 0


def test_a_try_goes_with_its_person(server: ServerThread) -> None:
    """Into the account a guest logs in to, unless that has one; into the export; away with the account."""
    account, guest, other = (Guest(server.base) for _ in range(3))
    password = "eight letters and more"
    account.request("POST", "/account/register", [("name", "Dora"), ("password", password)])
    kept = begin(account, "Dora", "saint-malo")
    table = begin(guest, "Guest")
    begin(guest, "Guest", "saint-malo")
    guest.request("POST", "/account/login", [("name", "Dora"), ("password", password)])
    tries = json.loads(guest.request("GET", "/account/export").text)["deals"]
    assert {(one["game"], one["table_id"]) for one in tries} == {(GAME, table), ("saint-malo", kept)}
    assert begin(guest, "Dora") == table
    begin(other, "Other")
    assert "People who have begun it: 2" in look(other, "/deals").text
    answer = guest.request("POST", "/account/delete", [("old", password)])
    assert answer.status == 303, answer.text
    assert "People who have begun it: 2" not in look(other, "/deals").text
