"""A table in the middle of a game is the same for everybody who asks for it, and is played on."""

from __future__ import annotations

import re

import pytest

from citywright.server.load.middle import match_in_the_middle, table_in_the_middle
from tests.server.players_at_tables import record_of
from tests.server.server_process import ServerProcess

PLIES = 30


@pytest.mark.anyio
async def test_the_same_game_is_found_and_played_on(served: ServerProcess) -> None:
    asked = (served.base, served.database, "mauerbauer", 3, PLIES)
    found = [await table_in_the_middle(*asked) for _ in range(2)]
    begun = []
    for guest, table in found:
        html = guest.request("GET", f"/t/{table}").text
        assert 'data-yours="true"' in html
        assert int(re.findall(r'data-at="0\.(\d+)"', html)[0]) >= PLIES
        begun.append(record_of(guest, table))
    assert begun[0] == begun[1]
    guest, table = found[0]
    async with guest.follow(table) as page:
        await page.receive()
        words = page.choices()[0]
        assert (await page.play(words)).is_ == "done"
    assert record_of(guest, table)[: len(begun[0]) + 1] == [*begun[0], f"A {words}"]


def test_a_game_that_ended_before_is_told() -> None:
    with pytest.raises(ValueError, match="ended after"):
        match_in_the_middle("milestones", 2, 10_000, "apprentice", 1)
