"""Tables in the middle of a game: bots have played so far, also for the person."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

from citywright.server.load.page_client import Guest
from tests.browser.kit.person import PATIENCE, Person

PLIES = {"saint-malo": 60, "mauerbauer": 90, "milestones": 70}  # of two seats; more seats take as many more
SEATS = {"saint-malo": (2, 5), "mauerbauer": (2, 4), "milestones": (2, 4)}  # fewest and most


async def table_in_the_middle(
    base: str, game: str, seats: int, plies: int | None = None
) -> tuple[Guest, str]:
    """A guest and the address of a table where it is the guest's turn, against bots."""
    return await asyncio.to_thread(_prepare, base, game, seats, plies)


def _prepare(base: str, game: str, seats: int, plies: int | None) -> tuple[Guest, str]:
    guest = Guest(base)
    table = guest.make_table(game, "me", *["bot:apprentice"] * (seats - 1), name="Friederike")
    guest.request("POST", f"/t/{table}/leave", [])  # a bot plays for the guest
    wanted = PLIES[game] * seats // 2 if plies is None else plies
    _wait_until(guest, table, lambda page: _ply(page) >= wanted)
    guest.request("POST", f"/t/{table}/return", [])
    _wait_until(guest, table, lambda page: 'data-yours="true"' in page)
    return guest, f"/t/{table}"


def _ply(page: str) -> int:
    found = re.search(r'data-at="\d+\.(\d+)"', page)
    assert found is not None
    return int(found[1])


def _wait_until(guest: Guest, table: str, holds: Callable[[str], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        page = guest.request("GET", f"/t/{table}").text
        assert 'class="table over' not in page, "the game ended before it was looked at"
        if holds(page):
            return
        time.sleep(0.05)
    raise TimeoutError(f"the table {table} did not get there")


async def sit_down(person: Person, guest: Guest, path: str) -> None:
    """The person goes on as this guest, at this table."""
    name, _, value = guest.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": person.base}])
    await person.page.goto(person.base + path)
    await person.arrive()
