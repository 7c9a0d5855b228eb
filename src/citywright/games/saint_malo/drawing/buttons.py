"""The buttons of Saint Malo: four, each in a place of its own for the whole game.

Nobody who presses a button twice presses another: while one cannot be used it stays where it is and says why.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import (
    at,
    can,
    card,
    fitted,
    hit,
    may,
    named,
    part,
    text,
    variant,
    why,
)
from citywright.draw.panel import Part
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing.pieces import sign_of_kind
from citywright.games.saint_malo.drawing.shapes import box
from citywright.games.saint_malo.drawing.tray import CHIPS_LEFT, PITCH, ROWS_TOP
from citywright.games.saint_malo.text.names import piece_name, standing_words, words_of
from citywright.games.saint_malo.text.prompts import title
from citywright.games.saint_malo.text.reasons import no_button
from citywright.text.phrases import capital

LEFT = CHIPS_LEFT + 5 * PITCH + 2
WIDE, HIGH = 152.0, 58.0
SMALLEST = 17.6  # of the words
PLACES = ("pass", "done", "stop", "roll")  # from above


def _top(which: str) -> float:
    return ROWS_TOP + PLACES.index(which) * PITCH


def _target(which: str) -> str:
    return hit(LEFT - 1, _top(which), WIDE + 3, PITCH)


def _words(which: str, words: str, cls: str, size: float = 21, drop: float = 0) -> str:
    y = _top(which) + PITCH / 2 + size * 0.35 - drop
    return fitted(LEFT + WIDE / 2, y, words, size, WIDE - 12, cls)


def _button(which: str, words: str, look: str) -> str:
    """A button as it is drawn: `main` is red, `gold` and dashed as all that may be clicked, or `plain`."""
    x, y = LEFT, _top(which) + (PITCH - HIGH) / 2
    if look == "main":
        edge = box(x - 3, y - 3, WIDE + 6, HIGH + 6, "focus pen", 32)
        return card(x, y, WIDE, HIGH, HIGH / 2, "f-red") + edge + _words(which, words, "t-light bold")
    if look == "gold":
        return may(x, y, WIDE, HIGH, HIGH / 2) + _words(which, words, "t")
    line = "pen s-soft" if look == "plain" else "thin s-faint"
    return box(x, y, WIDE, HIGH, f"{line} f-card", HIGH / 2) + _words(
        which, words, "t" if look == "plain" else "t-soft", 20
    )


@lru_cache(256)
def resting(which: str, now: str, rolls_left: int, lang: str) -> Part:
    """A button that cannot be pressed now; nothing is said to whoever only watches (`now` is empty)."""
    t = words_of(lang)
    words = {"roll": t("Roll"), "stop": t("Use dice"), "done": t("Done"), "pass": t("Pass")}[which]
    drawn = named(words, _target(which) + _button(which, words, "resting"))
    return part(f"tray-{which}-button", why(no_button(which, now, rolls_left, lang), drawn) if now else drawn)


@lru_cache(4)
def roll(lang: str) -> Part:
    """The main button while rolling: one variant for every choice of dice that are kept."""
    t = words_of(lang)
    body = _button("roll", "", "main")
    for keep in range(31):
        kept = [str(die + 1) for die in range(5) if keep >> die & 1]
        words = "keep " + (" ".join(kept) or "none")
        label = t.plural("Roll {n} die", "Roll {n} dice", 5 - len(kept))
        key = "tray-keep-" + ("".join(kept) or "none")
        name = title(words, 0, 0, None, 0, "", lang)
        body += variant(" ".join(kept), keep == 0, can(key, words, name, _roll_words(label)))
    reason = t("You keep all five: tap Use dice, or roll at least one (SM-10)")
    return part("tray-roll-button", body + variant("1 2 3 4 5", False, why(reason, _roll_words("–"))))


@lru_cache(32)
def rolls_left(left: int | None, lang: str) -> Part:
    """The rolls that are left, as small dice in the button: apart from it, for it is large and stays."""
    if left is None:
        return part("tray-rolls")
    t = words_of(lang)
    words = t.plural("{n} roll left", "{n} rolls left", left)
    return part("tray-rolls", f'<g class="through" role="img" aria-label="{words}">{_pips(left)}</g>')


@drawn_once
def _roll_words(words: str) -> str:
    """The words of the roll button, and its tap target."""
    return _target("roll") + _words("roll", words, "t-light bold", drop=7)


def _pips(left: int) -> str:
    """The rolls that are left, as three small dice in the button."""
    x, y = LEFT + WIDE / 2, _top("roll") + PITCH - 23
    looks = ["f-light" if k < left else "thin s-light" for k in range(3)]
    return "".join([box(x - 26 + 20 * k, y, 12, 12, look, 3) for k, look in enumerate(looks)])


@lru_cache(16)
def stop(lang: str) -> Part:
    """Use the dice as they are."""
    t = words_of(lang)
    body = _target("stop") + _button("stop", t("Use dice"), "gold")
    return part("tray-stop-button", can("tray-stop", "stop", title("stop", 0, 0, None, 0, "", lang), body))


@lru_cache(16)
def pass_turn(lang: str) -> Part:
    """Use no die at all: quiet, for it is seldom wanted."""
    t = words_of(lang)
    body = _target("pass") + _button("pass", t("Pass"), "plain")
    return part("tray-pass-button", can("tray-pass", "pass", title("pass", 0, 0, None, 0, "", lang), body))


@lru_cache(16)
def done(placing: str | None, lang: str) -> Part:
    """No more houses, or no person from the tower."""
    t = words_of(lang)
    words, look = (t("Done"), "main") if placing == "house" else (t("No person"), "plain")
    body = _target("done") + _button("done", words, look)
    name = title("done", 0, 0, placing, 0, "", lang)
    return part("tray-done-button", can("tray-done", "done", name, body, "main" if look == "main" else ""))


@lru_cache(256)
def placing(kind: str | None, number: int, left: int, lang: str) -> Part:
    """What is being drawn now, and how many of it: where the dice would be rolled."""
    if kind is None:
        return part("tray-placing")
    t = words_of(lang)
    name = t("Church {number}", number=number) if kind == "church" else capital(piece_name(kind, lang))
    y = _top("stop") + 3
    high = 2 * PITCH - 8
    middle = LEFT + WIDE / 2
    body = box(LEFT, y, WIDE, high, "thin s-faint f-paper", 14)
    scale = 1.35 if left > 1 else 1.55
    x = middle - 29 * scale - (24 if left > 1 else 0)
    body += at(x, y + 92 - 57 * scale, sign_of_kind(kind, number), scale)
    if left > 1:
        body += text(LEFT + WIDE - 12, y + 62, f"×{left}", 30, "t right")
    body += fitted(middle, y + high - 11, name, 21, WIDE - 10)
    return part("tray-placing", named(standing_words(kind, number, "", lang), body))


@lru_cache(4)
def nothing(which: str) -> Part:
    """An empty part where a button would be."""
    return part(f"tray-{which}-button")
