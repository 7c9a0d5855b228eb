"""The corner of the table page where one comes and goes: clock, invitation, leaving, the bot that plays for
you, and the hand-over between people at one screen. HTML by id, like fragments.py.
"""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

from citywright.game_parts import text_of
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.player_actions import callable_from
from citywright.server.tables.table import Table
from citywright.text import Words


def corner(table: Table, viewer: int, names: list[str], t: Words) -> str:
    """What can be done about who plays here."""
    items: list[str] = []
    if not table.match.over:
        items += _clock(table, t)
        if viewer >= 0:
            items += _own_seat(table, viewer, t) + _others(table, viewer, names, t)
    return f'<div id="corner" class="corner">{"".join(items)}</div>'


def _button(table: Table, verb: str, words: str, kind: str = "plain-button", extra: str = "") -> str:
    return (
        f'<form method="post" action="/t/{table.id}/{verb}"{extra}>'
        f'<button class="{kind}">{escape(words)}</button></form>'
    )


def _clock(table: Table, t: Words) -> list[str]:
    deadline = deadline_of(table)
    if deadline is None:
        return []
    moment = datetime.fromtimestamp(deadline / 1000, UTC)
    said = t("Time until {time} UTC", time=moment.strftime("%Y-%m-%d %H:%M"))
    stamp = moment.isoformat(timespec="seconds")
    left = escape(t("Time left: {time}", time="%"))
    clock = f'<time datetime="{stamp}" data-until="{deadline}" data-left="{left}">{said}</time>'
    return [f'<p class="clock">{clock}</p>']


def _own_seat(table: Table, viewer: int, t: Words) -> list[str]:
    seat = table.seats[viewer]
    if seat.deputy is not None:
        said = escape(t("A bot plays for you."))
        return [f"<p>{said}</p>", _button(table, "return", t("Play on myself"), "main-button small")]
    items = []
    if any(place.is_open for place in table.seats):
        words = escape(t("Invite"))
        items.append(f'<a class="plain-button" href="/t/{table.id}/invite">{words}</a>')
    leave = escape(t("Leave"))
    warning = escape(t("A bot plays for you until you return. You can come back at any time."))
    items.append(
        f'<details class="leave"><summary>{leave}</summary><p>{warning}</p>'
        + _button(table, "leave", t("Leave the table"))
        + "</details>"
    )
    return items


def _others(table: Table, viewer: int, names: list[str], t: Words) -> list[str]:
    """A bot for somebody who is awaited and not there."""
    actor = table.match.actor
    since = callable_from(table)
    if since is None or actor == viewer or table.terms.one_screen:
        return []
    if table.seats[actor].is_open:
        words = t("Let a bot play until somebody comes")
    else:
        words = t("Let a bot play for {name}", name=names[actor])
    return [_button(table, "call", words, extra=f' data-from="{since}"' if since else "")]


def handover(table: Table, viewer: int, names: list[str], t: Words) -> str:
    """At one screen: where to go when the turn has passed to somebody else before it."""
    actor = table.match.actor
    passes = (
        table.terms.one_screen
        and viewer >= 0
        and actor >= 0
        and actor != viewer
        and table.seats[actor].mind is None
        and table.seats[actor].guest_id == table.seats[viewer].guest_id
    )
    if not passes:
        return '<div id="handover" hidden></div>'
    to = f"/t/{table.id}/curtain" if table.game.has_secrets else f"/t/{table.id}?seat={actor}"
    words = escape(t("Give the screen to {name}", name=names[actor]))
    return f'<div id="handover"><a class="main-button" href="{to}" data-go="{to}">{words}</a></div>'


def next_here(table: Table, guest_id: str) -> int:
    """Who of the people at one screen looks next: who is to act, else the first whom no bot replaces."""
    own = table.seats_of(guest_id)
    if table.match.actor in own:
        return table.match.actor
    return next((seat for seat in own if table.seats[seat].deputy is None), own[0])


def guidance(table: Table, viewer: int, phase: str, t: Words) -> str:
    """In a first game: a sentence on what is to be decided, and the way out of the guide."""
    if not table.terms.is_guided or viewer < 0 or table.match.over:
        return '<div id="guide" hidden></div>'
    said = text_of(table.game).tutorial_words(phase, t.lang) if table.match.actor == viewer else ""
    words = escape(said or t("Watch what the other one does: the log tells it in words."))
    leave = _button(table, "unguide", t("Without the guide"), "link-button")
    return f'<div id="guide" class="guide"><p>{words}</p>{leave}</div>'
