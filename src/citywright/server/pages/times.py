"""The time that players agree on: in words, and as forms name it."""

from __future__ import annotations

from typing import NamedTuple

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.tables.terms import CLOCKS, DAY, PACES, check_clock, check_pace
from citywright.text import Words

HOUR = 3600


class Time(NamedTuple):
    """Seconds for each decision, or for the whole game with some more for each turn; all 0: no limit."""

    pace: int = 0
    reserve: int = 0
    increment: int = 0

    @property
    def value(self) -> str:
        """As forms name it: `600`, or `300+10`."""
        return f"{self.reserve}+{self.increment}" if self.reserve else str(self.pace)


def check_time(value: str) -> Time:
    """A time from a form."""
    parts = value.split("+")
    if len(parts) > 2 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise Refusal(MALFORMED, "this must be a number, not {given!r}", given=value[:20])
    if len(parts) == 1:
        return Time(check_pace(int(value)))
    reserve, increment = map(int, parts)
    return Time(0, *check_clock(reserve, increment, 0))


def pace_name(pace: int, t: Words) -> str:
    """How long each decision may take."""
    if not pace:
        return t("no limit")
    if pace < DAY:
        return t.plural("{n} minute", "{n} minutes", pace // 60)
    return t.plural("{n} day", "{n} days", pace // DAY)


def clock_name(reserve: int, increment: int, t: Words) -> str:
    """How long the whole game may take each player."""
    if reserve < DAY:
        return t("{n} min + {more} s a turn", n=reserve // 60, more=increment)
    days = t.plural("{n} day", "{n} days", reserve // DAY)
    return t("{days} + {hours} h a turn", days=days, hours=increment // HOUR)


def time_name(time: Time, t: Words) -> str:
    """Either, in one line."""
    if time.reserve:
        return clock_name(time.reserve, time.increment, t)
    name = pace_name(time.pace, t)
    return t("{time} for each decision", time=name) if time.pace else name


def times_to_choose(t: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """All times in groups: a heading, and for each time its value and name."""
    return [
        ("", [(Time().value, t("no limit"))]),
        (t("For each decision"), [(Time(pace).value, pace_name(pace, t)) for pace in PACES if pace]),
        (
            t("For the whole game"),
            [(Time(0, *clock).value, clock_name(*clock, t)) for clock in CLOCKS],
        ),
    ]
