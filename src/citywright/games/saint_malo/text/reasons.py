"""Why something cannot be done now in Saint Malo, as specific as the rules allow."""

from __future__ import annotations

from functools import lru_cache

from citywright.games.saint_malo.rules import using
from citywright.games.saint_malo.rules.material import CRATE, FACE_NAMES, HIGHEST_BONUS_LEVEL, WALL
from citywright.games.saint_malo.text.names import words_of
from citywright.games.saint_malo.view import SaintMaloView
from citywright.text.phrases import coins_phrase

# Why the viewer cannot choose what to do with the dice: what happens now.
ROLLING, USING, DRAWING, TAKING, WAITING = "rolling", "using", "drawing", "taking", "waiting"


def happening(view: SaintMaloView) -> str:
    """What happens now, as a player of the view's seat meets it."""
    if view.actor != view.seat:
        return WAITING
    return {"keep dice": ROLLING, "use dice": USING, "choose bonus": TAKING}.get(view.phase, DRAWING)


@lru_cache(256)
def why_not(placing: str, grouped: bool, inner: bool, lang: str) -> str:
    """Why the viewer may not draw into an empty space now."""
    t = words_of(lang)
    if placing == "wall" and inner:
        return t("A wall may only stand on an outer space (SM-26)")
    if placing == "crate" and grouped:
        return t("The crates of one turn form one group, side by side (SM-31)")
    if placing == "crate":
        return t("Not all crates of this turn would fit here side by side (SM-31)")
    if placing == "house" and grouped:
        return t("The houses of one turn form one group, side by side (SM-43)")
    if placing == "house":
        return t("The first house must touch the new architect, if only at a corner (SM-43)")
    return t("Nothing can be drawn here now (SM-25)")


@lru_cache(1024)
def taken(space: str, lang: str) -> str:
    """Why nothing may be drawn into a space that is not empty."""
    t = words_of(lang)
    return t("{space} is taken: what is drawn stays for ever (SM-25)", space=space)


@lru_cache(64)
def nothing_to_draw(now: str, lang: str) -> str:
    """Why nothing may be drawn into any empty space; {} stands for its name."""
    t = words_of(lang)
    reason = {
        ROLLING: t("First finish rolling, then choose a symbol (SM-20)"),
        USING: t("First choose a symbol and how many dice you use (SM-20)"),
        TAKING: t("First choose a person from the tower (SM-34)"),
        WAITING: t("It is not your turn (SM-5)"),
    }[now]
    return t("{space} is free. {reason}", space="{}", reason=reason)


@lru_cache(64)
def not_now(now: str, lang: str) -> str:
    """Why the card of the dice cannot be used now; nothing if it can."""
    t = words_of(lang)
    return {
        ROLLING: t("First finish rolling, then choose a symbol (SM-20)"),
        USING: "",
        DRAWING: t("You have used the dice of this turn already (SM-24)"),
        TAKING: t("First choose a person from the tower (SM-34)"),
        WAITING: t("It is not your turn (SM-5)"),
    }[now]


@lru_cache(4096)
def too_few(symbol: int, count: int, shown: int, swords: int, coins: int, lang: str) -> str:
    """Why so many dice of a symbol cannot be used, when `shown` show it and so many show swords."""
    t = words_of(lang)
    usable = using.usable_dice(swords)
    if count > usable:
        return t.plural(
            "Only {n} die can be used: swords cannot be turned (SM-22)",
            "Only {n} dice can be used: swords cannot be turned (SM-22)",
            usable,
        )
    delivery = using.delivery_cost(symbol)
    cost = using.turning_cost(count, shown) + delivery
    if cost > coins:
        have, need = coins_phrase(t, coins), coins_phrase(t, cost)
        if delivery:
            return t(
                "You have {have}; this needs {need}, the delivery included (SM-21, SM-30)",
                have=have,
                need=need,
            )
        return t("You have {have}; turning the dice needs {need} (SM-21)", have=have, need=need)
    if symbol == CRATE:
        return t("So many empty spaces do not lie side by side any more (SM-31)")
    if symbol == WALL:
        return t("There are not so many empty outer spaces (SM-32)")
    return t("No space is empty for it (SM-25)")


@lru_cache(16)
def no_bonus(lang: str) -> str:
    """Why a tower does not give this person."""
    t = words_of(lang)
    return t("The tower gives persons up to level {n} (SM-34)", n=HIGHEST_BONUS_LEVEL)


@lru_cache(256)
def no_button(which: str, now: str, rolls_left: int, lang: str) -> str:
    """Why a button cannot be pressed now."""
    t = words_of(lang)
    if now == WAITING:
        return t("It is not your turn (SM-5)")
    if which == "roll":
        if now == USING and not rolls_left:
            return t("You have no roll left: choose a symbol (SM-10)")
        return t("You have finished rolling in this turn (SM-10)")
    if which == "stop":
        return t("You have finished rolling in this turn (SM-10)")
    if which == "pass":
        if now == ROLLING:
            return t("You can pass once you have finished rolling (SM-20)")
        return t("You have used the dice of this turn already (SM-24)")
    return t("Only houses and a person from the tower can be left out (SM-34, SM-43)")


SYMBOL = {name: number for number, name in enumerate(FACE_NAMES)}
