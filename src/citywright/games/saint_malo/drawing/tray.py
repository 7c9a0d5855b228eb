"""The tray of Saint Malo: the dice, the card of what they can be used for, and the buttons.

The card is always shown: grey while it can only be read, gold where it may be clicked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw import elements
from citywright.draw.elements import (
    at,
    button,
    button_hit,
    can,
    card,
    fitted,
    hit,
    main_button,
    may,
    named,
    part,
    signed,
    text,
    toggle,
    variant,
    why,
)
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import die_frame, seat_mark
from citywright.draw.standing import StandingRow
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing.pieces import face, person, piece
from citywright.games.saint_malo.rules.material import FACE_NAMES, HEAD, LEVELS, PERSON_NAMES
from citywright.games.saint_malo.text.names import EFFECTS, PERSON_RULES, piece_name, words_of
from citywright.games.saint_malo.text.prompts import title
from citywright.text.phrases import capital

WIDTH, HEIGHT = 560, 414
SYMBOLS = FACE_NAMES[:HEAD]  # the rows of the card; heads have persons instead, swords nothing
DIE = 62
CHIP, PITCH, ROW = 59, 64, 64  # a chip's size, and how far chips of a row and of a column are apart
ROWS_TOP = 156
BUTTON = (402, 350, 144, 56)  # the main button: bottom right
SECOND = (402, 284, 144, 56)


class Offer(NamedTuple):
    """What a chip of the card offers: its action if it may be clicked, and the coins that costs or brings."""

    action: str | None
    coins: int = 0


@lru_cache(8)
def base(lang: str) -> Part:
    """The card with the symbols of its four rows."""
    pen = Pen("tray", 0.6)
    body = card(2, 2, WIDTH - 4, HEIGHT - 6, 18)
    body += pen.line([(18, 82), (542, 82)], "thin s-faint")
    for row, symbol in enumerate(SYMBOLS):
        icon = at(18, ROWS_TOP + row * ROW + 5, face(symbol), 0.84)
        body += named(capital(piece_name(symbol, lang)), icon)
    return part("tray-base", body)


# --- dice ------------------------------------------------------------------------------


@lru_cache(256)
def die(number: int, symbol: str | None, picks: bool, lang: str) -> Part:
    """A die; while rolling it can be picked to be kept. It tumbles when its face changes."""
    t = words_of(lang)
    x = 18 + 74 * (number - 1)
    key = f"tray-die-{number}"
    if symbol is None:
        return part(key, at(x, 10, f'<g class="quiet">{die_frame(DIE)}</g>'))
    inset = (DIE - 58 * 0.98) / 2
    tumble = f"tumble tumble-{FACE_NAMES.index(symbol) + 1}"
    drawn = at(x, 10, at(0, 0, die_frame(DIE) + at(inset, inset, face(symbol), 0.98), cls=tumble))
    name = t("Die {number}: {face}", number=number, face=piece_name(symbol, lang))
    if picks:
        drawn += hit(x - 5, 4, 74, 76)
        return part(key, toggle(f"{key}-pick", str(number), t("{die}. Keep it?", die=name), drawn))
    return part(key, named(name, drawn, f"{key}-pick"))


# --- the card ---------------------------------------------------------------------------


@lru_cache(1024)
def chip(symbol: str, count: int, offer: Offer, shown: int, choosing: bool, lang: str) -> Part:
    """So many dice of a symbol. `shown` dice show it now; `choosing`: it is the viewer who chooses."""
    t = words_of(lang)
    x, y = 74 + PITCH * (count - 1), ROWS_TOP + (SYMBOLS.index(symbol)) * ROW
    key = f"tray-{symbol}-{count}"
    label = text(x + CHIP / 2, y + (29 if offer.coins else 38), count, 25)
    if offer.action is not None:
        body = hit(x - 2, y - 2, PITCH, ROW) + may(x, y, CHIP, CHIP) + label + _price(x, y, offer.coins)
        return part(
            key,
            can(f"{key}-go", offer.action, title(offer.action, 0, offer.coins, None, 0, False, lang), body),
        )
    fill = "w-plain" if count <= shown else "f-card"
    box = elements.chip(x, y, CHIP, CHIP, fill)
    ink = "t" if count <= shown else "t-soft"
    box += text(x + CHIP / 2, y + 38, count, 25 if count <= shown else 20, ink)
    if not choosing:
        return part(key, box)
    return part(key, why(t("Not with these dice and coins, or there is no room for it (SM-21, SM-23)"), box))


def _price(x: float, y: float, coins: int) -> str:
    if not coins:
        return ""
    return text(x + CHIP / 2, y + 50, f"{signed(coins)}¢", 17, "t-loss")


@lru_cache(1024)
def person_chip(kind: str, offer: Offer, heads: int, choosing: bool, lang: str) -> Part:
    """A person with its level. `heads` show now."""
    t = words_of(lang)
    number = PERSON_NAMES.index(kind)
    level = LEVELS[number]
    x, y, width = 18 + 75.5 * number, 89, 71
    key = f"tray-{kind}"
    name = capital(piece_name(kind, lang))
    quiet = ' class="quiet"' if offer.action is None and level > heads else ""
    drawn = f"<g{quiet}>{at(x + 18, y + 3, person(kind, name[0]), 0.7)}</g>"
    drawn += text(x + 10, y + 19, level, 18) + fitted(x + width / 2, y + 56, name, 14, width - 4, "t")
    if offer.action is not None:
        body = hit(x - 2, y - 3, width + 4, 66) + may(x, y, width, 61) + drawn
        if offer.coins:
            body += text(x + width - 3, y + 18, f"{signed(offer.coins)}¢", 14, "t-loss right")
        return part(
            key,
            can(f"{key}-go", offer.action, title(offer.action, 0, offer.coins, None, 0, False, lang), body),
        )
    fill = "w-plain" if level <= heads else "f-card"
    box = elements.chip(x, y, width, 61, fill)
    effect = f"{name}: {t(EFFECTS[kind])} ({PERSON_RULES[kind]})"
    body = named(effect, box + drawn)
    if not choosing:
        return part(key, body)
    return part(key, why(t("Not with these dice and coins, or there is no room for it (SM-21, SM-23)"), body))


# --- buttons ---------------------------------------------------------------------------


@lru_cache(8)
def roll_buttons(lang: str) -> Part:
    """The main button while rolling: one variant for every choice of dice that are kept."""
    t = words_of(lang)
    x, y, width, height = BUTTON
    body = main_button(x, y, width, height, "")
    for keep in range(31):
        kept = [str(die + 1) for die in range(5) if keep >> die & 1]
        words = "keep " + (" ".join(kept) or "none")
        label = t.plural("Roll {n} die", "Roll {n} dice", 5 - len(kept))
        name = title(words, 0, 0, None, 0, False, lang)
        key = "tray-keep-" + ("".join(kept) or "none")
        body += variant(" ".join(kept), keep == 0, can(key, words, name, _button_words(label)))
    reason = t("All five are picked: stop, or roll at least one (SM-10)")
    return part("tray-main", body + variant("1 2 3 4 5", False, why(reason, _button_words("–"))))


@drawn_once
def _button_words(words: str) -> str:
    """The words of the main button, and its tap target."""
    x, y, width, height = BUTTON
    letters = fitted(x + width / 2, y + height / 2 + 7, words, 21, width - 28, "t-light bold")
    return button_hit(BUTTON, 5) + letters


@lru_cache(64)
def done_button(placing: str | None, lang: str) -> Part:
    """The main button where the player may stop: no more houses, or no person."""
    t = words_of(lang)
    label = t("Done") if placing == "house" else t("No person")
    name = title("done", 0, 0, placing, 0, False, lang)
    return part(
        "tray-main", can("tray-done", "done", name, button_hit(BUTTON, 5) + main_button(*BUTTON, label))
    )


@lru_cache(2)
def no_button(which: str) -> Part:
    """An empty part in the place of a button."""
    return part(f"tray-{which}")


@lru_cache(64)
def second_button(action: str, lang: str) -> Part:
    """The other button: stop while rolling, pass while choosing."""
    t = words_of(lang)
    label = t("Stop") if action == "stop" else t("Pass")
    box = SECOND if action == "stop" else BUTTON
    name = title(action, 0, 0, None, 0, False, lang)
    return part("tray-second", can(f"tray-{action}", action, name, button_hit(box, 5) + button(*box, label)))


@lru_cache(4096)
def status(seat: int | None, name: str) -> Part:
    """Whose dice these are."""
    if seat is None:
        return part("tray-status")
    return part("tray-status", seat_mark(seat, 412, 28, 14) + fitted(434, 35, name, 20, 106, "t left"))


@lru_cache(256)
def round_number(number: int, lang: str) -> Part:
    """The round; nothing before the first."""
    if not number:
        return part("tray-round")
    t = words_of(lang)
    return part("tray-round", fitted(398, 68, t("Round {n}", n=number), 17, 80, "t-soft left"))


@lru_cache(16)
def rolls(left: int | None, lang: str) -> Part:
    """The rolls that are left; nothing when the dice are used."""
    if left is None:
        return part("tray-rolls")
    t = words_of(lang)
    fills = ["f-gold" if k < left else "f-card" for k in range(3)]
    pips = [
        f'<circle class="thin {fill}" cx="{496 + 20 * k}" cy="62" r="7"/>' for k, fill in enumerate(fills)
    ]
    return part("tray-rolls", named(t.plural("{n} roll left", "{n} rolls left", left), "".join(pips)))


@lru_cache(256)
def placing(kind: str | None, number: int, left: int, lang: str) -> Part:
    """What is being drawn now, and how many of it."""
    if kind is None:
        return part("tray-placing")
    t = words_of(lang)
    name = t("Church {number}", number=number) if kind == "church" else capital(piece_name(kind, lang))
    body = card(414, 162, 120, 170, 14, "f-paper") + at(422, 168, piece(kind, number, False, name[0], 1), 1.8)
    label = name if left == 1 else f"{name} × {left}"
    return part("tray-placing", body + fitted(474, 316, label, 22, 108))


@lru_cache(64)
def results(rows: tuple[StandingRow, ...], lang: str) -> Part:
    """The final standing."""
    t = words_of(lang)
    body = card(10, 8, WIDTH - 20, HEIGHT - 20, 14, "f-paper")
    body += fitted(WIDTH / 2, 52, t("Final points"), 30, 400)
    for k, (rank, seat, name, points) in enumerate(rows):
        y = 106 + 60 * k
        body += text(58, y, f"{rank}.", 28, "t right") + seat_mark(seat, 96, y - 9, 19)
        body += fitted(134, y, name, 28, 270, "t left") + text(510, y, points, 32, "t right")
    return part("tray-results", body)
