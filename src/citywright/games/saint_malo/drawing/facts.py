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
from citywright.text.phrases import points_phrase

NEAR = 2  # boxes: so near an attack needs attention


def facts(view: View, lang: str) -> Facts:
    """The facts of a view; what matters most comes first. A title does not say again what the value says."""
    assert isinstance(view, SaintMaloView)
    over = view.actor is None
    strength, left = _next_attack(view.pirates)
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
    return Facts(_shared_at_end(view, lang) if over else _shared(view, strength, left, lang), seats)


def _shared(view: SaintMaloView, strength: int | None, left: int, lang: str) -> tuple[Fact, ...]:
    """The pirates and how near the end is; the last round is more pressing than they are."""
    viewer = seat_number(view.seat)
    defence = view.cities[viewer].defence if viewer >= 0 else None
    end = _end(min([len(city.empty) for city in view.cities]), lang)
    told = [_pirates(strength, left, view.pirates.row_length, lang)]
    if strength is not None:
        told.append(_attack(strength, left, defence, lang))
    told.insert(0 if end.warns else len(told), end)
    return (*told, _round(view.round, view.start or "", lang))


def _shared_at_end(view: SaintMaloView, lang: str) -> tuple[Fact, ...]:
    """What has been: how often the pirates attacked, how many rounds were played."""
    t = words_of(lang)
    attacks = attacks_of(view.pirates.crossed, view.pirates.row_length)
    attacked = Fact("pirates", icons.PIRATES, str(attacks), t("Attacks of the pirates in this game (SM-52)"))
    return attacked, Fact("round", icons.HOURGLASS, str(view.round), t("Rounds that were played (SM-60)"))


def _next_attack(board: PirateView) -> tuple[int | None, int]:
    """Its strength, None after the last, and the boxes that are left."""
    attacks = attacks_of(board.crossed, board.row_length)
    if attacks >= len(board.strengths):
        return None, 0
    return board.strengths[attacks], board.row_length - board.crossed % board.row_length


@lru_cache(1024)
def _pirates(strength: int | None, left: int, length: int, lang: str) -> Fact:
    """How near the next attack is."""
    t = words_of(lang)
    if strength is None:
        return Fact("pirates", icons.PIRATES, "–", t("The pirates will not attack any more (SM-54)"))
    title = t(
        "Boxes of the pirates: {n} more, and they attack with strength {strength} (SM-52)",
        n=left,
        strength=strength,
    )
    return Fact("pirates", icons.PIRATES, f"{length - left}/{length}", title)


@lru_cache(1024)
def _attack(strength: int, left: int, defence: int | None, lang: str) -> Fact:
    """How strong the next attack is; it warns when it is near and the viewer too weak."""
    t = words_of(lang)
    title = t("Strength of the pirates' next attack")
    if defence is None:
        return Fact("attack", icons.SABRES, str(strength), f"{title} (SM-51)")
    safe = withstands(defence, strength)
    yours = (
        t("your defence {defence} is enough (SM-53)", defence=defence)
        if safe
        else t(
            "your defence {defence} is too low, that costs a cannon and {points} at the end (SM-53)",
            defence=defence,
            points=points_phrase(t, -CANNON_POINTS),
        )
    )
    return Fact("attack", icons.SABRES, str(strength), f"{title}: {yours}", not safe and left <= NEAR)


@lru_cache(256)
def _end(free: int, lang: str) -> Fact:
    t = words_of(lang)
    if not free:
        title = t("A city is full: the game ends with this round (SM-60)")
        return Fact("end", icons.PLOT, t("last round"), title, warns=True)
    title = t("Free spaces of the fullest city: when a city is full, the round is played to its end (SM-60)")
    return Fact("end", icons.PLOT, str(free), title)


@lru_cache(512)
def _round(number: int, start: str, lang: str) -> Fact:
    t = words_of(lang)
    title = t("Round: seat {seat} begins every round (SM-5)", seat=start) if start else t("Round")
    return Fact("round", icons.HOURGLASS, str(number), title)


# --- of a seat ---------------------------------------------------------------------------


@lru_cache(256)
def _coins(coins: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t(
        "Coins: 2 turn a die, pay for a delivery of logs or make 1 point at the end (SM-21, SM-30, SM-61)"
    )
    return Fact("coins", icons.COIN, str(coins), title)


@lru_cache(512)
def _defence(defence: int, strength: int | None, lang: str) -> Fact:
    t = words_of(lang)
    name = t("Defence: soldiers, and 2 for each side of five walls")
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
    title = t("Logs: an architect builds houses of them, at the end each is a point (SM-43, SM-61)")
    return Fact("logs", icons.LOG, str(logs), title)


@lru_cache(256)
def _churches(points: int, lang: str) -> Fact:
    t = words_of(lang)
    return Fact("churches", icons.CHURCH, f"+{points}", t("Points for church series at the end (SM-62)"))


@lru_cache(64)
def _cannons(left: int, lost: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t(
        "Cannons that are left; each lost one costs {points} at the end (SM-53)",
        points=points_phrase(t, -CANNON_POINTS),
    )
    return Fact("cannons", icons.CANNON, f"{left}/{left + lost}", title)


@lru_cache(256)
def _free(spaces: int, lang: str) -> Fact:
    t = words_of(lang)
    return Fact("free", icons.PLOT, str(spaces), t("Free spaces: a full city brings 5 points (SM-61)"))
