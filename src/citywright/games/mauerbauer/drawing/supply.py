"""Beside the map: players, score track and what counts outside now; the supply that runs out, the pile."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import seat_mark
from citywright.games.mauerbauer.drawing.cards import listed_cards
from citywright.games.mauerbauer.drawing.pieces import (
    any_tower,
    arms,
    card_back,
    house,
    palace,
    tower,
    wall_icon,
)
from citywright.games.mauerbauer.rules import counts, material
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import card_effect, words_of
from citywright.text import mark
from citywright.text.phrases import points_phrase

WIDTH = 560
ROW = 62  # the height of a player's row
SUPPLY = 322  # the height of the supply
OUTSIDE = 160  # the height of what counts outside
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


def height(seats: int) -> int:
    """The height of the panel of the players."""
    return _below(seats) + OUTSIDE + 6


def _below(seats: int) -> int:
    """Where the sheet of what counts outside begins."""
    return 64 + seats * ROW


@lru_cache(16)
def base(seats: int, lang: str) -> Part:
    """The background of the players and of what counts outside."""
    t = words_of(lang)
    below = _below(seats)
    body = card(2, 2, WIDTH - 4, below - 12, 16) + card(2, below, WIDTH - 4, OUTSIDE, 16)
    body += fitted(20, below + 30, t("What counts outside the closed cities now"), 19, WIDTH - 40, "t left")
    return part("side-base", body)


@lru_cache(4)
def supply_base(lang: str) -> Part:
    """The background of the supply."""
    t = words_of(lang)
    body = card(2, 2, WIDTH - 4, SUPPLY - 8, 16) + text(20, 34, t("Supply"), 22, "t left")
    return part("supply-base", body)


# --- players ------------------------------------------------------------------------------


@lru_cache(1024)
def player(seat: int, name: str, points: int, cards: int, has_turn: bool, last: bool, lang: str) -> Part:
    """A player: points, cards in hand, whose turn it is, and who is last and may exchange."""
    t = words_of(lang)
    y = 8 + seat * ROW
    frame = (
        f'<rect class="pen w-gold s-mark" x="10" y="{y}" width="{WIDTH - 20}" height="{ROW - 6}" rx="14"/>'
        if has_turn
        else ""
    )
    body = frame + seat_mark(seat, 40, y + 28, 18) + fitted(72, y + 36, name, 25, 190, "t left")
    fan = "".join([at(300 + min(k, 7) * 9, y + 7, card_back(), 0.72) for k in range(min(cards, 8))])
    body += named(
        t.plural("{n} card in hand", "{n} cards in hand", cards), fan + text(414, y + 36, cards, 22)
    )
    body += named(points_phrase(t, points), text(536, y + 39, points, 32, "t right"))
    if last:
        mark_last = f'<path class="pen" d="M450 {y + 20}v16m-5-6l5 6l5-6"/>'
        body += named(t("Last on the score track (MB-34)"), mark_last)
    return part(f"side-player-{seat}", body)


@lru_cache(512)
def track(scores: tuple[int, ...], lang: str) -> Part:
    """The score track as a line; marks of equal points are piled up."""
    t = words_of(lang)
    y = 8 + len(scores) * ROW + 26
    pen = Pen("track", 0.5)
    end = max(100, (max(scores) // 20 + 1) * 20)
    body = pen.line([(34, y), (532, y)], "thin s-faint")
    for tick in range(0, end + 1, 10):
        x = 34 + 498 * tick / end
        half = 6 if tick % 50 == 0 else 3
        body += f'<path class="thin s-faint" d="M{x:.0f} {y - half}v{2 * half}"/>'
    order = sorted(range(len(scores)), key=lambda seat: (scores[seat], seat))
    for k, seat in enumerate(order):
        same = sum(1 for other in order[:k] if scores[other] == scores[seat])
        body += seat_mark(seat, round(34 + 498 * scores[seat] / end + same * 7), y - same * 4, 10)
    return part("side-track", named(t("Score track"), body))


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
    return 46 + list(FULL).index(piece) * 66


@lru_cache(1024)
def _total(piece: str, left: int, lang: str) -> Part:
    """So many are left, with a bar that turns red near the end."""
    t = words_of(lang)
    y, full = _row(piece), FULL[piece]
    scarce = left <= SCARCE[piece]
    label = t("{what}: {n} of {full} left", what=t(NAMES[piece]), n=left, full=full)
    bar = f'<rect class="f-stone" x="20" y="{y + 46}" width="520" height="8" rx="4"/>'
    if left:
        fill = "f-red" if scarce else "f-green"
        bar += f'<rect class="{fill}" x="20" y="{y + 46}" width="{520 * left / full:.0f}" height="8" rx="4"/>'
    body = text(20, y + 30, left, 27, "t-loss bold left" if scarce else "t left")
    body += fitted(60, y + 29, t(NAMES[piece]), 19, 90, "t-soft left")
    return part(f"supply-{piece}", named(label, body + bar))


@lru_cache(1)
def _planks() -> list[Part]:
    """The walls, each by itself: a wall that is built is one plank less."""
    y = _row("walls")
    return [part(f"supply-wall-{k}", at(160 + k * 11, y + 4, _plank(), 1)) for k in range(material.WALLS)]


@lru_cache(1024)
def _of_colour(piece: str, order: int, colour: str, left: int) -> Part:
    x, y = 160 + order * 78, _row(piece)
    draw = {"towers": tower, "houses": house, "palaces": palace}[piece]
    icon = at(x, y + 3, draw(colour), 0.66)
    body = icon if left else f'<g class="quiet">{icon}</g>'
    return part(
        f"supply-{piece}-{colour}", body + text(x + 54, y + 31, left, 21, "t" if left else "t-loss bold")
    )


@lru_cache(1)
def _plank() -> str:
    return Pen("plank", 0.4).rect(0, 0, 8, 32, "thin w-brown")


@lru_cache(1024)
def cards(pile: int, discards: tuple[tuple[str, int], ...], lang: str) -> Part:
    """The pile and the open discards."""
    t = words_of(lang)
    y = 2
    number = sum(n for _, n in discards)
    body = named(
        t.plural("{n} card in the pile", "{n} cards in the pile", pile),
        at(372, y + 6, card_back(), 0.66) + text(424, y + 33, pile, 21),
    )
    label = t.plural("{n} card discarded", "{n} cards discarded", number)
    open_card = '<rect class="thin f-card" width="27" height="37" rx="4"/>'
    open_card += '<path class="thin" d="M6 10h15m-15 7h15m-15 7h9"/>'
    body += named(
        f"{label}: {listed_cards(discards, lang)}" if discards else label,
        at(464, y + 6, open_card) + text(515, y + 33, number, 21),
    )
    return part("supply-cards", body)


# --- what counts outside ---------------------------------------------------------------------


@lru_cache(1024)
def outside(kind: str, points: int, seats: int, lang: str) -> Part:
    """What a card whose points do not depend on a city would score now."""
    t = words_of(lang)
    k = OUTSIDE_KINDS.index(kind)
    x, y = 16 + k % 8 * 66, _below(seats) + 42 + k // 8 * 58
    label = card_effect(kind, lang) + ", " + t.plural("now {n} point", "now {n} points", points)
    body = at(x, y, _icon(kind), 0.62) + text(x + 49, y + 28, points, 19, "t" if points else "t-soft")
    return part(f"side-outside-{kind}", named(label, body))


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
    if kind == "outside-walls":
        return wall_icon()
    pen = Pen("ring", 0.6)
    corners = [(16, 8), (42, 8), (55, 30), (42, 52), (16, 52), (3, 30)]
    return pen.shape(corners, "fat s-brown w-plain") + text(29, 38, "△", 22)
