"""Layouts and records that anybody may send: checked in a process of their own, within limits; none of them
makes a page fail, now or later.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from citywright.catalogue import games
from citywright.server.errors import TOO_LARGE, TOO_MANY, Refusal
from citywright.server.load.page_client import Guest
from citywright.server.uploads import uploads
from citywright.server.uploads.uploads import LONGEST_LAYOUT, MOST_PLIES, Uploads
from citywright.server.worker import TooLong, Worker
from tests.server.records import WHOLE, upload
from tests.server.server_thread import ServerThread, serving

MAP = games()["mauerbauer"].default_layout.source


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("uploads")) as inside:
        yield inside


def make_table(guest: Guest, game: str, layout: str) -> tuple[int, str]:
    form = [("game", game), ("who", "me"), ("who", "bot:random"), ("layout", layout)]
    answer = guest.request("POST", "/tables", form)
    return answer.status, answer.location if answer.status == 303 else answer.text


def overlapping(fields: int) -> str:
    """A map where every three points are a field, as many as are asked for."""
    names = [f"{row}{number}" for row in "abcdefghij" for number in range(1, 13)]
    listed = [f'"{p} {q} {r}"' for p in names for q in names for r in names if p < q < r][:fields]
    points = "".join(f"{name} = [{n}, {n * n % 97}]\n" for n, name in enumerate(names))
    regions = "".join(
        f'[[regions]]\nname = "{part}"\nfields = [{", ".join(listed[part::3])}]\n' for part in range(3)
    )
    return f'game = "mauerbauer"\n[points]\n{points}{regions}{MAP[MAP.index("[cards]") :]}'


HOSTILE = {
    "overlapping fields": ("mauerbauer", overlapping(2500)),
    "a key of many parts": ("mauerbauer", "a." * 20_000 + "b = 1"),
    "a date as name": ("mauerbauer", MAP.replace('name = "Reconstructed map"', "name = 1979-05-27")),
    "a coordinate of 400 digits": ("mauerbauer", MAP.replace("a1 = [0, 0]", f"a1 = [{'9' * 400}, 0]")),
    "a number of 5,000 digits": ("milestones", "x = " + "9" * 5000),
    "a hexadecimal number": ("milestones", "x = 0x" + "f" * 9000),
    "a list for a word": (
        "saint-malo",
        games()["saint-malo"].default_layout.source.replace('gives = "person"', 'gives = ["coins"]'),
    ),
    "a million boxes": (
        "saint-malo",
        games()["saint-malo"].default_layout.source.replace("[4, 6, 8, 10]", "[4, 6, 8, 1000]"),
    ),
    "half a character": ("saint-malo", 'x = "\\ud800"'),
}


@pytest.mark.parametrize(("game", "layout"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_layout_is_refused_in_few_words(server: ServerThread, game: str, layout: str) -> None:
    assert len(layout) < LONGEST_LAYOUT
    status, said = make_table(Guest(server.base), game, layout)
    assert status == 400, said[:500]
    assert len(said) < 20_000


def test_a_layout_of_one_s_own_is_played_on(server: ServerThread) -> None:
    guest = Guest(server.base)
    own = MAP.replace("Reconstructed map", "My own map").replace("size1 = 2", "size1 = 3")
    status, place = make_table(guest, "mauerbauer", own.replace("size2 = 2", "size2 = 1"))
    assert status == 303
    assert "My own map" in guest.request("GET", f"{place}/record").text


def test_uploads_are_checked_in_another_process_and_not_for_ever() -> None:
    async def check() -> None:
        worker = Worker(0.2)
        try:
            assert await worker.run(os.getpid) != os.getpid()
            with pytest.raises(TooLong):
                await worker.run(_count_for_ever)
            assert await worker.run(abs, -7) == 7  # the process goes on
        finally:
            await worker.close()

    asyncio.run(check())


def _count_for_ever() -> None:
    while True:
        time.monotonic()


def test_only_so_many_uploads_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_WAITING", 2)

    async def check() -> None:
        checks = Uploads()
        game = games()["saint-malo"]
        try:
            asked = [checks.check_layout(game, game.default_layout.source) for _ in range(5)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, Refusal)]
            assert len(refused) == 3
            assert {refusal.code for refusal in refused} == {TOO_MANY}
            assert await checks.check_layout(game, game.default_layout.source)
            with pytest.raises(Refusal) as caught:
                await checks.check_layout(game, "#" * (LONGEST_LAYOUT + 1))
            assert caught.value.code == TOO_LARGE
        finally:
            await checks.close()

    asyncio.run(check())


def test_a_table_whose_board_cannot_be_read_is_refused_not_broken(server: ServerThread) -> None:
    """A server before this one has accepted a board that this one does not: only its table is affected."""
    guest = Guest(server.base)
    status, place = make_table(guest, "mauerbauer", MAP.replace("Reconstructed map", "Soon spoilt"))
    assert status == 303
    table_id = place.rpartition("/")[2]
    spoilt = MAP.replace('"Reconstructed map"', "1979-05-27")
    with closing(sqlite3.connect(server.settings.database.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE tables SET layout = ? WHERE id = ?", (spoilt, table_id))
        connection.commit()
    server.services.tables.forget(table_id)  # last: a bot plays at it, and it may be read again at any time
    answer = guest.request("GET", place)
    assert answer.status == 503
    assert "cannot be read" in answer.text
    assert guest.request("GET", "/mine").status == 200
    assert guest.request("GET", "/").status == 200


# --- records --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (r"\ud800", "a character that cannot be printed"),
        (r"\u0007", "a character that cannot be printed"),
        (r"\u202eevil", "a character that cannot be printed"),
        ("x" * 201, "longer than 200 characters"),
    ],
)
def test_a_record_with_a_name_that_cannot_be_shown_is_refused(
    server: ServerThread, name: str, said: str
) -> None:
    lines = WHOLE.read_text(encoding="utf-8").split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("[A "))
    lines[number] = f'[A "{name}"]'
    answer = upload(Guest(server.base), "\n".join(lines).encode())
    assert answer.status == 400
    assert said in answer.text


def test_a_record_of_too_many_actions_is_refused(server: ServerThread) -> None:
    text = WHOLE.read_text(encoding="utf-8") + "A pass\n" * MOST_PLIES
    answer = upload(Guest(server.base), text.encode())
    assert answer.status == 400
    assert f"a record has at most {MOST_PLIES} actions" in answer.text


def test_a_record_with_a_hostile_board_is_refused(server: ServerThread) -> None:
    text = WHOLE.read_text(encoding="utf-8")
    board = "\n".join(f"| {line}" for line in ["a." * 20_000 + "b = 1", *MAP.split("\n")])
    headers, _, actions = text.partition("\n\n")
    answer = upload(Guest(server.base), f"{headers}\n{board}\n\n{actions}".encode())
    assert answer.status == 400
    assert "a key of more than 8 parts" in answer.text
