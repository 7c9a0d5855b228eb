"""What is agreed in an event before anybody enters: kind, rounds, tables, time. Checked when it is made."""

from __future__ import annotations

import msgspec

from citywright.engine.game import Game
from citywright.events.round_robin import MOST_PEOPLE
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.tables.messages import is_visible
from citywright.server.tables.terms import DAY, Terms, check_clock, check_pace, check_seats
from citywright.text import mark

ROBIN, SWISS, LEAGUE = "robin", "swiss", "league"
KINDS = (ROBIN, SWISS, LEAGUE)
LEAST_PEOPLE = 3
MOST_ROUNDS = 15  # of a Swiss tournament; seasons of a league
LONGEST_ROUND = 180  # days
LONGEST_ENTRY = 90  # days in which people may enter
MOST_IN_DIVISION = 12
LONGEST_TITLE = 80


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of an event."""

    kind: str = SWISS
    seats: int = 2  # at a table; where numbers do not fit some tables have fewer
    rounds: int = 3  # of a Swiss tournament; seasons of a league; a round robin has as many as it needs
    days: int = 14  # that a round, or a season, may take
    pace: int = 2 * DAY
    reserve: int = 0
    increment: int = 0
    least: int = LEAST_PEOPLE  # people without whom it does not start
    most: int = MOST_PEOPLE
    has_final: bool = False  # the best play for the first place at one table
    may_watch: bool = True  # everybody is shown the way to running tables
    division: int = 6  # people in a division of a league
    moving: int = 1  # how many move up and down after a season

    def as_json(self) -> str:
        """As the database keeps them."""
        return msgspec.json.encode(self).decode()

    def terms(self) -> Terms:
        """The terms of all tables: who sits first begins."""
        return Terms(start=0, pace=self.pace, reserve=self.reserve, increment=self.increment)


def read_options(text: str) -> Options:
    """Options from the database."""
    return msgspec.json.decode(text, type=Options)


def check_options(game: Game, options: Options) -> Options:
    """Refuse what cannot be played, or would never end."""
    if options.kind not in KINDS:
        known = ", ".join(KINDS)
        raise Refusal(MALFORMED, "an event is {known}, not {given!r}", known=known, given=options.kind[:20])
    check_seats(game, options.seats)
    _check_numbers(options, max(LEAST_PEOPLE, game.min_seats))
    check_pace(options.pace)
    check_clock(options.reserve, options.increment, options.pace)
    if not options.pace and not options.reserve:
        raise Refusal(MALFORMED, "an event needs a time limit, for each decision or for the whole game")
    if options.has_final and options.kind == LEAGUE:
        raise Refusal(MALFORMED, "a league has divisions and no final table")
    if 2 * max(options.pace, options.reserve) > options.days * DAY:
        raise Refusal(MALFORMED, "a round must be twice as long, at least, as the time somebody may take")
    return options


def _check_numbers(options: Options, least_people: int) -> None:
    """Refuse numbers that are too small or too large."""
    moving = mark("of a division {least} to {most} people can move up and down, not {given}")
    limits = (
        (options.rounds, 1, MOST_ROUNDS, mark("the number of rounds is {least} to {most}, not {given}")),
        (options.days, 1, LONGEST_ROUND, mark("a round takes {least} to {most} days, not {given}")),
        (
            options.least,
            least_people,
            MOST_PEOPLE,
            mark("the fewest people are {least} to {most}, not {given}"),
        ),
        (
            options.most,
            options.least,
            MOST_PEOPLE,
            mark("the most people are {least} to {most}, not {given}"),
        ),
        (
            options.division,
            LEAST_PEOPLE,
            MOST_IN_DIVISION,
            mark("a division has {least} to {most} people, not {given}"),
        ),
        (options.moving, 1, options.division // 2, moving),
    )
    for given, least, most, words in limits:
        if not least <= given <= most:
            raise Refusal(MALFORMED, words, least=least, most=most, given=given)


def check_title(title: str) -> str:
    """A title that can be shown in one line."""
    words = " ".join("".join(char if char.isprintable() else " " for char in title).split())
    if not words or not is_visible(words):
        raise Refusal(MALFORMED, "an event needs a title")
    if len(words) > LONGEST_TITLE:
        raise Refusal(MALFORMED, "a title has {most} characters at most", most=LONGEST_TITLE)
    return words


def check_dates(opens: int, closes: int, now: int) -> None:
    """People may enter from one moment until a later one; both in milliseconds."""
    longest = 1000 * DAY * LONGEST_ENTRY
    if opens > now + longest:
        raise Refusal(MALFORMED, "people can enter from a day within {n} days on", n=LONGEST_ENTRY)
    if not max(opens, now) < closes <= max(opens, now) + longest:
        raise Refusal(MALFORMED, "people can enter until a later day, within {n} days", n=LONGEST_ENTRY)
