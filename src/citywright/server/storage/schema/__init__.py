"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from citywright.server.storage.schema.base import metadata
from citywright.server.storage.schema.events import event_players, event_rounds, event_tables, events
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
from citywright.server.storage.schema.people import accounts, guests, house, notices, sessions, tokens, tries
from citywright.server.storage.schema.rooms import (
    is_gathering,
    room_messages,
    room_pages,
    room_seats,
    room_wishes,
    rooms,
)

__all__ = [
    "accounts",
    "analyses",
    "boards",
    "event_players",
    "event_rounds",
    "event_tables",
    "events",
    "guests",
    "has_time_limit",
    "house",
    "is_gathering",
    "is_listed",
    "layouts",
    "messages",
    "metadata",
    "moves",
    "mutes",
    "notices",
    "plays_by_itself",
    "records",
    "room_messages",
    "room_pages",
    "room_seats",
    "room_wishes",
    "rooms",
    "seats",
    "sessions",
    "tables",
    "tokens",
    "tries",
    "turn_mails",
]
