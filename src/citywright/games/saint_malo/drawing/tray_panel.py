"""The tray of Saint Malo, put together from a view: dice, card, buttons, or what the pirates have left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.draw.panel import TRAY, Panel, Part
from citywright.engine.view import Choice, seat_number
from citywright.games.saint_malo.drawing import buttons, tray
from citywright.games.saint_malo.drawing.aftermath import Survivor, aftermath
from citywright.games.saint_malo.rules.material import FACE_NAMES, HEAD, LEVELS, PERSON_NAMES
from citywright.games.saint_malo.rules.pirates import attacks_of
from citywright.games.saint_malo.text.names import words_of
from citywright.games.saint_malo.text.reasons import (
    SYMBOL,
    TAKING,
    USING,
    happening,
    no_bonus,
    not_now,
    too_few,
)
from citywright.games.saint_malo.view import SaintMaloView
from citywright.text.phrases import player_name


def tray_panel(view: SaintMaloView, lang: str, names: Sequence[str]) -> Panel:
    """The panel below the board."""
    parts = [tray.base(lang)]
    if view.actor is None:
        parts.append(_aftermath(view, lang, names))
    else:
        now = "" if view.seat == "*" else happening(view)
        picks = view.phase == "keep dice" and bool(view.choices)
        dice = view.dice or [None] * 5
        parts += [tray.die(number, symbol, picks, lang) for number, symbol in enumerate(dice, 1)]
        parts.append(tray.round_number(view.round if view.dice else 0, lang))
        parts += _card(view, now, lang)
        parts += _buttons(view, now, lang)
        left = {"house": view.houses_left, "crate": view.left, "wall": view.left}.get(str(view.placing), 1)
        parts.append(buttons.placing(view.placing, view.number, left, lang))
    t = words_of(lang)
    return Panel("tray", TRAY, t("Dice"), tray.WIDTH, tray.HEIGHT, tuple(parts))


def _aftermath(view: SaintMaloView, lang: str, names: Sequence[str]) -> Part:
    """When the game is over."""
    board = view.pirates
    attacks = int(attacks_of(board.crossed, board.row_length))
    cities = [
        Survivor(player_name(seat, names), city.defence, city.cannons, city.lost_cannons)
        for seat, city in enumerate(view.cities)
    ]
    return aftermath(attacks, attacks == len(board.strengths), tuple(cities), lang)


# --- the card ----------------------------------------------------------------------------


def _card(view: SaintMaloView, now: str, lang: str) -> list[Part]:
    offering = view.phase in ("use dice", "choose bonus")
    shown = tuple([view.dice.count(symbol) for symbol in FACE_NAMES])
    coins = view.cities[seat_number(view.seat)].coins if now == USING else 0
    return _chips(shown, tuple(view.choices) if offering else (), now, coins, lang)


@lru_cache(4096)
def _chips(
    counts: tuple[int, ...], choices: tuple[Choice, ...], now: str, coins: int, lang: str
) -> list[Part]:
    """The card of what the dice can be used for: so many show each symbol."""
    offers = {choice.action: choice for choice in choices}
    dice = dict(zip(FACE_NAMES, counts, strict=True))
    swords = dice["swords"]

    def reason(symbol: int, count: int, shown: int) -> str:
        if now != USING:
            return not_now(now, lang) if now else ""
        return too_few(symbol, count, shown, swords, coins, lang)

    parts = []
    for number, kind in enumerate(PERSON_NAMES):
        level = int(LEVELS[number])
        choice = offers.get(f"use head {level} {kind}") or offers.get(f"bonus {kind}")
        said = no_bonus(lang) if now == TAKING else reason(HEAD, level, dice["head"])
        parts.append(tray.person_chip(kind, _offer(choice), dice["head"], "" if choice else said, lang))
    for symbol in tray.SYMBOLS:
        shown = dice[symbol]
        for count in range(1, 6):
            choice = offers.get(f"use {symbol} {count}")
            said = "" if choice else reason(SYMBOL[symbol], count, shown)
            parts.append(tray.chip(symbol, count, _offer(choice), shown, said, lang))
    return parts


def _offer(choice: Choice | None) -> tray.Offer:
    return tray.Offer(None) if choice is None else tray.Offer(choice.action, choice.coins)


# --- buttons -----------------------------------------------------------------------------


def _buttons(view: SaintMaloView, now: str, lang: str) -> list[Part]:
    """All four buttons, and the rolls that are left; those of the dice give way to what is being drawn."""
    offers = {choice.action for choice in view.choices if choice.action in ("stop", "pass", "done")}
    rolls = view.rolls_left
    seldom = [
        buttons.pass_turn(lang) if "pass" in offers else buttons.resting("pass", now, rolls, lang),
        buttons.done(view.placing, lang) if "done" in offers else buttons.resting("done", now, rolls, lang),
    ]
    if "stop" in offers:
        return [buttons.roll(lang), buttons.rolls_left(rolls, lang), buttons.stop(lang), *seldom]
    none_left = buttons.rolls_left(None, lang)
    if view.placing is not None:
        return [buttons.nothing("roll"), none_left, buttons.nothing("stop"), *seldom]
    roll, stop = [buttons.resting(which, now, rolls, lang) for which in ("roll", "stop")]
    return [roll, none_left, stop, *seldom]
