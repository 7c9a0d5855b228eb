"""Refusals are in the reader's language: every sentence of the source, and some through a server."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import citywright
from citywright.engine.sentence import Sentence
from citywright.server.errors import ILLEGAL, Refusal
from citywright.server.language import words_of
from citywright.server.load.page_client import Answer, Guest
from citywright.text import Words, translate
from citywright.text.collect import fields
from tests.server.players_at_tables import two_guests, two_pages
from tests.server.records import WHOLE, upload
from tests.server.server_thread import ServerThread, serving

SOURCE = Path(citywright.__file__).parent
GERMAN = {"Accept_Language": "de"}

# Made where the words are known: they are Sentences already, which mypy holds.
PASSED_ON = (
    *("error.message", "no_such_game(game_id)", "problem.words", "words", "one"),
    *("error.found[0]", "CARDS[card][0]"),
)
UNCHANGED = "{place} {oddity}"


def _sentences() -> Iterator[tuple[str, ast.expr]]:
    """Where something is refused, and the words of it, wherever a Refusal or a Sentence is made."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            place = f"{path.relative_to(SOURCE)}:{node.lineno}"
            name = ast.unparse(node.func)
            is_of_layout = name in ("Problem", "file.note", "self.note") and not place.startswith("server/")
            if (name == "Refusal" or is_of_layout) and len(node.args) > 1:
                yield place, node.args[1]
            elif name == "Sentence":
                yield place, node.args[0]


def _words_at(place: str) -> Words:
    """The German words of whatever a file belongs to: a game, or the pages."""
    parts = place.split("/")
    return translate("de", f"citywright.games.{parts[1]}.text") if parts[0] == "games" else words_of("de")


def test_every_refusal_has_a_german_wording() -> None:
    found = dict(_sentences())
    assert len(found) > 120
    for place, words in found.items():
        if ast.unparse(words) in PASSED_ON or place.startswith("server/http/limits.py"):
            continue  # the limits: below
        if place.startswith("server/errors.py"):
            continue  # where any words become a sentence
        assert isinstance(words, ast.Constant), f"{place}: the words are not written there"
        english = str(words.value)
        parts = {name: f"<{name}>" for name in fields(english)}
        german = Sentence(english, **parts).translated(_words_at(place))
        is_translated = german != str(Sentence(english, **parts))
        assert is_translated or english == UNCHANGED, f"{place}: no German for {english!r}"
        assert all(part in german for part in parts.values()), place


def test_every_limit_is_explained_in_german() -> None:
    from citywright.server.http.limits import ALLOWED, Limits

    for what, (most, _) in ALLOWED.items():
        limits = Limits(0.5 / most)  # not even one
        with pytest.raises(Refusal) as refused:
            limits.spend_for(what, "somebody")
        german = refused.value.translated(words_of("de"))
        assert re.fullmatch(r"Das war zu oft; in \d+ s kannst du wieder .+\.", german)
        assert what not in german


def test_parts_that_are_sentences_are_translated_too() -> None:
    inner = Sentence("seat {seat} is to act", seat="B")
    refusal = Refusal(ILLEGAL, "seat {seat} cannot act now: {whose}", seat="A", whose=inner)
    assert refusal.reason == str(refusal) == "seat A cannot act now: seat B is to act"
    assert refusal.translated(words_of("en")) == refusal.reason
    assert refusal.translated(words_of("de")) == "Platz A ist nicht am Zug: Platz B ist am Zug."


def test_what_people_typed_is_never_taken_for_a_part() -> None:
    refusal = Refusal(ILLEGAL, "this must be a number, not {given!r}", given="{given} {0}")
    assert refusal.translated(words_of("de")) == "Hier muss eine Zahl stehen, nicht „{given} {0}“."


# --- through a server -----------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("sentences")) as inside:
        yield inside


def reason_shown(answer: Answer) -> str:
    """What a refused page says."""
    at_form = r'<p class="problem" role="alert">(.*?)</p>'
    found = re.search(rf'<p>(.*?) <small lang="en">\(.*?\)</small></p>|{at_form}', answer.text)
    assert found is not None, answer.text
    return unescape(found[1] or found[2])


def test_refused_pages_speak_german(server: ServerThread) -> None:
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "open", name="Anke")
    stranger = Guest(server.base)

    def get(path: str) -> str:
        return reason_shown(stranger.request("GET", path, None, **GERMAN))

    def post(path: str, *form: tuple[str, str]) -> str:
        return reason_shown(stranger.request("POST", path, list(form), **GERMAN))

    assert get("/t/nowhere") == "Diesen Tisch gibt es nicht."
    assert get("/nowhere") == "Unter dieser Adresse gibt es nichts."
    assert get("/rules/chess").startswith("Ein Spiel „chess“ gibt es nicht; es gibt ")
    assert get(f"/look/{table}") == "Den Rückblick gibt es, wenn das Spiel zu Ende ist."
    assert get("/t/nowhere?lang=en") == "There is no such table"
    assert post(f"/t/{table}/play") == "Nur Spieler an diesem Tisch können ziehen."
    wrong = post("/account/login", ("name", "Anke"), ("password", "not this one"))
    assert wrong == "Name oder Passwort ist falsch."
    short = post("/account/register", ("name", "Ben"), ("password", "x"))
    assert short == "Ein Passwort hat 8 bis 200 Zeichen, nicht 1."
    seats = [("game", "saint-malo"), ("who", "me"), ("who", "open")]
    layout = post("/tables", *seats, ("layout", "x = 1"))
    assert layout.startswith("Auf diesem Layout lässt sich nicht spielen (genauer auf Englisch: ")
    assert post("/tables", *seats, ("pace", "soon")) == "Hier muss eine Zahl stehen, nicht „soon“."
    huge = stranger.request("POST", "/preferences", [("next", "x" * 70_000)], **GERMAN)
    assert (huge.status, reason_shown(huge)) == (413, "Das ist mehr, als der Server auf einmal annimmt.")
    foreign = stranger.request("POST", "/preferences", [], Origin="https://evil.example", **GERMAN)
    assert reason_shown(foreign) == "Dieses Formular kam nicht von einer Seite dieses Servers."


def test_a_broken_record_is_explained_in_german(server: ServerThread) -> None:
    guest = Guest(server.base, "lang=de")
    broken = upload(guest, WHOLE.read_bytes() + b"A pass\n")
    assert broken.status == 400
    problem = re.search(r'id="problem"><p>(.*?)</p>', broken.text)
    assert problem is not None
    assert re.search(r"Zeile \d+, Spalte 1: Platz A ist nicht am Zug: ", unescape(problem[1]))
    assert "Das Spiel ist zu Ende." in unescape(problem[1])


@pytest.mark.anyio
async def test_the_live_page_is_refused_in_german(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    async with anke.follow(table, "de") as one, ben.follow(table, "de") as two:
        await one.receive()
        await two.receive()
        acting, waiting = (one, two) if one.yours else (two, one)
        answer = await waiting.play(acting.choices()[0])
        assert answer.code == "not your turn"
        assert re.fullmatch(r"Platz [AB] ist nicht am Zug: Platz [AB] ist am Zug\.", answer.reason)
        answer = await acting.play("start A")
        assert (answer.code, answer.reason[:39]) == ("illegal", "„start A“ ist hier nicht möglich; mögli")
    async with Guest(server.base).follow("nowhere", "de") as page:
        assert (await page.receive()).reason == "Diesen Tisch gibt es nicht."


@pytest.mark.anyio
async def test_the_live_page_is_refused_in_english(server: ServerThread) -> None:
    async with two_pages(server.base) as (acting, waiting):
        answers = [await page.play("start A") for page in (acting, waiting)]
    assert {answer.code for answer in answers} == {"illegal", "not your turn"}


def test_programs_get_english_reasons_and_stable_codes(server: ServerThread) -> None:
    answer = Guest(server.base, "lang=de").request("GET", "/api/tables/nowhere", None, **GERMAN)
    assert json.loads(answer.text) == {"code": "unknown", "reason": "there is no such table"}
