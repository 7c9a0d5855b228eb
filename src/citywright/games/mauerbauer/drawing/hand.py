"""The viewer's guild cards in the tray: how each is written.

Every card has its picture, how it counts and what it scores now, always in the same places; up to twelve
kinds have their names as well. What a card does in full is in its title.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, named, part, signed, text, variant, why
from citywright.draw.panel import Part
from citywright.draw.wrapping import column, in_lines
from citywright.games.mauerbauer.drawing.cards import PICTURE, card_label, picture, rate, rate_label
from citywright.games.mauerbauer.drawing.pieces import town_icon
from citywright.games.mauerbauer.drawing.rack import Box
from citywright.games.mauerbauer.text.names import card_name
from citywright.games.mauerbauer.text.prompts import title

LETTERS = 17.5  # no letters in the tray are smaller
NAME = 41.0  # the height of a card's name, in one line or two
COLUMN = 65.0  # the width of what a card tells beside its picture
NARROW = 120.0  # a card less wide has no room for that beside the picture
SHOWN = (140.0, 128.0)  # the size of a card in the rules


class Worth:
    """What a card scores now, and what may be done with it."""

    __slots__ = ("city", "points", "verb")

    def __init__(self, points: int | None, verb: str, city: int) -> None:
        self.points = points  # None: not known before a city is scored
        self.verb = verb  # play, discard, exchange; empty: nothing can be done with it
        self.city = city  # the city for which it would score these points; 0: the one being scored, or none

    @property
    def is_laid_away(self) -> bool:
        """Does the card leave the hand without its points?"""
        return self.verb in ("discard", "exchange")


# --- the face ----------------------------------------------------------------------------------

_ARROWS = {
    "discard": "M-13 0h24m-8-8l8 8l-8 8",
    "exchange": "M-11 6q0-13 12-13q10 0 11 9m-6-2l6 3l4-6",
}


def _rect(box: Box, cls: str, radius: float) -> str:
    x, y, width, height = box
    return (
        f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:.3g}"/>'
    )


def _plate(box: Box, worth: Worth) -> str:
    """What the card would score now; gold if something can be done, with a sign of how it leaves the hand.

    A small town stands for what is not known before a city is scored."""
    x, y, width, height = box
    drawn = _rect(box, "may" if worth.verb else "w-plain", min(height / 2, 14))
    middle, low = x + width / 2, y + height / 2
    if worth.is_laid_away:
        across = middle if worth.points is None or width < COLUMN - 5 else x + width * 0.68
        drawn += at(round(across, 1), round(low, 1), f'<path class="pen" d="{_ARROWS[worth.verb]}"/>', 0.8)
        if worth.points is None or across == middle:
            return drawn
        return drawn + text(round(x + width * 0.28, 1), round(low + 7, 1), worth.points, 20, "t")
    if worth.points is None:
        scale = min(0.5, (height - 5) / 58)
        icon = at(round(middle - 29 * scale, 1), round(low - 29 * scale, 1), town_icon(), round(scale, 2))
        return drawn + f'<g class="quiet">{icon}</g>'
    said = signed(worth.points) if worth.verb or worth.city else str(worth.points)
    size = 26.0 if width > 50 and height > 28 else LETTERS
    return drawn + text(
        round(middle, 1), round(low + size * 0.35, 1), said, size, "t-gain" if worth.verb else "t"
    )


@lru_cache(128)
def _medal(box: Box, kind: str, lang: str) -> str:
    """How the card counts: so many points for the whole, or for each thing; asked, it says so in words."""
    x, y, width, height = box
    words = text(round(x + width / 2, 1), round(y + height / 2 + 6, 1), rate(kind, lang), LETTERS, "t-dark")
    return named(rate_label(kind, lang), _rect(box, "thin f-gold s-dark", 6) + words)


def _picture(box: Box, kind: str) -> str:
    """The picture, as large as it fits, in the middle of a box."""
    x, y, width, height = box
    scale = min(width / PICTURE[0], height / PICTURE[1])
    left, top = x + (width - PICTURE[0] * scale) / 2, y + (height - PICTURE[1] * scale) / 2
    return at(round(left, 1), round(top, 1), picture(kind), round(scale, 3))


@lru_cache(4096)
def _face(kind: str, points: int | None, verb: str, city: int, width: float, height: float, lang: str) -> str:
    """All of a card but its frame."""
    worth = Worth(points, verb, city)
    if width < NARROW:
        return _small(kind, worth, width, height, lang)
    top = NAME if height > 90 else 5.0
    name = ""
    if top == NAME:
        lines = in_lines(card_name(kind, lang), LETTERS, width - 6, 2)
        name = column(round(width / 2, 1), 19.5 if len(lines) > 1 else 28, lines, LETTERS, "t", 1.06)
    room = height - top - 6
    left = width - COLUMN - 5
    tall = min(room, 62.0)
    high = top + (room - tall) / 2
    drawn = _picture((5, top, left - 9, room), kind) + _number_of(worth.city, top)
    medal = _medal((left, round(high, 1), COLUMN, 25), kind, lang)
    return name + drawn + medal + _plate((left, round(high + 28, 1), COLUMN, round(tall - 28, 1)), worth)


def _small(kind: str, worth: Worth, width: float, height: float, lang: str) -> str:
    """Picture and worth beside each other, below them how the card counts if there is room."""
    has_medal = height > 60
    above = height - (34 if has_medal else 6)
    left = width - 37
    drawn = _picture((3, 4, left - 5, above), kind)
    drawn += _plate((round(left, 1), 4, 34, round(above, 1)), worth)
    return drawn + (_medal((4, height - 27, width - 8, 23), kind, lang) if has_medal else "")


def _number_of(city: int, top: float) -> str:
    """For which city the points are, on the picture; nothing while one is being scored."""
    if not city:
        return ""
    box = _rect((3, top - 3, 38, 22), "thin f-white", 8)
    return box + text(22, round(top + 14, 1), f"№{city}", LETTERS, "t")


def shown(kind: str, points: int, lang: str) -> str:
    """A card with what it scores, for a picture of the rules; as large as `SHOWN`."""
    width, height = SHOWN
    body = _paper(width, height, 1) + _face(kind, points, "", 0, width, height, lang)
    return named(card_label(kind, 1, points, (), lang), body)


# --- cards in the hand ---------------------------------------------------------------------------


@lru_cache(4096)
def hand_card(
    kind: str,
    copies: int,
    points: int | None,
    by_city: tuple[int, ...],
    actions: tuple[str, ...],
    spot: Box,
    reason: str,
    lang: str,
) -> Part:
    """A card in the viewer's hand with what may be done with it: nothing, one thing, or play and discard."""
    x, y, width, height = spot
    key = f"tray-card-{kind}"
    paper = _paper(width, height, copies)
    more = _copy_count(width, height, copies)
    city = 0
    if by_city and points is None:
        points, city = max(by_city), by_city.index(max(by_city)) + 1
    if not actions:
        body = paper + _face(kind, points, "", city, width, height, lang) + more
        quiet = why(
            reason, named(card_label(kind, copies, points if not city else None, by_city, lang), body)
        )
        return part(key, at(x, y, quiet))
    shown = []
    for k, action in enumerate(actions):
        verb = action.split(" ")[0]
        body = paper + _gold_frame(width, height) + _face(kind, points, verb, 0, width, height, lang) + more
        button = can(f"{key}-{verb}", action, title(action, points or 0, False, lang), body)
        shown.append(variant("discard" if k else "", k == 0, button) if len(actions) > 1 else button)
    return part(key, at(x, y, "".join(shown)))


def _paper(width: float, height: float, copies: int) -> str:
    """A piece of paper, or two of them."""
    box = f'width="{width:g}" height="{height:g}" rx="10"'
    second = f'<rect class="thin f-stone" x="2.5" y="2.5" {box}/>' if copies > 1 else ""
    return f'<rect class="shade" x="1" y="3" {box}/>{second}<rect class="thin s-faint f-white" {box}/>'


def _gold_frame(width: float, height: float) -> str:
    """The gold frame of a card that may be clicked."""
    return f'<rect class="may" fill-opacity="0" width="{width:g}" height="{height:g}" rx="10"/>'


def _copy_count(width: float, height: float, copies: int) -> str:
    """How many copies there are, if more than one; on the picture."""
    if copies < 2:
        return ""
    y = height - 15 if width > NARROW else 15
    ring = f'<circle class="thin f-gold s-dark" cx="16" cy="{y:g}" r="14"/>'
    return ring + text(16, round(y + 6, 1), f"×{copies}", LETTERS, "t-dark")
