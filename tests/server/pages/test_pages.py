"""Pages and forms: cookies, headers, languages, names, and what a form may not do."""

from __future__ import annotations

import ast
import re
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest

import citywright.server
from citywright.server.language import choose_language
from citywright.server.load.page_client import Guest
from citywright.server.players.guests import NAME_LENGTH, clean_name
from tests.server.players_at_tables import GAMES
from tests.server.server_process import ServerProcess


def headers_of(
    served: ServerProcess, method: str, path: str, body: str = "", **headers: str
) -> dict[str, str]:
    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
    sent = {"Content-Type": "application/x-www-form-urlencoded"} | headers
    connection.request(method, path, body or None, sent)
    response = connection.getresponse()
    response.read()
    connection.close()
    return {"status": str(response.status), **{name.lower(): value for name, value in response.getheaders()}}


def test_the_cookie_is_out_of_reach(served: ServerProcess) -> None:
    answer = headers_of(served, "POST", "/tables", "game=saint-malo&who=me&who=bot:random")
    assert answer["status"] == "303"
    cookie = answer["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize("path", ["/", "/rules/saint-malo", "/t/nowhere", "/nowhere"])
def test_headers_are_strict(served: ServerProcess, path: str) -> None:
    headers = headers_of(served, "GET", path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    html = Guest(served.base).request("GET", path).text
    assert not re.search(r"<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=", html), "inline script or style"
    assert not re.search(r'(?:src|href)="(?!/|#)', html), "an address elsewhere"


def test_the_picture_of_a_game_allows_its_own_style_alone(served: ServerProcess) -> None:
    headers = headers_of(served, "GET", "/cover/saint-malo/dark")
    assert headers["content-type"] == "image/svg+xml"
    assert "script-src" not in headers["content-security-policy"]
    assert headers_of(served, "GET", "/cover/chess/dark")["status"] == "404"


def test_the_picture_of_a_game_speaks_the_reader_s_language(served: ServerProcess) -> None:
    guest = Guest(served.base)
    assert "Westen" in guest.request("GET", "/cover/mauerbauer/light?lang=de").text
    for address in ("/cover/mauerbauer/light?lang=en", "/cover/mauerbauer/light?lang=fr"):
        assert "Westen" not in guest.request("GET", address).text


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_game_has_a_picture(served: ServerProcess, game: str) -> None:
    with urlopen(f"{served.base}/cover/{game}/share.png", timeout=60) as answer:
        png = answer.read()
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Cache-Control"].startswith("public")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_there_is_no_picture_of_an_unknown_game_to_share(served: ServerProcess) -> None:
    assert headers_of(served, "GET", "/cover/chess/share.png")["status"] == "404"


def test_languages(served: ServerProcess) -> None:
    guest = Guest(served.base)
    assert '<html lang="de"' in guest.request("GET", "/", Accept_Language="de-AT,de;q=0.9,en;q=0.5").text
    assert '<html lang="en"' in guest.request("GET", "/", Accept_Language="fr").text
    guest.cookie = "lang=de; theme=dark"
    page = guest.request("GET", "/", Accept_Language="en").text
    assert re.search('<html lang="de" [^>]*data-theme="dark"', page)
    assert choose_language(None, "en;q=0.3, de;q=0.7") == "de"
    assert choose_language(None, "de;q=nonsense, *, ;;;") == "en"
    assert choose_language("xx", "") == "en"


def test_preferences_lead_nowhere_else(served: ServerProcess) -> None:
    for place in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "elsewhere"):
        answer = Guest(served.base).request("POST", "/preferences", [("lang", "de"), ("next", place)])
        assert (answer.status, answer.location) == (303, "/")


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ([("game", "chess"), ("who", "me"), ("who", "open")], 404),
        ([("game", "saint-malo")], 400),
        ([("game", "saint-malo"), ("who", "me")], 400),
        ([("game", "saint-malo"), ("who", "me"), ("who", "me")], 400),
        ([("game", "saint-malo"), ("who", "me"), *6 * [("who", "open")]], 400),
        ([("game", "saint-malo"), ("who", "me"), ("who", "bot:nobody")], 400),
        ([("game", "saint-malo"), ("who", "me"), ("who", "guest:someone")], 400),
        ([("game", "saint-malo"), ("who", "me"), ("who", "open"), ("name", "x" * 5000)], 400),
        ([("game", "saint-malo"), ("who", "me"), ("who", "open"), ("name", "x" * 100_000)], 413),
    ],
)
def test_tables_that_cannot_be(served: ServerProcess, form: list[tuple[str, str]], status: int) -> None:
    answer = Guest(served.base).request("POST", "/tables", form)
    assert answer.status == status
    assert "citywright_guest" not in answer.cookie or status == 400


def test_names_are_shown_not_obeyed(served: ServerProcess) -> None:
    guest = Guest(served.base)
    table = guest.make_table("saint-malo", "me", "open", name='<script>alert("x")</script>')
    page = guest.request("GET", f"/t/{table}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    friend = guest.request("GET", guest.invitations(table)[0]).text
    assert "<script>alert" not in friend


def test_names_are_cleaned() -> None:
    assert clean_name("  Anke \u202e\n von  Köln ", "Guest") == "Anke von Köln"
    assert clean_name("\x00\u200b ", "Guest") == "Guest"
    assert len(clean_name("é" * 300, "Guest")) == NAME_LENGTH


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_an_anchor_for_every_rule(served: ServerProcess, game: str) -> None:
    page = Guest(served.base).request("GET", f"/rules/{game}?lang=en").text
    ids = re.findall(r'<li id="([A-Z]+-\d+)"', page)
    assert len(ids) > 20
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_linked_from_the_table_not_part_of_it(served: ServerProcess, game: str) -> None:
    guest = Guest(served.base)
    table = guest.make_table(game, "me", "open")
    page = guest.request("GET", f"/t/{table}?lang=de").text
    assert f'href="/rules/{game}?lang=de" data-do="rules"' in page
    assert "rule-id" not in page


def test_words_inside_f_strings_would_not_be_collected() -> None:
    """Babel does not look into f-strings on Python 3.11, so translations stand outside of them."""
    for path in Path(citywright.server.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                called = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
                assert not [name for name in called if isinstance(name, ast.Name) and name.id == "t"], path
