"""Tables that are made by a form: the number its browser adds to the dice, and the promise it was added to.

Without scripts neither comes with the form: then the table says that nobody added a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response, get

from citywright.engine.game import Game
from citywright.server.dice.promises import Promise
from citywright.server.errors import ILLEGAL, UNKNOWN, Refusal
from citywright.server.services import Services, TheServices
from citywright.server.tables.new_rows import GUEST


@get("/dice/promise")
async def promise(services: TheServices) -> Response[Promise]:
    """The id of a table to come and the fingerprint of its secret, for a browser that will add its number."""
    return Response(services.promises.give(), headers={"Cache-Control": "no-store"})


def added_in(services: Services, form: Any, seat: int) -> dict[str, Any]:
    """What a form adds to the dice; `seat` is whose number it is."""
    promise, number = (str(form.get(name, ""))[:200] for name in ("promise", "number"))
    return services.promises.added(promise, number, seat)


async def make_table(
    services: Services, game: Game, kinds: Sequence[str], guest_id: str, form: Any, **options: Any
) -> str:
    """Make a table with what the form adds to its dice. A form that was sent twice leads to its table."""
    own = GUEST + guest_id
    added = added_in(services, form, kinds.index(own) if own in kinds else 0)
    try:
        return await services.tables.make(game, kinds, **options, **added)
    except Refusal as refusal:
        if refusal.code != ILLEGAL or not await _sits(services, added.get("table_id", ""), guest_id):
            raise
        return str(added["table_id"])


async def _sits(services: Services, table_id: str, guest_id: str) -> bool:
    """Does the guest sit at a table, if there is one?"""
    try:
        return bool((await services.tables.find(table_id)).seats_of(guest_id))
    except Refusal as refusal:
        if refusal.code != UNKNOWN:
            raise
        return False


HANDLERS = [promise]
