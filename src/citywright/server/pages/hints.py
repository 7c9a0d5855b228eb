"""What a master would do: at any ply of a game that is over, and at one's own turn against bots alone."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from citywright.bots.hints import Hint
from citywright.engine.view import seat_letter
from citywright.server.errors import FORBIDDEN, NOT_YOUR_TURN, Refusal
from citywright.server.pages.seats import seated
from citywright.server.pages.table import lang_of, page
from citywright.server.players.bot_workers import position
from citywright.server.services import Services, TheServices
from citywright.server.tables.review import LookBack
from citywright.server.tables.table import Table

AnyRequest = Request[Any, Any, Any]
SHOWN = 3  # actions, and the one that was played


class Advice(msgspec.Struct):
    """The best actions of a seat to act, best first, and what it played then. Without a seat: no advice."""

    ply: int
    seat: str | None = None
    played: str | None = None
    hints: list[Hint] = []


async def advice_at(services: Services, request: AnyRequest, look: LookBack, ply: int, lang: str) -> Advice:
    """What was best at a ply of a game that is over, by what the seat to act knew then."""
    asked = look.position(ply)
    if asked is None:
        return Advice(ply)
    if (ply, lang) not in look.advised:
        services.limits.spend("ask for advice", request)
        look.advised[ply, lang] = await services.bots.thinkers.advise(asked, lang)
    played = look.played(ply)
    hints = look.advised[ply, lang]
    worse = [hint for hint in hints[SHOWN:] if hint.action == played]
    return Advice(ply, seat_letter(asked.seat), played, hints[:SHOWN] + worse)


async def advice_now(
    services: Services, request: AnyRequest, table: Table, guest_id: str, lang: str
) -> Advice:
    """What is best now at a running table, for a person that plays against bots alone."""
    own = table.seats_of(guest_id)
    if not own or not table.is_practice:
        raise Refusal(FORBIDDEN, "advice is given when the game is over, or against bots alone")
    if table.match.actor not in own:
        raise Refusal(NOT_YOUR_TURN, "it is not your turn")
    services.limits.spend("ask for advice", request)
    asked = position(table.match, table.match.actor)
    hints = await services.bots.thinkers.advise(asked, lang)
    return Advice(len(asked.codes), seat_letter(asked.seat), None, hints[:SHOWN])


@get("/t/{table_id:str}/advice")
async def table_advice(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """Advice at the own turn; the page of the table takes the list out of this one."""
    table, guest = await seated(request, services, table_id)
    advice = await advice_now(services, request, table, guest.id, lang_of(request))
    return page(request, "advising.html", table=table, advice=advice)


HANDLERS = [table_advice]
