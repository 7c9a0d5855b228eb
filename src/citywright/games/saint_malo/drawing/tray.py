"""The tray of Saint Malo: the dice, and the card of what they can be used for.

The card is always shown: grey while it can only be read, gold where it may be clicked. The buttons are in
buttons.py.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw import elements
from citywright.draw.elements import at, can, card, fitted, hit, may, named, part, signed, text, toggle, why
from citywright.draw.panel import Part
from citywright.draw.pieces import church, coin, shield
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing import goods
from citywright.games.saint_malo.drawing.faces import HEAD as HEAD_SHAPE
from citywright.games.saint_malo.drawing.faces import face
from citywright.games.saint_malo.drawing.persons import person
from citywright.games.saint_malo.drawing.shapes import box, path
from citywright.games.saint_malo.rules.material import FACE_NAMES, HEAD, LEVELS, PERSON_NAMES
from citywright.games.saint_malo.text.names import piece_name, symbol_words, words_of
from citywright.games.saint_malo.text.prompts import title

WIDTH, HEIGHT = 560, 445
SYMBOLS = FACE_NAMES[:HEAD]  # the rows of the card; heads have persons instead, swords nothing
DIE, DIE_TOP, DIE_PITCH = 84, 12, 108
PITCH = 68.75  # how far chips of a row and of a column are apart: a thumb's width on a small phone
CHIP = 61.0  # the size of a chip
PERSONS_TOP = HEIGHT - 5 * PITCH
ROWS_TOP = PERSONS_TOP + PITCH
CHIPS_LEFT = 56.0
BRINGS = 64.0  # how far below the top of a person's chip it says what the person brings, under the figure


class Offer(NamedTuple):
    """What a chip of the card offers: its action if it may be clicked, and the coins that costs or brings."""

    action: str | None
    coins: int = 0


@lru_cache(8)
def base(lang: str) -> Part:
    """The card with the symbols of its four rows, and the water the dice fall into."""
    body = card(2, 2, WIDTH - 4, HEIGHT - 6, 18)
    far = WIDTH - 2
    body += path(f"M2 20Q2 2 20 2H{far - 18}Q{far} 2 {far} 20V{PERSONS_TOP:g}H2Z", "f-sea")
    body += path(_RIPPLES, "thin s-foam")
    for row, symbol in enumerate(SYMBOLS):
        y = ROWS_TOP + row * PITCH
        body += f'<path class="thin s-faint quiet" d="M10 {y:g}H{CHIPS_LEFT + 5 * PITCH - 6:g}"/>'
        body += named(symbol_words(symbol, lang), hit(2, y, 52, PITCH) + at(9, y + 13, face(symbol), 0.76))
    return part("tray-base", body)


_RIPPLES = "".join([f"M{(k * 113 + 12) % 530} {14 + (k * 37) % 84}q5-4 10 0q5 4 10 0" for k in range(14)])

# --- dice ------------------------------------------------------------------------------


@lru_cache(256)
def die(number: int, symbol: str | None, picks: bool, lang: str) -> Part:
    """A die; while rolling it can be picked to be kept. It tumbles when its face changes."""
    t = words_of(lang)
    x = (WIDTH - 4 * DIE_PITCH - DIE) / 2 + DIE_PITCH * (number - 1)
    key = f"tray-die-{number}"
    if symbol is None:
        blank = f'<g class="quiet">{die_face("")}</g>'
        return part(key, named(t("Die {number} is rolling", number=number), at(x, DIE_TOP, blank)))
    tumble = f"tumble tumble-{FACE_NAMES.index(symbol) + 1}"
    lifts = f'<g class="lifts">{_KEPT}{at(0, 0, die_face(symbol), cls=tumble)}</g>'
    drawn = at(x, DIE_TOP, lifts)  # the same whether it can be picked or not: a kept die does not tumble
    name = t("Die {number}: {face}", number=number, face=piece_name(symbol, lang))
    if picks:
        drawn += hit(x + (DIE - DIE_PITCH) / 2, 2, DIE_PITCH, PERSONS_TOP - 2)
        return part(key, toggle(f"{key}-pick", str(number), t("{die}. Keep it?", die=name), drawn))
    return part(key, named(f"{name}. {symbol_words(symbol, lang)}", drawn, f"{key}-pick"))


def _frame(cls: str, inset: float) -> str:
    size = DIE - 2 * inset
    return box(inset, inset, size, size, cls, 18 - inset)


@drawn_once
def _gold_frame() -> str:
    return _frame("f-gold", -5) + _frame("pen s-dark", -5)


# The frames of a die that is kept, and of one with the keyboard's focus, which a page shows with its toggle.
_KEPT = f'<g class="frame-on hide">{_gold_frame()}</g>{_frame("focus fat s-light", -7)}'


@drawn_once
def die_face(symbol: str) -> str:
    """A die from above, with the edge it lies on."""
    edge = box(2, 6, DIE, DIE, "shade", 18) + box(0, 3, DIE, DIE, "thin f-stone", 18)
    body = edge + box(0, 0, DIE, DIE - 2, "thin f-white", 17)
    return body + at(9.5, 8.5, face(symbol), 1.12) if symbol else body


# --- the card ---------------------------------------------------------------------------


@lru_cache(2048)
def chip(symbol: str, count: int, offer: Offer, shown: int, reason: str, lang: str) -> Part:
    """So many dice of a symbol. `shown` dice show it now; the reason says why it cannot be chosen."""
    column, row = CHIPS_LEFT + PITCH * (count - 1), ROWS_TOP + SYMBOLS.index(symbol) * PITCH
    x, y = column + (PITCH - CHIP) / 2, row + (PITCH - CHIP) / 2
    key = f"tray-{symbol}-{count}"
    target = hit(column, row, PITCH, PITCH)
    middle = x + CHIP / 2
    if offer.action is not None:
        words = title(offer.action, 0, offer.coins, None, 0, "", lang)
        label = text(middle, y + (30 if offer.coins else 41), count, 29)
        body = target + may(x, y, CHIP, CHIP) + label + _price(middle, y + 54, offer.coins)
        return part(key, can(f"{key}-go", offer.action, words, body))
    name = title(f"use {symbol} {count}", 0, 0, None, 0, "", lang)
    body = named(name, at(column, row, _resting_chip(count, count <= shown)))
    return part(key, why(reason, body) if reason else body)


@drawn_once
def _resting_chip(count: int, lit: bool) -> str:
    """A chip that cannot be clicked now; `lit` if so many dice show its symbol."""
    inset = (PITCH - CHIP) / 2
    face_up = elements.chip(inset, inset, CHIP, CHIP, "w-plain" if lit else "f-card")
    size, cls = (29, "t") if lit else (23, "t-soft")
    return hit(0, 0, PITCH, PITCH) + face_up + text(PITCH / 2, inset + 31 + size * 0.35, count, size, cls)


def _price(middle: float, y: float, coins: int) -> str:
    """The coins something costs: a number and a coin."""
    if not coins:
        return ""
    words = signed(coins)
    width = 12.5 * len(words)
    start = middle - (width + 17) / 2
    return text(start, y, words, 19, "t-loss left") + at(start + width - 1, y - 15, coin(0, ""), 0.33)


@lru_cache(1024)
def person_chip(kind: str, offer: Offer, heads: int, reason: str, lang: str) -> Part:
    """A person with its level. `heads` show now; the reason says why it cannot be chosen."""
    number = PERSON_NAMES.index(kind)
    level = int(LEVELS[number])
    column = 6 + PITCH * number
    key = f"tray-{kind}"
    if offer.action is not None:
        words = title(offer.action, 0, offer.coins, None, 0, "", lang)
        body = may(*_PERSON_BOX) + _person(kind, level, faint=False)
        brings = at(PITCH / 2, BRINGS, _effect(kind))
        body += _price(PITCH / 2, BRINGS, offer.coins) if offer.coins else brings
        target = hit(column, PERSONS_TOP, PITCH, PITCH)
        return part(key, can(f"{key}-go", offer.action, words, target + at(column, PERSONS_TOP, body)))
    name = title(f"use head {level} {kind}", 0, 0, None, 0, "", lang)
    body = named(name, at(column, PERSONS_TOP, _resting_person(kind, level, level <= heads)))
    return part(key, why(reason, body) if reason else body)


_PERSON_BOX = ((PITCH - 64) / 2, 4, 64, CHIP + 2)


@drawn_once
def _resting_person(kind: str, level: int, lit: bool) -> str:
    """A person that cannot be chosen now; `lit` if enough dice show heads."""
    face_up = elements.chip(*_PERSON_BOX, "w-plain" if lit else "f-card")
    drawn = face_up + _person(kind, level, faint=not lit) + at(PITCH / 2, BRINGS, _effect(kind))
    return hit(0, 0, PITCH, PITCH) + drawn


@drawn_once
def _person(kind: str, level: int, faint: bool) -> str:
    """A person and the heads it needs."""
    left = _PERSON_BOX[0]
    drawn = at(left + 24, 5.5, person(kind), 0.64, "quiet" if faint else "")
    return drawn + at(left + 1, 5, _level(level))


@drawn_once
def _level(level: int) -> str:
    """The heads a person needs: a small head with their number."""
    head = f'<path class="pen w-green" d="{HEAD_SHAPE}"/>'
    return at(-1, 1, head, 0.44) + text(11.5, 20, level, 18)


@drawn_once
def _effect(kind: str) -> str:
    """What a person brings, as a number and a small drawing; its baseline is at y = 0."""
    number, icon = {
        "citizen": ("+1", ""),
        "soldier": ("+1", at(1, -17, shield(0), 0.36)),
        "priest": ("+1", at(4, -18, church(0), 0.34)),
        "architect": ("+3", at(4, -17, goods.house(0), 0.34)),
        "merchant": ("", at(-23, -17, coin(0, ""), 0.36)),
        "juggler": ("+2", at(3, -17, face("head"), 0.34)),
        "noble": ("+7", ""),
    }[kind]
    if kind == "merchant":
        return icon + at(8, -17, goods.crate(0), 0.34) + text(2, -1, "/", 18)
    return text(-12, 0, number, 18) + icon if icon else text(0, 0, number, 18)


# --- the round --------------------------------------------------------------------------


@lru_cache(256)
def round_number(number: int, lang: str) -> Part:
    """The round; nothing before the first."""
    if not number:
        return part("tray-round")
    t = words_of(lang)
    x, y = 6 + 7 * PITCH, PERSONS_TOP
    body = fitted(x + 34, y + 26, t("Round"), 18, 66, "t-soft") + text(x + 34, y + 56, number, 29)
    return part("tray-round", named(t("Round {n}", n=number), hit(x, y, 68, PITCH) + body))
