"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from citywright.server.storage.schema.base import metadata
from citywright.server.storage.schema.calls import calls, deliveries, devices, table_notices, webhooks
from citywright.server.storage.schema.deals import deal_tries, deals
from citywright.server.storage.schema.events import event_players, event_rounds, event_tables, events
from citywright.server.storage.schema.friends import (
    blocks,
    follows,
    friend_choices,
    invitations,
    is_open_invitation,
    last_seen,
)
from citywright.server.storage.schema.games import (
    has_time_limit,
    is_unsettled,
    messages,
    moves,
    mutes,
    plays_by_itself,
    records,
    seat_numbers,
    seats,
    tables,
    turns_told,
)
from citywright.server.storage.schema.known import meetings, outcomes, profiles, ratings, results
from citywright.server.storage.schema.made import analyses, boards, is_listed, layouts
from citywright.server.storage.schema.orders import is_standing, order_moves, order_turns, orders
from citywright.server.storage.schema.people import accounts, guests, house, notices, sessions, tokens, tries
from citywright.server.storage.schema.rooms import (
    is_gathering,
    room_messages,
    room_pages,
    room_seats,
    room_wishes,
    rooms,
)
from citywright.server.storage.schema.searches import searches

__all__ = [
    "accounts",
    "analyses",
    "blocks",
    "boards",
    "calls",
    "deal_tries",
    "deals",
    "deliveries",
    "devices",
    "event_players",
    "event_rounds",
    "event_tables",
    "events",
    "follows",
    "friend_choices",
    "guests",
    "has_time_limit",
    "house",
    "invitations",
    "is_gathering",
    "is_listed",
    "is_open_invitation",
    "is_standing",
    "is_unsettled",
    "last_seen",
    "layouts",
    "meetings",
    "messages",
    "metadata",
    "moves",
    "mutes",
    "notices",
    "order_moves",
    "order_turns",
    "orders",
    "outcomes",
    "plays_by_itself",
    "profiles",
    "ratings",
    "records",
    "results",
    "room_messages",
    "room_pages",
    "room_seats",
    "room_wishes",
    "rooms",
    "searches",
    "seat_numbers",
    "seats",
    "sessions",
    "table_notices",
    "tables",
    "tokens",
    "tries",
    "turns_told",
    "webhooks",
]
