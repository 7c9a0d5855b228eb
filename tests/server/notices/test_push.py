"""Push messages: encrypted for one browser, signed by the server, sent once, and only while they are true."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server import clock
from citywright.server.load.page_client import Guest
from citywright.server.notices import watch
from citywright.server.notices.devices import device_name
from citywright.server.notices.sender import FIRST_PAUSE
from citywright.server.notices.watch import GRACE
from citywright.server.storage.schema import calls, deliveries, devices, notices
from citywright.server.tables.terms import Terms
from tests.server.notices.push_service import Browser, Endpoint, claims_of, listening, send_json
from tests.server.notices.rows import rows
from tests.server.players.rows import changed
from tests.server.players_at_tables import DAY, record_of, table_of_two
from tests.server.server_thread import ServerThread, wait_until

AFTER_GRACE = GRACE / 1000 + 1
LONG_GRACE = 600  # seconds: for what has to be done before anything is sent, however slow the machine is
GERMAN = {"Accept_Language": "de"}


@pytest.fixture(scope="module")
def service() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    address = {"address": "https://play.example.org", "inner_addresses": True}
    inside = ServerThread(database, **address).start()
    yield inside
    inside.stop()


@pytest.fixture
def one_server(tmp_path: Any, sqlite_template: Any) -> Iterator[ServerThread]:
    """What a database has no part in is tried on one."""
    import shutil

    shutil.copyfile(sqlite_template, tmp_path / "tables.sqlite3")
    inside = ServerThread(f"sqlite:///{tmp_path / 'tables.sqlite3'}", inner_addresses=True).start()
    yield inside
    inside.stop()


def let_bot_play(anke: Guest, table: str) -> None:
    anke.request("POST", f"/t/{table}/leave", [])
    wait_until(lambda: record_of(anke, table))


def results(server: ServerThread) -> list[tuple[str, str | None]]:
    """What became of all deliveries."""
    query = select(calls.c.kind, deliveries.c.result).join(calls, calls.c.id == deliveries.c.call_id)
    return sorted(map(tuple, rows(server.settings.database, query)))


def test_a_turn_is_told_encrypted_signed_and_once(
    server: ServerThread, service: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "GRACE", 1000 * LONG_GRACE)
    table, anke, ben = table_of_two(server.base)
    browser = Browser(service, f"/push/{table}")
    answer = browser.subscribe(ben, GERMAN, zone="Europe/Berlin")
    assert answer.status_code == 200, answer.text
    let_bot_play(anke, table)
    wait_until(lambda: rows(server.settings.database, select(calls).where(calls.c.kind == "turn")))
    assert browser.arrived == []  # whoever only loads the page again is back within a moment
    clock.put_forward(LONG_GRACE + 1)
    wait_until(lambda: browser.arrived)
    message = browser.read()
    assert (message["title"], message["body"]) == ("Du bist am Zug: Saint Malo", "Mit Anke.")
    assert (message["address"], message["waiting"], message["lang"]) == (f"/t/{table}", 1, "de")
    sent = browser.arrived[0]
    assert len(sent.body) < 1000
    claims = claims_of(sent, server.services.notices.push.public_key)
    assert (claims["aud"], claims["sub"]) == (service.base, "https://play.example.org")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert (sent.headers["urgency"], int(sent.headers["ttl"])) == ("high", 24 * 3600)
    assert 0 < len(sent.headers["topic"]) <= 32
    wait_until(lambda: results(server) == [("turn", "sent")])
    ben.request("POST", f"/t/{table}/say", [("text", "here")])  # the table changes, the turn is the same
    clock.put_forward(LONG_GRACE + 1)
    wait_until(lambda: not server.services.notices.watch.waiting)
    assert len(browser.arrived) == 1
    assert 'citywright_notices_total{channel="push",result="sent"} 1.0' in (
        anke.request("GET", "/metrics").text
    )


def test_what_is_not_true_any_more_is_not_sent(
    server: ServerThread, service: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben looks at his table in time; the other turn is played before it is told."""
    monkeypatch.setattr(watch, "GRACE", 1000 * LONG_GRACE)
    seen, anke, ben = table_of_two(server.base)
    browser = Browser(service, f"/push/{seen}")
    browser.subscribe(ben)
    let_bot_play(anke, seen)
    told = select(calls).where(calls.c.kind == "turn")
    wait_until(lambda: rows(server.settings.database, told))

    async def look() -> None:
        async with ben.follow(seen) as page:
            await page.receive()
            clock.put_forward(LONG_GRACE + 1)
            await asyncio.to_thread(wait_until, lambda: results(server) == [("turn", "void")])

    asyncio.run(look())
    assert browser.arrived == []


def test_a_push_service_that_fails_is_tried_again_and_a_lost_device_is_forgotten(
    server: ServerThread, service: Endpoint
) -> None:
    table, anke, ben = table_of_two(server.base)
    phone, laptop = Browser(service, f"/phone/{table}"), Browser(service, f"/laptop/{table}")
    for browser in (phone, laptop):
        assert browser.subscribe(ben).status_code == 200
    database = server.settings.database
    service.is_open.clear()  # which of the two asks first is chance: both wait, then one is answered by 410
    let_bot_play(anke, table)
    wait_until(lambda: len(rows(database, select(deliveries))) == 2)
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: phone.arrived and laptop.arrived)
    service.statuses = [503, 410]
    service.is_open.set()
    wait_until(lambda: len(rows(database, select(devices))) == 1)  # 410: it is gone for good
    wait_until(lambda: [row.tries for row in rows(database, select(deliveries))] == [1])
    kept = next(b for b in (phone, laptop) if b.endpoint == rows(database, select(devices))[0].endpoint)
    wait_until(lambda: rows(database, select(deliveries.c.sender))[0].sender is None)
    assert len(kept.arrived) == 1
    clock.put_forward(FIRST_PAUSE / 1000 + 1)
    wait_until(lambda: len(kept.arrived) == 2)
    assert kept.read(0) == kept.read(1)
    wait_until(lambda: results(server) == [("turn", "sent")])


def hours_around_now(hours: int) -> tuple[str, str, int]:
    """Quiet hours in UTC that have just begun, and for how many seconds they last."""
    now = datetime.fromtimestamp(clock.now_ms() / 1000, UTC)
    begin, end = (now.hour - 1) % 24, (now.hour + hours) % 24
    return f"{begin:02}:00", f"{end:02}:00", hours * 3600


def test_at_night_all_waits_and_comes_as_one_in_the_morning(server: ServerThread, service: Endpoint) -> None:
    first, anke, ben = table_of_two(server.base, pace=str(7 * DAY))
    browser = Browser(service, f"/push/{first}")
    browser.subscribe(ben)
    begin, end, seconds = hours_around_now(8)
    quiet = [("quiet", "on"), ("from", begin), ("to", end), ("zone", "UTC")]
    assert ben.request("POST", "/notices/quiet", quiet).status == 303
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("start", "A"), ("pace", str(7 * DAY))]
    second = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    ben.sit(anke.invitations(second)[0], "Ben")
    third = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    ben.sit(anke.invitations(third)[0], "Ben")
    for table in (first, second, third):
        let_bot_play(anke, table)
    database = server.settings.database
    turns = select(deliveries).join(calls).where(calls.c.kind == "turn", deliveries.c.due.is_not(None))
    wait_until(lambda: len(rows(database, turns)) == 3)
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: all(row.due > clock.now_ms() + 60_000 for row in rows(database, turns)))
    assert browser.arrived == []
    ben.request("POST", f"/t/{third}/leave", [])  # by the morning his bot has played there
    wait_until(lambda: len(record_of(anke, third)) > len(record_of(anke, first)))
    clock.put_forward(seconds)
    wait_until(lambda: browser.arrived)
    message = browser.read()
    assert message["title"] == "2 games wait for you"
    assert message["body"] == "Your turn at Saint Malo\nYour turn at Saint Malo"
    assert message["address"] == "/mine"
    wait_until(lambda: results(server)[-3:] == [("turn", "sent"), ("turn", "sent"), ("turn", "void")])
    assert len(browser.arrived) == 1


def test_little_time_is_told_unless_the_turn_was_played(server: ServerThread, service: Endpoint) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(DAY))
    browser = Browser(service, f"/push/{table}")
    browser.subscribe(ben)
    let_bot_play(anke, table)
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: browser.arrived)
    clock.put_forward(DAY * 0.75)
    wait_until(lambda: len(browser.arrived) == 2)
    message = browser.read()
    assert message["title"] == "Little time left at Saint Malo"
    assert message["body"].startswith("Play until ")


def test_the_chat_is_told_to_who_is_away_and_as_much_of_a_table_as_is_chosen(
    server: ServerThread, service: Endpoint
) -> None:
    table, anke, ben = table_of_two(server.base)
    browser = Browser(service, f"/push/{table}")
    browser.subscribe(ben)
    assert ben.request("POST", f"/t/{table}/notices", [("hear", "loudly")]).status == 400
    assert ben.request("POST", f"/t/{table}/notices", [("hear", "nothing")]).status == 303
    anke.request("POST", f"/t/{table}/say", [("text", "unheard")])
    wait_until(lambda: not server.services.notices.watch.waiting)
    assert rows(server.settings.database, select(calls)) == []
    ben.request("POST", f"/t/{table}/notices", [("hear", "usual")])
    anke.request("POST", f"/t/{table}/say", [("text", "Are you there?")])
    wait_until(lambda: rows(server.settings.database, select(calls)))
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: browser.arrived)
    assert (browser.read()["title"], browser.read()["body"]) == ("Anke at Saint Malo", "Are you there?")
    assert browser.read()["about"] == f"{table} chat"  # it takes the place of no turn that was told
    ben.request("POST", "/notices", [("shown", "push"), ("turn", "push")])  # all but turns are off
    clock.put_forward(61)
    anke.request("POST", f"/t/{table}/say", [("text", "Hello?")])
    wait_until(lambda: not server.services.notices.watch.waiting)
    assert len(rows(server.settings.database, select(calls).where(calls.c.kind == "chat"))) == 1


def test_the_end_of_a_game_and_the_next_one_are_told_to_who_is_away(
    server: ServerThread, service: Endpoint
) -> None:
    _, anke, ben = table_of_two(server.base)
    browser = Browser(service, f"/end/{clock.now_ms()}")
    browser.subscribe(ben)
    table, last = almost_over(server, anke, ben)
    answer = anke.request("POST", f"/t/{table}/play", last)
    assert answer.status == 303, answer.text
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: browser.arrived)
    assert browser.read()["title"] == "Milestones is over"
    assert "Anke " in browser.read()["body"]
    again = anke.rematch(table)
    clock.put_forward(AFTER_GRACE)
    lines = {"A game of Milestones begins", "2 messages for you"}  # as one, if it is Ben's turn there
    begun = lambda one: browser.decrypt(one)["title"] in lines  # noqa: E731
    wait_until(lambda: any(map(begun, browser.arrived)))
    assert {browser.decrypt(one)["address"] for one in browser.arrived if begun(one)} == {f"/t/{again}"}


def almost_over(server: ServerThread, anke: Guest, ben: Guest) -> tuple[str, list[tuple[str, str]]]:
    """A table where one move of Anke is missing, and the form that makes it."""
    game, rng = find_game("milestones"), Rng(7)
    policy = game.policy(game.policy_names()[-1])
    match = Match(game, 2, start=0, dealer=Dealer(b"s" * 32))
    while not match.over:
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    given = [game.format_action(ply.code) for ply in match.plies[:-1]]
    ids = [
        json.loads(guest.request("GET", "/account/export").text)["guest"][0]["id"] for guest in (anke, ben)
    ]
    who = [f"guest:{one}" for one in (ids if match.plies[-1].actor == 0 else ids[::-1])]
    assert server.loop is not None
    making = server.services.tables.make(game, who, given=given, terms=Terms(start=0))
    table = asyncio.run_coroutine_threadsafe(making, server.loop).result(60)
    words = game.format_action(match.plies[-1].code)
    return table, [("words", words), ("ply", str(len(given))), ("epoch", "0")]


def test_others_tell_in_their_own_words_once_for_each_key(server: ServerThread, service: Endpoint) -> None:
    """What other parts of the server call; its words are translated when they are sent."""
    table, _, ben = table_of_two(server.base)
    browser = Browser(service, f"/push/{table}")
    browser.subscribe(ben, GERMAN)
    ben.request("GET", "/notices")
    guest_id = rows(server.settings.database, select(devices.c.guest_id))[0].guest_id
    told = server.services.notices

    async def tell(kind: str, key: str, **more: Any) -> bool:
        return await told.tell(guest_id, kind, key=key, **more)

    def now(coroutine: Any) -> Any:
        assert server.loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, server.loop).result(60)

    again = {"words": "{game} is over", "game": "milestones", "address": "/look/x"}
    assert now(tell("event", "round 1", **again)) is True
    assert now(tell("event", "round 1", **again)) is False
    wait_until(lambda: browser.arrived)
    assert browser.read()["title"] == "Milestones ist zu Ende"
    assert browser.read()["address"] == "/look/x"
    later = clock.now_ms() + 3600_000
    assert now(tell("invited", "room 7", words="You are invited", due=later)) is True
    now(told.withdraw("room 7"))
    wait_until(lambda: ("invited", "void") in results(server))
    feed = rows(server.settings.database, select(notices.c.feed))[0].feed
    entries = Guest(server.base).request("GET", f"/feed/{feed}").text
    assert "Milestones" in entries
    assert "invited" not in entries
    assert now(tell("news", "n1", en="Tonight", de="Heute Abend")) is True
    assert "Heute Abend" in Guest(server.base).request("GET", f"/feed/{feed}?lang=de").text


def test_a_device_goes_with_its_session_and_comes_along_to_an_account(
    server: ServerThread, service: Endpoint
) -> None:
    table, _, ben = table_of_two(server.base)
    browser = Browser(service, f"/push/{table}")
    browser.subscribe(ben)
    database = server.settings.database
    (before,) = rows(database, select(devices))
    ben.request("POST", "/account/register", [("name", f"Ben {table}"), ("password", "x" * 12)])
    (after,) = rows(database, select(devices))
    assert (after.id, after.guest_id) == (before.id, before.guest_id)
    assert after.session != before.session
    guest = Guest(server.base)  # another browser, as a guest first, then at the account
    guest.make_table("saint-malo", "me", "open", name="Somebody")
    other = Browser(service, f"/other/{table}")
    other.subscribe(guest)
    guest.request("POST", "/account/login", [("name", f"Ben {table}"), ("password", "x" * 12)])
    assert {row.guest_id for row in rows(database, select(devices))} == {before.guest_id}
    page = guest.request("GET", "/notices").text
    assert page.count("Remove<span") == 2
    guest.request("POST", "/account/logout", [])
    (left,) = rows(database, select(devices))
    assert left.endpoint == browser.endpoint
    assert ben.request("POST", f"/notices/devices/{left.id}/delete", []).status == 303
    assert rows(database, select(devices)) == []


def test_a_browser_that_was_given_another_address_stays_one_device(
    one_server: ServerThread, service: Endpoint
) -> None:
    _, anke, ben = table_of_two(one_server.base)
    old, new = Browser(service, "/old"), Browser(service, "/new")
    first = old.subscribe(ben).json()["device"]
    assert new.subscribe(ben, replaces=old.endpoint).json()["device"] == first
    (row,) = rows(one_server.settings.database, select(devices))
    assert row.endpoint == new.endpoint
    thief = Browser(service, "/thief")  # nobody takes another's device away
    assert thief.subscribe(anke, replaces=new.endpoint).status_code == 200
    assert len(rows(one_server.settings.database, select(devices))) == 2
    for number in range(12):
        Browser(service, f"/many/{number}").subscribe(ben)
    own = select(devices).where(devices.c.guest_id == row.guest_id)
    assert len(rows(one_server.settings.database, own)) == 10


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"endpoint": "http://push.example.org/x"}, "https://"),
        ({"endpoint": "https://127.0.0.1/x"}, "private network"),
        ({"endpoint": "https://user@push.example.org/x"}, "of the form"),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "keys cannot be used"),
        ({"keys": "none"}, "no subscription"),
    ],
)
def test_what_is_no_subscription_is_refused(
    tmp_path_factory: pytest.TempPathFactory, served: Any, change: dict[str, Any], words: str
) -> None:
    guest = Guest(served.base)
    guest.make_table("saint-malo", "me", "open", name="Anke")
    with listening() as service:
        good = Browser(service, "/x").subscription() | {"endpoint": "https://push.example.org/x"}
        answer = send_json(guest, "/notices/devices", good | change)
        assert answer.status_code == 400, answer.text
        assert words in answer.text
        assert send_json(Guest(served.base), "/notices/devices", good).status_code == 403
        assert send_json(guest, "/notices/devices", [1]).status_code == 400


def test_devices_are_called_what_they_are() -> None:
    android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari"
    firefox = "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0"
    names = [device_name(agent) for agent in (android, iphone, firefox, "curl")]
    assert names == ["Chrome, Android", "Safari, iPhone", "Firefox, Windows", "Browser"]


def test_nobody_is_told_by_a_device_whose_session_has_ended(
    one_server: ServerThread, service: Endpoint
) -> None:
    """Should a row be left behind, as by a restored backup."""
    table, anke, ben = table_of_two(one_server.base)
    browser = Browser(service, "/left-behind")
    browser.subscribe(ben)
    changed(one_server.settings.database, update(devices).values(session="0" * 64))
    let_bot_play(anke, table)
    clock.put_forward(AFTER_GRACE)
    wait_until(lambda: not one_server.services.notices.watch.waiting)
    assert rows(one_server.settings.database, select(deliveries)) == []
    assert browser.arrived == []
