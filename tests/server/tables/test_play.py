"""Whole games over the wire: pages in step, undo, catching up, the end and the rematch."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import ONE_GAME, play_some, settled, two_guests, two_pages, wise_words
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", ONE_GAME)
async def test_a_whole_game_a_true_record_and_a_rematch(served: ServerProcess, game: str) -> None:
    table, anke, ben = two_guests(served.base, game)
    first_page = anke.request("GET", f"/t/{table}").text
    sealed = re.search(r'title="([0-9a-f]{64})"', first_page)
    assert sealed is not None
    assert 'class="secret"' not in first_page
    async with (
        anke.follow(table) as one,
        ben.follow(table, "de") as two,
        Guest(served.base).follow(table) as three,
    ):
        pages = [one, two, three]
        for page in pages:
            await page.receive()
        while not one.over:
            seat, page = (0, one) if one.yours else (1, two)
            words = await asyncio.to_thread(wise_words, (anke, ben)[seat], table, game, seat)
            assert words in page.choices()
            assert (await page.play(words)).is_ == "done"
            await asyncio.gather(*(settled(page) for page in pages))
        assert all(page.over for page in pages)
        assert len({page.at for page in pages}) == 1
    record = ben.request("GET", f"/t/{table}/record").text
    match = verify(parse_record(record))
    assert match.over
    ending = ben.request("GET", f"/t/{table}").text
    assert f'<code class="commitment">{sealed[1]}</code>' in ending
    assert '<code class="secret">' in ending
    assert '<table class="sheet">' in ending

    places = {guest.request("POST", f"/t/{table}/rematch", []).location for guest in (anke, ben)}
    assert len(places) == 1
    again = places.pop().rpartition("/")[2]
    began = next(ply.actor for ply in match.plies if ply.actor >= 0)
    assert f'[start "{"AB"[1 - began]}"]' in anke.request("GET", f"/t/{again}/record").text
    assert Guest(served.base).request("POST", f"/t/{table}/rematch", []).status == 403


async def test_two_tabs_stay_in_step_and_one_click_counts(served: ServerProcess) -> None:
    table, anke, ben = two_guests(served.base)
    async with anke.follow(table) as one, anke.follow(table) as two, ben.follow(table) as other:
        for page in (one, two, other):
            await page.receive()
        if not one.yours:
            one, two, other = other, other, one
        words = one.choices()[0]
        answers = await asyncio.gather(one.play(words), two.play(words)) if one is not two else []
        if answers:
            assert sorted(answer.is_ for answer in answers) == ["done", "refused"]
            await settled(one)
            await settled(two)
            assert one.at == two.at


async def test_undo_leads_back_and_makes_old_clicks_stale(served: ServerProcess) -> None:
    rng = random.Random(5)
    async with two_pages(served.base) as (one, two):
        for _ in range(200):
            await settled(one)
            await settled(two)
            page, other = (one, two) if one.yours else (two, one)
            before, choices = page.at, page.choices()
            assert (await page.play(rng.choice(choices))).is_ == "done"
            await settled(page)
            if not page.yours or page.at[1] != before[1] + 1:
                continue  # the turn has passed, or chance has spoken
            after = page.at
            assert (await other.undo()).code == "not your turn"
            assert (await page.undo()).is_ == "done"
            await settled(page)
            await settled(other)
            assert page.at == other.at == (before[0] + 1, before[1])
            assert page.choices() == choices
            answer = await page.play(choices[0], (before[0], before[1]))
            assert answer.code == "stale ply"  # a click from before the undo, at a ply that exists again
            assert (await page.play(choices[-1], after)).code == "stale ply"
            assert (await page.play(choices[-1])).is_ == "done"
            return
        pytest.fail("there was nothing to undo in 200 moves")


async def test_a_page_that_was_away_catches_up(served: ServerProcess) -> None:
    table, anke, ben = two_guests(served.base)
    async with anke.follow(table) as one, ben.follow(table) as two:
        await one.receive()
        await two.receive()
        await play_some([one, two], 12, random.Random(3))
        async with anke.follow(table) as back:
            whole = await back.receive()
            await settled(one)
            assert whole.since is None
            assert (back.at, back.yours, back.choices()) == (one.at, one.yours, one.choices())
            await back.ask("resync")
            assert back.choices() == one.choices()


async def test_presence_is_shown(served: ServerProcess) -> None:
    table, anke, ben = two_guests(served.base)
    async with anke.follow(table) as one:
        seats = {"seat-0": "", "seat-1": ""}

        async def until_here(people: int) -> None:
            while "".join(seats.values()).count('class="presence here"') != people:
                changed = (await one.receive()).set
                seats.update({id_: html for id_, html in changed.items() if id_ in seats})

        await until_here(1)
        async with ben.follow(table):
            await until_here(2)
        await until_here(1)
        assert 'class="presence away"' in seats["seat-1"]


async def test_playing_by_forms_without_script(served: ServerProcess) -> None:
    guest = Guest(served.base)
    table = guest.make_table("saint-malo", "me", "bot:random", name="Anke")
    for _ in range(3):
        async with guest.follow(table) as page:
            await page.receive()
            await page.until_yours()
        html = guest.request("GET", f"/t/{table}").text
        fields = [(name, value) for name, value in re.findall(r'name="(ply|epoch)" value="(\d+)"', html)]
        words = re.search(r'<button name="words" value="([^"]+)"', html)
        assert words is not None
        assert guest.request("POST", f"/t/{table}/play", [*fields, ("words", words[1])]).status == 303
