"""The pictures of the rules: the worked examples of Saint Malo, drawn from the same pieces as the game."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, may, part, text
from citywright.draw.figures import figure
from citywright.draw.panel import Panel
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin
from citywright.games.saint_malo.drawing.city_plan import CELL
from citywright.games.saint_malo.drawing.goods import church
from citywright.games.saint_malo.drawing.picture import pirate_panel
from citywright.games.saint_malo.drawing.pieces import piece
from citywright.games.saint_malo.drawing.tray import DIE, die_face
from citywright.games.saint_malo.view import PirateView

# Rows of spaces: a piece, nothing (.), or what a click there brings.
SCENES: dict[str, tuple[tuple[str, ...], ...]] = {
    "SM-X2": (
        ("crate", "crate", "crate"),
        ("crate", "merchant", "crate"),
        ("crate", "+4 coins", "crate"),
        (".", ".", "."),
    ),
    "SM-X3": (("merchant", "juggler", "architect"), ("+6", "architect", "soldier")),
    "SM-X6": (("wall", "wall", "wall", "wall", "wall"), (".", ".", "soldier", ".", ".")),
    "SM-X7": ((".", ".", "architect"), (".", "house", "."), (".", "house", ".")),
}
CHURCHES = ((1, 2, 3, 4, 5), (1, 2), (1,))  # SM-X1: its series
DICE = ("crate", "crate", "wall", "head", "swords")  # SM-X5


def figures(lang: str) -> dict[str, Panel]:
    """The rule ids that have a picture, each with it."""
    drawn = {rule: _scene(rule, lang) for rule in SCENES}
    drawn["SM-X1"] = _series(lang)
    drawn["SM-X4"] = _attack(lang)
    drawn["SM-X5"] = _dice(lang)
    return dict(sorted(drawn.items()))


@lru_cache(32)
def _scene(rule: str, lang: str) -> Panel:
    """A corner of a city."""
    rows = SCENES[rule]
    width, height = CELL * len(rows[0]) + 20, CELL * len(rows) + 20
    pen = Pen(rule, 0.7)
    across = [[(10.0, 10.0 + CELL * row), (width - 10.0, 10.0 + CELL * row)] for row in range(len(rows) + 1)]
    down = [[(10.0 + CELL * k, 10.0), (10.0 + CELL * k, height - 10.0)] for k in range(len(rows[0]) + 1)]
    body = card(2, 2, width - 4, height - 6, 10, "f-paper") + pen.lines(across + down, "thin s-faint")
    for y, row in enumerate(rows):
        for x, what in enumerate(row):
            body += at(10 + CELL * x, 10 + CELL * y, _space(what, 7 * y + x))
    return figure(rule, lang, width, height, [part("scene", body)])


def _space(what: str, place: int) -> str:
    if what == ".":
        return ""
    if what[0] == "+":
        gain, _, coins = what.partition(" ")
        mark = may(4, 4, CELL - 8, CELL - 8) + text(CELL / 2, CELL / 2 + 9, gain, 26, "t-gain")
        return mark + (at(40, 39, coin(0, ""), 0.46) if coins else "")
    return at(3, 4, piece(what, 0, False, place), 1.08)


@lru_cache(4)
def _series(lang: str) -> Panel:
    """SM-X1: three series, what each is worth, and the church that is left over."""
    body = card(2, 2, 436, 230, 10, "f-paper")
    for row, (series, points) in enumerate(zip(CHURCHES, (20, 4, 1), strict=True)):
        for k, number in enumerate(series):
            body += at(14 + 66 * k, 11 + 72 * row, church(k % 3, number), 1.05)
        body += text(424, 54 + 72 * row, f"+{points}", 28, "t right")
    body += f'<g class="quiet">{at(278, 155, church(2, 5), 1.05)}</g>'
    return figure("SM-X1", lang, 440, 238, [part("series", body)])


@lru_cache(4)
def _attack(lang: str) -> Panel:
    """SM-X4: the pirates of four after the three swords."""
    drawn = pirate_panel(PirateView([1, 3, 6, 8, 10, 12], 8, 26), (6, 3, 8, 5), lang)
    return figure("SM-X4", lang, drawn.width, drawn.height, drawn.parts)


@lru_cache(4)
def _dice(lang: str) -> Panel:
    """SM-X5: the dice; two may be turned, the swords may not."""
    pitch = DIE + 14
    body = card(2, 2, 5 * pitch + 14, DIE + 56, 10, "f-paper")
    for number, symbol in enumerate(DICE):
        x = 16 + pitch * number
        body += at(x, 14, die_face(symbol))
        if symbol in ("wall", "head"):
            body += text(x + DIE / 2 - 10, DIE + 44, "−2", 24, "t-loss") + at(
                x + 46, DIE + 22, coin(0, ""), 0.5
            )
    no = 16 + pitch * 4 + DIE / 2
    forbidden = Pen("no").lines(
        [[(no - 10, DIE + 24), (no + 10, DIE + 44)], [(no + 10, DIE + 24), (no - 10, DIE + 44)]],
        "fat s-crimson",
    )
    return figure("SM-X5", lang, 5 * pitch + 18, DIE + 64, [part("dice", body, forbidden)])
