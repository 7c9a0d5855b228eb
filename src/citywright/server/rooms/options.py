"""What is agreed in a room before a table starts, and what differs between two such agreements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from citywright.engine.game import Game
from citywright.engine.layout.about import About
from citywright.engine.state import LOT
from citywright.match.match import layout_hash
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.tables.bot_choices import bots_of
from citywright.server.tables.terms import Terms, check_seats

SEAT = "seat "  # before the number of a seat, where the names of what differs are listed
SHARED = ("start", "pace", "reserve", "increment", "may_undo", "may_talk", "is_public")  # with Terms


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a room. Seats without a bot are for people."""

    bots: tuple[str, ...]  # for each seat the name of a bot, or nothing
    start: int = LOT
    pace: int = 0
    reserve: int = 0
    increment: int = 0
    may_undo: bool = True
    may_talk: bool = True
    is_public: bool = False
    board: str = ""  # what a layout of its own is called; empty: the usual board
    layout: str = ""  # the hash of that layout

    @property
    def seats(self) -> int:
        return len(self.bots)

    def as_json(self) -> str:
        """As the database keeps them."""
        return msgspec.json.encode(self).decode()

    def terms(self, layout: str | None) -> Terms:
        """The terms of the table; `layout` is the text of its layout."""
        return Terms(layout=layout, **{name: getattr(self, name) for name in SHARED})

    def with_bots(self, bots: Sequence[str]) -> Options:
        """The same with other bots, or another number of seats; if who begins is gone, that is drawn."""
        start = self.start if self.start < len(bots) else LOT
        return msgspec.structs.replace(self, bots=tuple(bots), start=start)


def read_options(text: str) -> Options:
    """Options from the database."""
    return msgspec.json.decode(text, type=Options)


def options_of(game: Game, terms: Terms, bots: Sequence[str]) -> Options:
    """The options that lead to these terms."""
    named: dict[str, Any] = {name: getattr(terms, name) for name in SHARED}
    if terms.layout is not None:
        layout = game.layout(terms.layout)
        named["layout"] = layout_hash(layout)
        named["board"] = _one_line(getattr(layout, "about", About()).name) or named["layout"]
    return Options(bots=tuple(bots), **named)


def check_options(game: Game, options: Options) -> Options:
    """Refuse a number of seats or a bot that the game does not have."""
    check_seats(game, options.seats)
    known = bots_of(game)
    for bot in options.bots:
        if bot and bot not in known:
            names = ", ".join(known)
            raise Refusal(
                MALFORMED,
                "{game} has no bot {bot!r}; it has {names}",
                game=game.id,
                bot=bot[:60],
                names=names,
            )
    if options.start >= options.seats:
        raise Refusal(MALFORMED, "whoever begins must have a seat")
    return options


def differences(before: Options, after: Options) -> list[str]:
    """The names of what differs; of the seats, those where a bot sits in one of them."""
    simple = ("start", "pace", "may_undo", "may_talk", "is_public")
    names = [name for name in simple if getattr(before, name) != getattr(after, name)]
    if (before.reserve, before.increment) != (after.reserve, after.increment) and "pace" not in names:
        names.append("pace")  # both are the time people have
    if before.layout != after.layout:
        names.append("board")
    if before.seats != after.seats:
        names.append("seats")
    for seat in range(max(before.seats, after.seats)):
        if bot_at(before, seat) != bot_at(after, seat):
            names.append(f"{SEAT}{seat}")
    return names


def rebased(wish: Options, before: Options, after: Options) -> Options:
    """What somebody wished when the options were others: the same change, made to those there are now."""
    changed = {
        name: getattr(wish, name)
        for name in Options.__struct_fields__
        if getattr(wish, name) != getattr(before, name)
    }
    found = msgspec.structs.replace(after, **changed)
    return found.with_bots(found.bots)


def bot_at(options: Options, seat: int) -> str:
    """The bot at a seat; empty: none, or no such seat."""
    return options.bots[seat] if seat < options.seats else ""


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:60]
