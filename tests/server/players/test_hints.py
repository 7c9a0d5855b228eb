"""Hints: in a review at any ply by what the seat knew then, during a game only against bots only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citywright.client import Client, Refused
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.load.page_client import Guest
from citywright.server.players.hints import request_at
from citywright.server.tables.review import Review
from tests.server.players_at_tables import make_token
from tests.server.records import SECRET, WHOLE, upload
from tests.server.server_thread import ServerThread, never_refill, serving, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("advice")) as inside:
        yield inside


def finished_review(path: Path) -> Review:
    text = path.read_text(encoding="utf-8")
    return Review(verify(parse_record(text)), ["A", "B"], text)


def decisions(review: Review) -> list[int]:
    """The plies at which a seat had more than one choice."""
    states = [review.state_at(ply) for ply in range(review.plies)]
    return [ply for ply, state in enumerate(states) if state.actor() >= 0 and len(state.legal_actions()) > 1]


def test_looking_back_names_what_was_played_among_the_best(server: ServerThread) -> None:
    guest = Guest(server.base)
    place = upload(guest, WHOLE.read_bytes()).location
    ply = decisions(finished_review(WHOLE))[5]
    plain = guest.request("GET", f"{place}?ply={ply}").text
    assert "Hint from a master" in plain
    assert "advice=yes" in plain
    advised = guest.request("GET", f"{place}?ply={ply}&advice=yes").text
    assert 1 <= advised.count("<li data-words=") <= 4
    assert advised.count("(was played)") <= 1
    assert "% chance to win, about " in advised
    assert "Gewinnchance " in guest.request("GET", f"{place}?ply={ply}&advice=yes&lang=de").text
    assert re.search(f"ply={ply + 1}&(amp;)?seat=A&(amp;)?advice=yes", advised), (
        "the next step is advised too"
    )
    assert "There is nothing to decide here." in guest.request("GET", f"{place}?ply=0&advice=yes").text


def test_what_was_played_is_shown_even_if_it_was_not_among_the_best(server: ServerThread) -> None:
    guest = Guest(server.base)
    place = upload(guest, WHOLE.read_bytes()).location
    played_marks = [
        guest.request("GET", f"{place}?ply={ply}&advice=yes").text.count("(was played)")
        for ply in decisions(finished_review(WHOLE))[:8]
    ]
    assert sum(played_marks) >= 4


def test_hints_on_secret_cards_are_shown_only_from_their_own_seat(server: ServerThread) -> None:
    guest = Guest(server.base)
    place = upload(guest, SECRET.read_bytes()).location
    review = finished_review(SECRET)
    ply = next(ply for ply in decisions(review) if ply > 60 and review.state_at(ply).actor() == 1)
    foreign = guest.request("GET", f"{place}?ply={ply}&seat=A&advice=yes").text
    assert "<li data-words=" not in foreign
    assert "Only B knew these cards" in foreign
    assert "<li data-words=" in guest.request("GET", f"{place}?ply={ply}&seat=B&advice=yes").text


def test_the_adviser_knows_no_more_than_the_seat_did() -> None:
    """Although the game is over and all its cards are known by now."""
    review = finished_review(SECRET)
    ply = decisions(review)[-1]
    request = request_at(review, ply)
    assert request is not None
    plies = review.match.plies[:ply]
    seen = [
        played.code if played.seen_codes is None else played.seen_codes[request.seat + 1] for played in plies
    ]
    assert request.codes == seen
    assert request.codes != [played.code for played in plies]


def test_a_record_of_one_seat_advises_that_seat_alone() -> None:
    review = finished_review(SECRET)
    review.match.viewer = 0
    advised = {
        review.state_at(ply).actor() for ply in decisions(review) if request_at(review, ply) is not None
    }
    assert advised == {0}


def test_against_bots_alone_one_may_ask_at_the_own_turn(server: ServerThread) -> None:
    guest = Guest(server.base)
    with Client(server.base, make_token(guest)) as anke, Client(server.base) as nobody:
        table = anke.make_table("milestones", ["me", "bot:random"], start="A")["id"]
        wait_until(lambda: anke.actions(table)["actions"])
        advice = anke.hints(table, lang="de")
        assert advice["seat"] == "A"
        legal = {action["words"]: action["title"] for action in anke.actions(table, lang="de")["actions"]}
        assert 1 <= len(advice["hints"]) <= 3
        for hint in advice["hints"]:
            assert hint["title"] == legal[hint["action"]]
            assert 0 <= hint["win_chance"] <= 1
        with pytest.raises(Refused, match="stale ply"):
            anke.hints(table, ply=advice["ply"] + 1)
        with pytest.raises(Refused, match="forbidden"):
            nobody.hints(table)
    page = guest.request("GET", f"/t/{table}/advice")
    assert page.status == 200
    assert advice["hints"][0]["action"] in page.text
    assert 'data-do="advice"' in guest.request("GET", f"/t/{table}").text
    assert Guest(server.base).request("GET", f"/t/{table}/advice").status == 403


def test_where_people_play_there_is_no_advice_before_the_end(server: ServerThread) -> None:
    guest = Guest(server.base)
    with Client(server.base, make_token(guest)) as anke:
        table = anke.make_table("saint-malo", ["me", "open", "bot:random"], start="A")["id"]
        with pytest.raises(Refused, match="forbidden"):
            anke.hints(table)
    refused = guest.request("GET", f"/t/{table}/advice")
    assert refused.status == 403
    assert "against bots only" in refused.text
    assert 'data-do="advice"' not in guest.request("GET", f"/t/{table}").text


def test_a_finished_table_is_advised_on_by_the_api(server: ServerThread) -> None:
    with Client(server.base, make_token(Guest(server.base))) as anke:
        table = anke.make_table("mauerbauer", ["bot:random", "bot:random"])["id"]
        wait_until(lambda: anke.table(table)["over"])
        plies = anke.table(table)["ply"]
        found = next(
            advice
            for advice in (anke.hints(table, ply) for ply in range(plies // 2, plies))
            if len(advice["hints"]) > 1
        )
        assert found["seat"] in ("A", "B")
        assert found["played"]
        assert anke.hints(table) == {"ply": plies, "seat": None, "played": None, "hints": []}


def test_advice_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "ask for advice", 2)
    with serving(tmp_path, limits=1.0) as server:
        guest = Guest(server.base)
        place = upload(guest, WHOLE.read_bytes()).location
        first, second, third = decisions(finished_review(WHOLE))[:3]
        for ply in (first, second, first):  # what was worked out once costs nothing
            assert guest.request("GET", f"{place}?ply={ply}&advice=yes").status == 200
        refused = guest.request("GET", f"{place}?ply={third}&advice=yes")
        assert refused.status == 429
        assert "ask for advice" in refused.text
