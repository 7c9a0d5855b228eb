"""Reviews of finished games and uploaded records: any ply, any seat, pictures, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from citywright.server.load.page_client import Guest
from tests.server.records import SECRET, WHOLE, upload
from tests.server.server_thread import ServerThread, serving, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("look"), limits=0) as inside:
        yield inside


def test_a_record_is_uploaded_stepped_through_and_given_back(server: ServerThread) -> None:
    guest = Guest(server.base)
    answer = upload(guest, WHOLE.read_bytes())
    assert answer.status == 303, answer.text
    last = guest.request("GET", answer.location).text
    assert 'class="chart points"' in last
    assert "rolls and draws are right" in last or "[secret" not in WHOLE.read_text()
    first = guest.request("GET", f"{answer.location}?ply=0&seat=B").text
    assert "Step 0 of" in first
    assert first != last
    assert 'data-action="' not in first  # nothing can be clicked in the past
    assert guest.request("GET", f"{answer.location}/record").text == WHOLE.read_text(encoding="utf-8")
    german = guest.request("GET", f"{answer.location}?ply=7&lang=de").text
    assert "Schritt 7 von" in german
    for query in ("ply=x", "ply=-1", "seat=Z", "seat=AB", "seat=%3Cscript%3E"):
        refused = guest.request("GET", f"{answer.location}?{query}")
        assert refused.status == 400, query
        assert "<script>" not in refused.text


def test_each_seat_sees_its_own_hand_only_at_each_ply(server: ServerThread) -> None:
    guest = Guest(server.base)
    place = upload(guest, SECRET.read_bytes()).location
    boards = {seat: guest.request("GET", f"{place}?ply=60&seat={seat}").text for seat in ("A", "B", "-")}
    assert len(set(boards.values())) == 3


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text.replace("[game", "[gane", 1), "line 2"),
        (lambda text: re.sub(r"\nA (\w+)", r"\nA fly", text, count=1), "no action"),
        (lambda text: text.replace('[scores "', '[scores "9', 1), "the scores are"),
        (lambda text: "\0" + text, "cannot be printed"),
        (lambda text: text + "A <script>alert(1)</script>\n", "line"),
        (lambda _: "", "missing"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(server: ServerThread, damage, said: str) -> None:
    answer = upload(Guest(server.base), damage(WHOLE.read_text(encoding="utf-8")).encode())
    assert answer.status == 400
    assert said in answer.text
    assert "<script>alert" not in answer.text


def test_uploads_are_bounded_and_their_names_are_never_used(server: ServerThread) -> None:
    guest = Guest(server.base)
    assert upload(guest, b"#" * 500_000).status == 413
    for name in ("../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "a\0b", "%2e%2e%2f"):
        answer = upload(guest, WHOLE.read_bytes(), name)
        assert answer.status in (303, 400)
        if answer.status == 303:
            assert re.fullmatch(r"/r/[\w-]{16}", answer.location)
    for path in (
        "/r/../../etc/passwd",
        "/r/..%2f..%2fetc%2fpasswd",
        "/static/x/..%2f..%2fapp.py",
        "/look/%00",
    ):
        assert guest.request("GET", path).status in (400, 404)


def test_a_finished_table_is_shared_by_link_and_picture(server: ServerThread) -> None:
    anke = Guest(server.base)
    table = anke.make_table("saint-malo", "me", "bot:random", name="Anke <b>")
    assert anke.request("GET", f"/look/{table}").status == 403
    anke.request("POST", f"/t/{table}/leave", [])
    wait_until(lambda: f"/look/{table}" in anke.request("GET", f"/t/{table}").text, 250)
    stranger = Guest(server.base)
    page = stranger.request("GET", f"/look/{table}?ply=5&seat=A").text
    assert "rolls and draws are right" in page
    assert "Anke &lt;b&gt;" in page
    address = urlsplit(server.base)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=60)
    connection.request("GET", f"/look/{table}/picture.png?seat=A")
    response = connection.getresponse()
    picture = response.read()
    connection.close()
    assert response.status == 200
    assert picture.startswith(b"\x89PNG")
