"""The tray under the own ring: the display of tiles, and a stall whose wares change with the phase.

The stall sells pairs of goods, offers start tiles, shows the tile to be placed or what building costs.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import (
    at,
    can,
    card,
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
from citywright.games.milestones.drawing.pieces import good, market, milestone, tile
from citywright.games.milestones.drawing.ring import WIDTH, Step, slope
from citywright.games.milestones.text.names import PIECES, capital, points_of, tile_name, words_of
from citywright.games.milestones.text.why_not import why_words

HEIGHT = 562
DISPLAY_TOP = 335
TILE_TALL, PITCH = 62, 106
STALL_TOP, STALL_ROW = 422, 66
BUTTON = (402, 492, 144, 58)
WARES = ("stone", "wood", "sand", "grain")
PAIRS = tuple(f"{one} {other}" for k, one in enumerate(WARES) for other in WARES[k:])
CHIP = 76
MAX_START = 9
COSTS = (  # what, and the goods it costs
    ("road", ("stone", "sand")),
    ("house", ("stone", "wood")),
    ("market", ("wood", "sand")),
    ("sack", ("grain", "grain")),
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
def display_tile(place: int, left: str, right: str, step: Step | None, reason: str, lang: str) -> Part:
    """A tile of the display; empty where none lies."""
    key = f"tray-tile-{place}"
    if not left:
        return part(key)
    return part(key, _tile(key, 16 + PITCH * place, DISPLAY_TOP, left, right, step, reason, lang))


def _tile(
    key: str, x: float, y: float, left: str, right: str, step: Step | None, reason: str, lang: str
) -> str:
    t = words_of(lang)
    drawn = at(x, y, tile(left, right, lang))
    if step is None:
        told = named(capital(tile_name(t, f"{left} {right}")), drawn)
        return why(why_words(reason, lang), told) if reason else told
    tall = TILE_TALL + (19 if step.number else 4)
    body = hit(x - 1, y - 3, PITCH, tall + 3) + may(x - 1, y - 3, PITCH - 1, tall + 3, 8) + drawn
    if step.number:
        body += text(x + 52, y + TILE_TALL + 15, step.number, 18, "t-loss")
    return can(f"{key}-go", step.action, step.title, body)


# --- the stall ------------------------------------------------------------------------------


@lru_cache(4096)
def start_tile(place: int, left: str, right: str, step: Step | None, lang: str) -> Part:
    """A start tile that may be taken; five in the first row, the rest in the second."""
    key = f"tray-start-{place}"
    if not left:
        return part(key)
    row, column = divmod(place, 5)
    return part(
        key, _tile(key, 16 + PITCH * column, STALL_TOP + row * (STALL_ROW + 2), left, right, step, "", lang)
    )


@lru_cache(1024)
def sale(pair: str, place: int, step: Step | None) -> Part:
    """Two goods that may be sold; `place` is where, among those offered."""
    key = "tray-sell-" + pair.replace(" ", "-")
    if step is None:
        return part(key)
    row, column = divmod(place, 7) if place < 7 else (1, place - 7)
    x, y = 14 + CHIP * column, STALL_TOP + row * (STALL_ROW + 2)
    one, other = pair.split(" ")
    body = hit(x, y - 2, CHIP, STALL_ROW + 2) + may(x + 2, y, CHIP - 4, STALL_ROW - 2, 10)
    body += at(x + 7, y + 3, good(one), 0.56) + at(x + 37, y + 3, good(other), 0.56)
    return part(
        key,
        can(
            f"{key}-go", step.action, step.title, body + text(x + CHIP / 2, y + 57, step.number, 19, "t-gain")
        ),
    )


@lru_cache(64)
def costs(affordable: tuple[bool, ...] | None, lang: str) -> Part:
    """What building and delivering costs: an aid; what can be paid now stands out."""
    if affordable is None:
        return part("tray-costs")
    body = ""
    for k, (what, price) in enumerate(COSTS):
        body += _cost(14 + 192 * (k % 2), STALL_TOP + 66 * (k // 2), what, price, affordable[k], lang)
    return part("tray-costs", body)


def _cost(x: float, y: float, what: str, price: tuple[str, str], paid: bool, lang: str) -> str:
    t = words_of(lang)
    piece = {
        "road": at(30, 32, milestone(1), 1.1),
        "house": at(4, 1, home(1), 0.9),
        "market": at(30, 30, market(1), 1.1),
        "sack": at(4, 1, sack(1), 0.9),
    }[what]
    name = capital(t(PIECES[what]))
    fill = "w-plain" if paid else "f-card"
    box = f'<rect class="thin s-faint {fill}" width="186" height="{STALL_ROW - 6}" rx="9"/>'
    goods = at(60, 0, good(price[0]), 0.58) + at(92, 0, good(price[1]), 0.58)
    drawn = at(x, y, box + piece + goods + fitted(64, 52, name, 18, 118, "t left" if paid else "t-soft left"))
    return named(name, drawn)


@lru_cache(1024)
def placing(left: str, right: str, lang: str) -> Part:
    """The tile that is to be placed next."""
    if not left:
        return part("tray-placing")
    t = words_of(lang)
    drawn = at(20, STALL_TOP + 4, tile(left, right, lang), 1.75)
    words = t("Where on the path?")
    body = named(tile_name(t, f"{left} {right}"), drawn) + text(220, STALL_TOP + 36, words, 24, "t left")
    for k, (rises, told) in enumerate(
        ((True, t("numbers rise: 1 coin income")), (False, t("numbers fall: no income")))
    ):
        y = STALL_TOP + 72 + 28 * k
        body += at(236, y - 6, slope(rises), 0.8) + fitted(258, y, told, 18, 284, "t-soft left")
    return part("tray-placing", body)


# --- the button and the result -----------------------------------------------------------------


@lru_cache(64)
def done(action: str, title: str, lang: str) -> Part:
    """The main button: what ends a step."""
    if not action:
        return part("tray-main")
    t = words_of(lang)
    label = t("Done") if action == "done" else t("Leave it")
    x, y, width, height = BUTTON
    return part(
        "tray-main",
        can("tray-go-on", action, title, hit(x, y - 3, width, height + 6) + main_button(*BUTTON, label)),
    )


@lru_cache(64)
def results(lines: tuple[tuple[int, int, str, int], ...], lang: str) -> Part:
    """The final standing: rank, seat, name and points."""
    if not lines:
        return part("tray-results")
    t = words_of(lang)
    body = card(8, 304, WIDTH - 16, HEIGHT - 316, 14, "f-paper") + fitted(
        WIDTH / 2, 340, t("Final points"), 27, 400
    )
    for k, (rank, seat, name, points) in enumerate(lines):
        y = 384 + 42 * k
        body += text(58, y, f"{rank}.", 25, "t right") + seat_mark(seat, 92, y - 8, 15)
        body += fitted(126, y, name, 25, 270, "t left") + fitted(
            520, y, points_of(t, points), 25, 130, "t right"
        )
    return part("tray-results", body)
