"""The tutorial: a real game against an easy bot, on a fixed secret, with advice on every decision."""

from __future__ import annotations

import hashlib

from litestar import post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.engine.game import Game
from citywright.match.dealer import FIRST
from citywright.server.pages.requests import AnyRequest, guest_named, seated
from citywright.server.services import TheServices
from citywright.server.tables.bot_choices import gentle_bot
from citywright.server.tables.new_rows import BOT, GUEST
from citywright.server.tables.terms import Terms, game_or_refuse


def fixed_secret(game: Game) -> bytes:
    """The same first game for everybody; it need not be secret."""
    return hashlib.sha256(f"citywright first game of {game.id}".encode()).digest()


@post("/guide/{game_id:str}")
async def start_tutorial(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Redirect:
    """Make a table with the tutorial and go there."""
    game = game_or_refuse(game_id)
    services.limits.spend("make a table", request)
    guest, cookies = await guest_named(request, services, "")
    who = [GUEST + guest.id, BOT + gentle_bot(game)]
    terms = Terms(start=0, is_guided=True, may_talk=False)
    table_id = await services.tables.make(game, who, terms=terms, secret=fixed_secret(game), dealing=FIRST)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/unguide")
async def end_tutorial(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Play on without the tutorial."""
    table, _ = await seated(request, services, table_id)
    await services.tables.end_tutorial(table)
    return Redirect(f"/t/{table_id}", status_code=303)


HANDLERS = [start_tutorial, end_tutorial]
