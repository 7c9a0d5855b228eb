"""Layouts, names and ids that somebody might send to do harm: refused, or shown as what they are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from citywright.catalogue import games
from citywright.server.load.page_client import Guest
from citywright.server.uploads.layout_check import MOST_TOLD, inspect
from citywright.server.uploads.uploads import LayoutRefused, Uploads
from tests.server.layouts.boards import MAP, SAINT_MALO, board, get, listed, save, send
from tests.server.server_thread import ServerThread, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("hostile"), balance_games=0) as inside:
        yield inside


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 400),
        ("x" * 48_001, 413),
        ("#" + "é" * 130_000, 413),
        (b"\xff\xfe" + SAINT_MALO.encode("utf-16-le"), 400),
        ("odd = " + "[" * 20_000, 400),
        (board(name="\u202eevil"), 400),
        (board(name="a\u200bb"), 400),
        (board(name="x" * 61), 400),
        (board(notes="x" * 1001), 400),
        (board().replace('"Anke"', '"\\u0000"'), 400),
        (SAINT_MALO + "\n# \0\n", 400),
    ],
)
def test_hostile_files_are_refused(server: ServerThread, text: str | bytes, status: int) -> None:
    guest = Guest(server.base)
    answer = send(guest, text)
    assert answer.status == status, answer.text
    assert guest.cookie == ""  # nobody is welcomed for it
    assert listed(guest, "?mine=yes") == []


def test_odd_but_sound_names_are_shown_as_they_are(server: ServerThread) -> None:
    anke = Guest(server.base)
    name = "Z\u0351\u0352 <b>ﷺ</b> &amp; {{7*7}}"
    layout = save(anke, board(name=name), public="yes")
    page = get(anke, f"/layouts/{layout}")
    assert "Z\u0351\u0352 &lt;b&gt;ﷺ&lt;/b&gt; &amp;amp; {{7*7}}" in page
    blank = save(anke, board(6, name="   ", author=""))
    assert "Board without a name" in get(anke, f"/layouts/{blank}")


@pytest.mark.parametrize("layout_id", ["%00", "a%00b", "..%2f..%2fetc", "%ff", "'%20OR%201=1", "x" * 3000])
def test_odd_ids_name_nothing(server: ServerThread, layout_id: str) -> None:
    guest = Guest(server.base)
    for address in ("", "/picture.svg", "/picture.png", "/layout.toml"):
        assert guest.request("GET", f"/layouts/{layout_id}{address}").status in (400, 404)
    assert guest.request("POST", f"/layouts/{layout_id}/delete", []).status in (400, 403, 404)
    assert guest.request("GET", f"/new/saint-malo?layout={layout_id}").status in (400, 404)


def test_many_problems_are_told_up_to_a_limit() -> None:
    crowded = MAP + "".join(f"odd{n} = 1\n" for n in range(900))
    found = inspect("mauerbauer", crowded, None)
    assert (len(found.problems), found.total) == (MOST_TOLD, 900)
    refused = LayoutRefused(games()["mauerbauer"], found)
    assert refused.reason.endswith("and 880 more")
    assert {fault.place for fault in refused.faults("de")} == {f"about.sources.odd{n}" for n in range(200)}


def test_what_is_dear_is_done_beside_the_server(server: ServerThread) -> None:
    """While a dear layout is read, by another process, the event loop goes on."""
    names = [f"{row}{number}" for row in "abcdefghij" for number in range(1, 13)]
    fields = [f'"{p} {q} {r}"' for p in names for q in names for r in names if p < q < r][:2400]
    points = "".join(f"{name} = [{n}, {n * n % 97}]\n" for n, name in enumerate(names))
    regions = "".join(f'[[regions]]\nname = "{n}"\nfields = [{", ".join(fields[n::3])}]\n' for n in range(3))
    dear = f'game = "mauerbauer"\n[points]\n{points}{regions}{MAP[MAP.index("[cards]") :]}'

    async def check() -> float:
        uploads, longest = Uploads(), 0.0
        game = games()["mauerbauer"]
        await uploads.inspect_layout(game, MAP)  # the process has started
        asked = asyncio.create_task(uploads.inspect_layout(game, dear))
        while not asked.done():
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - began)
        assert (await asked).problems
        await uploads.close()
        return longest

    assert asyncio.run(check()) < 0.25  # a machine may be busy
