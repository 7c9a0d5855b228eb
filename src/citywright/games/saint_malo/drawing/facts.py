"""What a page shows beside names and boards of Saint Malo: each seat's stores, the pirates, the end."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.facts import Fact, Facts
from citywright.engine.view import View, seat_number
from citywright.games.saint_malo.drawing import icons
from citywright.games.saint_malo.rules.material import CANNON_POINTS
from citywright.games.saint_malo.rules.pirates import attacks_of, withstands
from citywright.games.saint_malo.text.names import words_of
from citywright.games.saint_malo.view import PirateView, SaintMaloView
from citywright.text.phrases import coins_phrase, points_phrase

NEAR = 2  # boxes: so near an attack needs attention


def facts(view: View, lang: str) -> Facts:
    """The facts of a view; what matters most comes first."""
    assert isinstance(view, SaintMaloView)
    strength, left = _next_attack(view.pirates)
    viewer = seat_number(view.seat)
    defence = view.cities[viewer].defence if viewer >= 0 else None
    free = min([len(city.empty) for city in view.cities])
    over = view.actor is None
    shared = (
        _pirates(strength, left, view.pirates.row_length, defence, over, lang),
        _end(free, over, lang),
        _round(view.round, view.start or "", lang),
    )
    seats = tuple(
        [
            (
                _coins(city.coins, lang),
                _defence(city.defence, None if over else strength, lang),
                _logs(city.logs, lang),
                _churches(city.church_points, lang),
                _cannons(city.cannons, city.lost_cannons, lang),
                _free(len(city.empty), lang),
            )
            for city in view.cities
        ]
    )
    return Facts(shared, seats)


def _next_attack(board: PirateView) -> tuple[int | None, int]:
    """Its strength, None after the last, and the boxes that are left."""
    attacks = attacks_of(board.crossed, board.row_length)
    if attacks >= len(board.strengths):
        return None, 0
    return board.strengths[attacks], board.row_length - board.crossed % board.row_length


@lru_cache(1024)
def _pirates(
    strength: int | None, left: int, length: int, defence: int | None, over: bool, lang: str
) -> Fact:
    t = words_of(lang)
    if strength is None:
        return Fact("pirates", icons.PIRATES, "–", t("The pirates will not attack any more (SM-54)"))
    value = f"{length - left}/{length} · {strength}"
    title = t.plural(
        "The pirates attack with strength {strength} when {n} more box is crossed",
        "The pirates attack with strength {strength} when {n} more boxes are crossed",
        left,
        strength=strength,
    )
    if defence is None:
        return Fact("pirates", icons.PIRATES, value, f"{title} (SM-52)")
    safe = withstands(defence, strength)
    yours = (
        t("your defence {defence} is enough (SM-53)", defence=defence)
        if safe
        else t(
            "your defence {defence} is too low, that costs a cannon and {points} at the end (SM-53)",
            defence=defence,
            points=points_phrase(t, CANNON_POINTS),
        )
    )
    return Fact("pirates", icons.PIRATES, value, f"{title}: {yours}", not over and not safe and left <= NEAR)


@lru_cache(256)
def _end(free: int, over: bool, lang: str) -> Fact:
    t = words_of(lang)
    if not free:
        title = t("A city is full: the game ends with this round (SM-60)")
        return Fact("end", icons.PLOT, t("last round"), title, not over)
    title = t.plural(
        "The fullest city has {n} free space; when a city is full, the round is played to its end (SM-60)",
        "The fullest city has {n} free spaces; when a city is full, the round is played to its end (SM-60)",
        free,
    )
    return Fact("end", icons.PLOT, str(free), title)


@lru_cache(512)
def _round(number: int, start: str, lang: str) -> Fact:
    t = words_of(lang)
    title = t("Round {n}", n=number)
    if start:
        title += ": " + t("seat {seat} begins every round (SM-5)", seat=start)
    return Fact("round", icons.HOURGLASS, str(number), title)


# --- of a seat ---------------------------------------------------------------------------


@lru_cache(256)
def _coins(coins: int, lang: str) -> Fact:
    t = words_of(lang)
    what = t(
        "2 coins turn a die, pay for a delivery of logs or make 1 point at the end (SM-21, SM-30, SM-61)"
    )
    return Fact("coins", icons.COIN, str(coins), f"{coins_phrase(t, coins)}: {what}")


@lru_cache(512)
def _defence(defence: int, strength: int | None, lang: str) -> Fact:
    t = words_of(lang)
    name = t("Defence {n}: soldiers, and 2 for each side of five walls", n=defence)
    if strength is None:
        return Fact("defence", icons.SHIELD, str(defence), f"{name} (SM-53)")
    if withstands(defence, strength):
        told = t("enough for the next attack of strength {n} (SM-53)", n=strength)
    else:
        told = t("too little for the next attack of strength {n} (SM-53)", n=strength)
    return Fact("defence", icons.SHIELD, str(defence), f"{name}; {told}", not withstands(defence, strength))


@lru_cache(256)
def _logs(logs: int, lang: str) -> Fact:
    t = words_of(lang)
    what = t("an architect builds houses of them, at the end each is a point (SM-43, SM-61)")
    name = t.plural("{n} log", "{n} logs", logs)
    return Fact("logs", icons.LOG, str(logs), f"{name}: {what}")


@lru_cache(256)
def _churches(points: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t.plural("Church series: {n} point at the end", "Church series: {n} points at the end", points)
    return Fact("churches", icons.CHURCH, f"+{points}", f"{title} (SM-62)")


@lru_cache(64)
def _cannons(left: int, lost: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t(
        "{left} of {all} cannons left; each lost one costs {points} at the end (SM-53)",
        left=left,
        all=left + lost,
        points=points_phrase(t, -CANNON_POINTS),
    )
    return Fact("cannons", icons.CANNON, f"{left}/{left + lost}", title)


@lru_cache(64)
def _free(spaces: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t.plural(
        "{n} free space: a full city brings 5 points", "{n} free spaces: a full city brings 5 points", spaces
    )
    return Fact("free", icons.PLOT, str(spaces), f"{title} (SM-61)")
