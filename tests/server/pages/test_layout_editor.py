"""What the editor of layouts asks the server: checks of drafts, files that are opened, and odd input."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from citywright.catalogue import games
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash
from tests.server.server_thread import ServerThread, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("editor"), limits=0) as inside:
        yield inside


def entries_of(game_id: str) -> dict[str, Any]:
    game = games()[game_id]
    editing = editing_of(game)
    assert editing is not None
    return editing.entries_of(tomllib.loads(game.default_layout.source))


def post(server: ServerThread, path: str, body: object, lang: str = "en") -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Accept-Language": lang, "Content-Type": "application/json"}
    return httpx.post(server.base + path, content=content, headers=headers, trust_env=False, timeout=60)


@pytest.mark.parametrize("game_id", list(games()))
def test_the_usual_board_is_sound(server: ServerThread, game_id: str) -> None:
    answer = post(server, "/layouts/check", {"game": game_id, "entries": entries_of(game_id)}).json()
    assert answer["problems"] == []
    assert answer["hash"] == layout_hash(games()[game_id].default_layout)
    assert games()[game_id].parse_layout(answer["text"]).about.name == ""


def test_problems_name_their_places_in_the_reader_s_language(server: ServerThread) -> None:
    entries = entries_of("mauerbauer") | {"cards.size1": 3, "points.new1": [3, -2]}
    draft = {"game": "mauerbauer", "entries": entries}
    english = post(server, "/layouts/check", draft).json()
    assert {problem["place"]: problem["words"] for problem in english["problems"]} == {
        "points.a1": "Point a1 belongs to no field",  # the new one is the first row now
        "cards": "The copies of all cards add up to 61, not 60",
    }
    assert (english["names"]["new1"], english["names"]["a1"]) == ("a1", "b1")
    assert all(problem["rule"] in ("MB-3", "MB-4") for problem in english["problems"])
    german = post(server, "/layouts/check", draft, "de").json()
    assert "Zusammen sind es 61 Karten statt 60." in [problem["words"] for problem in german["problems"]]


def test_sources_and_texts_are_in_the_file(server: ServerThread) -> None:
    entries = entries_of("mauerbauer") | {"points.new1": [-1, 0], "fields.a1 b1 new1": 1}
    draft = {
        "game": "mauerbauer",
        "entries": entries,
        "sources": {"points": "reconstructed", "points.new1": "printed", "fields.new1 b1 a1": "printed"},
        "name": " Mine ",
        "author": "Anke",
        "origin": {"layout": "0123456789abcdef", "name": "Theirs", "odd": "dropped"},
    }
    answer = post(server, "/layouts/check", draft).json()
    assert answer["problems"] == []
    about = games()["mauerbauer"].parse_layout(answer["text"]).about
    assert (about.name, about.author, about.origin.name) == ("Mine", "Anke", "Theirs")
    assert about.source_of("points.a1") == "printed"  # the new point is the first of its row
    assert about.source_of("fields.a1 a2 b1") == "printed"
    assert about.source_of("points.a2") == "reconstructed"


ODD = {
    "nothing": b"",
    "no JSON": b"{",
    "no table": [],
    "no entries": {"game": "mauerbauer"},
    "another game": {"game": "chess", "entries": {}},
    "entries of tables": {"game": "mauerbauer", "entries": {"points.a1": {"x": 1}}},
    "entries of lists of lists": {"game": "mauerbauer", "entries": {"points.a1": [[1]]}},
    "a number beyond all bounds": b'{"game": "mauerbauer", "entries": {"cards.size1": 1e999}}',
    "half a character": b'{"game": "mauerbauer", "entries": {}, "name": "\\ud800"}',
    "no text": b"\xff\xfe\x00",
    "too many": {"game": "milestones", "entries": {f"fields.x{n}": "1" for n in range(3000)}},
    "too large": b" " * 300_000,
    "unknown keys": {"game": "mauerbauer", "entries": {}, "odd": 1},
    "deep": b'{"game": "mauerbauer", "entries": {"a": ' + b"[" * 40_000,
}


@pytest.mark.parametrize("body", ODD.values(), ids=ODD.keys())
def test_odd_drafts_are_refused(server: ServerThread, body: object) -> None:
    answer = post(server, "/layouts/check", body)
    assert 400 <= answer.status_code < 500 or (answer.status_code == 200 and answer.json()["problems"])


@pytest.mark.parametrize("game_id", list(games()))
def test_entries_of_any_kind_are_problems_and_no_faults(server: ServerThread, game_id: str) -> None:
    usual = entries_of(game_id)
    odd: tuple[Any, ...] = (
        -1,
        1.5,
        "",
        "x" * 5000,
        "a b c",
        True,
        [],
        [1],
        [1, 2, 3],
        [1e300, -1e300],
        "\n\t",
        "\u202e",
    )
    for number, place in enumerate(usual):
        draft = {"game": game_id, "entries": usual | {place: odd[number % len(odd)], f"{place} odd": 1}}
        answer = post(server, "/layouts/check", draft)
        assert answer.status_code == 200, (place, odd[number % len(odd)], answer.text)
        if number > 20:
            break


def test_files_are_opened_sound_or_not(server: ServerThread) -> None:
    text = games()["milestones"].default_layout.source
    start = post(server, "/layouts/open/milestones", text.encode()).json()["start"]
    assert start["entries"] == entries_of("milestones")
    assert start["name"] == "Reconstructed board"
    broken = text.replace('" * 1', '" 9 x', 1).replace("[supplies]", "[supply]")
    start = post(server, "/layouts/open/milestones", broken.encode()).json()["start"]
    assert start["entries"]["fields.b2"] == "x"
    answer = post(server, "/layouts/check", start).json()
    assert any(problem["place"] == "fields.b2" for problem in answer["problems"])
    older = games()["mauerbauer"].default_layout.source.encode()
    assert post(server, "/layouts/open/mauerbauer", older).json()["start"]["name"] == "Reconstructed map"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[", "Das ist kein TOML"),
        (b"\xff", "UTF-8"),
        (b"#" * 60_000, "höchstens"),
        (b"x = 1979-05-27", "den kein Spielplan hat"),
    ],
)
def test_files_that_cannot_be_read_say_why(server: ServerThread, body: bytes, said: str) -> None:
    answer = post(server, "/layouts/open/mauerbauer", body, "de")
    assert answer.status_code == 200
    assert said in answer.json()["problem"]


def test_a_game_without_an_editor_says_so(server: ServerThread) -> None:
    assert httpx.get(f"{server.base}/layouts/chess/edit", trust_env=False).status_code == 404
    assert post(server, "/layouts/open/chess", b"").status_code == 404
