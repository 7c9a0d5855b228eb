"""All pages of the club: everything around the tables that is not the table itself."""

from __future__ import annotations

from citywright.server import (
    account_pages,
    advice,
    doors,
    guide,
    lobby,
    looking,
    making,
    metrics,
    mine,
    talking,
    tokens,
)

ROOMS = (lobby, making, doors, guide, talking, looking, advice, account_pages, mine, metrics, tokens)
HANDLERS = [handler for room in ROOMS for handler in room.HANDLERS]
