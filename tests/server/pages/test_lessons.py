"""The pages of the lessons: judged by the server, refused in words, finished ones kept; and the tips."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import httpx
import pytest

from citywright.catalogue import find_game, games
from citywright.lessons.playing import READ, judge, position
from citywright.lessons.reader import course_of
from citywright.server.load.page_client import Guest
from citywright.server.players.guests import COOKIE as GUEST_COOKIE
from citywright.server.players.preferences import COOKIE, Preferences, from_cookies, with_lessons
from tests.server.server_process import ServerProcess
from tests.server.server_thread import serving

GAMES = sorted(games())


def take_all_steps(guest: Guest, game_id: str, number: int) -> str:
    """Play a lesson to its end; returns where that led."""
    game = find_game(game_id)
    lesson = course_of(game).lesson[number - 1]
    did: list[str] = []
    where = ""
    while (at := position(game, lesson, did)).step is not None:
        legal = [READ] if at.step.is_read else at.match.legal_words()
        words = next(words for words in legal if judge(at, words).is_right)
        answer = guest.request(
            "POST", f"/learn/{game_id}/{number}", [("did", it) for it in did] + [("words", words)]
        )
        assert answer.status == 303
        where = answer.location
        assert "tried" not in where
        did.append(words)
    return where


@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_is_played_and_kept_for_a_guest(tmp_path: Path, game_id: str) -> None:
    with serving(tmp_path, limits=0) as inside:
        guest = Guest(inside.base)
        guest.make_table(game_id, "me", "bot:random")  # somebody the server knows
        where = take_all_steps(guest, game_id, 1)
        page = unescape(guest.request("GET", where).text)
        lesson, following = course_of(find_game(game_id)).lesson[:2]
        assert lesson.learnt.en in page
        assert f'href="/learn/{game_id}/2"' in page
        assert following.title.en in page
        other_device = Guest(inside.base, guest.cookie.split("; ")[0])
        listed = other_device.request("GET", f"/learn/{game_id}").text
        assert listed.count('<li class="done') == 1
        assert f'<li class=" following"><a href="/learn/{game_id}/2"' in listed


def test_a_stranger_keeps_progress_in_a_cookie_until_known(tmp_path: Path) -> None:
    with serving(tmp_path, limits=0) as inside, httpx.Client(base_url=inside.base) as browser:
        browser.headers["Origin"] = inside.base
        lesson = course_of(find_game("mauerbauer")).lesson[4]
        did = ["wall c5 d4", "join 1"]
        browser.post("/learn/mauerbauer/5", data={"did": did, "words": "play size2"})
        assert browser.cookies[COOKIE].strip('"') == f"lessons:mauerbauer.{lesson.id}"
        assert browser.get("/learn/mauerbauer").text.count('<li class="done') == 1
        browser.post("/guide/mauerbauer")  # now the server knows who this is
        guest = browser.cookies[GUEST_COOKIE]
        browser.cookies.clear()
        browser.cookies.set(GUEST_COOKIE, guest)
        assert browser.get("/learn/mauerbauer").text.count('<li class="done') == 1


def test_lessons_finished_before_logging_in_stay_finished(tmp_path: Path) -> None:
    who = {"name": "Anke", "password": "eight letters and more"}
    step = {"did": ["wall c5 d4", "join 1"], "words": "play size2"}
    with serving(tmp_path, limits=0) as inside:
        headers = {"Origin": inside.base}
        with httpx.Client(base_url=inside.base, headers=headers) as desktop:
            desktop.post("/account/register", data=who)
            desktop.post("/preferences", data={"theme": "dark"})
        with httpx.Client(base_url=inside.base, headers=headers) as phone:
            phone.post("/learn/mauerbauer/5", data=step)  # as a stranger
            assert phone.post("/account/login", data=who).status_code in (200, 303)
            page = phone.get("/learn/mauerbauer").text
            assert 'data-theme="dark"' in page
            assert page.count('<li class="done') == 1


def test_the_last_lesson_leads_to_the_guided_game(served: ServerProcess) -> None:
    guest = Guest(served.base)
    number = len(course_of(find_game("saint-malo")).lesson)
    page = guest.request("GET", take_all_steps(guest, "saint-malo", number)).text
    assert 'formaction="/guide/saint-malo"' in page


def test_wrong_and_impossible_actions_are_answered(served: ServerProcess) -> None:
    guest = Guest(served.base)
    for words, reason in (
        ("keep none", "That would roll your two crates away as well."),
        ("place c3", "This move is not possible here."),
        ("<b>", "This move is not possible here."),
    ):
        answer = guest.request("POST", "/learn/saint-malo/1", [("words", words)])
        page = guest.request("GET", answer.location)
        assert page.status == 200
        assert f'data-answer="{reason}' in page.text
        assert "<b>" not in page.text
    german = guest.request("GET", "/learn/saint-malo/1?tried=stop&lang=de").text
    assert "Du hast noch zwei Würfe." in german


def test_what_is_not_there_is_refused_in_words(served: ServerProcess) -> None:
    guest = Guest(served.base)
    for path, status, words in (
        ("/learn/nothing", 404, "there is no game"),
        ("/learn/saint-malo/0", 404, "there is no lesson"),
        ("/learn/saint-malo/99", 404, "there is no lesson"),
        ("/learn/saint-malo/01", 404, "there is no lesson"),
        ("/learn/saint-malo/x", 404, "there is no lesson"),
        ("/learn/saint-malo/1?did=stop", 400, "do not lead through this lesson"),
        ("/learn/saint-malo/1" + "?did=x" + "&did=x" * 40, 400, "do not lead through this lesson"),
    ):
        answer = guest.request("GET", path)
        assert answer.status == status, path
        assert words.lower() in unescape(answer.text).lower(), path
    refused = guest.request("POST", "/learn/saint-malo/1", [("did", "pass"), ("words", "stop")])
    assert refused.status == 400
    assert guest.request("POST", "/learn/saint-malo/77", []).status == 404


def test_the_first_page_leads_to_the_lessons(served: ServerProcess) -> None:
    page = Guest(served.base).request("GET", "/").text
    for game_id in GAMES:
        assert f'href="/learn/{game_id}"' in page


def test_finished_lessons_are_kept_with_the_preferences() -> None:
    kept = with_lessons(with_lessons(Preferences(theme="dark"), "saint-malo.roll"), "milestones.end")
    assert with_lessons(kept, "saint-malo.roll") == kept
    assert from_cookies({COOKIE: kept.as_cookie()}) == kept
    odd = from_cookies({COOKIE: "lessons:saint-malo.roll+<b>+a.b.c++x"})
    assert odd is not None
    assert odd.lessons == ("saint-malo.roll",)
    assert with_lessons(Preferences(), "no name").lessons == ()
    assert "lessons" not in dict(kept.words())
