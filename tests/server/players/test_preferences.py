"""Preferences: which there are, how they are read back, and where they are kept, on both databases."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import event, update

from citywright.server.errors import Refusal
from citywright.server.load.page_client import Guest
from citywright.server.operations.backup import make_backup
from citywright.server.operations.restore import restore_backup
from citywright.server.players.preferences import (
    POSSIBLE,
    SOUNDS,
    Preferences,
    check_choice,
    from_cookies,
    from_json,
    with_choice,
)
from citywright.server.storage.schema import guests
from tests.server.players.rows import changed
from tests.server.server_thread import ServerThread

PASSWORD = "correct horse"


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


# --- what there is --------------------------------------------------------------------


def test_the_first_value_is_the_usual_one() -> None:
    usual = Preferences()
    for name, values in POSSIBLE.items():
        if name not in ("sounds", "lang"):
            assert getattr(usual, name) == values[0], name
    assert usual.sounds == SOUNDS == ("roll", "place", "turn", "chat", "end")
    assert usual.lang == ""
    assert set(POSSIBLE) == set(Preferences.__struct_fields__) - {"lessons"}  # nobody chooses those


def test_what_is_written_is_read_back() -> None:
    last = {name: values[-1] for name, values in POSSIBLE.items() if name != "sounds"}
    every = msgspec.convert(last, Preferences)
    for chosen in (Preferences(), every, msgspec.structs.replace(every, sounds=("turn", "end")), _silent()):
        assert from_json(chosen.as_json()) == chosen
        assert from_cookies({"preferences": chosen.as_cookie(), "lang": chosen.lang}) == chosen
        assert re.fullmatch(r"[a-z:&+]*", chosen.as_cookie())  # stands in a cookie as it is
        assert len(chosen.as_cookie()) < 300


def _silent() -> Preferences:
    return Preferences(sound="on", sounds=())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", Preferences()),
        ("theme:dark&speed:warp&colour:blue", Preferences(theme="dark")),
        ("theme:dark:dark&&&=:::&board", Preferences()),
        ("sounds:turn+bells+roll+turn", Preferences(sounds=("roll", "turn"))),
        ("sounds:", Preferences(sounds=())),
        ("lang:de", Preferences()),  # it has a cookie of its own
        ("&" * 5000, Preferences()),
    ],
)
def test_a_cookie_of_another_version_is_no_error(text: str, meant: Preferences) -> None:
    assert from_cookies({"preferences": text}) == meant


def test_cookies_of_the_first_version() -> None:
    assert from_cookies({}) is None
    assert from_cookies({"citywright_guest": "x"}) is None
    assert from_cookies({"theme": "dark", "lang": "de"}) == Preferences(theme="dark", lang="de")
    assert from_cookies({"theme": "blue", "lang": "fr"}) == Preferences()
    assert from_cookies({"theme": "dark", "preferences": ""}) == Preferences()  # light again was chosen later


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"theme": 7, "sounds": "turn", "lang": ["de"]}'])
def test_a_row_of_another_version_is_no_error(text: str) -> None:
    assert from_json(text) == Preferences()
    assert from_json(None) is None
    assert from_json('{"theme": "dark", "sounds": ["turn", 7, "bells"]}') == Preferences(
        theme="dark", sounds=("turn",)
    )


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"speed": "warp"}, "speed can be normal, slow, fast, instant, not 'warp'"),
        ({"theme": "dark", "colour": "blue"}, "there is no preference 'colour'; there are board, "),
        ({"sounds": "turn bells"}, "sounds can be roll, place, turn, chat, end, not 'bells'"),
        ({"sounds": ["turn", 7]}, "sounds can be roll, place, turn, chat, end, not '7'"),
        ({"forced": True}, "forced can be on, off, not 'True'"),
        ({"lang": ""}, "lang can be en, de, not ''"),
    ],
)
def test_what_cannot_be_chosen_is_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_choice(values)
    assert (refused.value.status, refused.value.reason[: len(reason)]) == (400, reason)


def test_some_are_chosen_and_the_others_stay() -> None:
    chosen = check_choice({"speed": "fast", "sounds": "end roll"})
    assert with_choice(Preferences(theme="dark"), chosen) == Preferences(
        theme="dark", speed="fast", sounds=("roll", "end")
    )
    assert check_choice({"sounds": ""}) == {"sounds": ()}


# --- where it is kept -----------------------------------------------------------------


def choose(guest: Guest, **values: str) -> None:
    assert guest.request("POST", "/preferences", list(values.items())).status == 303


def shown(guest: Guest, path: str = "/") -> dict[str, str]:
    """The preferences that a page shows, but for the usual ones."""
    html = guest.request("GET", path).text
    found = re.search(r'<html lang="(\w+)"([^>]*)>', html)
    assert found is not None
    usual = dict(Preferences().words())
    own = dict(re.findall(r'data-(\w+)="([^"]*)"', found[2]))
    assert set(own) == set(usual)
    return {name: value for name, value in own.items() if value != usual[name]}


def register(guest: Guest, name: str) -> None:
    answer = guest.request("POST", "/account/register", [("name", name), ("password", PASSWORD)])
    assert answer.status == 303, answer.text


def log_in(guest: Guest, name: str) -> None:
    answer = guest.request("POST", "/account/login", [("name", name), ("password", PASSWORD)])
    assert answer.status == 303, answer.text


def test_an_account_has_them_on_every_device(server: ServerThread) -> None:
    anke = Guest(server.base)
    table = anke.make_table("saint-malo", "me", "open", name="Anke")
    choose(anke, speed="fast", lang="de")
    choose(anke, theme="dark", sounds="turn")
    mine = {"speed": "fast", "theme": "dark", "sounds": "turn"}
    assert shown(anke) == shown(anke, f"/t/{table}") == mine
    register(anke, "Anke")
    assert shown(anke) == mine
    elsewhere = Guest(server.base)
    log_in(elsewhere, "Anke")
    assert shown(elsewhere) == shown(elsewhere, "/account") == mine
    assert '<html lang="de"' in elsewhere.request("GET", "/", Accept_Language="en").text
    choose(elsewhere, board="large", lang="en")
    assert shown(anke) == mine | {"board": "large"}
    assert '<html lang="en"' in anke.request("GET", "/", Accept_Language="de").text
    assert shown(Guest(server.base)) == {}


def test_who_logs_in_finds_the_account_s(server: ServerThread) -> None:
    anke, stranger = Guest(server.base), Guest(server.base)
    anke.make_table("saint-malo", "me", "open")
    choose(anke, theme="dark")
    register(anke, "Anke")
    stranger.make_table("saint-malo", "me", "open")
    choose(stranger, theme="light", speed="slow")
    log_in(stranger, "Anke")
    assert shown(stranger) == shown(anke) == {"theme": "dark"}


def test_an_account_without_any_takes_along_what_was_chosen_before(server: ServerThread) -> None:
    anke, guest, again = Guest(server.base), Guest(server.base), Guest(server.base)
    register(anke, "Anke")
    guest.make_table("saint-malo", "me", "open")
    choose(guest, speed="slow")
    log_in(guest, "Anke")
    assert shown(anke) == shown(guest) == {"speed": "slow"}
    choose(again, theme="dark")  # somebody without a guest: only the browser has it
    log_in(again, "Anke")
    assert shown(again) == {"speed": "slow"}


def test_another_account_s_are_not_taken_along(server: ServerThread) -> None:
    anke, ben = Guest(server.base), Guest(server.base)
    register(anke, "Anke")
    register(ben, "Ben")
    choose(ben, speed="slow")
    log_in(ben, "Anke")
    assert shown(ben) == shown(anke) == {}


def test_a_visitor_keeps_them_in_cookies_until_there_is_a_guest(server: ServerThread) -> None:
    with httpx.Client(base_url=server.base, trust_env=False, timeout=60) as browser:
        browser.cookies.set("theme", "dark")  # of an older version
        for values in ({"speed": "fast"}, {"sounds": ["roll", "end"], "hand": "left"}):
            answer = browser.post("/preferences", json=values)
            assert answer.status_code == 200
        mine = {"speed": "fast", "sounds": "roll end", "hand": "left", "theme": "dark"}
        assert answer.json() == dict(Preferences().words()) | {"lang": ""} | mine
        assert all(
            f'data-{name}="{value}"' in browser.get("/rules/saint-malo").text for name, value in mine.items()
        )
        form = {"game": "saint-malo", "who": ["me", "open"]}
        assert browser.post("/tables", data=form).status_code == 303
        guest = Guest(server.base, f"citywright_guest={browser.cookies['citywright_guest']}")
        assert shown(guest) == mine  # without the cookies


def test_a_browser_is_told_what_was_chosen_elsewhere(server: ServerThread) -> None:
    """Pages that ask for no guest go by the cookie."""
    anke = Guest(server.base)
    anke.make_table("saint-malo", "me", "open")
    choose(anke, contrast="more", lang="de")
    name, _, value = anke.cookie.partition("=")
    with httpx.Client(base_url=server.base, trust_env=False, timeout=60) as browser:
        browser.cookies.set(name, value)
        assert 'data-contrast="auto"' in browser.get("/rules/saint-malo").text
        first = browser.get("/")
        assert (browser.cookies["preferences"], browser.cookies["lang"]) == ("contrast:more", "de")
        assert first.text.startswith('<!doctype html>\n<html lang="de"')
        assert "set-cookie" not in browser.get("/").headers
        assert 'data-contrast="more"' in browser.get("/rules/saint-malo").text


def test_choices_made_at_once_are_all_kept(server: ServerThread) -> None:
    anke = Guest(server.base)
    anke.make_table("saint-malo", "me", "open")
    mine = {
        "speed": "slow",
        "theme": "dark",
        "board": "small",
        "hand": "left",
        "motion": "less",
        "sound": "on",
    }
    with ThreadPoolExecutor(len(mine)) as threads:
        list(threads.map(lambda item: choose(Guest(server.base, anke.cookie), **dict([item])), mine.items()))
    assert shown(anke) == mine


def test_a_row_nobody_understands_is_as_if_nothing_was_chosen(server: ServerThread, database: str) -> None:
    anke = Guest(server.base)
    anke.make_table("saint-malo", "me", "open")
    assert changed(database, update(guests).values(preferences='{"theme": "dark", "hat": 1}')) == 1
    assert shown(anke) == {"theme": "dark"}
    assert changed(database, update(guests).values(preferences="no JSON")) == 1
    assert shown(anke) == {}
    choose(anke, speed="slow")
    assert shown(anke) == {"speed": "slow"}


def test_they_are_part_of_one_s_data_and_deleted_with_it(server: ServerThread, database: str) -> None:
    anke = Guest(server.base)
    register(anke, "Anke")

    def told() -> object:
        return json.loads(anke.request("GET", "/account/export").text)["guest"][0]["preferences"]

    assert told() is None
    choose(anke, theme="dark", sounds="turn")
    assert told() == {"theme": "dark", "sounds": ["turn"]}
    assert anke.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    forgotten = update(guests).where(guests.c.preferences.is_not(None)).values(preferences=None)
    assert changed(database, forgotten) == 0
    assert anke.request("POST", "/preferences", [("theme", "dark")]).status == 303  # as a visitor
    assert changed(database, forgotten) == 0


def test_a_backup_has_them(database: str, tmp_path: Path) -> None:
    inside = ServerThread(database).start()
    try:
        anke = Guest(inside.base)
        anke.make_table("saint-malo", "me", "open")
        choose(anke, theme="dark")
    finally:
        inside.stop()
    make_backup(database, tmp_path / "backup.sqlite3")
    restored = f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    restore_backup(tmp_path / "backup.sqlite3", restored)
    restore_backup(tmp_path / "backup.sqlite3", database, overwrite=True)
    for place in (restored, database):
        again = ServerThread(place).start()
        try:
            assert shown(Guest(again.base, anke.cookie)) == {"theme": "dark"}
        finally:
            again.stop()


def test_no_page_asks_for_them_alone(server: ServerThread) -> None:
    """They come with the guest."""
    anke = Guest(server.base)
    table = anke.make_table("saint-malo", "me", "open")
    choose(anke, theme="dark")
    store = server.services.database
    engine = store._quick_reader if store.is_sqlite else store._reader.sync_engine
    asked: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        assert shown(anke, f"/t/{table}") == {"theme": "dark"}
    finally:
        event.remove(engine, "before_cursor_execute", note)
    about = [statement for statement in asked if "preferences" in statement]
    assert len(about) == 1
    assert "guests.name" in about[0]
    assert "sessions.digest" in about[0]


@pytest.mark.anyio
async def test_an_ended_session_keeps_nothing(server: ServerThread) -> None:
    """Not even what was asked for while it ended."""
    anke = Guest(server.base)
    await asyncio.to_thread(register, anke, "Anke")
    old = anke.cookie
    await asyncio.to_thread(anke.request, "POST", "/account/end-sessions", [])
    thief = Guest(server.base, old)
    await asyncio.to_thread(choose, thief, theme="dark")
    await asyncio.to_thread(log_in, anke, "Anke")
    assert await asyncio.to_thread(shown, anke) == {}
