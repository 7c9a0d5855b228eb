"""What browsers add to the dice: promised before, taken once, named in the record, refused if it is none."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator

import pytest

from citywright.match.dealer import NamedDealer, key_of
from citywright.match.record import parse_record
from citywright.server import clock
from citywright.server.load.page_client import Answer, Guest
from tests.server.server_thread import ServerThread, serving

FORM = [("game", "saint-malo"), ("name", "Anke"), ("who", "me"), ("who", "bot:random")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("dice")) as inside:
        yield inside


def promised(guest: Guest) -> dict[str, str]:
    return json.loads(guest.request("GET", "/dice/promise").text)


def make(guest: Guest, form: list[tuple[str, str]] = FORM, **added: str) -> Answer:
    return guest.request("POST", "/tables", [*form, *added.items()])


def headers_of(guest: Guest, table: str) -> dict[str, str]:
    return parse_record(guest.request("GET", f"/t/{table}/record").text).headers


def test_a_number_is_added_to_the_dice_that_were_promised(server: ServerThread) -> None:
    guest, number = Guest(server.base), secrets.token_hex(16)
    promise = promised(guest)
    form = [*FORM[:2], ("who", "me"), ("who", "bot:random"), ("who", "open")]
    made = make(guest, form, promise=promise["promise"], number=number)
    assert made.location == f"/t/{promise['table']}"
    headers = headers_of(guest, promise["table"])
    assert headers["dealer"] == "2"
    assert headers["numbers"] == f"{number} - -"
    assert headers["commitment"] == promise["commitment"]
    page = guest.request("GET", f"/t/{promise['table']}/dice?lang=en").text
    assert number in page
    assert "A number was added by: Anke." in page
    assert "added no number" in page
    assert "It is published when the game is over." in page


def test_the_secret_is_that_of_the_promise_and_the_dice_follow_from_both(server: ServerThread) -> None:
    guest, number = Guest(server.base), secrets.token_hex(16)
    promise = promised(guest)
    make(guest, promise=promise["promise"], number=number)
    secret = server.services.promises.take(promise["promise"]).secret
    assert hashlib.sha256(secret).hexdigest() == promise["commitment"]
    table = server.services.tables.cached(promise["table"])
    assert table is not None
    assert isinstance(table.match.dealer, NamedDealer)
    assert table.match.dealer.key == key_of(secret, "saint-malo", (number, "-"))


def test_without_a_number_the_table_says_so(server: ServerThread) -> None:
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "bot:random")
    assert headers_of(guest, table)["numbers"] == "- -"
    assert "No browser added a number" in guest.request("GET", f"/t/{table}/dice?lang=en").text
    promise = promised(guest)
    assert make(guest, promise=promise["promise"]).location == f"/t/{promise['table']}"
    assert headers_of(guest, promise["table"])["numbers"] == "- -"


@pytest.mark.parametrize(
    "number", ["0" * 31, "0" * 33, "A" * 32, "g" * 32, " " * 32, "0123456789abcdef" * 20]
)
def test_what_is_no_number_is_refused_and_nothing_is_made(server: ServerThread, number: str) -> None:
    guest = Guest(server.base)
    promise = promised(guest)
    answer = make(guest, promise=promise["promise"], number=number)
    assert (answer.status, "32 hexadecimal digits" in answer.text) == (400, True)
    assert guest.request("GET", f"/t/{promise['table']}").status == 404


def test_a_number_is_taken_once(server: ServerThread) -> None:
    """Whoever repeats it, and for whichever promise; a form that is sent twice leads to its table."""
    guest, number = Guest(server.base), secrets.token_hex(16)
    promise = promised(guest)
    first = make(guest, promise=promise["promise"], number=number)
    assert first.status == 303
    assert make(guest, promise=promise["promise"], number=number).location == first.location
    other = Guest(server.base)
    again = promised(other)
    answer = make(other, promise=again["promise"], number=number)
    assert (answer.status, "was used before" in answer.text) == (400, True)
    assert other.request("GET", f"/t/{again['table']}").status == 404
    stolen = make(other, promise=promise["promise"], number=secrets.token_hex(16))
    assert (stolen.status, "was made already" in stolen.text) == (422, True)
    assert headers_of(guest, promise["table"])["numbers"] == f"{number} -"


def test_a_promise_is_used_once_whatever_becomes_of_its_table(server: ServerThread) -> None:
    """Else somebody could read the secret at the end, delete the table, and have its dice again."""
    guest, number = Guest(server.base), secrets.token_hex(16)
    promise = promised(guest)
    made = make(guest, promise=promise["promise"], number=number)
    assert guest.request("POST", f"{made.location}/delete", []).status == 303
    assert guest.request("GET", made.location).status == 404
    again = make(guest, promise=promise["promise"], number=secrets.token_hex(16))
    assert (again.status, "was made already" in again.text) == (422, True)
    other = promised(guest)
    reused = make(guest, promise=other["promise"], number=number)
    assert (reused.status, "was used before" in reused.text) == (400, True)
    for table in (promise["table"], other["table"]):
        assert guest.request("GET", f"/t/{table}").status == 404
    assert make(guest, promise=other["promise"], number=secrets.token_hex(16)).status == 303


def test_promises_of_nobody_and_old_ones_are_refused(server: ServerThread) -> None:
    guest, number = Guest(server.base), secrets.token_hex(16)
    own = promised(guest)["promise"]
    begun, word, seal = own.split(".")
    for odd in (
        f"{begun}.{word}.{seal[::-1]}",
        f"{int(begun) + 1}.{word}.{seal}",
        "x",
        "..",
        "é.é.é",
        own * 3,
    ):
        answer = make(guest, promise=odd, number=number)
        assert (answer.status, "never promised" in answer.text) == (400, True), odd
    assert "needs the promise" in make(guest, number=number).text
    clock.put_forward(3700)
    try:
        late = make(guest, promise=own, number=number)
    finally:
        clock.put_forward(-3700)
    assert (late.status, "too old" in late.text) == (422, True)


def test_a_rematch_takes_a_number_of_whoever_asks(server: ServerThread) -> None:
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "bot:random")
    refused = guest.request("POST", f"/t/{table}/rematch", [("number", "1" * 32)])
    assert (refused.status, "needs the promise" in refused.text) == (400, True)


def test_draws_are_told_when_the_game_is_over(server: ServerThread) -> None:
    guest = Guest(server.base)
    table = guest.make_table("saint-malo", "me", "bot:random")
    assert guest.request("GET", f"/t/{table}/draws").status == 403
    assert guest.request("GET", f"/api/tables/{table}/draws").status == 403
