"""The log of Saint Malo: events as sentences with their reasons."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.state import Event
from citywright.games.saint_malo.notation import format_space
from citywright.games.saint_malo.rules import persons
from citywright.games.saint_malo.rules.material import CANNON_POINTS, FACE_NAMES, PERSON_NAMES, SIDE_NAMES
from citywright.games.saint_malo.text.names import PIECES, SIDES, words_of
from citywright.text import Words
from citywright.text.phrases import coins_phrase, gains_phrase, player_name, points_phrase

# The events of persons, with the person.
_PERSON_EVENTS = dict(zip(persons.EVENTS, PERSON_NAMES, strict=True))


def sentence(event: Event, names: Sequence[str], lang: str, action: str = "") -> str:  # noqa: ARG001
    """A log line with its reason; nothing if the event is not worth one."""
    t = words_of(lang)
    who = player_name(event.seat, names)
    name, args = event.name, event.args
    if name in _PERSON_EVENTS:
        return _person_sentence(t, event, who)
    if name == "turn":
        return t("Round {round}: {who}", round=args[0], who=who)
    if name == "start":
        return t("{who} begins", who=who)
    if name == "roll":
        return t(
            "{who} rolls {faces}", who=who, faces=", ".join([t(PIECES[FACE_NAMES[face]]) for face in args])
        )
    if name == "pass":
        return t("{who} passes", who=who)
    if name in ("crate", "wall", "church", "houses"):
        return _piece_sentence(t, event, who)
    if name == "wall bonus":
        return _bonus_sentence(t, event, who)
    if name in ("turned dice", "delivery"):
        return _paid_sentence(t, event, who)
    if name in ("swords", "attack", "repelled", "lost cannon"):
        return _pirate_sentence(t, event, who)
    return _end_sentence(t, event, who)


def _person_sentence(t: Words, event: Event, who: str) -> str:
    kind = _PERSON_EVENTS[event.name]
    space = format_space(event.args[0])
    text = t("{who}: {piece} on {space}", who=who, piece=t(PIECES[kind]), space=space)
    gain = _person_gain(t, kind, event.points + event.coins)
    return f"{text}, {gain}" if gain else text


def _person_gain(t: Words, kind: str, n: int) -> str:
    """What a person brought, n points or coins, and for what."""
    if kind == "merchant":
        return t.plural("{n} coin for {n} crate around", "{n} coins for {n} crates around", n)
    if kind == "priest":
        return t.plural("{n} point for {n} church around", "{n} points for {n} churches around", n)
    if kind == "juggler":
        kinds = t.plural("{n} kind of person", "{n} kinds of persons", n // 2)
        return t("{n} points for {kinds} around", n=n, kinds=kinds)
    if kind == "soldier":
        return t("+1 defence")
    return points_phrase(t, n) if n else ""


def _piece_sentence(t: Words, event: Event, who: str) -> str:
    space = format_space(event.args[0])
    if event.name == "church":
        return t("{who}: church {number} on {space}", who=who, number=event.args[1], space=space)
    if event.name == "houses":
        return t("{who}: house on {space}, {n} points for a log built", who=who, space=space, n=event.points)
    return t("{who}: {piece} on {space}", who=who, piece=t(PIECES[event.name]), space=space)


def _bonus_sentence(t: Words, event: Event, who: str) -> str:
    side = t(SIDES[SIDE_NAMES[event.args[0]]])
    gift = gains_phrase(t, event.points, event.coins) or t("a person")
    return t("{who}: {side} complete, +2 defence and {gift}", who=who, side=side, gift=gift)


def _paid_sentence(t: Words, event: Event, who: str) -> str:
    coins = coins_phrase(t, -event.coins)
    if event.name == "delivery":
        return t.plural(
            "{who}: {n} log delivered for {coins}",
            "{who}: {n} logs delivered for {coins}",
            event.args[0],
            who=who,
            coins=coins,
        )
    symbol = t(PIECES[FACE_NAMES[event.args[0]]])
    return t.plural(
        "{who} turns {n} die to {symbol} for {coins}",
        "{who} turns {n} dice to {symbol} for {coins}",
        event.args[1],
        who=who,
        symbol=symbol,
        coins=coins,
    )


def _pirate_sentence(t: Words, event: Event, who: str) -> str:
    if event.name == "swords":
        return t.plural(
            "{who}: {n} die with swords, the pirates come nearer",
            "{who}: {n} dice with swords, the pirates come nearer",
            event.args[0],
            who=who,
        )
    if event.name == "attack":
        return t("The pirates attack everybody with strength {strength}", strength=event.args[1])
    details = {"who": who, "defence": event.args[2], "strength": event.args[1]}
    if event.name == "repelled":
        return t("{who} withstands the attack: defence {defence} against strength {strength}", **details)
    return t(
        "{who} loses a cannon, {points} at the end: defence {defence} against strength {strength}",
        points=points_phrase(t, CANNON_POINTS),
        **details,
    )


def _end_sentence(t: Words, event: Event, who: str) -> str:
    if event.name == "end":
        return t("The game is over: now the rest is counted")
    if not event.points:
        return ""
    points = points_phrase(t, event.points)
    if event.name in ("coins", "logs", "cannons"):
        what = {
            "coins": t.plural("{n} coin left", "{n} coins left", event.args[0]),
            "logs": t.plural("{n} log left", "{n} logs left", event.args[0]),
            "cannons": t.plural("{n} cannon lost", "{n} cannons lost", event.args[0]),
        }[event.name]
    else:
        what = t("church series") if event.name == "churches" else t("the city is full")
    return t("{who}: {points}, {what}", who=who, points=points, what=what)
