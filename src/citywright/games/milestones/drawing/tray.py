"""The tray under the own ring: goods, the display of tiles, and below them what the phase needs.

That is goods to sell, start tiles to take, the tile to be placed, or what can be built and for what.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import (
    at,
    can,
    chip,
    fitted,
    hit,
    main_button,
    may,
    named,
    part,
    signed,
    text,
    why,
)
from citywright.draw.filters import switch
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import seat_mark
from citywright.games.milestones.drawing.pieces import good, home, market, milestone, mill_sack, warning
from citywright.games.milestones.drawing.ring import LEFT, RingOffer
from citywright.games.milestones.drawing.workers import tile
from citywright.games.milestones.rules import material
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import (
    CARDS,
    STORES,
    pair_of_goods,
    store_name,
    tile_name,
    words_of,
)
from citywright.games.milestones.text.why_not import Reason, reason_words
from citywright.text.phrases import capital

HEIGHT = 490
GOODS_TOP, DISPLAY_TOP, LOWER_TOP = 196, 270, 346
BROAD, ROW, STEP = 110, 70, 72  # of goods and tiles; of all rows: their height and how far they are apart
BUTTON = (414, 426, 138, 58)
CORNER = (408, LOWER_TOP, 147, ROW)  # above the button
CHIP = 80  # how broad a pair of goods is
CARD = 200
WARES = KIND_NAMES[: material.WARES]
PAIRS = tuple(f"{one} {other}" for k, one in enumerate(WARES) for other in WARES[k:])
MOST_START_TILES = 9
PAWN = "l3-14l5-7a8 8 0 1 1 8 0l5 7l3 14z"  # from its left foot
PRICES = {
    "road": material.ROAD_PRICE,
    "house": material.HOUSE_PRICE,
    "market": material.MARKET_PRICE,
    "sack": material.DELIVERY_PRICE,
}


def _coins(x: float, y: float, words: str, cls: str = "t-gain") -> str:
    """An amount with a coin behind it, around (x, y)."""
    half = 5.5 * len(words) + 12
    return text(x - half, y + 7, words, 20, f"{cls} left") + at(x + half - 24, y - 12.5, good("coin"), 0.43)


# --- goods ----------------------------------------------------------------------------------


@lru_cache(4096)
def goods(kind: str, number: int, offer: RingOffer | None, reason: Reason, lang: str) -> Part:
    """A store of goods: what it is, how many, and what buying or giving up changes."""
    t = words_of(lang)
    x, y = LEFT + BROAD * KIND_NAMES.index(kind), GOODS_TOP
    key = f"tray-{kind}"
    pieces = at(x + 9, y, f'<g class="piece">{good(kind)}</g>', 0.78)
    if not number:
        pieces = f'<g class="quiet">{pieces}</g>'
    count = text(x + 79, y + 37, number, 32, "t" if number or offer else "t-soft")
    if offer is None:
        name = fitted(x + BROAD / 2, y + 63, t(STORES[kind]), 18, BROAD - 8, "t-soft")
        body = named(store_name(t, kind, number), hit(x, y, BROAD, ROW) + pieces + count + name)
        return part(key, why(reason_words(reason, lang), body) if reason else body)
    drawn = hit(x, y, BROAD, ROW) + may(x + 2, y + 1, BROAD - 4, ROW - 2, 10) + pieces + count
    if offer.action.startswith("buy"):
        drawn += text(x + 27, y + 63, "+1", 20, "t-gain") + _coins(x + 75, y + 56, offer.gain, "t-loss")
    else:
        drawn += text(x + BROAD / 2, y + 63, offer.gain, 21, "t-loss")
    return part(key, can(f"{key}-go", offer.action, offer.title, drawn))


# --- tiles ----------------------------------------------------------------------------------


@lru_cache(4096)
def display_tile(
    place: int, left: str, right: str, offer: RingOffer | None, reason: Reason, lang: str
) -> Part:
    """A tile of the display with its price; an empty frame where none lies."""
    t = words_of(lang)
    key = f"tray-tile-{place}"
    x = LEFT + BROAD * place
    if not left:
        box = f'x="{x + 3}" y="{DISPLAY_TOP + 3}" width="104" height="63" rx="8"'
        empty = f'<rect class="thin s-faint" stroke-dasharray="5 4" {box}/>'
        return part(key, named(t("An empty place of the display (MS-32)"), empty))
    name = t("{tile}, for 2 coins (MS-32)", tile=capital(tile_name(t, f"{left} {right}")))
    if offer:
        price = _price_tag(x + BROAD / 2, DISPLAY_TOP + 52)
    else:
        price = at(x + 37, DISPLAY_TOP + 39.5, good("coin"), 0.62, "quiet")
        price += text(x + 55, DISPLAY_TOP + 64, material.TRADE_COINS, 18)
    return part(key, _tile(key, x, DISPLAY_TOP, (left, right), offer, reason, name, price, lang))


def _tile(
    key: str,
    x: float,
    y: float,
    workers: tuple[str, str],
    offer: RingOffer | None,
    reason: Reason,
    name: str,
    price: str,
    lang: str,
) -> str:
    """A tile; one that may be taken has a gold ring around it, all others are pale."""
    if offer is None:
        body = named(name, at(x + 1, y, tile(*workers, pale=True)) + price)
        return why(reason_words(reason, lang), body) if reason else body
    box = f'x="{x + 2.5:g}" y="{y + 0.5:g}" width="{BROAD - 5}" height="69" rx="9"'
    ring = f'<rect class="fat s-mark f-may" {box}/><rect class="may" fill-opacity="0" {box}/>'
    body = hit(x, y - 1, BROAD, ROW) + ring + at(x + 6, y + 3.5, tile(*workers, scale=0.905)) + price
    if offer.warns:
        body += at(x + BROAD / 2, y + 16, warning())
    return can(f"{key}-go", offer.action, offer.title, body)


def _price_tag(x: float, y: float) -> str:
    """What a tile costs, on a tag around (x, y)."""
    tag = f'<rect class="pen f-card" x="{x - 29:g}" y="{y - 14:g}" width="58" height="27" rx="11"/>'
    return tag + _coins(x, y, signed(-material.TRADE_COINS), "t-loss")


@lru_cache(4096)
def start_tile(
    place: int, left: str, right: str, offer: RingOffer | None, owner: int, who: str, lang: str
) -> Part:
    """A start tile that may be taken, or was by `owner`; five in the first row, the rest in the second."""
    t = words_of(lang)
    key = f"tray-start-{place}"
    if not left:
        return part(key)
    row, column = divmod(place, 5)
    name = t("Start tile: {tile} (MS-5)", tile=tile_name(t, f"{left} {right}"))
    x, y = LEFT + BROAD * column, LOWER_TOP + row * STEP
    if owner < 0:
        return part(key, _tile(key, x, y, (left, right), offer, (), name, "", lang))
    box = f'x="{x + 3}" y="{y + 3}" width="104" height="63" rx="8"'
    body = f'<rect class="thin s-faint" stroke-dasharray="5 4" {box}/>' + seat_mark(owner, x + 55, y + 35, 17)
    label = t("{who} took {tile} (MS-5)", who=who, tile=tile_name(t, f"{left} {right}"))
    return part(key, named(label, body))


@lru_cache(1024)
def tile_to_place(tiles: tuple[tuple[str, str], ...], lang: str) -> Part:
    """The tile that is to be placed now, and the one after it."""
    if not tiles:
        return part("tray-placing")
    t = words_of(lang)
    y = LOWER_TOP
    body = named(capital(tile_name(t, " ".join(tiles[0]))), at(12, y + 3, tile(*tiles[0], 1.9)))
    body += fitted(232, y + 28, t("Where on the path?"), 24, 316, "t left")
    for k, (income, meaning) in enumerate(((True, t("rising: 1 coin")), (False, t("falling: nothing")))):
        coin = at(230, y + 40 + 33 * k, good("coin"), 0.5)
        if not income:
            coin = f'<g class="quiet">{coin}</g><path class="fat s-crimson" d="M233 {y + 99}l24-24"/>'
        body += coin + fitted(
            266, y + 61 + 33 * k, meaning, 19, 182 if len(tiles) > 1 else 284, "t-soft left"
        )
    if len(tiles) > 1:
        name = t("Next: {tile}", tile=tile_name(t, " ".join(tiles[1])))
        body += text(503, y + 52, t("then"), 18, "t-soft") + named(name, at(449, y + 62, tile(*tiles[1])))
    return part("tray-placing", body)


# --- selling --------------------------------------------------------------------------------


@lru_cache(1024)
def sale(pair: str, shown: bool, offer: RingOffer | None, reason: Reason, lang: str) -> Part:
    """Two goods that may be sold: each pair has its own place."""
    t = words_of(lang)
    key = "tray-sell-" + pair.replace(" ", "-")
    if not shown:
        return part(key)
    row, column = divmod(PAIRS.index(pair), 5)
    x, y = LEFT + CHIP * column, LOWER_TOP + row * STEP
    one, other = pair.split(" ")
    goods = at(x + 6, y + 2, good(one), 0.6) + at(x + 39, y + 2, good(other), 0.6)
    if offer is None:
        body = chip(x + 2, y + 1, CHIP - 4, ROW - 2) + f'<g class="quiet">{goods}</g>'
        label = t("Sell {goods} for 1 coin (MS-34)", goods=pair_of_goods(t, one, other))
        return part(key, why(reason_words(reason, lang), named(label, body)))
    body = hit(x, y, CHIP, ROW) + may(x + 2, y + 1, CHIP - 4, ROW - 2, 10) + goods
    return part(
        key, can(f"{key}-go", offer.action, offer.title, body + _coins(x + CHIP / 2, y + 53, offer.gain))
    )


# --- what can be built ----------------------------------------------------------------------


class Card(NamedTuple):
    """What a card of the tray tells: whether it can be paid, and whether it switches the map."""

    has: tuple[bool, ...]  # for each good of the price: is it there?
    usable: bool  # in its building: there is also a piece and a place for it
    switches: str = ""  # the title of the switch; empty: it is none
    reason: Reason = ()


@lru_cache(512)
def build_card(piece: str, shown: Card | None, lang: str) -> Part:
    """A road, house, market or flour sack with its price; pale if there is no use for it now."""
    key = f"tray-card-{piece}"
    if shown is None:
        return part(key)
    t = words_of(lang)
    place = tuple(PRICES).index(piece)
    x, y = LEFT + CARD * (place % 2), LOWER_TOP + STEP * (place // 2)
    drawing = {
        "road": at(33, 37, milestone(1), 1.25),
        "house": at(34, 38, home(1), 1.3),
        "market": at(34, 37, market(1), 1.2),
        "sack": at(5, 4, mill_sack(), 1.04),
    }[piece]
    if not shown.usable:
        drawing = f'<g class="quiet">{drawing}</g>'
    goods = ""
    for k, (kind, has) in enumerate(zip(material.goods_listed(PRICES[piece]), shown.has, strict=True)):
        icon = at(72 + 36 * k, 33, good(KIND_NAMES[kind]), 0.58)
        goods += icon if has else f'<g class="quiet">{icon}</g>'
    name = text(72, 27, t(CARDS[piece]), 20, "t left" if shown.usable else "t-soft left")
    label = _price_name(piece, lang)
    if shown.switches:
        body = hit(0, 0, CARD, ROW) + may(2, 1, CARD - 4, ROW - 2, 10) + drawing + goods + name
        frame = (
            f'<rect class="frame-on fat s-mark" x="2" y="1" width="{CARD - 4}" height="{ROW - 2}" rx="10"/>'
        )
        title = shown.switches
        return part(key, switch(f"{key}-switch", piece, title, at(x, y, body + frame)))
    box = chip(2, 1, CARD - 4, ROW - 2)
    body = named(label, at(x, y, box + drawing + goods + name))
    return part(key, why(reason_words(shown.reason, lang), body) if shown.reason else body)


@lru_cache(64)
def _price_name(piece: str, lang: str) -> str:
    t = words_of(lang)
    return {
        "road": t("A road section costs 1 stone and 1 sand (MS-40)"),
        "house": t("A house costs 1 stone and 1 wood (MS-42)"),
        "market": t("A market costs 1 wood and 1 sand (MS-43)"),
        "sack": t("A delivery costs 2 grain (MS-60)"),
    }[piece]


# --- the corner, the button and the result ----------------------------------------------------


@lru_cache(512)
def corner(stack: int, moves: int, shown: bool, lang: str) -> Part:
    """How many tiles are still to come, and the moves left of the turn."""
    if not shown:
        return part("tray-corner")
    t = words_of(lang)
    x, y, _, _ = CORNER
    pen = Pen("stack", 0.5)
    pile = "".join(
        [pen.rect(x + 8 - 2 * k, y + 36 - 7 * k, 46, 24, "thin f-paper") for k in range(min(stack, 4))]
    )
    label = t.plural("{n} tile in the stack (MS-32)", "{n} tiles in the stack (MS-32)", stack)
    body = named(
        label, pile + text(x + 30, y + 56 - 7 * min(stack - 1, 3) if stack else y + 50, stack, 21, "t")
    )
    if moves:
        pips = [
            f'<path class="pen {"f-gold" if k < moves else "f-card"}" d="M{x + 76 + 34 * k} {y + 54}{PAWN}"/>'
            for k in range(2)
        ]
        body += named(t.plural("{n} move left (MS-11)", "{n} moves left (MS-11)", moves), "".join(pips))
    return part("tray-corner", body)


@lru_cache(64)
def leave(action: str, title: str, lang: str) -> Part:
    """Leaving bonus tiles has a place of its own, so that it is never pressed for another button."""
    if not action:
        return part("tray-leave")
    t = words_of(lang)
    x, y, width, height = CORNER
    drawn = hit(x, y, width, height) + may(x + 3, y + 5, width - 6, height - 10, 28)
    drawn += fitted(x + width / 2, y + height / 2 + 7, t("Leave it"), 20, width - 6)
    return part("tray-leave", can("tray-leave-go", action, title, drawn))


@lru_cache(64)
def done(action: str, title: str, lang: str) -> Part:
    """The main button: what ends a visit."""
    if not action:
        return part("tray-main")
    t = words_of(lang)
    x, y, width, height = BUTTON
    drawn = hit(x - 2, y - 7, width + 5, height + 12) + main_button(*BUTTON, t("Done"))
    return part("tray-main", can("tray-go-on", action, title, drawn, "main"))
