"""The tray of Die Mauerbauer: its places, the buttons, the city being scored; at the end the standing.

Below the hand is a strip for dice or buttons, and while its owner builds a second one with the colours to
choose from. Every kind of button has a place of its own for the whole game."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, card, fitted, hit, may, named, part, text, toggle
from citywright.draw.panel import Part
from citywright.draw.pieces import seat_mark
from citywright.draw.standing import StandingRow
from citywright.draw.wrapping import breadth, column, in_lines
from citywright.games.mauerbauer.drawing.hand import LETTERS, Box
from citywright.games.mauerbauer.drawing.map_pieces import Amounts, city_words
from citywright.games.mauerbauer.drawing.pieces import any_house, any_tower, card_back, triangle
from citywright.games.mauerbauer.text.names import words_of
from citywright.games.mauerbauer.text.prompts import city_title, title
from citywright.text import mark
from citywright.text.phrases import capital, signed_points

WIDTH, HEIGHT = 560, 384
STRIP = 300  # where the lowest strip begins
STRIP_HEIGHT = 76
UPPER = 220  # where the strip above it begins
HAND: Box = (5, 9, 550, 284)  # the room of the hand
SMALL_HAND: Box = (5, 9, 550, 204)  # with two strips below it

# Each kind of button has its own place in the lowest strip, from the left.
PLACES = {"join none": 0, "city none": 1, "done": 2, "discard": 3, "stop": 4}
DISCARD = mark("Discard one")
LABELS = {
    "join none": mark("Do not join"),
    "city none": mark("No city"),
    "done": mark("Done"),
    "discard": DISCARD,
    "stop": mark("No more cards"),
}
MAIN_ACTIONS = ("done", "stop")  # these end a step: red


@lru_cache(8)
def base(spectator: bool, lang: str) -> Part:
    """The background; who watches sees the backs of cards."""
    t = words_of(lang)
    body = card(2, 2, WIDTH - 4, HEIGHT - 6, 18)
    if spectator:
        backs = "".join([at(90 + 66 * k, 56, card_back(), 1.9) for k in range(5)])
        body += f'<g class="quiet">{backs}</g>'
        body += fitted(WIDTH / 2, 240, t("Hands are secret (MB-35)"), 24, 480, "t-soft")
    return part("tray-base", body)


# --- buttons ---------------------------------------------------------------------------


def place_of(kind: str) -> Box:
    """The place of a button."""
    return 8 + 109.5 * PLACES[kind], STRIP, 106, STRIP_HEIGHT


def _lettered(box: Box, words: tuple[str, ...], cls: str) -> str:
    """One or two lines of words in the middle of a button."""
    x, y, width, height = box
    size = 20 if max(breadth(word, 20) for word in words) < width - 6 else LETTERS
    first = y + height / 2 + size * 0.35 - (len(words) - 1) * size * 0.56
    return column(round(x + width / 2, 1), round(first, 1), words, size, cls)


@lru_cache(64)
def button(action: str, last: bool, points: int, lang: str) -> Part:
    """A button that ends a step, red; or one that chooses nothing, gold; of no city it tells the points."""
    t = words_of(lang)
    x, y, width, height = place_of(action)
    verb = action.partition(" ")[0]
    label = (
        city_title(verb, 0, 0, 0, points, lang) if verb in ("join", "city") else title(action, 0, last, lang)
    )
    words = in_lines(t(LABELS[action]), 20, width - 8, 2)
    if action in MAIN_ACTIONS:
        drawn = card(x, y, width, height, 22, "f-red") + _lettered(
            (x, y, width, height), words, "t-light bold"
        )
        box = f'x="{x - 3}" y="{y - 3}" width="{width + 6}" height="{height + 6}"'
        drawn += f'<rect class="focus pen" {box} rx="25"/>'
    else:
        if verb == "city":
            words += (f"+{points}",)
        drawn = may(x, y, width, height, 22) + _lettered((x, y, width, height), words, "t-gain")
    key = f"tray-{verb}"
    return part(key, can(f"{key}-go", action, label, hit(x, y, width, height) + drawn))


@lru_cache(8)
def discard_switch(lang: str) -> Part:
    """The switch with which clicks on cards discard them instead of playing them."""
    t = words_of(lang)
    x, y, width, height = box = place_of("discard")
    words = in_lines(t(DISCARD), 20, width - 8, 2)
    drawn = hit(*box) + may(x, y, width, height, 22) + _lettered(box, words, "t-gain")
    frame = (
        f'<rect class="frame-on hide wide s-mark" fill="none" x="{x + 2}" y="{y + 2}" width="{width - 4}" '
    )
    frame += f'height="{height - 4}" rx="20"/>'
    label = t("Discard a card instead of playing one, and draw 2 (MB-31)")
    return part("tray-discard", toggle("tray-discard-pick", "discard", label, drawn + frame))


# --- what the strip tells --------------------------------------------------------------------------


@lru_cache(512)
def city_summary(
    number: int,
    size: int,
    houses: Amounts,
    palaces: Amounts,
    towers: Amounts,
    span: tuple[int, int],
    lang: str,
) -> Part:
    """The city being scored: its fields, palaces, houses and towers; from and to which place of the strip."""
    t = words_of(lang)
    left = 8 + 109.5 * span[0]
    right = 8 + 109.5 * span[1] + 106
    step = min((right - left - 92) / 4, 88)
    box = f'x="{left}" y="{STRIP}" width="{right - left}" height="{STRIP_HEIGHT}" rx="16"'
    body = f'<rect class="w-gold" {box}/>'
    body += text(round(left + 12, 1), STRIP + 33, t("City"), 20, "t left")
    body += text(round(left + 12, 1), STRIP + 60, f"№ {number}", 22, "t left")
    counted = (
        (triangle(), size),
        (any_house(True), sum(n for _, n in palaces)),
        (any_house(), sum(n for _, n in houses)),
        (any_tower(), sum(n for _, n in towers)),
    )
    for k, (icon, n) in enumerate(counted):
        x = left + 84 + step * k
        body += at(round(x, 1), STRIP + 8, icon, 0.62) + text(round(x + 18, 1), STRIP + 66, n, 22)
    label = city_words(number, size, houses, palaces, towers, lang)
    return part("tray-city", named(t("Being scored: {city} (MB-30)", city=label), body))


@lru_cache(256)
def best_cities(points: tuple[tuple[int, int], ...], lang: str) -> Part:
    """The cities that bring most with the last cards, best first."""
    t = words_of(lang)
    body = column(61, STRIP + 33, in_lines(t("Last cards"), 20, 100, 2), 20, "t")
    for k, (number, gain) in enumerate(points[:3]):
        x = 8 + 109.5 * (k + 2)
        label = t("City {n}: your best two cards bring {gain} (MB-42)", n=number, gain=signed_points(t, gain))
        box = f'<rect class="w-plain" x="{x}" y="{STRIP}" width="106" height="{STRIP_HEIGHT}" rx="16"/>'
        words = text(x + 53, STRIP + 30, t("City {n}", n=number), LETTERS, "t")
        body += named(label, box + words + text(x + 53, STRIP + 62, f"+{gain}", 28, "t"))
    return part("tray-best", body)


@lru_cache(128)
def exchange_hint(pile: int, lang: str) -> Part:
    """What to do with the cards while they may be exchanged, and what the new ones come from."""
    t = words_of(lang)
    said = in_lines(t("Tap what you do not want"), 19, 200)
    body = column(115, STRIP + 35 if len(said) > 1 else STRIP + 46, said, 19, "t-soft sans")
    label = t.plural("{n} card in the pile", "{n} cards in the pile", pile)
    drawn = at(372, STRIP + 10, card_back()) + text(424, STRIP + 40, pile, 24, "t left")
    drawn += text(424, STRIP + 62, t("in the pile"), LETTERS, "t-soft left")
    return part("tray-hint", body, named(f"{label} (MB-33)", drawn))


@lru_cache(8)
def cards_played(number: int, lang: str) -> Part:
    """How many cards the viewer has played for this city, of two."""
    t = words_of(lang)
    x = place_of("stop" if number == 0 else "discard")[0]
    drawn = []
    for k in range(2):
        cls = "thin f-gold" if k < number else "thin s-faint f-white"
        drawn.append(
            f'<rect class="{cls}" x="{x + 14 + 42 * k}" y="{STRIP + 10}" width="34" height="48" rx="5"/>'
        )
    label = t("Cards played for this city: {n} of at most 2 (MB-30)", n=number)
    return part("tray-played", named(label, "".join(drawn)))


# --- the end ---------------------------------------------------------------------------------------


@lru_cache(64)
def results(rows: tuple[tuple[StandingRow, int], ...], lang: str) -> Part:
    """The final standing, each row with the cards in hand."""
    t = words_of(lang)
    body = card(10, 8, WIDTH - 20, HEIGHT - 20, 14, "f-paper")
    body += fitted(WIDTH / 2, 56, capital(t("final standing")), 30, 400)
    for k, ((rank, seat, name, points), cards) in enumerate(rows):
        y = 116 + 70 * k
        body += text(58, y, f"{rank}.", 28, "t right") + seat_mark(seat, 96, y - 9, 19)
        body += fitted(134, y - 4, name, 28, 270, "t left") + text(510, y, points, 34, "t right")
        body += text(134, y + 21, t.plural("{n} card in hand", "{n} cards in hand", cards), 18, "t-soft left")
    return part("tray-results", body)
