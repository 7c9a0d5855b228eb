"""Events in words: what one is in a sentence, its pace, days, and numbers as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.numbers import format_decimal

from citywright.events.scores import UNIT
from citywright.server.events.event import OPEN, RUNNING, Event
from citywright.server.events.finding import Listed
from citywright.server.events.options import LEAGUE, ROBIN, SWISS, Options
from citywright.server.pages.times import pace_name
from citywright.server.tables.terms import CLOCKS, DAY, PACES
from citywright.text import Words

CROSS_TABLE = 16  # people at most of whom a table is drawn in which each meets each


def kind_name(kind: str, t: Words) -> str:
    """What kind of event it is."""
    return {ROBIN: t("Round robin"), SWISS: t("Swiss tournament"), LEAGUE: t("League")}[kind]


def time_name(seconds: int, t: Words) -> str:
    """A time in its largest unit."""
    if seconds < 60:
        return t.plural("{n} second", "{n} seconds", seconds)
    if seconds < 3600:
        return t.plural("{n} minute", "{n} minutes", seconds // 60)
    if seconds < DAY:
        return t.plural("{n} hour", "{n} hours", seconds // 3600)
    return t.plural("{n} day", "{n} days", seconds // DAY)


def clock_name(pace: int, reserve: int, increment: int, t: Words) -> str:
    """How much time people have at a table."""
    if reserve:
        whole, more = time_name(reserve, t), time_name(increment, t)
        return t("{time} for the whole game and {more} more for each turn", time=whole, more=more)
    return t("{time} for each decision", time=pace_name(pace, t))


def clock_choices(t: Words) -> list[tuple[str, str]]:
    """The time limits a form offers: value and words."""
    paces = [(f"{pace}+0+0", clock_name(pace, 0, 0, t)) for pace in PACES if pace]
    clocks = [(f"0+{whole}+{more}", clock_name(0, whole, more, t)) for whole, more in CLOCKS]
    return [*paces, *clocks]


def what_it_is(event: Event | Listed, t: Words, lang: str) -> str:
    """The event in one sentence."""
    options = event.options
    game, clock = event.game.titles[lang], clock_name(options.pace, options.reserve, options.increment, t)
    days = t.plural("{n} day", "{n} days", options.days)
    if options.kind == LEAGUE:
        return t(
            "A league of {game} in divisions of about {division}, each against each at tables of {seats}: "
            "seasons of {days}, {clock}.",
            game=game,
            division=options.division,
            seats=options.seats,
            days=days,
            clock=clock,
        )
    named = {"game": game, "seats": options.seats, "days": days, "clock": clock}
    if options.kind == ROBIN:
        return t(
            "Everybody against everybody in {game} at tables of {seats}: each round up to {days}, {clock}.",
            **named,
        )
    rounds = t.plural("{n} round", "{n} rounds", options.rounds)
    return t(
        "A Swiss tournament of {game} at tables of {seats}: {rounds} of up to {days}, {clock}.",
        rounds=rounds,
        **named,
    )


def state_name(event: Event | Listed, now: int, t: Words) -> str:
    """What an event is doing now."""
    if event.state == OPEN and now < event.opens:
        return t("opens on {date}", date=day(event.opens))
    if event.state == OPEN:
        return t("open until {date}", date=day(event.closes))
    if event.state == RUNNING:
        return round_name(event.options, event.round, t)
    return t("over") if event.state == "over" else t("called off")


def round_name(options: Options, number: int, t: Words, *, is_final: bool = False) -> str:
    """A round, or a season."""
    if is_final:
        return t("Final table")
    return t("Season {n}", n=number) if options.kind == LEAGUE else t("Round {n}", n=number)


def day(time: int) -> str:
    """The day of a moment, as all pages write it."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d")


def points(value: int, lang: str) -> str:
    """Points of an event."""
    return decimal(value / UNIT, lang)


def decimal(value: float, lang: str) -> str:
    """A number with two digits after the point at most."""
    return str(format_decimal(round(value, 2), format="0.##", locale=lang))


def percent(value: float) -> str:
    """A share."""
    return f"{round(100 * value)}"


def people(number: int, t: Words) -> str:
    """How many take part."""
    return t.plural("{n} person", "{n} people", number)


def judged(number: int, t: Words) -> str:
    """How many games were not played to their end."""
    return t.plural("{n} game was judged as it stood.", "{n} games were judged as they stood.", number)
