"""The chat of a table as HTML, drawn again only when a message, a name or a mute has changed."""

from __future__ import annotations

from functools import lru_cache

from citywright.server.tables.messages import ChatLog
from citywright.server.tables.table import Table
from citywright.server.templates import render
from citywright.text import Words


def chat_element(table: Table, viewer: int, names: tuple[str, ...], t: Words) -> str:
    """The messages a seat (negative: a spectator) is shown.

    While hands are secret a seat does not see what spectators write: they may have looked into a hand.
    """
    guest_id = table.seats[viewer].guest_id if viewer >= 0 else None
    hide_spectators = viewer >= 0 and table.game.has_secrets and not table.match.over
    return _drawn(table.chat, table.id, guest_id, hide_spectators, names, t)


@lru_cache(1000)
def _drawn(
    chat: ChatLog,
    table_id: str,
    guest_id: str | None,
    hide_spectators: bool,
    names: tuple[str, ...],
    t: Words,
) -> str:
    messages = []
    for message in chat.shown_to(guest_id, hide_spectators=hide_spectators):
        seat = message.seat
        name = names[seat] if seat >= 0 else t("{name}, spectator", name=message.name)
        is_of_other = message.guest_id not in (None, guest_id)
        messages.append((message, name, guest_id is not None and is_of_other, is_of_other))
    has_muted = any(muter == guest_id for muter, _ in chat.mutes)
    return render("fragments/chat.html", t.lang, table_id=table_id, messages=messages, has_muted=has_muted)
