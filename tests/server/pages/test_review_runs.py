"""Stepping through a review: runs show what pages show, jumps land on decisions, secrets are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from citywright.server.load.page_client import Guest
from citywright.server.pages.review.runs import Run
from citywright.server.pages.review.stops import Stops
from tests.server import ledgers
from tests.server.finished import finished_match
from tests.server.records import RECORDS, SECRET, WHOLE, upload
from tests.server.server_thread import ServerThread, serving, wait_until

MILESTONES = RECORDS / "milestones" / "points-stewards.cwr"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("runs"), analyses=True) as inside:
        inside.services.analyses.work = ledgers.quick_work
        yield inside


def analysed(server: ServerThread, record: Path) -> tuple[Guest, str]:
    """Somebody who looks at a game that has been analysed, and its address."""
    guest = Guest(server.base)
    place = upload(guest, record.read_bytes()).location
    guest.request("GET", place)
    wait_until(lambda: '"done"' in guest.request("GET", f"{place}/analysis").text)
    return guest, place


def unfolded(run: Run, number: int) -> str:
    """A position of a run as one text."""
    shown = run.positions[number]
    boards = [
        panel.tag + "".join(run.parts[part][1] for part in panel.parts) + "</svg>"
        for panel in (run.panels[look] for look in shown.panels)
    ]
    return "".join([*boards, *(run.elements[look] for look in shown.elements.values())])


@pytest.mark.parametrize("record", [WHOLE, SECRET, MILESTONES], ids=lambda path: path.parent.name)
def test_a_run_has_what_the_pages_of_its_plies_show(server: ServerThread, record: Path) -> None:
    guest, place = analysed(server, record)
    page = guest.request("GET", f"{place}?seat=A").text
    plies = len(str(re.search(r'data-actors="([^"]*)"', page)[1])) - 1  # type: ignore[index]
    for first, count, expected in ((20, 40, 40), (plies - 3, 60, 4), (0, 1000, 60)):
        answer = guest.request("GET", f"{place}/plies?first={first}&count={count}&seat=A&lang=de")
        run = msgspec.json.decode(answer.text, type=Run)
        assert (run.first, len(run.positions)) == (first, expected)
        defined = {str(re.search(r'id="(\w+)"', symbol)[1]) for symbol in run.symbols}  # type: ignore[index]
        for number in (0, expected // 2, expected - 1):
            whole = guest.request("GET", f"{place}?ply={first + number}&seat=A&lang=de").text
            position = unfolded(run, number)
            assert set(re.findall(r'<use href="#(\w+)"', position)) <= defined
            for piece in re.findall(r"<svg .*?</svg>|<(?:p|ol|nav|div) id=.*?</(?:p|ol|nav|div)>", position):
                assert piece in whole
    for query in ("first=x", "first=-1&count=2", "count=1e3", "seat=Z"):
        assert guest.request("GET", f"{place}/plies?{query}").status == 400


def test_jumps_by_turn_land_on_decisions() -> None:
    for path in (WHOLE, SECRET, MILESTONES):
        match, _ = finished_match(path)
        stops = Stops(match, ledgers.plausible(match))
        assert len(stops.actors) == match.ply + 1
        assert all(stops.actors[ply].isalpha() for ply in stops.turns[:-1])
        assert stops.turns[-1] == match.ply
        assert len(stops.mistakes) > 3
        for ply in range(match.ply + 1):
            to = stops.around(ply, "B")
            assert to["PageUp"] <= ply <= to["PageDown"]
            assert stops.actors[to["s"]] == "B" or to["s"] == ply
            assert to["m"] in stops.mistakes or to["m"] == ply
            assert to["D"] == ply or stops.actors[to["D"]].isalpha()
            between = stops.actors[to["PageUp"] + 1 : ply]
            assert to["PageUp"] == ply or between.count(".") == 0


def test_mistakes_are_told_with_what_would_have_been_better(server: ServerThread) -> None:
    guest, place = analysed(server, MILESTONES)
    found = ledgers.plausible(finished_match(MILESTONES)[0])
    mistake = next(ply for ply in found.plies if ply.mark == "blunder")
    letter = "ABCD"[mistake.actor]
    page = guest.request("GET", f"{place}?ply={mistake.ply}&seat={letter}").text
    assert "Blunder" in page
    assert "The best would have brought: +16% chance to win, about 6 points." in page
    assert page.count("<li data-words=") == 3
    assert page.count("(was played)") == 1
    assert f'data-action="{mistake.best[0].action}"' in page  # it can be pointed at on the board
    assert "Luck and mistakes" in page
    other = guest.request("GET", f"{place}?ply={mistake.ply}&seat={'B' if letter == 'A' else 'A'}").text
    assert "Show it on the board, as" in other
    assert "Grober Fehler" in guest.request("GET", f"{place}?ply={mistake.ply}&seat={letter}&lang=de").text
    assert page.count('class="sign ') == sum(bool(ply.mark) for ply in found.plies)


def test_what_only_one_seat_knew_is_told_only_through_its_eyes(server: ServerThread) -> None:
    guest, place = analysed(server, SECRET)
    found = ledgers.plausible(finished_match(SECRET)[0])
    for mistake in [ply for ply in found.plies if ply.mark]:
        own, other = ("A", "B") if mistake.actor == 0 else ("B", "A")
        for address in (f"?ply={mistake.ply}&", f"/plies?first={mistake.ply}&count=1&"):
            told = guest.request("GET", f"{place}{address}seat={own}").text
            kept = guest.request("GET", f"{place}{address}seat={other}").text
            watched = guest.request("GET", f"{place}{address}seat=-").text
            assert "<li data-words=" in told
            for page in (kept, watched):
                assert "<li data-words=" not in page
                assert "knew these cards: switch to the view of" in page


def test_a_link_to_a_position_shows_a_picture_of_it(server: ServerThread) -> None:
    guest = Guest(server.base)
    place = upload(guest, WHOLE.read_bytes()).location
    page = guest.request("GET", f"{place}?ply=40&seat=B").text
    image = str(re.search(r'og:image" content="([^"]*)"', page)[1])  # type: ignore[index]
    assert image == f"{server.base}{place}/preview.png?ply=40&seat=B"
    pictures = {
        httpx.get(f"{server.base}{place}/preview.png?ply={ply}&seat={seat}", timeout=60).content
        for ply, seat in ((40, "B"), (40, "A"), (300, "B"))
    }
    assert len(pictures) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)


def test_an_analysis_is_stopped_and_begun_by_forms(server: ServerThread) -> None:
    guest = Guest(server.base)
    work, server.services.analyses.work = server.services.analyses.work, ledgers.endless_work
    try:
        place = upload(guest, WHOLE.read_bytes()).location
        page = guest.request("GET", place).text
        assert "The game is being analysed:" in page
        assert "Stop the analysis" in page
        stop = [("depth", "quick"), ("do", "stop"), ("ply", "7"), ("seat", "B")]
        stopped = guest.request("POST", f"{place}/analysis", stop)
        assert (stopped.status, stopped.location) == (303, f"{place}?ply=7&seat=B#analysis")
        wait_until(lambda: '"stopped"' in guest.request("GET", f"{place}/analysis").text)
        assert "The analysis was stopped." in guest.request("GET", place).text
    finally:
        server.services.analyses.work = work
    guest.request("POST", f"{place}/analysis", [("depth", "quick"), ("do", "start")])
    wait_until(lambda: '"done"' in guest.request("GET", f"{place}/analysis").text)
    assert "Analyse in depth" in guest.request("GET", place).text
    for form in ([("depth", "quick"), ("do", "sing")], [("depth", "wide"), ("do", "start")]):
        assert guest.request("POST", f"{place}/analysis", form).status == 400
