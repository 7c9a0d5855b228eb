"""What one deal is: a day, a game, who sits where, and the secret all its dice and bots follow from."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import msgspec

from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.match.dealer import NamedDealer, all_numbers, commitment_of
from citywright.server.clock import is_past, today
from citywright.server.dice.promises import Promises
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.new_rows import BOT, GUEST

PERSON = "-"  # the seat of whoever tries the deal
SEATS = 3  # or as many as the game has
AHEAD = 30  # days whose commitments are published before
FIRST_DAY = "2020-01-01"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Deal(msgspec.Struct, frozen=True):
    """One deal."""

    day: str
    game: Game
    bots: tuple[str, ...]  # by seat; PERSON is the person's
    secret: bytes

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return self.bots.index(PERSON)

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    @property
    def is_over(self) -> bool:
        """Is its day over? Then the secret is published."""
        return is_past(self.day)

    def who(self, guest_id: str) -> list[str]:
        """The seats of a table where a guest tries it."""
        return [GUEST + guest_id if bot == PERSON else BOT + bot for bot in self.bots]

    def dealer(self) -> NamedDealer:
        """The dealer of every table where it is tried."""
        return NamedDealer(self.secret, self.game.id, all_numbers((), len(self.bots)))


def new_deal(promises: Promises, day: str, game: Game) -> Deal:
    """The deal of a day as it is made when the first person wants it."""
    seats = min(max(SEATS, game.min_seats), game.max_seats)
    bots = (PERSON, *[usual_bot(game)] * (seats - 1))
    return Deal(day, game, bots, secret_of(promises, day, game.id))


def secret_of(promises: Promises, day: str, game_id: str) -> bytes:
    """The secret of a deal: it follows from the key of the house."""
    return promises.derive("deal of the day", f"{day}\n{game_id}")


def commitments(promises: Promises, game_ids: list[str]) -> list[tuple[str, list[str]]]:
    """For each of the coming days the fingerprints of its secrets, in the order of the games."""
    first = date.fromisoformat(today())
    days = [(first + timedelta(days)).isoformat() for days in range(1, AHEAD + 1)]
    return [(day, [commitment_of(secret_of(promises, day, game)) for game in game_ids]) for day in days]


def day_before(day: str) -> str:
    """The day before a day."""
    return (date.fromisoformat(day) - timedelta(1)).isoformat()


def day_after(day: str) -> str:
    """The day after a day."""
    return (date.fromisoformat(day) + timedelta(1)).isoformat()


def check_day(text: str) -> str:
    """A day that has come."""
    try:
        day = date.fromisoformat(text).isoformat() if _DAY.fullmatch(text) else ""
    except ValueError:
        day = ""
    if not day or day < FIRST_DAY:
        raise Refusal(MALFORMED, "a day is written as in 2026-11-18, not {given!r}", given=text[:20])
    if day > today():
        raise Refusal(UNKNOWN, "the deals of this day are not known yet")
    return day


def of_row(row: Any) -> Deal:
    """A deal from its row."""
    game = find_game(row.game).under_rules(row.rules_version)
    return Deal(row.day, game, tuple(row.bots.split()), bytes(row.secret))
