"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from citywright.server.storage.schema.base import metadata
from citywright.server.storage.schema.games import (
    has_time_limit,
    is_unsettled,
    messages,
    moves,
    mutes,
    plays_by_itself,
    records,
    seats,
    tables,
    turn_mails,
)
from citywright.server.storage.schema.known import meetings, outcomes, profiles, ratings, results
from citywright.server.storage.schema.made import analyses, boards, is_listed, layouts
from citywright.server.storage.schema.people import accounts, guests, house, notices, sessions, tokens, tries

__all__ = [
    "accounts",
    "analyses",
    "boards",
    "guests",
    "has_time_limit",
    "house",
    "is_listed",
    "is_unsettled",
    "layouts",
    "meetings",
    "messages",
    "metadata",
    "moves",
    "mutes",
    "notices",
    "outcomes",
    "plays_by_itself",
    "profiles",
    "ratings",
    "records",
    "results",
    "seats",
    "sessions",
    "tables",
    "tokens",
    "tries",
    "turn_mails",
]
