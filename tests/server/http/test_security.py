"""The attacks of docs/security.md that no other test tries."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from citywright.client import Client, Refused
from citywright.server.app import create_app
from citywright.server.load.page_client import Guest
from citywright.server.settings import Settings
from tests.server.players_at_tables import make_token, two_guests
from tests.server.records import WHOLE, upload
from tests.server.server_thread import ServerThread, serving

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
LIST = Path(__file__).parents[3] / "docs" / "security.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("attacks"), limits=0) as inside:
        yield inside


def test_every_attempt_of_the_list_has_its_test() -> None:
    named = set(re.findall(r"`(test_\w+)`", LIST.read_text(encoding="utf-8")))
    folders = (Path(__file__).parents[1], Path(__file__).parents[2] / "ratings")
    paths = [path for folder in folders for path in folder.rglob("test_*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    assert len(named) >= 15
    assert {name for name in named if f"def {name}(" not in source} == set()


def test_private_tables_cannot_be_guessed(server: ServerThread) -> None:
    table, _, _ = two_guests(server.base)
    stranger = Guest(server.base)
    assert len(table) >= 16
    for _ in range(50):
        assert stranger.request("GET", f"/t/{secrets.token_urlsafe(12)}").status == 404
        assert stranger.request("GET", f"/sit/{secrets.token_urlsafe(12)}").status == 404
    for path in ("/", "/mine", "/api/tables", "/metrics"):
        assert table not in stranger.request("GET", path).text
    assert stranger.request("GET", f"/t/{table}/invite").status == 403


def test_no_address_with_a_key_answers_a_guess(server: ServerThread, tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'routes.sqlite3'}"))
    no_keys = ("/rules/", "/new/", "/cover/", "/static/", "/guide/")
    keyed = sorted(
        route.path for route in app.routes if "{" in route.path and not route.path.startswith(no_keys)
    )
    assert len(keyed) > 25
    stranger = Guest(server.base)
    stranger.make_table("saint-malo", "me", "open")
    for path in keyed:
        for guess in (secrets.token_urlsafe(12), "0", "%27%20OR%201=1--", "..%2f..%2f"):
            filled = re.sub(r"\{[^}]*\}", guess, path)
            for method in ("GET", "POST"):
                status = stranger.request(method, filled, [] if method == "POST" else None).status
                assert status in (303, 400, 403, 404, 405), (method, filled, status)
                assert status != 303 or path.startswith("/programs/"), filled  # deleting what is not there


@pytest.mark.anyio
async def test_nobody_plays_for_another_seat(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    async with anke.follow(table) as page:
        await page.receive()
        to_act, waiting = (anke, ben) if page.yours else (ben, anke)
        words = page.choices()[0] if page.yours else "stop"
        at = page.at
    seat = "0" if to_act is anke else "1"
    form = [("words", words), ("ply", str(at[1])), ("epoch", str(at[0])), ("seat", seat)]
    assert waiting.request("POST", f"/t/{table}/play", form).status == 409
    assert Guest(server.base).request("POST", f"/t/{table}/play", form).status == 403
    mine = waiting.request("GET", f"/t/{table}?seat={seat}").text
    assert f'data-seat="{seat}"' not in mine
    assert 'data-action="' not in mine
    pretender = waiting.follow(table)
    pretender.address += f"&seat={seat}"
    async with pretender:
        await pretender.receive()
        assert not pretender.choices()
        assert (await pretender.play(words, at)).code == "not your turn"
    with Client(server.base, make_token(waiting)) as thief:
        with pytest.raises(Refused, match="not yours"):
            thief.play(table, words, at[1], seat="AB"[int(seat)])
        with pytest.raises(Refused, match="not yours"):
            thief.view(table, seat="AB"[int(seat)])


def test_no_form_is_taken_from_another_site(server: ServerThread, tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'routes.sqlite3'}"))
    posts = sorted({route.path for route in app.routes if "POST" in getattr(route, "methods", ())})
    assert len(posts) > 20
    guest = Guest(server.base)
    guest.make_table("saint-malo", "me", "open")
    for path in posts:
        filled = re.sub(r"\{[^}]*\}", "x", path)
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec_Fetch_Site": "cross-site"},
        ):
            answer = guest.request("POST", filled, [("x", "y")], **headers)
            assert answer.status == 403, (path, headers, answer.status)


@pytest.mark.anyio
async def test_text_of_people_is_never_script(server: ServerThread) -> None:
    guest = Guest(server.base)
    form = [("game", "mauerbauer"), ("one_screen", "yes"), ("who", "me"), ("who", "me")]
    labels = [("label", EVIL), ("label", EVIL)]
    screen = guest.request("POST", "/tables", [*form, *labels, ("name", EVIL)]).location
    table = guest.make_table("saint-malo", "me", "open", name=EVIL)
    other = Guest(server.base)
    other.sit(guest.invitations(table)[0], EVIL)
    guest.request("POST", f"/t/{table}/say", [("text", EVIL)])
    guest.request("POST", "/programs", [("name", EVIL)])
    guest.request("POST", "/account/register", [("name", EVIL), ("password", "eight or more")])
    record = re.sub(r'\[A "[^"]*"\]', lambda _: f'[A "{EVIL.replace(chr(34), "")}"]', WHOLE.read_text())
    place = upload(guest, record.encode()).location
    feed = re.search(r'value="[^"]*(/feed/[^"]+)"', guest.request("GET", "/notices").text)
    assert feed is not None
    paths = ["/", "/mine", "/programs", "/account", "/account/export", feed[1], place]
    paths += [f"/t/{table}", f"/t/{table}/invite", f"/t/{table}/record"]
    paths += [f"{screen}/curtain", f"{screen}?seat=0", f"{place}?ply=9&seat=B", f"{place}?ply={EVIL}"]
    paths += [f"{place}?seat={EVIL}", f"/look/{EVIL[:8]}", f"/rules/{EVIL[:8]}", f"/?lang={EVIL}", "/notices"]
    said = [guest.request("GET", quote(path, safe="/?&=")) for path in paths]
    seats = [("game", "saint-malo"), ("who", "me"), ("who", "open")]
    for name in ("game", "who", "start", "pace", "layout"):
        said.append(guest.request("POST", "/tables", [*seats, (name, EVIL)]))
    said.append(guest.request("POST", "/look", [("text", f"{EVIL}\n[{EVIL}]")]))
    said.append(guest.request("POST", f"/t/{table}/{quote(EVIL, safe='')}", []))
    said.append(guest.request("POST", f"/t/{table}/play", [("words", EVIL), ("ply", "2"), ("epoch", "0")]))
    said.append(guest.request("POST", "/mine/mail", [("mail", EVIL)]))
    pages = [answer.text for answer in said if not answer.text.startswith(("{", "["))]  # those are no pages
    assert len(pages) > 20
    async with guest.follow(table) as live:
        frame = await live.receive()
        pages += [*frame.set.values(), *frame.log]
        await live.send(EVIL)
        reasons = [(await live.answer(0)).reason, (await live.play(EVIL)).reason]
    assert any("&lt;script" in text for text in pages)
    for text in pages:
        is_record = text.startswith("[citywright")  # sent as text/plain, to be kept
        assert is_record or "<script>alert" not in text, text
        assert is_record or "<img src=x" not in text, text
    assert all(reasons)  # the page shows them as text: `notice.textContent`
    address = _address_of("table.js", said[7].text).replace("table.js", "notice.js")
    assert "notice.textContent = words" in Guest(server.base).request("GET", address).text


def _address_of(name: str, page: str) -> str:
    found = re.search(rf'"(/static/\w+/{name})"', page)
    assert found is not None
    return found[1]


def test_every_answer_has_strict_headers(server: ServerThread) -> None:
    from http.client import HTTPConnection

    for path in (
        "/",
        "/t/nowhere",
        "/api/games",
        "/api/tables/nowhere",
        "/static/x/base.css",
        "/health",
        "/nowhere",
    ):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        connection.close()
        policy = response.getheader("Content-Security-Policy", "")
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy, path
        assert response.getheader("X-Content-Type-Options") == "nosniff", path
        assert response.getheader("Referrer-Policy") == "same-origin", path
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("POST", "/guide/saint-malo", "", {"Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    response.read()
    connection.close()
    cookie = response.getheader("Set-Cookie", "")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_preferences_lead_nowhere_else(server: ServerThread) -> None:
    guest = Guest(server.base)
    for to in ("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert guest.request("POST", "/preferences", [("lang", "de"), ("next", to)]).location == "/"
