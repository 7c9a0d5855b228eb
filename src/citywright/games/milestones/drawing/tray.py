"""The tray under the own ring: the display of tiles, and below it what the phase needs.

That is goods to sell, start tiles to take, the tile to be placed, or what building costs.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import (
    at,
    button_hit,
    can,
    card,
    chip,
    fitted,
    hit,
    main_button,
    may,
    named,
    part,
    text,
    why,
)
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import house as home
from citywright.draw.pieces import sack, seat_mark
from citywright.draw.standing import StandingRow
from citywright.games.milestones.drawing.pieces import good, market, milestone, tile
from citywright.games.milestones.drawing.ring import WIDTH, RingOffer, slope
from citywright.games.milestones.rules import material
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import PIECES, tile_name, words_of
from citywright.games.milestones.text.why_not import reason_words
from citywright.text.phrases import capital, points_phrase

HEIGHT = 562
DISPLAY_TOP = 335
TILE_TALL, PITCH = 62, 106
LOWER_TOP, ROW = 422, 66
BUTTON = (402, 492, 144, 58)
WARES = KIND_NAMES[: material.WARES]
PAIRS = tuple(f"{one} {other}" for k, one in enumerate(WARES) for other in WARES[k:])
CHIP = 76
MOST_START_TILES = 9
PRICES = (
    ("road", material.ROAD_PRICE),
    ("house", material.HOUSE_PRICE),
    ("market", material.MARKET_PRICE),
    ("sack", material.DELIVERY_PRICE),
)


# --- the display ----------------------------------------------------------------------------


@lru_cache(256)
def display_head(stack: int, lang: str) -> Part:
    """What the row of tiles is, and how many are still to come."""
    t = words_of(lang)
    pen = Pen("stack", 0.5)
    pile = "".join([pen.rect(500 - 3 * k, 313 - 2 * k, 30, 14, "thin f-paper") for k in range(min(stack, 3))])
    left = t.plural("{n} tile in the stack", "{n} tiles in the stack", stack)
    body = pen.line([(18, 306), (542, 306)], "thin s-faint") + text(
        18, 327, t("Display, 2 coins each"), 18, "t left"
    )
    return part("tray-display", body + fitted(484, 327, left, 17, 230, "t-soft right") + pile)


@lru_cache(4096)
def display_tile(place: int, left: str, right: str, offer: RingOffer | None, reason: str, lang: str) -> Part:
    """A tile of the display; empty where none lies."""
    key = f"tray-tile-{place}"
    if not left:
        return part(key)
    return part(key, _tile(key, 16 + PITCH * place, DISPLAY_TOP, left, right, offer, reason, lang))


def _tile(
    key: str, x: float, y: float, left: str, right: str, offer: RingOffer | None, reason: str, lang: str
) -> str:
    t = words_of(lang)
    drawn = at(x, y, tile(left, right, lang))
    if offer is None:
        body = named(capital(tile_name(t, f"{left} {right}")), drawn)
        return why(reason_words(reason, lang), body) if reason else body
    tall = TILE_TALL + (19 if offer.gain else 4)
    body = hit(x - 1, y - 3, PITCH, tall + 3) + may(x - 1, y - 3, PITCH - 1, tall + 3, 8) + drawn
    if offer.gain:
        body += text(x + 52, y + TILE_TALL + 15, offer.gain, 18, "t-loss")
    return can(f"{key}-go", offer.action, offer.title, body)


# --- below the display ------------------------------------------------------------------------------


@lru_cache(4096)
def start_tile(place: int, left: str, right: str, offer: RingOffer | None, lang: str) -> Part:
    """A start tile that may be taken; five in the first row, the rest in the second."""
    key = f"tray-start-{place}"
    if not left:
        return part(key)
    row, column = divmod(place, 5)
    return part(
        key, _tile(key, 16 + PITCH * column, LOWER_TOP + row * (ROW + 2), left, right, offer, "", lang)
    )


@lru_cache(1024)
def sale(pair: str, place: int, offer: RingOffer | None) -> Part:
    """Two goods that may be sold; `place` is where, among those offered."""
    key = "tray-sell-" + pair.replace(" ", "-")
    if offer is None:
        return part(key)
    row, column = divmod(place, 7) if place < 7 else (1, place - 7)
    x, y = 14 + CHIP * column, LOWER_TOP + row * (ROW + 2)
    one, other = pair.split(" ")
    body = hit(x, y - 2, CHIP, ROW + 2) + may(x + 2, y, CHIP - 4, ROW - 2, 10)
    body += at(x + 7, y + 3, good(one), 0.56) + at(x + 37, y + 3, good(other), 0.56)
    return part(
        key,
        can(
            f"{key}-go",
            offer.action,
            offer.title,
            body + text(x + CHIP / 2, y + 57, offer.gain, 19, "t-gain"),
        ),
    )


@lru_cache(64)
def prices(payable: tuple[bool, ...] | None, lang: str) -> Part:
    """What building and delivering costs, as a reminder; what can be paid now stands out."""
    if payable is None:
        return part("tray-costs")
    body = ""
    for k, (piece, price) in enumerate(PRICES):
        goods = [KIND_NAMES[kind] for kind in material.goods_listed(price)]
        body += _price(14 + 192 * (k % 2), LOWER_TOP + 66 * (k // 2), piece, goods, payable[k], lang)
    return part("tray-costs", body)


def _price(x: float, y: float, what: str, price: list[str], payable: bool, lang: str) -> str:
    t = words_of(lang)
    piece = {
        "road": at(30, 32, milestone(1), 1.1),
        "house": at(4, 1, home(1), 0.9),
        "market": at(30, 30, market(1), 1.1),
        "sack": at(4, 1, sack(1), 0.9),
    }[what]
    name = capital(t(PIECES[what]))
    fill = "w-plain" if payable else "f-card"
    box = chip(0, 0, 186, ROW - 6, fill)
    goods = at(60, 0, good(price[0]), 0.58) + at(92, 0, good(price[1]), 0.58)
    drawn = at(
        x, y, box + piece + goods + fitted(64, 52, name, 18, 118, "t left" if payable else "t-soft left")
    )
    return named(name, drawn)


@lru_cache(1024)
def tile_to_place(left: str, right: str, lang: str) -> Part:
    """The tile that is to be placed next."""
    if not left:
        return part("tray-placing")
    t = words_of(lang)
    drawn = at(20, LOWER_TOP + 4, tile(left, right, lang), 1.75)
    words = t("Where on the path?")
    body = named(tile_name(t, f"{left} {right}"), drawn) + text(220, LOWER_TOP + 36, words, 24, "t left")
    for k, (rises, meaning) in enumerate(
        ((True, t("numbers rise: 1 coin income")), (False, t("numbers fall: no income")))
    ):
        y = LOWER_TOP + 72 + 28 * k
        body += at(236, y - 6, slope(rises), 0.8) + fitted(258, y, meaning, 18, 284, "t-soft left")
    return part("tray-placing", body)


# --- the button and the result -----------------------------------------------------------------


@lru_cache(64)
def main_action(action: str, title: str, lang: str) -> Part:
    """The main button: what ends a step."""
    if not action:
        return part("tray-main")
    t = words_of(lang)
    label = t("Done") if action == "done" else t("Leave it")
    drawn = button_hit(BUTTON, 3) + main_button(*BUTTON, label)
    return part("tray-main", can("tray-go-on", action, title, drawn))


@lru_cache(64)
def results(rows: tuple[StandingRow, ...], lang: str) -> Part:
    """The final standing; empty before the end."""
    if not rows:
        return part("tray-results")
    t = words_of(lang)
    body = card(8, 304, WIDTH - 16, HEIGHT - 316, 14, "f-paper") + fitted(
        WIDTH / 2, 340, t("Final points"), 27, 400
    )
    for k, (rank, seat, name, points) in enumerate(rows):
        y = 384 + 42 * k
        body += text(58, y, f"{rank}.", 25, "t right") + seat_mark(seat, 92, y - 8, 15)
        body += fitted(126, y, name, 25, 270, "t left") + fitted(
            520, y, points_phrase(t, points), 25, 130, "t right"
        )
    return part("tray-results", body)
