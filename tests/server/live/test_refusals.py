"""Wrong, stale, foreign, malformed and oversized messages: a clear error each, and nothing changes."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from citywright.server.load.page_client import Guest, Page
from tests.server.players_at_tables import settled, two_guests, two_pages
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio


async def refused(page: Page, code: str, message: str | bytes, number: int = 0) -> str:
    """Send a message that must be refused with a code; returns the reason."""
    await settled(page)
    at = page.at
    await page.send(message)
    answer = await page.answer(number)
    assert (answer.is_, answer.code) == ("refused", code)
    assert answer.reason
    await settled(page)
    assert page.at == at
    return answer.reason


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"do":"win"}',
        '{"do":"play"}',
        '{"do":"play","words":7,"ply":0}',
        '{"do":"play","words":"stop","ply":"0"}',
        '{"do":"play","words":"stop","ply":0,"seat":1}',
        '{"do":"undo","ply":1.5}',
        b"\x00\xff",
    ],
)
async def test_malformed_messages(served: ServerProcess, message: str | bytes) -> None:
    async with two_pages(served.base) as (acting, _):
        await refused(acting, "malformed", message)


async def test_malformed_words(served: ServerProcess) -> None:
    async with two_pages(served.base) as (acting, _):
        answer = await acting.play("win at once")
        assert (answer.is_, answer.code) == ("refused", "malformed")
        assert "win at once" in answer.reason


async def test_illegal_action_names_what_is_possible(served: ServerProcess) -> None:
    async with two_pages(served.base) as (acting, _):
        at = acting.at
        answer = await acting.play("start A")
        assert (answer.is_, answer.code) == ("refused", "illegal")
        assert acting.choices()[0].split()[0] in answer.reason
        await settled(acting)
        assert acting.at == at


async def test_not_your_turn(served: ServerProcess) -> None:
    async with two_pages(served.base) as (acting, waiting):
        answer = await waiting.play(acting.choices()[0])
        assert (answer.is_, answer.code) == ("refused", "not your turn")


async def test_stale_ply(served: ServerProcess) -> None:
    async with two_pages(served.base) as (acting, _):
        epoch, ply = acting.at
        for at in [(epoch, ply - 1), (epoch, ply + 1), (epoch + 1, ply)]:
            answer = await acting.play(acting.choices()[0], at)
            assert (answer.is_, answer.code) == ("refused", "stale ply")
        assert (await acting.undo()).code == "illegal"  # chance has just spoken: nothing to take back
        answer = await acting.ask("undo", ply=ply - 1, epoch=epoch)
        assert answer.code == "stale ply"


async def test_too_large(served: ServerProcess) -> None:
    async with two_pages(served.base) as (acting, _):
        await refused(acting, "too large", '{"do":"play","words":"' + 3000 * "x" + '","ply":0}')
        await acting.send(70_000 * "x")
        with pytest.raises(ConnectionClosed) as closed:
            await acting.answer(0)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009  # message too big


async def test_spectators_and_forged_cookies_cannot_act(served: ServerProcess) -> None:
    table, anke, _ = two_guests(served.base)
    name, _, value = anke.cookie.partition("=")
    other = "A" if value[-9] != "A" else "B"  # not at the end, where several letters can mean the same
    forged = f"{value[:-9]}{other}{value[-8:]}"
    strangers = ["", f"{name}=", f"{name}=nonsense", f"{name}={forged}", f"{name}={'x' * 5000}"]
    for cookie in strangers:
        stranger = Guest(served.base, cookie)
        async with stranger.follow(table) as page:
            await page.receive()
            assert not page.choices()
            answer = await page.play("stop")
            assert (answer.is_, answer.code) == ("refused", "forbidden")
            assert (await page.undo()).code == "forbidden"
        form = [("words", "stop"), ("ply", "2"), ("epoch", "0")]
        assert stranger.request("POST", f"/t/{table}/play", form).status == 403
        assert stranger.request("POST", f"/t/{table}/rematch", []).status == 403


async def test_another_guest_cannot_act_for_a_seat(served: ServerProcess) -> None:
    table, _, _ = two_guests(served.base)
    other = Guest(served.base)
    other.make_table("saint-malo", "me", "open", name="Cleo")
    async with other.follow(table) as page:
        await page.receive()
        assert (await page.play("stop")).code == "forbidden"


async def test_unknown_table(served: ServerProcess) -> None:
    async with Guest(served.base).follow("nowhere") as page:
        frame = await page.receive()
        assert (frame.is_, frame.code) == ("refused", "unknown")
        with pytest.raises(ConnectionClosed):
            await page.receive()
    assert Guest(served.base).request("GET", "/t/nowhere").status == 404
    assert Guest(served.base).request("GET", "/sit/nowhere").status == 404


async def test_an_invitation_seats_one_person(served: ServerProcess) -> None:
    anke = Guest(served.base)
    table = anke.make_table("saint-malo", "me", "open", name="Anke")
    (link,) = anke.invitations(table)
    guests = [Guest(served.base) for _ in range(6)]
    answers = await asyncio.gather(*(asyncio.to_thread(guest.sit, link, "Ben") for guest in guests))
    assert sorted(answer.status for answer in answers) == [303, *5 * [403]]
    assert not anke.invitations(table)


async def test_pages_of_other_sites_are_refused(served: ServerProcess) -> None:
    table, anke, _ = two_guests(served.base)
    foreign = {"Origin": "https://elsewhere.example"}
    form = [("words", "stop"), ("ply", "2"), ("epoch", "0")]
    assert anke.request("POST", f"/t/{table}/play", form, **foreign).status == 403
    assert anke.request("POST", "/tables", [("game", "saint-malo")], **foreign).status == 403
    assert anke.request("POST", "/preferences", [("lang", "de")], Sec_Fetch_Site="cross-site").status == 403
    async with anke.follow(table, origin="https://elsewhere.example") as page:
        with pytest.raises(ConnectionClosed) as closed:
            await page.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
