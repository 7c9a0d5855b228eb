"""Prompts (what is to be done now, and by whom) and titles of actions (what one does, and by which rule)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.engine.view import View
from citywright.games.mauerbauer.text.names import (
    CARDS,
    HOUSES,
    LAST_HOUSE,
    PIECES,
    ROLLED_TOWER,
    RULE_OF,
    TOWERS,
    words_of,
)
from citywright.games.mauerbauer.view import MauerbauerView
from citywright.text import Words, mark
from citywright.text.phrases import capital, player_name, result_phrase, signed_points

CITY_VERBS = ("join", "city")

# --- titles of actions -----------------------------------------------------------------


def action_title(words: str, view: View, lang: str) -> str:
    """What an action of the viewer does, and by which rule."""
    assert isinstance(view, MauerbauerView)
    verb, _, rest = words.partition(" ")
    if verb == "wall":
        return wall_title(words, view.closing.get(words, 0), lang)
    if verb in CITY_VERBS:
        number = 0 if rest == "none" else int(rest)
        return city_title(
            verb, number, *city_size_and_walls(view, number), view.prospects.get(words, 0), lang
        )
    points = next((choice.points for choice in view.choices if choice.action == words), 0)
    return title(words, points, view.phase.startswith("play last"), lang)


def city_size_and_walls(view: MauerbauerView, number: int) -> tuple[int, int]:
    """The fields of a city together with the city just closed, if any, and the walls between the two."""
    if not number:
        return 0, 0
    fields = set(view.cities[number - 1].fields)
    if not view.scored:
        return len(fields), 0
    new = set(view.cities[view.scored - 1].fields)
    between = [line for line in view.lines if len({*line.fields} & new) == 1 == len({*line.fields} & fields)]
    return len(fields) + len(new), len(between)


@lru_cache(4096)
def wall_title(words: str, closes: int, lang: str) -> str:
    """The title of building a wall."""
    t = words_of(lang)
    _, a, b = words.split(" ")
    if not closes:
        return t("Wall from {a} to {b} (MB-11)", a=a, b=b)
    fields = t.plural("{n} field", "{n} fields", closes)
    return t("Wall from {a} to {b}: closes a city of {fields} (MB-11, MB-20)", a=a, b=b, fields=fields)


@lru_cache(512)
def city_title(verb: str, number: int, fields: int, walls: int, points: int, lang: str) -> str:
    """The title of joining with a city, or of choosing one for the last cards, which would bring points."""
    t = words_of(lang)
    size = t.plural("{n} field", "{n} fields", fields)
    if verb == "join":
        if not number:
            return t("Leave the cities as they are, join none (MB-24)")
        between = t.plural("{n} wall goes back", "{n} walls go back", walls)
        return t(
            "Join the new city with city {city}: {size} together, {between} (MB-24)",
            city=number,
            size=size,
            between=between,
        )
    gain = signed_points(t, points)
    if not number:
        return t(
            "Choose no city: only cards that need no city score, {gain} with your best two (MB-42)", gain=gain
        )
    return t(
        "Play your last cards for city {city} with {size}: {gain} with your best two (MB-42)",
        city=number,
        size=size,
        gain=gain,
    )


@lru_cache(2048)
def title(words: str, points: int, last: bool, lang: str) -> str:
    """The title of any other action. `last`: the cards after the last turn."""
    t = words_of(lang)
    verb, *rest = words.split(" ")
    if verb == "tower":
        return t("{piece} on {point} (MB-13)", piece=capital(t(TOWERS[rest[1]])), point=rest[0])
    if verb == "house":
        piece = capital(t(HOUSES[rest[1]]))
        return t("{piece} beside your wall, near {point} (MB-15)", piece=piece, point=rest[0])
    if verb in ("play", "discard", "exchange"):
        return _card_title(t, verb, rest[0], points)
    if verb == "done":
        return t("Exchange no more cards (MB-34)")
    if last:
        return t("Play no more cards (MB-42)")
    return t("Play no second card (MB-30)")


def _card_title(t: Words, verb: str, kind: str, points: int) -> str:
    name, effect = CARDS[kind]
    if verb == "discard":
        return t(
            "Discard “{card}” and draw 2 cards afterwards (MB-31). {effect} ({rule})",
            card=t(name),
            effect=t(effect),
            rule=RULE_OF[kind],
        )
    if verb == "exchange":
        return t(
            "Exchange “{card}” for a new card (MB-34). {effect} ({rule})",
            card=t(name),
            effect=t(effect),
            rule=RULE_OF[kind],
        )
    gain = signed_points(t, points)
    return t(
        "Play “{card}”: {gain}. {effect} ({rule})",
        card=t(name),
        gain=gain,
        effect=t(effect),
        rule=RULE_OF[kind],
    )


# --- prompts --------------------------------------------------------------------------

_YOUR_PROMPTS = {
    "place wall": mark("Build a wall on any free line"),
    "place other tower": mark("Choose the colour of the tower at the other end"),
    "place house": mark("Build a house beside your wall"),
    "place other house": mark("Build the house on the other side of your wall"),
    "join city": mark("Join the new city with a neighbour, or tap Do not join"),
    "play card": mark("Play a card for the city, or discard one to draw 2"),
    "play second card": mark("Play a second card, or tap No more cards"),
    "exchange cards": mark("You are last: exchange any cards, then tap Done"),
    "choose city": mark("Choose a city for your last cards (points: your best two)"),
    "play last card": mark("Play a card, or tap No more cards"),
    "play last second card": mark("Play one more card, or tap No more cards"),
}
_OTHERS_PROMPTS = {
    "place wall": mark("{who} builds a wall"),
    "place tower": mark("{who} builds towers"),
    "place other tower": mark("{who} builds towers"),
    "place house": mark("{who} builds houses"),
    "place other house": mark("{who} builds houses"),
    "join city": mark("{who} may join cities"),
    "play card": mark("{who} plays cards"),
    "play second card": mark("{who} plays cards"),
    "exchange cards": mark("{who} may exchange cards"),
    "choose city": mark("{who} plays the last cards"),
    "play last card": mark("{who} plays the last cards"),
    "play last second card": mark("{who} plays the last cards"),
}
_CHANCE_PROMPTS = {
    "lot": mark("The start player is drawn"),
    "deal": mark("The cards are dealt"),
    "roll": mark("The dice are rolling"),
    "draw cards": mark("Cards are drawn"),
    "draw exchanged cards": mark("Cards are drawn"),
}


def prompt(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """What is to be done now, or who is awaited, or how the game ended."""
    assert isinstance(view, MauerbauerView)
    t = words_of(lang)
    if view.actor is None:
        return result_phrase(t, view, names)
    if view.actor == "*":
        return t(_CHANCE_PROMPTS[view.phase])
    if view.actor != view.seat:
        return t(_OTHERS_PROMPTS[view.phase], who=player_name(view.actor, names))
    if view.phase == "place tower":
        if view.tower_die in view.supply.towers:
            return t(ROLLED_TOWER[str(view.tower_die)])
        return t(
            "{colour} is used up: build a tower of any other colour",
            colour=capital(t(PIECES[str(view.tower_die)])),
        )
    if view.phase == "place house" and _is_last_for_two_dice(view):
        return t(LAST_HOUSE[view.dice[0]])
    if view.phase.startswith("play last") and view.hand and len(view.choices) == 1:
        return t("Your cards all need a city: tap No more cards")
    return t(_YOUR_PROMPTS[view.phase])


def _is_last_for_two_dice(view: MauerbauerView) -> bool:
    """Do both dice show the colour of one last house, while others may be chosen too (MB-16)?"""
    one = view.supply.houses.get(view.dice[0], 0) == 1 and len(set(view.dice)) == 1
    return one and len({choice.action.split(" ")[2] for choice in view.choices}) > 1
