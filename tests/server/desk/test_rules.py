"""Who may do what at the desk, what can be reported, and what is refused: all of it in one club."""

from __future__ import annotations

import argparse
import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from citywright.cli.serve import add_arguments, settings_of
from citywright.server.desk.acts import Order
from citywright.server.errors import Refusal
from citywright.server.load.page_client import Guest
from citywright.server.notices.kinds import OF_THE_DESK
from citywright.server.pages.desk.told import own_rules
from citywright.server.players.guests import Guest as Known
from citywright.server.storage.schema import audit_log, calls
from tests.server.desk.people import (
    PASSWORD,
    Club,
    club_on,
    decide,
    id_of,
    letters,
    log_of,
    reason_of,
    report,
    report_links,
    say,
    seated,
    waiting,
)
from tests.server.notices.rows import rows
from tests.server.players_at_tables import make_token, table_of_two
from tests.server.server_thread import wait_until

RULES = "For all.\n\n[de]\nAuf\nDeutsch.\n\nMehr.\n\n[en]\n\nIn <b>English</b>.\n"
PAGES = ("/desk", "/desk/people", "/desk/tables", "/desk/log")
OF_ADMINISTRATORS = ("/desk/announcements", "/desk/limits")
FORMS = ("/desk/reports/1", "/desk/tables/nowhere/close", "/desk/announcements", "/desk/limits")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Club]:
    file = tmp_path_factory.mktemp("desk") / "tables.sqlite3"
    shutil.copyfile(sqlite_template, file)
    rules = file.with_name("rules.txt")
    rules.write_text(RULES, encoding="utf-8")
    with club_on(f"sqlite:///{file}", bot_pace=600.0, house_rules=str(rules)) as made:
        yield made


def test_there_is_no_desk_for_those_without_a_role(club: Club) -> None:
    strangers = (Guest(club.server.base), club["Anke"])
    for guest in strangers:
        for address in (*PAGES, *OF_ADMINISTRATORS, f"/desk/people/{club.ids['Ben']}"):
            answer = guest.request("GET", address)
            assert (answer.status, reason_of(answer)) == (404, "There is nothing at this address"), address
        for address in (*FORMS, f"/desk/people/{club.ids['Ben']}", "/desk/announcements/1/remove"):
            form = [("act", "mute"), ("reason", "x"), ("hours", "1"), ("en", "x")]
            assert guest.request("POST", address, form).status == 404, address
        assert "/desk" not in guest.request("GET", "/account").text
    for address in (*PAGES, f"/desk/people/{club.ids['Ben']}"):
        assert club["Mia"].request("GET", address).status == 200, address
    for address in OF_ADMINISTRATORS:
        assert club["Mia"].request("GET", address).status == 403, address
        assert (
            club["Mia"].request("POST", address, [("en", "x"), ("rooms", "3"), ("reports", "3")]).status
            == 403
        )
        assert club["Hanna"].request("GET", address).status == 200, address
    assert rows(club.database, select(audit_log).where(audit_log.c.act != "role")) == []


@pytest.mark.parametrize(
    "act", ["warn", "mute", "suspension", "rename", "sessions", "delete", "unmute", "unsuspend"]
)
@pytest.mark.parametrize(
    ("who", "whom"),
    [("Mia", "Max"), ("Mia", "Hanna"), ("Mia", "Mia"), ("Hanna", "Hugo"), ("Hanna", "Hanna")],
)
def test_nobody_acts_against_an_equal_or_themselves(club: Club, who: str, whom: str, act: str) -> None:
    before = len(rows(club.database, select(audit_log)))
    assert club.act(who, whom, act, password=PASSWORD).status == 403
    assert len(rows(club.database, select(audit_log))) == before
    assert letters(club[whom]) == []


@pytest.mark.parametrize(
    ("who", "whose"), [("Mia", "Mia"), ("Mia", "Max"), ("Mia", "Hugo"), ("Hanna", "Hugo")]
)
def test_nobody_closes_a_table_of_their_own_or_of_an_equal(club: Club, who: str, whose: str) -> None:
    """A game that is being lost cannot be made to have no result."""
    table, anke, _ = seated(club, whose)
    refused = club[who].request("POST", f"/desk/tables/{table}/close", [("reason", "it goes badly")])
    assert refused.status == 403
    assert anke.request("GET", f"/t/{table}").status == 200
    assert letters(club[whose]) == []


def test_every_act_by_a_moderator_is_in_the_log_and_told(club: Club) -> None:
    carl = club.newcomer("Carl")
    for act, told in (
        ("warn", "The host asks you to mind the house rules: a reason"),
        ("mute", "You cannot write in the chat any more: a reason"),
        ("unmute", "You can write in the chat again."),
        ("suspension", "You cannot play here any more: a reason"),
        ("unsuspend", "You can play here again."),
    ):
        answer = club.act("Mia", "Carl", act, hours="0")
        assert answer.location == f"/desk/people/{club.ids['Carl']}?done={act}", answer.text
        assert letters(carl)[0] == told
        assert log_of(club["Mia"])[0][1] == "Mia"
    assert club.act("Mia", "Carl", "unmute").status == 422
    club.act("Mia", "Carl", "rename", "no such names")
    page = club["Mia"].request("GET", f"/desk/people/{club.ids['Carl']}").text
    name = page.partition('<h2 id="who">')[2].partition("<")[0]
    assert name.startswith("Player ")
    assert letters(carl)[0] == (
        f"The host has changed your name to {name}: no such names. You can choose another in your account."
    )
    again = Guest(club.server.base)  # the name to log in by is the old one
    assert again.request("POST", "/account/login", [("name", "Carl"), ("password", PASSWORD)]).status == 303
    assert club.act("Mia", "Carl", "sessions").status == 303
    assert again.request("GET", "/letters").status == 403
    assert len(log_of(club["Mia"], f"/desk/people/{club.ids['Carl']}")) == 7
    for wrong, status in (
        ({"act": "mute", "reason": " "}, 400),
        ({"act": "mute", "reason": "x" * 301}, 400),
        ({"act": "mute", "reason": "x", "hours": "5"}, 400),
        ({"act": "dance", "reason": "x"}, 404),
        ({"act": "nothing", "reason": "x"}, 400),
    ):
        assert (
            club["Mia"].request("POST", f"/desk/people/{club.ids['Carl']}", [*wrong.items()]).status == status
        )
    assert club["Mia"].request("GET", "/desk/people/nobody").status == 404


def test_roles_are_given_by_administrators_and_one_always_stays(club: Club) -> None:
    dora = club.newcomer("Dora")
    assert club.act("Mia", "Dora", "role", role="moderator").status == 403
    assert club.act("Hanna", "Dora", "role", role="king").status == 400
    assert club.act("Hanna", "Dora", "role", role="moderator").status == 303
    assert dora.request("GET", "/desk").status == 200
    assert club.act("Hanna", "Dora", "role", role="administrator").status == 303
    assert club.act("Hanna", "Dora", "role", role="").status == 403  # they are equal now
    for name in ("Dora", "Hugo"):
        assert club.act(name, name, "role", role="").location == "/account"
    refused = club.act("Hanna", "Hanna", "role", role="moderator")
    assert (refused.status, "last administrator" in reason_of(refused)) == (422, True)
    guest = Guest(club.server.base)
    table = guest.make_table("saint-malo", "me", "open", name="Gast")
    assert table
    club.people["Gast"], club.ids["Gast"] = guest, id_of(guest)
    assert (
        "only somebody with an account"
        in reason_of(club.act("Hanna", "Gast", "role", role="moderator")).lower()
    )
    club.act("Hanna", "Hugo", "role", role="administrator")


def test_nobody_sees_who_has_reported_them_nor_judges_an_equal(club: Club) -> None:
    anke, mia, max_, hanna = (club[name] for name in ("Anke", "Mia", "Max", "Hanna"))
    for whom in ("Mia", "Hanna"):
        assert report(anke, {"person": club.ids[whom]}, "name", f"about {whom}").status == 303
    about_mia, about_hanna = waiting(hanna)
    assert (waiting(mia), waiting(max_)) == ([], [])
    assert "2 reports wait" in hanna.request("GET", "/account").text
    assert "reports wait" not in mia.request("GET", "/account").text
    page = hanna.request("GET", "/desk").text
    own = page.partition(f'id="report-{about_hanna}"')[2].partition("</article>")[0]
    assert "about Hanna" in own
    assert "by Anke" not in own
    assert "by Anke" in page.partition(f'id="report-{about_mia}"')[2].partition("</article>")[0]
    for who in (mia, max_):
        assert decide(who, about_mia, "nothing").status == 404
    assert decide(hanna, about_hanna, "mute").status == 403
    assert decide(hanna, about_hanna, "nothing").status == 303
    assert decide(hanna, about_mia, "warn", "mind your words").status == 303
    assert sorted(letters(anke)[:2]) == [
        "Your report has been looked at, and something was done. Thank you.",
        "Your report has been looked at. Nothing had to be done this time. Thank you.",
    ]
    assert waiting(hanna) == []


def test_what_can_be_reported_and_where(club: Club) -> None:
    table, anke, ben = seated(club)
    base = club.server.base
    say(ben, table, "hello")
    page = anke.request("GET", f"/t/{table}").text
    assert [link["seat"] for link in report_links(page, "seat")] == ["1"]
    (message,) = report_links(page, "message")
    assert report_links(ben.request("GET", f"/t/{table}").text, "message") == []
    refused = {
        400: [(anke, message, "rudeness"), (anke, message, "")],
        403: [(ben, message, "chat"), (anke, {"person": club.ids["Anke"]}, "name")],
        404: [
            (anke, {"table": table, "message": "9999"}, "chat"),
            (anke, {"table": table, "seat": "7"}, "chat"),
            (anke, {"table": "nowhere", "seat": "1"}, "chat"),
            (anke, {"person": "nobody"}, "chat"),
            (anke, {}, "chat"),
        ],
    }
    for status, tried in refused.items():
        for guest, fields, reason in tried:
            assert report(guest, fields, reason).status == status, (fields, reason)
    assert report(anke, message, words="x" * 501).status == 400
    assert anke.request("GET", "/report?table=" + table).status == 404
    # --- a stranger who looks on becomes a guest by it; a room and its chat; a tournament
    assert report(Guest(base), message).status == 303
    form = [("game", "saint-malo"), ("with", "friends"), ("who", "me"), ("who", "open"), ("public", "yes")]
    room = ben.request("POST", "/tables", form).location
    anke.request("POST", f"/rooms/{room.rpartition('/')[2]}/sit", [("name", "Anke")])
    ben.request("POST", f"/rooms/{room.rpartition('/')[2]}/say", [("text", "idiots")])
    page = anke.request("GET", room).text
    (in_chat,), (at_seat,) = report_links(page, "message"), report_links(page, "seat")
    for fields in (in_chat, at_seat):
        assert report(anke, fields).location == f"/report/sent?back={room}"
    assert report_links(anke.request("GET", f"/people/{club.ids['Ben']}").text, "person")
    mia = club["Mia"]
    assert len(waiting(mia)) == 3
    assert "idiots" in mia.request("GET", "/desk").text
    number = waiting(mia)[1]
    assert decide(mia, number, "close", "such words").status == 303
    assert anke.request("GET", room).status == 404
    for number in waiting(mia):
        decide(mia, number, "nothing")


def test_what_spectators_write_at_secret_hands_is_not_read_by_a_report(club: Club) -> None:
    anke, ben, carl = Guest(club.server.base), Guest(club.server.base), Guest(club.server.base)
    table = anke.make_table("mauerbauer", "me", "open", name="A")
    ben.sit(anke.invitations(table)[0], "B")
    carl.request("POST", f"/t/{table}/say", [("text", "B holds two towers"), ("name", "C")])
    number = report_links(Guest(club.server.base).request("GET", f"/t/{table}").text, "message")[0]["message"]
    answer = anke.request("GET", f"/report?table={table}&message={number}")
    assert (answer.status, "towers" in answer.text) == (404, False)


def test_people_and_tables_are_found(club: Club) -> None:
    mia = club["Mia"]
    page = mia.request("GET", "/desk/people?name=nk").text
    assert f'/desk/people/{club.ids["Anke"]}"' in page
    assert club.ids["Ben"] not in page
    assert "0 people" in mia.request("GET", "/desk/people?name=%25").text
    page = mia.request("GET", f"/desk/people/{club.ids['Anke']}").text
    assert "anke@" not in page
    assert "argon2" not in page
    table, anke, _ = table_of_two(club.server.base)
    invited = anke.make_table("saint-malo", "me", "open", name="Anke")
    (key,) = anke.invitations(invited)
    for link, wanted in (
        (f"https://x.org/t/{table}?seat=0", table),
        (table, table),
        (f"https://x.org{key}", invited),
    ):
        by_link = httpx.get(
            f"{club.server.base}/desk/tables",
            params={"link": link},
            headers={"Cookie": mia.cookie},
            trust_env=False,
        )
        assert f'action="/desk/tables/{wanted}/close"' in by_link.text, link
    for link in ("no link", "https://x.org/t/AAAAAAAAAAAAAAAA"):
        found = mia.request("GET", f"/desk/tables?link={link.replace(' ', '+')}")
        assert 'role="alert"' in found.text


def test_the_log_has_pages(club: Club) -> None:
    club.newcomer("Emil")
    for number in range(51):
        club.act("Mia", "Emil", "warn", f"warning {number}")
    first = club["Mia"].request("GET", "/desk/log").text
    assert first.count("<tr>") == 1 + 50
    older = first.partition('href="/desk/log?before=')[2].partition('"')[0]
    assert "warning 0" in club["Mia"].request("GET", f"/desk/log?before={older}").text
    assert club["Mia"].request("GET", "/desk/log?before=x").status == 400


def test_a_notice_comes_to_those_at_the_desk_who_want_it(club: Club) -> None:
    anke, mia = club["Anke"], club["Mia"]
    for name in ("Fanny", "Falk"):
        club.newcomer(name)
    (kind,) = OF_THE_DESK
    assert f'name="{kind}"' not in anke.request("GET", "/notices").text
    assert f'name="{kind}"' in mia.request("GET", "/notices").text
    report(anke, {"person": club.ids["Fanny"]}, "other")
    assert mia.request("POST", "/notices", [("shown", "feed"), (kind, "feed")]).status == 303
    report(anke, {"person": club.ids["Falk"]}, "other")
    told = rows(club.database, select(calls).where(calls.c.kind == kind))
    assert [row.guest_id for row in told] == [club.ids["Mia"]]
    assert told[0].address.startswith("/desk#report-")


def test_programs_of_those_with_a_role_answer_reports(club: Club) -> None:
    anke, mia, paula = club["Anke"], club["Mia"], club.newcomer("Paula")
    report(anke, {"person": club.ids["Paula"]}, "leaving", "leaves always")
    own = {"Authorization": f"Bearer {make_token(mia)}"}
    others = {"Authorization": f"Bearer {make_token(anke)}"}
    with httpx.Client(base_url=club.server.base, trust_env=False) as api:
        assert api.get("/api/desk/reports", headers=others).status_code == 403
        assert api.get("/api/desk/reports").status_code == 403
        listed = api.get("/api/desk/reports", headers=own).json()
        (found,) = [one for one in listed if one["about"] == "Paula"]
        assert (found["words"], found["reason"], found["reporter"]) == ("leaves always", "leaving", "Anke")
        address = f"/api/desk/reports/{found['id']}"
        assert api.post(address, json={"act": "nothing"}, headers=others).status_code == 403
        assert api.post(address, json={"act": "mute"}, headers=own).status_code == 400  # without a reason
        answer = api.post(address, json={"act": "mute", "reason": "waits"}, headers=own)
        assert (answer.status_code, answer.json()["decision"]) == (200, "mute")
        assert api.post(address, json={"act": "nothing"}, headers=own).status_code == 422
        assert api.post("/api/desk/reports/x", json={"act": "nothing"}, headers=own).status_code == 404
    assert letters(paula)[0].endswith("waits")


def test_own_house_rules_come_from_a_file(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(RULES, encoding="utf-8")
    assert own_rules(file, "en") == ["For all.", "In <b>English</b>."]
    assert own_rules(file, "de") == ["For all.", "Auf Deutsch.", "Mehr."]
    assert own_rules(tmp_path / "none.txt", "de") == []
    page = Guest(club.server.base).request("GET", "/house-rules?lang=de").text
    assert "<p>Auf Deutsch.</p>" in page
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert settings_of(parser.parse_args(["--house-rules", str(file)])).house_rules == str(file)


def test_two_who_answer_at_once_do_it_once(club: Club) -> None:
    report(club["Anke"], {"person": club.ids["Ben"]}, "cheating")
    number = waiting(club["Mia"])[-1]
    services = club.server.services
    assert club.server.loop is not None

    async def both() -> list[object]:
        order = Order(act="warn", subject_id="", reason="once")
        actors = [Known(club.ids[name], name) for name in ("Mia", "Hanna")]
        doing = (services.desk.decide(actor, int(number), order) for actor in actors)
        return list(await asyncio.gather(*doing, return_exceptions=True))

    outcomes = asyncio.run_coroutine_threadsafe(both(), club.server.loop).result(30)
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Refusal]
    wait_until(lambda: sum("once" in text for text in letters(club["Ben"])) == 1)
