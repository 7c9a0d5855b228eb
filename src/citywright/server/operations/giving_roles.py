"""Roles at the host's desk, given by the command line: also the first, which nobody else could give."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.desk.roles import all_roles, set_role_by_name
from citywright.server.errors import Refusal
from citywright.server.operations.backup import revision_of
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, newest_revision


class NotGiven(Exception):
    """Nothing was changed; why not."""


async def give(database: str, name: str = "", role: str = "") -> tuple[str, list[tuple[str, str]]]:
    """Give an account a role, or none; returns the name it is shown by, and everybody's roles. Without a
    name nothing is changed.
    """
    store = Database(async_url(database))

    def write(connection: Connection) -> tuple[str, list[tuple[str, str]]]:
        given = set_role_by_name(connection, name, role) if name else ""
        return given, all_roles(connection)

    try:
        if await revision_of(store) != newest_revision():
            raise NotGiven("the database is of another version: start this server with it first")
        return await store.transact(write)
    except Refusal as refusal:
        raise NotGiven(refusal.reason) from None
    except (SQLAlchemyError, OSError) as error:
        raise NotGiven(f"the database cannot be used: {type(error).__name__}") from error
    finally:
        await store.close()
