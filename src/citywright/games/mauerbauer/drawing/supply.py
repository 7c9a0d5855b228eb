"""Beside the map: the supply that runs out, the pile and the discards, and what counts outside now."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.games.mauerbauer.drawing.cards import listed_cards
from citywright.games.mauerbauer.drawing.pieces import (
    any_tower,
    arms,
    card_back,
    house,
    palace,
    tower,
    town_icon,
    wall_icon,
)
from citywright.games.mauerbauer.rules import counts, material
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import card_effect, words_of
from citywright.text import mark

WIDTH = 560
ROW = 72  # the height of a row of the supply
CARDS = 14 + 4 * ROW  # where the pile begins
OUTSIDE = CARDS + 68  # where the sheet of what counts outside begins
HEIGHT = OUTSIDE + 178
LETTERS = 20  # no letters are smaller
FULL = {
    "walls": material.WALLS,
    "towers": counts.total(material.TOWERS),
    "houses": counts.total(material.HOUSES),
    "palaces": counts.total(material.PALACES),
}
NAMES = {
    "walls": mark("Walls"),
    "towers": mark("Towers"),
    "houses": mark("Houses"),
    "palaces": mark("Palaces"),
}
SCARCE = {"walls": 4, "towers": 4, "houses": 6, "palaces": 2}  # from here on the number warns
OUTSIDE_KINDS = material.KIND_NAMES[material.OUTSIDE :]


@lru_cache(4)
def base(lang: str) -> Part:
    """The background of the supply and of what counts outside."""
    t = words_of(lang)
    body = card(2, 2, WIDTH - 4, OUTSIDE - 14, 16) + card(2, OUTSIDE, WIDTH - 4, HEIGHT - OUTSIDE - 6, 16)
    body += fitted(20, OUTSIDE + 32, t("What counts outside the cities now"), 22, WIDTH - 40, "t left")
    return part("supply-base", body)


# --- the supply ---------------------------------------------------------------------------


def stock(piece: str, left: tuple[int, ...], lang: str) -> list[Part]:
    """One kind of piece: how many are left, in all and by colour."""
    parts = [_total(piece, sum(left), lang)]
    if piece == "walls":
        return parts + _planks()[: left[0]]
    colours = TOWER_COLOURS if piece == "towers" else HOUSE_COLOURS
    return parts + [
        _of_colour(piece, order, colour, n)
        for order, (colour, n) in enumerate(zip(colours, left, strict=True))
    ]


def _row(piece: str) -> int:
    """Where the row of a kind of piece begins."""
    return 10 + list(FULL).index(piece) * ROW


def is_scarce(piece: str, left: int) -> bool:
    """Are few of a kind of piece left? The last one ends the game (MB-40)."""
    return left <= SCARCE[piece]


def left_words(piece: str, left: int, lang: str) -> str:
    """How many of a kind of piece are left, and what happens when there are none."""
    t = words_of(lang)
    return t(
        "{what}: {n} of {full} left; the last one ends the game (MB-40)",
        what=t(NAMES[piece]),
        n=left,
        full=FULL[piece],
    )


@lru_cache(1024)
def _total(piece: str, left: int, lang: str) -> Part:
    """So many are left, with a bar that turns red near the end."""
    t = words_of(lang)
    y, full = _row(piece), FULL[piece]
    scarce = is_scarce(piece, left)
    bar = f'<rect class="f-stone" x="20" y="{y + 52}" width="520" height="9" rx="4.5"/>'
    if left:
        fill = "f-red" if scarce else "f-green"
        bar += (
            f'<rect class="{fill}" x="20" y="{y + 52}" width="{520 * left / full:.0f}" height="9" rx="4.5"/>'
        )
    body = text(20, y + 36, left, 30, "t-loss bold left" if scarce else "t left")
    body += fitted(68, y + 35, t(NAMES[piece]), 22, 92, "t-soft left")
    hidden = f'<rect class="hit" x="10" y="{y}" width="150" height="{ROW - 6}"/>'
    return part(f"supply-{piece}", named(left_words(piece, left, lang), hidden + body + bar))


@lru_cache(1)
def _planks() -> list[Part]:
    """The walls, each by itself: a wall that is built is one plank less."""
    y = _row("walls")
    return [part(f"supply-wall-{k}", at(168 + k * 11, y + 8, _plank(), 1)) for k in range(material.WALLS)]


@lru_cache(1024)
def _of_colour(piece: str, order: int, colour: str, left: int) -> Part:
    x, y = 164 + order * 76, _row(piece)
    draw = {"towers": tower, "houses": house, "palaces": palace}[piece]
    icon = at(x, y + 6, draw(colour), 0.68)
    body = icon if left else f'<g class="quiet">{icon}</g>'
    return part(
        f"supply-{piece}-{colour}", body + text(x + 55, y + 36, left, 24, "t" if left else "t-loss bold")
    )


@lru_cache(1)
def _plank() -> str:
    return Pen("plank", 0.4).rect(0, 0, 8, 34, "thin w-brown")


@lru_cache(1024)
def cards(pile: int, discards: tuple[tuple[str, int], ...], lang: str) -> Part:
    """The pile and the open discards."""
    t = words_of(lang)
    number = sum(n for _, n in discards)
    pile_label = t.plural("{n} card in the pile", "{n} cards in the pile", pile)
    body = named(
        f"{pile_label} (MB-33)",
        at(22, CARDS + 2, card_back(), 0.76)
        + text(76, CARDS + 33, pile, 24)
        + fitted(104, CARDS + 32, t("in the pile"), LETTERS + 1, 150, "t-soft left"),
    )
    label = t.plural("{n} card discarded", "{n} cards discarded", number)
    open_card = '<rect class="thin f-white" width="31" height="43" rx="4"/>'
    open_card += '<path class="thin" d="M7 12h17m-17 8h17m-17 8h10"/>'
    body += named(
        f"{label}: {listed_cards(discards, lang)} (MB-35)" if discards else f"{label} (MB-35)",
        at(286, CARDS + 2, open_card)
        + text(346, CARDS + 33, number, 24)
        + fitted(374, CARDS + 32, t("discarded"), LETTERS + 1, 170, "t-soft left"),
    )
    return part("supply-cards", body)


# --- what counts outside ---------------------------------------------------------------------


@lru_cache(1024)
def outside(kind: str, points: int, lang: str) -> Part:
    """What a card whose points do not depend on a city would score now."""
    t = words_of(lang)
    k = OUTSIDE_KINDS.index(kind)
    x, y = 18 + k % 8 * 66, OUTSIDE + 44 + k // 8 * 62
    label = card_effect(kind, lang) + "; " + t.plural("now {n} point", "now {n} points", points)
    body = at(x, y, _icon(kind), 0.64) + text(x + 50, y + 30, points, 23, "t" if points else "t-soft")
    return part(
        f"supply-outside-{kind}",
        named(label, f'<rect class="hit" x="{x}" y="{y}" width="62" height="42"/>{body}'),
    )


@lru_cache(32)
def _icon(kind: str) -> str:
    colour = kind.rpartition("-")[2]
    if colour in HOUSE_COLOURS:
        return house(colour)
    if colour in TOWER_COLOURS:
        return tower(colour)
    if kind.startswith("region"):
        return arms(int(kind[6:]) - 1)
    if kind == "outside-towers":
        return any_tower()
    if kind == "outside-water":
        waves = '<path class="pen s-azure" d="M2 50q7-6 14 0t14 0t14 0t14 0"/>'
        return at(6, -4, tower("white"), 0.85) + waves
    return wall_icon() if kind == "outside-walls" else at(0, 5, town_icon(), 0.84)
