"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from citywright.server.storage.schema.base import metadata
from citywright.server.storage.schema.calls import calls, deliveries, devices, table_notices, webhooks
from citywright.server.storage.schema.games import (
    has_time_limit,
    messages,
    moves,
    mutes,
    plays_by_itself,
    records,
    seats,
    tables,
    turns_told,
)
from citywright.server.storage.schema.made import analyses, boards, is_listed, layouts
from citywright.server.storage.schema.people import accounts, guests, house, notices, sessions, tokens, tries

__all__ = [
    "accounts",
    "analyses",
    "boards",
    "calls",
    "deliveries",
    "devices",
    "guests",
    "has_time_limit",
    "house",
    "is_listed",
    "layouts",
    "messages",
    "metadata",
    "moves",
    "mutes",
    "notices",
    "plays_by_itself",
    "records",
    "seats",
    "sessions",
    "table_notices",
    "tables",
    "tokens",
    "tries",
    "turns_told",
    "webhooks",
]
