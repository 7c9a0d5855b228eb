"""Imported once by the process that forks servers: it loads games, pictures and templates for all of them.

Only what does not depend on any table: a forked server knows nothing of the games that are being played.
"""

from __future__ import annotations

from contextlib import suppress

from jinja2 import UndefinedError

from citywright.catalogue import games
from citywright.server.app import Application, spare
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.redraw import sample_table
from citywright.server.run import serve
from citywright.server.templates import asset_version, render

LOADED = [serve.__name__]
for _game in games().values():
    _table = sample_table(_game, with_bot=False)
    for _seat in range(-1, len(_table.seats)):
        SeatPage(_table, _seat, "en").whole()
for _name in ("table.html", "tokens.html", "invite.html", "accept_invitation.html"):
    with suppress(UndefinedError):  # it is compiled, then misses what it is to show
        render(_name, "en")
asset_version()
spare.append(Application())
spare[0].openapi_schema.to_schema()
for _driver in ("aiosqlite", "asyncpg", "redis.asyncio", "sqlalchemy.dialects.postgresql.asyncpg"):
    with suppress(ImportError):
        LOADED.append(__import__(_driver).__name__)
