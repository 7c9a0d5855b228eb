"""A first game with a guide: a real game against a gentle bot on a fixed secret."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar import Request, post
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import update

from citywright.engine.game import Game
from citywright.server.pages.new_table import guest_named
from citywright.server.pages.seats import seated
from citywright.server.pages.table import game_or_refuse
from citywright.server.services import TheServices
from citywright.server.storage.schema import tables
from citywright.server.tables.bot_choices import gentle_bot
from citywright.server.tables.service import BOT, GUEST
from citywright.server.tables.terms import Terms

AnyRequest = Request[Any, Any, Any]


def fixed_secret(game: Game) -> bytes:
    """The same first game for everybody; no secret, and nothing is at stake."""
    return hashlib.sha256(f"citywright first game of {game.id}".encode()).digest()


@post("/guide/{game_id:str}")
async def guided_game(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Redirect:
    """Make a guided table and go there."""
    game = game_or_refuse(game_id)
    services.limits.spend("make a table", request)
    guest, cookies = await guest_named(request, services, "")
    who = [GUEST + guest.id, BOT + gentle_bot(game)]
    terms = Terms(start=0, is_guided=True, may_talk=False)
    table_id = await services.tables.make(game, who, terms=terms, secret=fixed_secret(game))
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/unguide")
async def leave_guide(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Play on without the guide."""
    table, _ = await seated(request, services, table_id)
    async with services.database.write() as connection:
        await connection.execute(update(tables).where(tables.c.id == table_id).values(is_guided=False))
    await services.tables.reload(table)
    services.tables.announce(table)
    return Redirect(f"/t/{table_id}", status_code=303)


HANDLERS = [guided_game, leave_guide]
