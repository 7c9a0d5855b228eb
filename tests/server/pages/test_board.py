"""The analysis board: variations under the rules, chosen dice, saved boards, and games that begin there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from citywright.match.record import format_record, parse_record
from citywright.match.replay import replay, verify
from citywright.server.load.page_client import Answer, Guest
from tests.server.finished import OVER, finished_match, keep_finished_table
from tests.server.records import SECRET, WHOLE, upload
from tests.server.server_thread import ServerThread, serving

BOARD = f"/board/look/{OVER}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    folder = tmp_path_factory.mktemp("board")
    with serving(folder, limits=0) as inside:
        keep_finished_table(inside.services.settings.database)
        yield inside


MATCH, _ = finished_match()
PLIES = MATCH.ply


def send(guest: Guest, path: str, form: dict[str, str] | list[tuple[str, str]]) -> Answer:
    """Send a form of the board."""
    return guest.request("POST", path, list(form.items()) if isinstance(form, dict) else form)


def _ply_of(*, chance: bool, least: int = 20) -> int:
    """A ply at which chance acted, or a seat that had a choice."""
    record = parse_record(WHOLE.read_bytes())
    for ply in range(least, PLIES):
        if (MATCH.plies[ply].actor < 0) != chance:
            continue
        if chance or len(replay(record, ply).legal_words()) > 1:
            return ply
    raise AssertionError("there is no such ply")


def _other(ply: int) -> str:
    """An action that was not played."""
    legal = replay(parse_record(WHOLE.read_bytes()), ply).legal_words()
    return next(words for words in legal if words != MATCH.game.format_action(MATCH.plies[ply].code))


def _tree(location: str) -> str:
    return parse_qs(urlsplit(location).query).get("tree", [""])[0]


def _at(location: str) -> int:
    return int(parse_qs(urlsplit(location).query)["at"][0])


def test_another_action_is_a_branch_and_the_same_is_none(server: ServerThread) -> None:
    guest, ply = Guest(server.base), _ply_of(chance=False)
    page = guest.request("GET", f"{BOARD}?at={ply}").text
    words = _other(ply)
    assert f'data-action="{words}"' in unescape(page) or f'value="{words}"' in unescape(page)
    went = send(guest, BOARD, {"at": str(ply), "words": words})
    assert went.status == 303, went.text
    assert _tree(went.location) == f"{ply} {words}"
    assert _at(went.location) == PLIES + 1
    shown = guest.request("GET", went.location).text
    assert shown.count('class="variation deep-1"') == 1
    assert "Remove this variation" in shown
    again = send(guest, BOARD, {"at": str(ply), "tree": _tree(went.location), "words": words})
    assert again.location == went.location
    played = MATCH.game.format_action(MATCH.plies[ply].code)
    same = send(guest, BOARD, {"at": str(ply), "words": played})
    assert (_at(same.location), _tree(same.location)) == (ply + 1, "")
    gone = send(guest, BOARD, {"at": str(PLIES + 1), "tree": _tree(went.location), "do": "remove"})
    assert (_at(gone.location), _tree(gone.location)) == (ply, "")


def test_what_the_rules_forbid_is_refused_in_words(server: ServerThread) -> None:
    guest, ply = Guest(server.base), _ply_of(chance=False)
    for words, status, said in (
        ("start A", 422, "is not possible here"),
        ("fly away", 400, "cannot be read"),
        ("", 400, "cannot be read"),
    ):
        refused = send(guest, BOARD, {"at": str(ply), "words": words})
        assert (refused.status, said in refused.text) == (status, True), refused.text
    for query in (
        "at=x",
        "tree=nonsense",
        f"tree={ply}+fly",
        f"tree={ply}+start+A",
        f"tree={PLIES + 9}+pass",
    ):
        assert guest.request("GET", f"{BOARD}?{query}").status in (400, 422), query
    assert send(guest, BOARD, {"at": str(ply), "do": "roll"}).status == 422
    assert send(guest, BOARD, {"at": str(ply), "do": "remove"}).status == 422
    assert send(guest, BOARD, {"at": str(ply), "do": "fly"}).status == 400
    long = {"at": str(ply), "tree": "\n".join([f"{ply} {_other(ply)}"] * 600), "words": _other(ply)}
    assert send(guest, BOARD, long).status == 400


def test_dice_are_rolled_chosen_or_as_in_the_game(server: ServerThread) -> None:
    guest, ply = Guest(server.base), _ply_of(chance=True)
    page = unescape(guest.request("GET", f"{BOARD}?at={ply}&lang=de").text)
    dice = len(MATCH.game.format_action(MATCH.plies[ply].code).split(" ")) - 1
    assert page.count('<select name="face">') == dice
    assert "Wie im Spiel: " in page
    assert ">Säbel</option>" in page
    assert 'data-action="' not in page  # nobody decides while dice are rolled
    rolled = send(guest, BOARD, {"at": str(ply), "do": "roll"})
    assert rolled.status == 303
    kept = send(guest, BOARD, {"at": str(ply), "words": MATCH.game.format_action(MATCH.plies[ply].code)})
    assert _at(kept.location) == ply + 1
    form = [("at", str(ply)), ("do", "pick"), ("start", "roll"), *[("face", "swords")] * dice]
    chosen = send(guest, BOARD, form)
    assert _tree(chosen.location) in (f"{ply} roll" + " swords" * dice, "")
    wrong = [("at", str(ply)), ("do", "pick"), ("start", "roll"), *[("face", "swords")] * (dice + 1)]
    assert send(guest, BOARD, wrong).status in (400, 422)


def test_chances_and_best_moves_come_from_the_bots(server: ServerThread) -> None:
    guest, ply = Guest(server.base), _ply_of(chance=False, least=PLIES - 30)
    page = unescape(guest.request("GET", f"{BOARD}?at={ply}&think=yes").text)
    shares = [int(share) for share in re.findall(r"<b>(\d+)%</b>", page)]
    assert len(shares) == MATCH.seats
    assert 98 <= sum(shares) <= 102
    legal = replay(parse_record(WHOLE.read_bytes()), ply).legal_words()
    hints = re.findall(r'<li data-words="([^"]+)"', page)
    assert hints
    assert set(hints) <= set(legal)
    over = unescape(guest.request("GET", f"{BOARD}?at={PLIES}&think=yes").text)
    assert "<b>100%</b>" in over or "<b>50%</b>" in over
    assert "The game is over." in over


def test_a_saved_board_is_for_all_to_see_and_for_one_to_change(server: ServerThread) -> None:
    owner, other, ply = Guest(server.base), Guest(server.base), _ply_of(chance=False)
    went = send(owner, BOARD, {"at": str(ply), "words": _other(ply)})
    fields = {"at": str(_at(went.location)), "tree": _tree(went.location)}
    saved = send(owner, BOARD, fields | {"do": "save", "title": " What <if> "})
    assert saved.status == 303, saved.text
    link = urlsplit(saved.location).path
    assert re.fullmatch(r"/board/[\w-]{16}", link)
    seen = other.request("GET", link).text
    assert "What &lt;if&gt;" in seen
    assert 'class="variation deep-1" aria-current="step"' in seen
    assert "Save as my own board" in seen
    back = {"at": str(ply), "words": MATCH.game.format_action(MATCH.plies[ply].code)}
    assert send(owner, link, back).status == 303
    tried = send(other, link, {"at": str(PLIES + 1), "do": "remove"})
    assert urlsplit(tried.location).path == link
    assert 'class="variation' in other.request("GET", link).text  # the saved one is as it was
    assert send(other, link, {"do": "delete"}).status == 403
    own = send(owner, link, {"at": str(PLIES + 1), "do": "remove"})
    assert _tree(own.location) == ""
    assert 'class="variation' not in other.request("GET", link).text
    assert "What &lt;if&gt;" in owner.request("GET", "/board").text
    copy = send(other, link, {"at": str(ply), "do": "save", "title": ""})
    assert urlsplit(copy.location).path not in (link, "/board")
    assert send(owner, link, {"do": "delete"}).location == "/board"
    assert other.request("GET", link).status == 404
    assert other.request("GET", copy.location).status == 200


def test_a_stranger_tries_things_on_a_board_without_changing_it(server: ServerThread) -> None:
    owner, other, ply = Guest(server.base), Guest(server.base), _ply_of(chance=False)
    link = urlsplit(send(owner, BOARD, {"at": str(ply), "do": "save"}).location).path
    tried = send(other, link, {"at": str(ply), "words": _other(ply)})
    assert _tree(tried.location) == f"{ply} {_other(ply)}"
    assert 'class="variation' in other.request("GET", tried.location).text
    assert 'class="variation' not in owner.request("GET", link).text


@pytest.mark.parametrize("chance", [False, True])
def test_a_game_against_bots_begins_in_the_position(server: ServerThread, chance: bool) -> None:
    guest, ply = Guest(server.base), _ply_of(chance=chance)
    bots = ["bot:apprentice"] * (MATCH.seats - 1)
    seat = max(0, MATCH.plies[ply].actor)
    who = [*bots[:seat], "me", *bots[seat:]]
    form = [("at", str(ply)), ("do", "start"), *(("who", kind) for kind in who)]
    made = send(guest, BOARD, form)
    assert made.status == 303, made.text
    assert made.location.startswith("/t/")
    record = parse_record(guest.request("GET", f"{made.location}/record").text)
    assert record.headers["given"] == str(ply)
    match = verify(record)
    assert [one.code for one in match.plies[:ply]] == [one.code for one in MATCH.plies[:ply]]
    assert f"its first {ply} steps were set up" in guest.request("GET", made.location).text
    server.services.tables.forget(made.location.removeprefix("/t/"))
    assert guest.request("GET", made.location).status == 200  # read from its rows again


def test_a_game_that_cannot_begin_is_refused(server: ServerThread) -> None:
    guest = Guest(server.base)
    bots = [("who", "bot:apprentice")] * (MATCH.seats - 1)
    for at, who, status in (
        (PLIES, [("who", "me"), *bots], 422),
        (20, bots, 400),
        (20, [("who", "me"), ("who", "me"), *bots[1:]], 400),
        (20, [("who", "open"), ("who", "me"), *bots[1:]], 400),
        (20, [("who", "bot:nobody"), ("who", "me"), *bots[1:]], 400),
    ):
        assert send(guest, BOARD, [("at", str(at)), ("do", "start"), *who]).status == status, who


def test_a_running_game_has_no_board(server: ServerThread) -> None:
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "open", name="Ada")
    for answer in (
        guest.request("GET", f"/board/look/{table}"),
        send(guest, f"/board/look/{table}", {"at": "1", "do": "roll"}),
        send(guest, f"/board/look/{table}", {"at": "1", "do": "save"}),
    ):
        assert answer.status == 403
        assert "when it is over" in answer.text
    assert guest.request("GET", "/board/nothing").status == 404


def test_hidden_cards_stay_hidden(server: ServerThread) -> None:
    guest = Guest(server.base)
    whole = upload(guest, SECRET.read_bytes()).location
    assert guest.request("GET", f"/board{whole}?at=40").status == 200
    running = replay(parse_record(SECRET.read_bytes()), 60)
    one_seat = upload(guest, format_record(running, 0).encode()).location
    refused = guest.request("GET", f"/board{one_seat}?at=40")
    assert refused.status == 403
    assert "only what one seat knew" in refused.text


def test_the_review_leads_to_the_board(server: ServerThread) -> None:
    page = Guest(server.base).request("GET", f"/look/{OVER}?ply=25").text
    assert f'href="/board/look/{OVER}?at=25"' in page
