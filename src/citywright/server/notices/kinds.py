"""What people can be told, over which channels, and what is usual. Nothing here knows who is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from citywright.text import mark

PUSH, MAIL, FEED, WEBHOOK = "push", "mail", "feed", "webhook"
CHANNELS: Final = (PUSH, MAIL, FEED, WEBHOOK)

TURN, START, OVER, INVITED, CHAT = "turn", "start", "over", "invited", "chat"
TIME, ORDER, EVENT, NEWS, BROKEN = "time", "order", "event", "news", "broken"
HOST, REPORT = "host", "report"
FRIENDS = "friends"
INVITATION = "invitation "  # how the key begins of what is told of a room's invitation; its id follows


class Kind(msgspec.Struct, frozen=True):
    """One kind of notice."""

    title: str  # on the page where it is chosen
    usual: tuple[str, ...]  # the channels of whoever has chosen nothing
    is_seldom: bool = False  # it stands further down on that page
    ends_when_seen: bool = False  # nobody need be told who has opened the table since


KINDS: Final = {
    TURN: Kind(mark("It is my turn"), CHANNELS),
    TIME: Kind(mark("My time is running out"), (PUSH, MAIL, WEBHOOK)),
    INVITED: Kind(mark("Somebody invites me"), CHANNELS, ends_when_seen=True),
    CHAT: Kind(mark("Somebody writes in the chat"), (PUSH, WEBHOOK), ends_when_seen=True),
    START: Kind(mark("A game begins"), (PUSH, FEED, WEBHOOK), is_seldom=True, ends_when_seen=True),
    OVER: Kind(mark("A game is over"), (PUSH, FEED, WEBHOOK), is_seldom=True, ends_when_seen=True),
    ORDER: Kind(mark("A move I planned can no longer be played"), (PUSH, FEED, WEBHOOK), is_seldom=True),
    EVENT: Kind(mark("News of an event I take part in"), (PUSH, FEED, WEBHOOK), is_seldom=True),
    HOST: Kind(mark("The host of this server writes to me"), (PUSH, FEED, WEBHOOK), is_seldom=True),
    REPORT: Kind(mark("A report arrives at the host’s desk"), (), is_seldom=True),
    FRIENDS: Kind(mark("Somebody I follow looks for players"), (), is_seldom=True),
    NEWS: Kind(mark("News from the host of this server"), (FEED, WEBHOOK), is_seldom=True),
    BROKEN: Kind(mark("My webhook does not answer"), (PUSH, MAIL, FEED), is_seldom=True),
}
CHOSEN: Final = tuple(kind for kind in KINDS if kind != BROKEN)  # that is told in any case
OF_THE_DESK: Final = (REPORT,)  # nobody else need choose about these

USUAL, NOTHING, EVERYTHING = "usual", "nothing", "everything"
OF_A_TABLE: Final = (USUAL, NOTHING, EVERYTHING)  # what somebody may want to hear of one table

Choices = Mapping[str, Collection[str]]  # by kind the channels, where they differ from the usual ones


def channels_of(choices: Choices, kind: str, of_table: str = USUAL) -> frozenset[str]:
    """The channels over which somebody is told of this.

    Of a table of which they want to hear everything: all that they use for anything.
    """
    if of_table == NOTHING:
        return frozenset()
    if of_table == EVERYTHING:
        return frozenset().union(*(choices.get(name, KINDS[name].usual) for name in CHOSEN))
    return frozenset(choices.get(kind, KINDS[kind].usual))


def choices_from(text: str | None) -> dict[str, list[str]]:
    """Choices as the database has them. Kinds and channels that are not known any more are left out."""
    try:
        kept = msgspec.json.decode(text or "{}", type=dict[str, list[str]])
    except (msgspec.DecodeError, msgspec.ValidationError):
        return {}
    return {
        kind: [name for name in CHANNELS if name in channels]
        for kind, channels in kept.items()
        if kind in CHOSEN
    }


def choices_as_text(choices: Choices) -> str | None:
    """What differs from the usual, for the database; None if nothing does."""
    changed = {
        kind: [name for name in CHANNELS if name in channels]
        for kind, channels in choices.items()
        if set(channels) != set(KINDS[kind].usual)
    }
    return msgspec.json.encode(changed).decode() if changed else None
