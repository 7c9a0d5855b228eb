"""The handlers of all pages."""

from __future__ import annotations

from citywright.server.pages import (
    account,
    chat,
    find,
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
from citywright.server.pages.deals import page as deals
from citywright.server.pages.desk import house as desk_house
from citywright.server.pages.desk import people as desk_people
from citywright.server.pages.desk import reporting, told
from citywright.server.pages.desk import reports as desk_reports
from citywright.server.pages.dice import adding, check
from citywright.server.pages.events import form as event_form
from citywright.server.pages.events import page as events
from citywright.server.pages.friends import page as friends
from citywright.server.pages.layouts import editor, layout, shelf
from citywright.server.pages.learning import lessons, tutorial
from citywright.server.pages.notices import app, channels, feed
from citywright.server.pages.notices import page as notices
from citywright.server.pages.orders import page as orders
from citywright.server.pages.orders import plan
from citywright.server.pages.people import archive, leaderboard, profile
from citywright.server.pages.review import analysis, pictures, uploads
from citywright.server.pages.review import page as review
from citywright.server.pages.rooms import live as room_live
from citywright.server.pages.rooms import page as room

MODULES = (
    table,
    lobby,
    find,
    new_table,
    seats,
    room,
    room_live,
    lessons,
    tutorial,
    chat,
    orders,
    plan,
    review,
    analysis,
    pictures,
    uploads,
    board,
    board_changes,
    adding,
    check,
    deals,
    reporting,
    told,
    desk_reports,
    desk_people,
    desk_house,
    shelf,
    layout,
    editor,
    event_form,
    events,
    hints,
    account,
    my_games,
    notices,
    channels,
    feed,
    app,
    friends,
    profile,
    leaderboard,
    archive,
    rules,
    tokens,
    preferences,
    monitoring,
)
HANDLERS = [handler for module in MODULES for handler in module.HANDLERS]
