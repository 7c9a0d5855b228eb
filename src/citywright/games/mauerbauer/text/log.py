"""The log of Die Mauerbauer: events as sentences.

Events name lines and fields by their numbers in a layout, which is not known here; actions name places."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.state import Event
from citywright.games.mauerbauer.notation import POINT_NAMES
from citywright.games.mauerbauer.rules import material
from citywright.games.mauerbauer.text.names import (
    A_HOUSE,
    A_TOWER,
    CARDS,
    PALACES,
    PIECES,
    REASONS,
    SOURCES,
    words_of,
)
from citywright.text import Words
from citywright.text.phrases import player_name, points_phrase


def sentence(event: Event, names: Sequence[str], lang: str, action: str = "") -> str:
    """A log line; empty if the event is not worth one. `action` is what caused it, in notation."""
    t = words_of(lang)
    who = player_name(event.seat, names)
    if event.name in SOURCES:
        return _score_sentence(t, event, who)
    if event.name in ("start", "turn", "wall", "dice", "tower", "house"):
        return _building_sentence(t, event, who, action)
    if event.name in ("close", "join", "free walls", "free towers", "palace"):
        return _city_sentence(t, event, who)
    return _card_sentence(t, event, who)


def _score_sentence(t: Words, event: Event, who: str) -> str:
    card = t(CARDS[material.KIND_NAMES[event.args[0]]][0])
    if not event.points:
        return t("{who} plays “{card}” for nothing", who=who, card=card)
    points = points_phrase(t, event.points)
    return t("{who} plays “{card}”: {points}", who=who, card=card, points=points)


def _building_sentence(t: Words, event: Event, who: str, action: str) -> str:
    args = event.args
    if event.name == "start":
        return t("{who} begins", who=who)
    if event.name == "turn":
        return t("Turn {n}: {who}", n=args[0], who=who)
    if event.name == "wall":
        return t(
            "{who} builds a wall from {a} to {b}", who=who, a=POINT_NAMES[args[0]], b=POINT_NAMES[args[1]]
        )
    if event.name == "tower":
        piece = t(A_TOWER[material.TOWER_COLOURS[args[1]]])
        return t("{who} builds {piece} on {point}", who=who, point=POINT_NAMES[args[0]], piece=piece)
    if event.name == "house":
        piece, words = t(A_HOUSE[material.HOUSE_COLOURS[args[1]]]), action.split(" ")
        if words[0] != "house":
            return t("{who} builds {piece}", who=who, piece=piece)
        return t("{who} builds {piece} (near {point})", who=who, point=words[1], piece=piece)
    houses = t.listed([t(PIECES[material.DIE_FACES[die]]) for die in args[:2]])
    if args[2] == material.NO_TOWER_DIE:
        return t("{who} rolls {houses}", who=who, houses=houses)
    tower = t(PIECES[material.TOWER_COLOURS[args[2]]])
    return t("{who} rolls {houses}; tower die: {tower}", who=who, houses=houses, tower=tower)


def _city_sentence(t: Words, event: Event, who: str) -> str:
    args = event.args
    if event.name == "close":
        return t.plural(
            "{who} closes city {city} with {n} field",
            "{who} closes city {city} with {n} fields",
            args[1],
            who=who,
            city=args[0],
        )
    if event.name == "join":
        return t("{who} joins the new city with city {city}", who=who, city=args[0])
    if event.name == "palace":
        return t("Two houses become a palace: {palace}", palace=t(PALACES[material.HOUSE_COLOURS[args[1]]]))
    if event.name == "free towers":
        return t.plural(
            "{n} free tower goes back to the supply", "{n} free towers go back to the supply", len(args)
        )
    if event.rule == "MB-24":
        return t.plural(
            "{n} wall between the cities goes back to the supply",
            "{n} walls between the cities go back to the supply",
            len(args),
        )
    return t.plural(
        "{n} free wall goes back to the supply", "{n} free walls go back to the supply", len(args)
    )


def _card_sentence(t: Words, event: Event, who: str) -> str:
    first = event.args[0] if event.args else 0
    if event.name in ("discard", "exchange"):
        card = t(CARDS[material.KIND_NAMES[first]][0])
        if event.name == "exchange":
            return t("{who} exchanges “{card}” for a new card", who=who, card=card)
        return t("{who} discards “{card}” and draws 2 cards afterwards", who=who, card=card)
    if event.name == "draw":
        return "" if event.rule == "MB-5" else t("{who} draws a card", who=who)
    if event.name == "new pile":
        return t.plural(
            "The discards are shuffled into a new pile of {n} card",
            "The discards are shuffled into a new pile of {n} cards",
            first,
        )
    if event.name == "choose":
        if not first:
            return t("{who} chooses no city", who=who)
        return t("{who} chooses city {city}", who=who, city=first)
    if event.name == "last turn":
        return t("{reason} The game ends with this turn", reason=t(REASONS[material.END_REASONS[first]]))
    return t("The game is over")
