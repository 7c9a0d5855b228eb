"""The page with the rules of a game. Table pages load what stands in it into a drawer."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from litestar.params import FromPath

from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.pages.rules.rulebook import rulebook
from citywright.server.tables.terms import game_or_refuse

CACHE = "private, max-age=3600"


@get("/rules/{game_id:str}")
async def rules_page(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_or_refuse(game_id)
    book = await asyncio.to_thread(rulebook, game, lang_of(request))  # its pictures take a while at first
    return page(request, "rules.html", cache=CACHE, game=game, book=book)


HANDLERS = [rules_page]
