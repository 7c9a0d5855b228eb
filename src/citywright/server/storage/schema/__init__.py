"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from citywright.server.storage.schema.base import metadata
from citywright.server.storage.schema.games import (
    has_time_limit,
    messages,
    moves,
    mutes,
    plays_by_itself,
    records,
    seats,
    tables,
    turn_mails,
)
from citywright.server.storage.schema.made import analyses, boards, is_listed, layouts
from citywright.server.storage.schema.orders import is_standing, order_moves, order_turns, orders
from citywright.server.storage.schema.people import accounts, guests, house, notices, sessions, tokens, tries

__all__ = [
    "accounts",
    "analyses",
    "boards",
    "guests",
    "has_time_limit",
    "house",
    "is_listed",
    "is_standing",
    "layouts",
    "messages",
    "metadata",
    "moves",
    "mutes",
    "notices",
    "order_moves",
    "order_turns",
    "orders",
    "plays_by_itself",
    "records",
    "seats",
    "sessions",
    "tables",
    "tokens",
    "tries",
    "turn_mails",
]
