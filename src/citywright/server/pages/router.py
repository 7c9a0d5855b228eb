"""The handlers of all pages."""

from __future__ import annotations

from citywright.server.pages import (
    account,
    chat,
    feed,
    hints,
    lobby,
    monitoring,
    my_games,
    new_table,
    preferences,
    rules,
    seats,
    table,
    tokens,
)
from citywright.server.pages.board import changes as board_changes
from citywright.server.pages.board import page as board
from citywright.server.pages.events import form as event_form
from citywright.server.pages.events import page as events
from citywright.server.pages.layouts import editor, layout, shelf
from citywright.server.pages.learning import lessons, tutorial
from citywright.server.pages.review import analysis, pictures, uploads
from citywright.server.pages.review import page as review

MODULES = (
    table,
    lobby,
    new_table,
    seats,
    lessons,
    tutorial,
    chat,
    review,
    analysis,
    pictures,
    uploads,
    board,
    board_changes,
    shelf,
    layout,
    editor,
    event_form,
    events,
    hints,
    account,
    my_games,
    feed,
    rules,
    tokens,
    preferences,
    monitoring,
)
HANDLERS = [handler for module in MODULES for handler in module.HANDLERS]
