"""The handlers of all pages."""

from __future__ import annotations

from citywright.server.http import metrics
from citywright.server.pages import (
    account,
    chat,
    hints,
    lobby,
    my_games,
    new_table,
    review,
    seats,
    table,
    tokens,
    tutorial,
)

MODULES = (table, lobby, new_table, seats, tutorial, chat, review, hints, account, my_games, metrics, tokens)
HANDLERS = [handler for module in MODULES for handler in module.HANDLERS]
