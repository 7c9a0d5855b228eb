"""The tray of Die Mauerbauer: its places, the buttons, the city being scored.

The hand and the two strips below it have the same places and heights in every phase, and every kind of button
has a place of its own for the whole game."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, card, fitted, hit, may, named, part, text, toggle
from citywright.draw.panel import Part
from citywright.draw.wrapping import breadth, column, in_lines
from citywright.games.mauerbauer.drawing.hand import LETTERS
from citywright.games.mauerbauer.drawing.map_pieces import Amounts, city_words
from citywright.games.mauerbauer.drawing.pieces import any_house, any_tower, card_back, triangle
from citywright.games.mauerbauer.drawing.rack import Box, Grid, boxes
from citywright.games.mauerbauer.text.names import words_of
from citywright.games.mauerbauer.text.prompts import city_title, title
from citywright.text import mark
from citywright.text.phrases import signed_points

WIDTH, HEIGHT = 560, 456
STRIP = 378  # where the lowest strip begins: buttons, or the colours to choose from
STRIP_HEIGHT = 70
UPPER = 304  # where the strip above it begins: dice and steps, or the city being scored
HAND: Box = (5, 9, 550, 291)  # the room of the hand
CROWDED_HAND: Box = (5, 9, 550, 365)  # the upper strip as well, for more cards than anybody should hold

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
        backs = "".join([at(90 + 66 * k, 36, card_back(), 1.9) for k in range(5)])
        body += f'<g class="quiet">{backs}</g>'
        body += fitted(WIDTH / 2, 206, t("Hands are secret (MB-35)"), 24, 480, "t-soft")
    return part("tray-base", body)


@lru_cache(16)
def rack(grid: Grid, room: Box) -> Part:
    """The places of the cards, seen where none lies."""
    drawn = [
        f'<rect class="thin s-faint" fill="none" stroke-dasharray="5 5" x="{x + 4:g}" y="{y + 4:g}" '
        f'width="{width - 8:g}" height="{height - 8:g}" rx="9"/>'
        for x, y, width, height in boxes(grid, room)
    ]
    return part("tray-rack", f'<g class="quiet">{"".join(drawn)}</g>')


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
    cls = "main" if action in MAIN_ACTIONS else ""
    return part(key, can(f"{key}-go", action, label, hit(x, y, width, height) + drawn, cls))


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
    number: int, size: int, houses: Amounts, palaces: Amounts, towers: Amounts, lang: str
) -> Part:
    """The city being scored: its fields, palaces, houses and towers."""
    t = words_of(lang)
    body = f'<rect class="w-gold" x="8" y="{UPPER}" width="{WIDTH - 16}" height="{STRIP_HEIGHT}" rx="16"/>'
    body += text(22, UPPER + 31, t("City"), 20, "t left") + text(22, UPPER + 56, f"№ {number}", 22, "t left")
    counted = (
        (triangle(), size),
        (any_house(True), sum(n for _, n in palaces)),
        (any_house(), sum(n for _, n in houses)),
        (any_tower(), sum(n for _, n in towers)),
    )
    for k, (icon, n) in enumerate(counted):
        x = 112 + 110 * k
        body += at(x, UPPER + 10, icon, 0.86) + text(x + 56, UPPER + 45, n, 28, "t left")
    label = city_words(number, size, houses, palaces, towers, lang)
    return part("tray-city", named(t("Being scored: {city} (MB-30)", city=label), body))


@lru_cache(256)
def best_cities(points: tuple[tuple[int, int], ...], lang: str) -> Part:
    """The cities that bring most with the last cards, best first."""
    t = words_of(lang)
    body = column(61, STRIP + 30, in_lines(t("Last cards"), 20, 100, 2), 20, "t")
    for k, (number, gain) in enumerate(points[:3]):
        x = 8 + 109.5 * (k + 2)
        label = t("City {n}: your best two cards bring {gain} (MB-42)", n=number, gain=signed_points(t, gain))
        box = f'<rect class="w-plain" x="{x}" y="{STRIP}" width="106" height="{STRIP_HEIGHT}" rx="16"/>'
        words = text(x + 53, STRIP + 30, t("City {n}", n=number), LETTERS, "t")
        body += named(label, box + words + text(x + 53, STRIP + 59, f"+{gain}", 28, "t"))
    return part("tray-best", body)


@lru_cache(128)
def exchange_hint(pile: int, lang: str) -> Part:
    """What to do with the cards while they may be exchanged, and what the new ones come from."""
    t = words_of(lang)
    said = in_lines(t("Tap what you do not want"), 19, 200)
    body = column(115, STRIP + 32 if len(said) > 1 else STRIP + 42, said, 19, "t-soft sans")
    label = t.plural("{n} card in the pile", "{n} cards in the pile", pile)
    drawn = at(372, STRIP + 7, card_back()) + text(424, STRIP + 37, pile, 24, "t left")
    drawn += text(424, STRIP + 59, t("in the pile"), LETTERS, "t-soft left")
    return part("tray-hint", body, named(f"{label} (MB-33)", drawn))


@lru_cache(8)
def cards_played(number: int, lang: str) -> Part:
    """How many cards the viewer has played for this city, of two."""
    t = words_of(lang)
    drawn = []
    for k in range(2):
        cls = "thin f-gold" if k < number else "thin s-faint f-white"
        drawn.append(
            f'<rect class="{cls}" x="{14 + 42 * k}" y="{STRIP + 11}" width="34" height="48" rx="5"/>'
        )
    drawn.append(
        column(108, STRIP + 31, in_lines(t("{n} of 2 played", n=number), 19, 110), 19, "t-soft sans left")
    )
    label = t("Cards played for this city: {n} of at most 2 (MB-30)", n=number)
    return part("tray-played", named(label, "".join(drawn)))


# --- the end ---------------------------------------------------------------------------------------


@lru_cache(4)
def over(lang: str) -> Part:
    """When the game is over: what the cards that are left are good for."""
    t = words_of(lang)
    lines = in_lines(t("The game is over: cards left in hand only break ties (MB-43)"), 20, WIDTH - 60)
    first = UPPER + 42 - 11 * (len(lines) - 1)
    return part("tray-over", column(WIDTH / 2, first, lines, 20, "t-soft"))
