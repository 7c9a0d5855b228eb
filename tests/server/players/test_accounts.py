"""Accounts: registering, logging in, changing, deleting, and attacks on them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Literal

import pytest
from argon2 import PasswordHasher

from citywright.client import Client, Refused
from citywright.server.load.page_client import Guest
from citywright.server.players import accounts
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import ServerThread, never_refill, serving, wait_until

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("accounts"), limits=0) as inside:
        yield inside


def register(base: str, name: str) -> Guest:
    guest = Guest(base)
    answer = guest.request("POST", "/account/register", [("name", name), ("password", PASSWORD)])
    assert answer.status == 303, answer.text
    return guest


def log_in(guest: Guest, name: str, password: str = PASSWORD) -> int:
    return guest.request("POST", "/account/login", [("name", name), ("password", password)]).status


def test_the_whole_life_of_an_account(server: ServerThread) -> None:
    anke = register(server.base, "Anke")
    table = anke.make_table("saint-malo", "me", "open")
    elsewhere = Guest(server.base)
    assert log_in(elsewhere, "anke", "wrong horse") == 403
    assert log_in(elsewhere, "  ANKE ") == 303  # names that look alike are one
    assert f"/t/{table}" in elsewhere.request("GET", "/").text
    assert 'data-seat="0"' in elsewhere.request("GET", f"/t/{table}").text

    change = [("name", "Änne"), ("password", "another horse"), ("old", "wrong")]
    assert elsewhere.request("POST", "/account/change", change).status == 403
    change[2] = ("old", PASSWORD)
    assert elsewhere.request("POST", "/account/change", change).status == 303
    assert 'data-seat="0"' not in anke.request("GET", f"/t/{table}").text  # the old session has ended
    assert log_in(Guest(server.base), "Anke") == 403
    assert log_in(anke, "änne", "another horse") == 303

    data = json.loads(anke.request("GET", "/account/export").text)
    assert data["guest"][0]["name"] == "Änne"
    assert '[game "saint-malo"]' in data["games"][table]
    assert "argon2" not in json.dumps(data)

    assert anke.request("POST", "/account/end-sessions", []).status == 303
    for guest in (anke, elsewhere):
        assert guest.request("GET", "/account/export").status == 403
    assert log_in(anke, "änne", "another horse") == 303
    assert anke.request("POST", "/account/delete", [("old", "nonsense")]).status == 403
    assert anke.request("POST", "/account/delete", [("old", "another horse")]).status == 303
    assert log_in(Guest(server.base), "änne", "another horse") == 403
    assert "Änne" not in Guest(server.base).request("GET", f"/t/{table}").text


def test_an_old_cookie_is_worth_nothing(server: ServerThread) -> None:
    bert = register(server.base, "Bert")
    old = bert.cookie
    assert bert.request("POST", "/account/logout", []).status == 303
    thief = Guest(server.base, old)
    assert thief.request("GET", "/account/export").status == 403
    assert Guest(server.base, old[:-4] + "AAAA").request("GET", "/account/export").status == 403


def test_tokens_end_with_the_sessions(server: ServerThread) -> None:
    carla = register(server.base, "Carla")
    with Client(server.base, make_token(carla)) as client:
        client.tables()
        carla.request("POST", "/account/end-sessions", [])
        with pytest.raises(Refused, match="not known"):
            client.tables()


def test_games_of_a_guest_go_over_to_the_account(server: ServerThread) -> None:
    register(server.base, "Dora")
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "open", name="somebody")
    assert log_in(guest, "dora") == 303
    wait_until(lambda: 'data-seat="0"' in guest.request("GET", f"/t/{table}").text, 5)


def test_a_table_at_one_screen_renames_nobody(server: ServerThread) -> None:
    form = [("game", "mauerbauer"), ("one_screen", "yes"), ("who", "me"), ("who", "me"), ("label", "Ada")]
    known = Guest(server.base)
    known.make_table("saint-malo", "me", "open", name="Anke")
    assert known.request("POST", "/tables", form).status == 303
    assert 'value="Anke"' in known.request("GET", "/new/saint-malo").text
    newcomer = Guest(server.base)
    newcomer.request("POST", "/tables", form)
    assert 'value="Ada"' in newcomer.request("GET", "/new/saint-malo").text


def test_deleting_lets_others_play_on(server: ServerThread) -> None:
    emil, frida = register(server.base, "Emil"), Guest(server.base)
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("start", "A")]
    table = emil.request("POST", "/tables", form).location.rpartition("/")[2]
    frida.sit(emil.invitations(table)[0], "Frida")
    assert emil.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    wait_until(lambda: 'class="prompt yours"' in frida.request("GET", f"/t/{table}").text)
    assert "Emil" not in frida.request("GET", f"/t/{table}").text


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("Gerd", "short", 400),
        ("Gerd", "x" * 201, 400),
        ("", PASSWORD, 400),
        ("G" * 1_000_000, PASSWORD, 413),
        ("G" * 1000, PASSWORD, 400),
        ("\u200b\n\t", PASSWORD, 400),
        ("<script>alert(1)</script>", PASSWORD, 303),
    ],
)
def test_names_and_passwords_are_checked(server: ServerThread, name: str, password: str, status: int) -> None:
    guest = Guest(server.base)
    answer = guest.request("POST", "/account/register", [("name", name), ("password", password)])
    assert answer.status == status, answer.text
    assert "<script>" not in guest.request("GET", "/account").text.replace('<script type="module"', "")


def test_a_form_that_is_refused_comes_back_with_the_reason_and_without_the_password(
    server: ServerThread,
) -> None:
    register(server.base, "Käthe")
    wrong = [("name", "Käthe"), ("password", "not the password")]
    answer = Guest(server.base).request("POST", "/account/login", wrong)
    form = answer.text.partition('id="login"')[2]
    assert 'role="alert">This name or this password is wrong.</p>' in form
    assert 'value="Käthe"' in form
    assert "not the password" not in answer.text
    answer = Guest(server.base).request("POST", "/account/register", wrong)
    form = answer.text.partition('id="register"')[2].partition("</form>")[0]
    assert 'role="alert">' in form
    assert 'value="Käthe"' in form
    owner = register(server.base, "Liese")
    for verb in ("change", "delete"):
        answer = owner.request("POST", f"/account/{verb}", [("name", "Lise"), ("old", "not the password")])
        assert answer.status == 403
        assert 'role="alert">' in answer.text.partition(f'id="{verb}"')[2].partition("</form>")[0]
    assert '<details class="danger" open>' in answer.text


def test_one_name_one_account(server: ServerThread) -> None:
    register(server.base, "Hanna")
    second = Guest(server.base).request(
        "POST", "/account/register", [("name", "ＨＡＮＮＡ"), ("password", PASSWORD)]
    )
    assert second.status == 403


def test_an_unknown_name_costs_the_same_check_as_a_wrong_password(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who guesses names learns nothing from how long an answer takes: both ways check one hash."""
    register(server.base, "Ida")
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            checked.append(str(hash).rpartition("$")[0].rpartition("$")[0])  # its costs, without the salt
            return super().verify(hash, password)

    monkeypatch.setattr(accounts, "_hasher", Counting())
    for name in ("Ida", "nobody"):
        assert log_in(Guest(server.base), name, "not the password") == 403
    assert len(checked) == 2
    assert checked[0] == checked[1]


def test_passwords_cannot_be_tried_for_ever(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "try a password", 3)
    with serving(tmp_path, limits=1) as inside:
        register(inside.base, "Jan")
        tried = [log_in(Guest(inside.base), "Jan", f"guess {number}") for number in range(5)]
        assert tried == [403, 403, 403, 429, 429]
        assert log_in(Guest(inside.base), "Jan") == 429  # though it is the right one
        elsewhere = {"X_Forwarded_For": "203.0.113.9"}
        form = [("name", "JAN"), ("password", PASSWORD)]
        assert Guest(inside.base).request("POST", "/account/login", form, **elsewhere).status == 429
        form = [("name", "Karl"), ("password", PASSWORD)]
        assert Guest(inside.base).request("POST", "/account/login", form, **elsewhere).status == 403


def test_a_name_written_otherwise_is_the_same_name_to_the_limit(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody gets more tries by writing a name in ways that find the same account."""
    never_refill(monkeypatch, "try a password", 3)
    with serving(tmp_path, limits=1) as inside:
        register(inside.base, "Jan")
        names = ["Jan", "J\u200ban", " ja\u200dn ", "ＪＡＮ", "Jan\u202e", "\u2060Jan"]
        tried = []
        for number, name in enumerate(names):
            form = [("name", name), ("password", "a guess")]
            elsewhere = {"X_Forwarded_For": f"203.0.113.{number}"}
            tried.append(Guest(inside.base).request("POST", "/account/login", form, **elsewhere).status)
        assert tried == [403, 403, 403, 429, 429, 429]


# --- sessions and names ----------------------------------------------------------------


def test_a_planted_cookie_owns_nothing(server: ServerThread) -> None:
    """Whoever knew the cookie, or made a token with it, before somebody registers or logs in."""
    thief = Guest(server.base)
    thief.make_table("saint-malo", "me", "open", name="nobody")
    token = make_token(thief)
    victim = Guest(server.base, thief.cookie)
    form = [("name", "Lena"), ("password", PASSWORD)]
    assert victim.request("POST", "/account/register", form).status == 303
    assert victim.cookie != thief.cookie
    assert victim.request("GET", "/account/export").status == 200
    assert thief.request("GET", "/account/export").status == 403
    with Client(server.base, token) as client, pytest.raises(Refused, match="not known"):
        client.tables()

    thief = Guest(server.base)
    thief.make_table("saint-malo", "me", "open", name="nobody")
    victim = Guest(server.base, thief.cookie)
    assert log_in(victim, "Lena") == 303
    assert victim.request("GET", "/account/export").status == 200
    assert thief.request("GET", "/account/export").status == 403


def test_a_password_that_was_changed_meanwhile_lets_nobody_in(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old password was right when the check began, and another one is in force when it ends."""
    marta = register(server.base, "Marta")
    verify = server.services.accounts._verify

    async def verify_slowly(hashed: str, password: str) -> bool:
        is_right = await verify(hashed, password)
        monkeypatch.undo()
        changed = [("password", "another horse"), ("old", PASSWORD)]
        answer = await asyncio.to_thread(marta.request, "POST", "/account/change", changed)
        assert answer.status == 303
        return is_right

    monkeypatch.setattr(server.services.accounts, "_verify", verify_slowly)
    assert log_in(Guest(server.base), "Marta") == 403
    assert log_in(Guest(server.base), "Marta", "another horse") == 303


def test_another_name_is_shown_at_once_wherever_it_stands(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    spectator = Guest(server.base)
    assert spectator.request("POST", f"/t/{table}/say", [("text", "hello"), ("name", "Olga")]).status == 303
    assert "Olga" in ben.request("GET", f"/t/{table}").text
    anke.make_table("saint-malo", "me", "open", name="Anneke")
    spectator.make_table("saint-malo", "me", "open", name="Olivia")
    shown = ben.request("GET", f"/t/{table}").text
    assert "Anneke" in shown
    assert "Olivia" in shown
    assert "Olga" not in shown
    form = [("name", "Annegret"), ("password", PASSWORD)]
    assert anke.request("POST", "/account/register", form).status == 303
    assert "Annegret" in ben.request("GET", f"/t/{table}").text
    assert spectator.request("POST", "/account/delete", []).status == 303
    assert "Olivia" not in ben.request("GET", f"/t/{table}").text


@pytest.mark.redis
def test_the_name_of_a_deleted_account_leaves_every_node(
    database: str, redis_url: str, redis_prefix: str
) -> None:
    with ExitStack() as stack:
        nodes = [ServerThread(database, redis=redis_url, channel=redis_prefix).start() for _ in range(2)]
        for node in nodes:
            stack.callback(node.stop)
        here, there = nodes
        table, *_ = two_guests(here.base)
        anke = register(here.base, "Quirin")
        private = anke.make_table("saint-malo", "me", "bot:random")
        anke.request("POST", f"/t/{table}/say", [("text", "hello")])
        for read in (table, private):
            assert "Quirin" in Guest(there.base).request("GET", f"/t/{read}").text
        form = [("name", "Rahel"), ("password", ""), ("old", PASSWORD)]
        assert anke.request("POST", "/account/change", form).status == 303
        for read in (table, private):
            wait_until(lambda read=read: "Rahel" in Guest(there.base).request("GET", f"/t/{read}").text)
        assert anke.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
        for read in (table, private):
            wait_until(lambda read=read: "Rahel" not in Guest(there.base).request("GET", f"/t/{read}").text)


def test_names_cannot_be_changed_for_ever(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change is shown at many tables: one client could keep a server busy with it."""
    never_refill(monkeypatch, "change your name", 2)
    with serving(tmp_path, limits=1) as inside:
        anke = Guest(inside.base)
        table = anke.make_table("saint-malo", "me", "open", name="Anke")
        names = ["Anke", "Anna", "Änne", "Annette"]
        said = [anke.request("POST", f"/t/{table}/say", [("text", "x"), ("name", name)]) for name in names]
        assert [answer.status for answer in said] == [303, 303, 303, 429]
