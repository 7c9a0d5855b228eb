"""Tables in the middle of a game, and sitting down at them."""

from __future__ import annotations

from citywright.server.load import middle
from citywright.server.load.page_client import Guest
from tests.browser.kit.person import Person
from tests.server.server_process import ServerProcess

PLIES = {"saint-malo": 60, "mauerbauer": 90, "milestones": 70}  # of two seats; more seats take as many more
SEATS = {"saint-malo": (2, 5), "mauerbauer": (2, 4), "milestones": (2, 4)}  # fewest and most


async def table_in_the_middle(
    served: ServerProcess, game: str, seats: int, plies: int | None = None, seed: int = 1
) -> tuple[Guest, str]:
    """A guest and the address of a table where it is the guest's turn, against bots."""
    wanted = PLIES[game] * seats // 2 if plies is None else plies
    guest, table = await middle.table_in_the_middle(
        served.base, served.database, game, seats, wanted, seed=seed
    )
    return guest, f"/t/{table}"


async def sit_down(person: Person, guest: Guest, path: str) -> None:
    """The person goes on as this guest, at this table."""
    await go_to(person, guest, path)
    await person.arrive()


async def go_to(person: Person, guest: Guest, path: str) -> None:
    """The same, but nothing is touched there yet."""
    name, _, value = guest.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": person.base}])
    await person.page.goto(person.base + path)
    await person.page.wait_for_selector("main.table")
