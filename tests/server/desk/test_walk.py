"""From a chat message that is reported to the log, on both databases and with two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import select, update

from citywright.server.desk.reports import AFTER, BEFORE
from citywright.server.load.page_client import Guest
from citywright.server.players import endings
from citywright.server.storage.schema import audit_log, calls, report_lines, reports, sanctions
from citywright.server.storage.schema import letters as letter_rows
from tests.server.desk.people import (
    PASSWORD,
    Club,
    club_on,
    decide,
    export,
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
from tests.server.players.rows import changed
from tests.server.players.test_endings import REFUSED, shut
from tests.server.players_at_tables import make_token
from tests.server.server_thread import ServerThread, wait_until

NOT_FOUND = 4404


@pytest.fixture
def club(database: str) -> Iterator[Club]:
    with club_on(database, bot_pace=600.0) as made:
        yield made


def test_from_a_message_to_the_log(club: Club, database: str) -> None:
    table, anke, ben = seated(club)
    mia = club["Mia"]
    for line in range(BEFORE + 2):
        say(anke, table, f"line {line}")
    say(ben, table, "you fool")
    for line in range(AFTER + 2):
        say(anke, table, f"answer {line}")
    # --- Anke reports the message, once
    (link,) = report_links(anke.request("GET", f"/t/{table}").text, "message")
    form = anke.request("GET", f"/report?table={table}&message={link['message']}").text
    assert "<blockquote>you fool</blockquote>" in form
    answer = report(anke, link, words="He always\ndoes <b>that</b>")
    assert answer.location == f"/report/sent?back=/t/{table}"
    assert "Nobody else learns" in anke.request("GET", answer.location).text
    assert "you have reported this already" in reason_of(report(anke, link)).lower()
    lines = rows(database, select(report_lines).order_by(report_lines.c.number))
    assert len(lines) == BEFORE + 1 + AFTER
    assert [line.text for line in lines if line.is_meant] == ["you fool"]
    # --- the message may go; the desk has it with its context, and marks that something waits
    (number,) = waiting(mia)
    page = mia.request("GET", "/desk").text
    assert "you fool" in page
    assert "line 2" in page
    assert "line 1</li>" not in page
    assert "does &lt;b&gt;that" in page
    assert "by Anke" in page
    assert f'href="/t/{table}"' in page
    assert "1 report waits" in mia.request("GET", "/account").text
    assert "report waits" not in anke.request("GET", "/account").text
    # --- muted: at this table, and everywhere, with a sentence; the log and both people hear of it
    assert decide(mia, number, "mute", "no insults", hours="24").location == "/desk?done=decided"
    refused = say(ben, table, "again")
    assert refused.status == 403
    assert reason_of(refused).startswith("You cannot write in the chat until 20")
    assert reason_of(refused).endswith("no insults")
    assert letters(anke) == ["Your report has been looked at, and something was done. Thank you."]
    (told,) = letters(ben)
    assert told.startswith("Until ")
    assert "Anke" not in told
    assert waiting(mia) == []
    assert "somebody else has looked at this" in reason_of(decide(mia, number, "warn")).lower()
    newest = log_of(mia)[0]
    assert (newest[1], newest[2].split()[0], newest[3].split()[0], newest[4]) == (
        "Mia",
        "Muted",
        "Ben",
        "no insults",
    )
    # --- what each of them can download: no word of who has reported
    assert export(anke)["reports made"][0]["words"] == "He always\ndoes <b>that</b>"
    own = export(ben)
    assert own["sanctions"][0]["reason"] == "no insults"
    assert club.ids["Anke"] not in str({name: own[name] for name in own if name != "games"})
    assert club.ids["Mia"] not in str(own)


@pytest.mark.anyio
async def test_a_suspension_holds_at_once_everywhere_and_ends_by_itself(club: Club, database: str) -> None:
    there = ServerThread(database, bot_pace=600.0).start()
    try:
        table, anke, ben = seated(club)
        token = make_token(ben)
        ben_there = Guest(there.base, ben.cookie)
        assert endings.PAUSE <= 0.5  # so that it takes less than a second
        async with (
            ben.follow(table) as page,
            ben_there.follow(table) as page_there,
            anke.follow(table) as other,
        ):
            for opened in (page, page_there, other):
                await opened.receive()
            answer = await asyncio.to_thread(club.act, "Mia", "Ben", "suspension", "enough", hours="1")
            assert answer.status == 303, answer.text
            assert [await shut(page), await shut(page_there)] == [REFUSED, REFUSED]
            assert (await other.ask("ping")).is_ == "done"
        for guest in (ben, ben_there):
            refused = guest.request("GET", f"/t/{table}")
            assert (refused.status, "enough" in reason_of(refused)) == (403, True)
            assert 'href="/suspended"' in refused.text
        program = ben.request("GET", "/api/tables", Authorization=f"Bearer {token}")
        assert program.status == 403
        assert "you cannot play here until" in program.text
        async with ben_there.follow(table) as page:
            assert await shut(page) == NOT_FOUND
        # --- a new session is no way around; data, an answer to the desk and the house rules are open
        anew = Guest(there.base)
        login = anew.request("POST", "/account/login", [("name", "Ben"), ("password", PASSWORD)])
        assert login.status == 303
        assert anew.request("GET", "/mine").status == 403
        for address in ("/suspended", "/account/export", "/letters", "/house-rules", "/archive/records"):
            assert anew.request("GET", address).status == 200, address
        assert export(anew)["games"].keys() == {table}
        assert anew.request("POST", "/suspended", [("words", "It was my sister")]).status == 303
        (number,) = waiting(club["Mia"])
        assert "It was my sister" in club["Mia"].request("GET", "/desk").text
        # --- lifted: everything is as it was, the old session and the token too
        assert decide(club["Mia"], number, "unsuspend").status == 303
        assert ben.request("GET", f"/t/{table}").status == 200
        assert ben_there.request("GET", "/api/tables", Authorization=f"Bearer {token}").status == 200
        assert set(letters(ben)[:2]) == {"The host has read what you wrote.", "You can play here again."}
        # --- and one that ends by itself
        club.act("Mia", "Ben", "suspension", "once more", hours="1")
        assert ben.request("GET", "/mine").status == 403
        await asyncio.to_thread(_let_pass, database)
        assert ben.request("GET", "/mine").status == 200
    finally:
        there.stop()


def _let_pass(database: str) -> None:
    """Let all sanctions have begun, and ended, long ago."""
    assert changed(database, update(sanctions).values(until=1000))


@pytest.mark.anyio
async def test_a_closed_table_ends_for_everybody_without_a_result(club: Club, database: str) -> None:
    is_shared = database.startswith("postgres")  # else nothing links the two
    there = ServerThread(database, bot_pace=600.0).start() if is_shared else club.server
    try:
        table, anke, ben = seated(club)
        ben_there = Guest(there.base, ben.cookie)
        token = make_token(anke)
        async with anke.follow(table) as page, ben_there.follow(table) as page_there:
            await page.receive()
            await page_there.receive()
            found = club["Mia"].request("GET", f"/desk/tables?link=http://x.org/t/{table}%3Fseat=1").text
            assert "Anke" in found
            address, form = f"/desk/tables/{table}/close", [("reason", "a bad name")]
            closed = await asyncio.to_thread(club["Mia"].request, "POST", address, form)
            assert closed.status == 303
            codes = [await shut(page), await shut(page_there)]
            assert codes == [NOT_FOUND, NOT_FOUND]
        for guest in (anke, ben_there):
            refused = guest.request("GET", f"/t/{table}")
            assert refused.status == 404
            assert reason_of(refused) == "This table was closed by the host: a bad name"
        moved = anke.request("POST", f"/t/{table}/play", [("words", "stop"), ("ply", "1"), ("epoch", "0")])
        assert moved.status == 404
        program = anke.request("GET", f"/api/tables/{table}", Authorization=f"Bearer {token}")
        assert (program.status, "closed by the host" in program.text) == (404, True)
        for guest in (anke, ben):
            assert letters(guest) == [
                "The host has closed a table where you sat (Saint Malo): a bad name. The game has no result."
            ]
        assert f'href="/t/{table}"' not in anke.request("GET", "/mine").text
        assert export(anke)["results"] == []
        assert "[commitment" in export(anke)["games"][table]
        assert "over already" in reason_of(
            club["Mia"].request("POST", f"/desk/tables/{table}/close", [("reason", "x")])
        )
        # --- a room goes in the same way
        form = [("game", "saint-malo"), ("with", "friends"), ("who", "me"), ("who", "open")]
        room = anke.request("POST", "/tables", form).location.rpartition("/")[2]
        club["Mia"].request("POST", f"/desk/tables/{room}/close", [("reason", "no room")])
        assert "closed by the host: no room" in reason_of(anke.request("GET", f"/t/{room}"))
    finally:
        if is_shared:
            there.stop()


def test_deletion_leaves_the_log_and_nothing_else(club: Club, database: str) -> None:
    table, anke, ben = seated(club)
    say(ben, table, "a secret of Ben")
    (link,) = report_links(anke.request("GET", f"/t/{table}").text, "message")
    report(anke, link)
    report(ben, {"person": club.ids["Anke"]}, "other", "words of Ben")
    club.act("Mia", "Ben", "rename", "an offensive name")
    club.act("Mia", "Ben", "mute", "insults", hours="0")
    assert "→ Player" in log_of(club["Hanna"])[1][2]
    # --- only an administrator, only with a reason and the own password
    assert club.act("Mia", "Ben", "delete", password=PASSWORD).status == 403
    assert "not your password" in reason_of(club.act("Hanna", "Ben", "delete", password="wrong password"))
    assert club.act("Hanna", "Ben", "delete", "", password=PASSWORD).status == 400
    assert ben.request("GET", "/letters").status == 200
    _, other = waiting(club["Hanna"])
    assert club.act("Hanna", "Ben", "delete", "sold things", password=PASSWORD).status == 303
    assert ben.request("GET", "/letters").status == 403  # nobody is logged in there any more
    assert waiting(club["Hanna"]) == [other]
    for query in (
        select(sanctions),
        select(letter_rows).where(letter_rows.c.guest_id == club.ids["Ben"]),
        select(report_lines).where(report_lines.c.guest_id == club.ids["Ben"]),
        select(reports).where(reports.c.about_id == club.ids["Ben"]),
        select(reports).where(reports.c.words != ""),
        select(calls).where(calls.c.guest_id == club.ids["Ben"]),
    ):
        assert rows(database, query) == []
    log = log_of(club["Hanna"])
    assert [row[2].split()[0] for row in log[:3]] == ["Deleted", "Muted", "Renamed"]
    assert all(row[3].startswith("–") for row in log[:3])
    assert "Player" not in str(log[:3])
    assert len(rows(database, select(audit_log).where(audit_log.c.subject_id == club.ids["Ben"]))) == 3
    # --- and the log survives who has written it
    mia, hugo = club["Mia"], club["Hugo"]
    assert mia.request("POST", "/account/delete", [("old", PASSWORD)]).status == 303
    assert [row[1] for row in log_of(hugo)[1:3]] == ["–", "–"]


def test_limits_and_announcements_hold_in_every_process(club: Club, database: str) -> None:
    there = ServerThread(database).start()
    try:
        hanna, stranger = club["Hanna"], Guest(there.base)
        form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("public", "yes"), ("name", "Gast")]
        table = stranger.request("POST", "/tables", form).location.rpartition("/")[2]
        room = stranger.request("POST", "/tables", [*form, ("with", "friends")]).location.rpartition("/")[2]
        limits = [("new_accounts", "0"), ("rooms", "1"), ("reports", "1")]  # and no word from strangers
        assert hanna.request("POST", "/desk/limits", limits).status == 303
        for address in (f"/t/{table}/say", f"/rooms/{room}/say"):
            refused = stranger.request("POST", address, [("text", "hello")])
            assert (refused.status, "only people with an account" in refused.text) == (403, True)
        answer = stranger.request("POST", "/account/register", [("name", "Gast"), ("password", PASSWORD)])
        assert "no new accounts" in answer.text
        more = stranger.request("POST", "/tables", [*form, ("with", "friends")])
        assert "as many rooms as you may (1)" in more.text
        anke = Guest(there.base, club["Anke"].cookie)
        assert report(anke, {"person": club.ids["Ben"]}).status == 303
        too_many = report(anke, {"person": club.ids["Mia"]})
        assert (too_many.status, "the most in a day is 1" in too_many.text) == (429, True)
        for wrong in ([("rooms", "0")], [("rooms", "21")], [("rooms", "many")], []):
            assert hanna.request("POST", "/desk/limits", [*wrong, ("reports", "1")]).status == 400
        assert rows(database, select(audit_log.c.place).where(audit_log.c.act == "set").distinct())
        # --- an announcement stands on every page within seconds, and is put away by whoever has read it
        words = [("en", "Down at eight"), ("de", "Um acht kurz weg")]
        assert hanna.request("POST", "/desk/announcements", words).status == 303
        assert "Down at eight" in hanna.request("GET", "/").text
        wait_until(lambda: "Um acht kurz weg" in stranger.request("GET", "/?lang=de").text)
        assert "Down at eight" in stranger.request("GET", f"/t/{table}").text
        number = hanna.request("GET", "/").text.partition('action="/announcements/')[2].partition("/")[0]
        away = stranger.request("POST", f"/announcements/{number}/put-away", [("next", "/")])
        assert away.cookie == f"put_away={number}"
        seen = Guest(there.base, f"{stranger.cookie}; {away.cookie}").request("GET", "/").text
        assert "Down at eight" not in seen
        assert hanna.request("POST", f"/desk/announcements/{number}/remove", []).status == 303
        assert "Down at eight" not in hanna.request("GET", "/").text
        wrong_times = [("en", "x"), ("since", "2030-01-02T00:00"), ("until", "2030-01-01T00:00")]
        assert hanna.request("POST", "/desk/announcements", wrong_times).status == 400
        assert hanna.request("POST", "/desk/announcements", [("en", " "), ("de", "")]).status == 400
        later = [("en", "Not yet"), ("since", "2090-01-01T00:00")]
        assert hanna.request("POST", "/desk/announcements", later).status == 303
        assert "Not yet" not in hanna.request("GET", "/").text
        assert id_of(anke) == club.ids["Anke"]
    finally:
        there.stop()
