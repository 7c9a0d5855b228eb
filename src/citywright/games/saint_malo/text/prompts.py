"""Saint Malo in sentences: prompts, titles of actions, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.engine.view import View, seat_number
from citywright.games.saint_malo.notation import SIDE_AT
from citywright.games.saint_malo.rules import using
from citywright.games.saint_malo.rules.city import SIDE_DEFENCE
from citywright.games.saint_malo.text.names import (
    EFFECTS,
    PERSON_RULES,
    PIECES,
    PLACE_RULES,
    bonus_words,
    words_of,
)
from citywright.games.saint_malo.view import SaintMaloView
from citywright.text import Words
from citywright.text.phrases import capital, coins_phrase, gains_phrase, player_name, result_phrase

# --- titles of actions -----------------------------------------------------------------


def action_title(words: str, view: View, lang: str) -> str:
    """What an action of the viewer does, and by which rule."""
    assert isinstance(view, SaintMaloView)
    choice = next((choice for choice in view.choices if choice.action == words), None)
    points, coins = (choice.points, choice.coins) if choice else (0, 0)
    return title(words, points, coins, view.placing, view.number, lost_bonus(words, view), lang)


def lost_bonus(words: str, view: SaintMaloView) -> str:
    """SM-27: the bonus of the side that this action would destroy, as in `view.towers`; nothing if none."""
    if not words.startswith("place ") or view.placing == "wall" or view.actor is None:
        return ""
    side = SIDE_AT.get(words.removeprefix("place "))
    if side is None or view.cities[seat_number(view.actor)].sides[side] != "open":
        return ""
    return view.towers[side]


@lru_cache(8192)
def title(words: str, points: int, coins: int, placing: str | None, number: int, lost: str, lang: str) -> str:
    """An action's title from the few things it depends on."""
    t = words_of(lang)
    verb, *rest = words.split(" ")
    if verb == "place" and placing is not None:
        return _place_title(t, rest[0], points, coins, placing, number, lost)
    if verb == "use":
        return _use_title(t, rest, coins)
    if verb == "keep":
        return _keep_title(t, rest)
    if verb == "bonus":
        who, effect = t(PIECES[rest[0]]), t(EFFECTS[rest[0]])
        return t("Take a person from the tower: {who}, {effect} (SM-34)", who=who, effect=effect)
    if verb == "done":
        if placing == "house":
            return t("Build no more houses (SM-43)")
        return t("Take no person (SM-34)")
    return {
        "stop": t("Stop rolling and use the dice (SM-10)"),
        "pass": t("Pass: use none of the dice (SM-20)"),
    }[verb]


def _place_title(t: Words, space: str, points: int, coins: int, placing: str, number: int, lost: str) -> str:
    piece = capital(t(PIECES[placing]))
    if placing == "church":
        piece = t("Church {number}", number=number)
    text = t("{piece} on {space}", piece=piece, space=space)
    gains = gains_phrase(t, points, coins)
    if gains:
        text += ": " + gains
    rules = PLACE_RULES[placing] + (", SM-33" if placing == "wall" and gains else "")
    if lost:  # first, since a small page shows no more than the beginning
        text = f"{_loss(t, lost)} {text}"
        rules += ", SM-27"
    return f"{text} ({rules})"


def _loss(t: Words, bonus: str) -> str:
    """SM-27: what a side that is destroyed can never bring any more."""
    gift = t("a person") if bonus.startswith("person ") else bonus_words(bonus, t.lang)
    return t("⚠ Side lost for ever: defence {defence} and {gift}.", gift=gift, defence=SIDE_DEFENCE)


def _use_title(t: Words, rest: list[str], coins: int) -> str:
    n = int(rest[1])
    if rest[0] == "log":
        text = t.plural("Have {n} log delivered", "Have {n} logs delivered", n) + " (SM-30)"
    elif rest[0] == "crate":
        text = t.plural("Draw {n} crate", "Draw {n} connected crates", n) + " (SM-31)"
    elif rest[0] == "wall":
        text = t.plural("Draw {n} wall", "Draw {n} walls", n) + " (SM-32)"
    elif rest[0] == "cross":
        text = t("Draw a church with the number {n}", n=n) + " (SM-35)"
    else:
        who, effect = capital(t(PIECES[rest[2]])), t(EFFECTS[rest[2]])
        text = t.plural(
            "{who} for {n} head: {effect}", "{who} for {n} heads: {effect}", n, who=who, effect=effect
        )
        text += f" ({PERSON_RULES[rest[2]]})"
    if coins:
        text += ". " + t("Costs {coins}", coins=coins_phrase(t, -coins)) + " (SM-21)"
    return text


def _keep_title(t: Words, rest: list[str]) -> str:
    if rest == ["none"]:
        return t("Roll all five dice again (SM-10)")
    rolled = t.plural("roll {n} die again", "roll {n} dice again", 5 - len(rest))
    if len(rest) == 1:
        return t("Keep die {die}, {rolled} (SM-10)", die=rest[0], rolled=rolled)
    return t("Keep dice {dice}, {rolled} (SM-10)", dice=t.listed(rest), rolled=rolled)


# --- prompts --------------------------------------------------------------------------


def prompt(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """What is to be done now, or who is awaited, or how the game ended."""
    assert isinstance(view, SaintMaloView)
    t = words_of(lang)
    if view.actor is None:
        return result_phrase(t, view, names)
    if view.actor == "*":
        return t("The start player is drawn") if view.phase == "draw start" else t("The dice are rolling")
    if view.actor != view.seat:
        return _waiting(t, view, player_name(view.actor, names))
    return _instruction(t, view)


def _waiting(t: Words, view: SaintMaloView, who: str) -> str:
    if view.phase == "keep dice":
        return t("{who} is rolling", who=who)
    if view.phase == "use dice":
        return t("{who} chooses a symbol", who=who)
    return t("{who} is drawing", who=who)


def _can_turn(view: SaintMaloView) -> bool:
    """SM-21, SM-22: is there something to choose for which a die is turned?"""
    uses = [choice.action.split(" ") for choice in view.choices if choice.action.startswith("use ")]
    return any(using.turning_cost(int(used), view.dice.count(symbol)) > 0 for _, symbol, used, *_ in uses)


def _instruction(t: Words, view: SaintMaloView) -> str:
    phase = view.phase
    if phase == "keep dice":
        left = t.plural("{n} roll left", "{n} rolls left", view.rolls_left)
        return t("Tap the dice you keep, then roll – or use them ({left})", left=left)
    if phase == "use dice":
        if not _can_turn(view):
            return t("Choose a symbol and how many dice")
        price = coins_phrase(t, int(using.turning_cost(1, 0)))
        return t("Choose a symbol and how many dice (turning a die: {price})", price=price)
    if phase == "place crate":
        return t.plural("Place {n} crate", "Place {n} crates side by side", view.left)
    if phase == "place wall":
        return t.plural("Place {n} wall on the edge", "Place {n} walls on the edge", view.left)
    if phase == "place church":
        return t("Place the church with the number {n}", n=view.number)
    if phase == "place house":
        return t.plural("Place a house, or tap Done", "Place up to {n} houses, or tap Done", view.houses_left)
    if phase == "choose bonus":
        return t("Your wall is complete: choose a person from the tower")
    return t(
        "Place the {person}: {effect}",
        person=t(PIECES[str(view.placing)]),
        effect=t(EFFECTS[str(view.placing)]),
    )
