"""Before a server starts: all code is loaded, database and Redis can be reached; if not, it says why."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from citywright.catalogue import games
from citywright.game_parts import drawing_of, text_of
from citywright.server.language import words_of
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.templates import load_templates
from citywright.text import LANGUAGES, translate

DATABASE_PATIENCE = 30.0  # seconds a database server may take to start
REDIS_PATIENCE = 5.0


class NotReady(Exception):
    """Something the server needs cannot be reached."""


def load_games() -> None:
    """Import the words and drawings of all games, and compile the pages: nobody waits for that later."""
    for game in games().values():
        text_of(game)
        drawing_of(game)
        for lang in LANGUAGES:
            with suppress(FileNotFoundError, ModuleNotFoundError):  # a game need not have translations
                translate(lang, f"{game.package}.text")
    for lang in LANGUAGES:
        words_of(lang)
    load_templates()


async def make_ready(settings: Settings) -> None:
    """Bring the database up to date and find Redis; both may still be starting."""
    database = Database(async_url(settings.database))
    try:
        await wait_for_database(database, DATABASE_PATIENCE)
    except (OSError, SQLAlchemyError) as error:
        place = make_url(settings.database).render_as_string(hide_password=True)
        raise NotReady(f"the database {place} cannot be used: {_cause(error)}") from error
    finally:
        await database.close()
    if settings.redis:
        await find_redis(settings.redis)


async def find_redis(url: str, patience: float = REDIS_PATIENCE) -> None:
    """Return once Redis answers: a process that cannot publish its moves must not start."""
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    until = time.monotonic() + patience
    async with Redis.from_url(url) as redis:
        while True:
            try:
                async with asyncio.timeout(patience):
                    await redis.ping()
            except (RedisError, OSError) as error:
                if time.monotonic() > until:
                    raise NotReady(
                        f"Redis does not answer ({error}); without --redis one process serves"
                    ) from error
                await asyncio.sleep(0.2)
            else:
                return


def _cause(error: Exception) -> str:
    """The message of the driver, in one line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return str(error.orig.__cause__ or error.orig).partition("\n")[0]
    return str(error).partition("\n")[0]
