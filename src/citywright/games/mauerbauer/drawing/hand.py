"""The viewer's guild cards in the tray: where they lie, as large as they fit, and how each is written.

Few cards tell all about themselves in words, more of them only name, picture and points; very many only
picture and points. All of it is in the title of each."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, named, part, signed, text, variant, why
from citywright.draw.panel import Part
from citywright.draw.wrapping import breadth, column, in_lines
from citywright.games.mauerbauer.drawing.cards import PICTURE, card_label, picture, rate
from citywright.games.mauerbauer.text.names import card_does_shortly, card_name, words_of
from citywright.games.mauerbauer.text.prompts import title

Box = tuple[float, float, float, float]  # left, top, width, height
LETTERS = 17.5  # no letters in the tray are smaller
NAMED = 16  # of so many cards each still has room for its name
_COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}  # by the number of cards; then four
GAP = 5.0
LOW = 80.0  # a card that is lower has its letters close together
WIDEST = 104.0  # what a card is worth is written no wider
SHOWN = (140.0, 128.0)  # the size of a card in the rules


@lru_cache(256)
def slots(number: int, room: Box) -> tuple[Box, ...]:
    """Where so many cards lie: as large as they fit."""
    left, top, width, height = room
    if number == 0:
        return ()
    columns = _COLUMNS.get(number, 4 if number <= NAMED else -(-number // 4))
    rows = -(-number // columns)
    gap = GAP if rows < 4 else 2.0 if columns < 8 else 0.0
    wide = (width - (columns - 1) * gap) / columns
    high = (height - (rows - 1) * gap) / rows
    spots = []
    for k in range(number):
        row, column_ = divmod(k, columns)
        across = min(columns, number - row * columns)
        start = left + (columns - across) * (wide + gap) / 2
        x, y = start + column_ * (wide + gap), top + row * (high + gap)
        spots.append((round(x, 1), round(y, 1), round(wide, 1), round(high, 1)))
    return tuple(spots)


# --- the face ----------------------------------------------------------------------------------


class Worth:
    """What is written on a card besides its name: what it scores now, or what may be done with it."""

    __slots__ = ("city", "points", "verb")

    def __init__(self, points: int | None, verb: str, city: int) -> None:
        self.points = points  # None: not known before a city is scored
        self.verb = verb  # play, discard, exchange; empty: nothing can be done with it
        self.city = city  # the city for which it would score these points; 0: the one being scored, or none


def _plate(x: float, y: float, width: float, height: float, worth: Worth) -> str:
    """What the card would score now, or the sign of how it leaves the hand."""
    middle = x + width / 2
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{min(height / 2, 16):.1f}"'
    drawn = f'<rect class="{"may" if worth.verb else "w-plain"}" {box}/>'
    if worth.verb in ("discard", "exchange"):
        arrow = (
            "M-13 0h24m-8-8l8 8l-8 8"
            if worth.verb == "discard"
            else "M-11 6q0-13 12-13q10 0 11 9m-6-2l6 3l4-6"
        )
        return drawn + at(round(middle, 1), round(y + height / 2, 1), f'<path class="pen" d="{arrow}"/>')
    size = max(LETTERS, min(height * 0.72, width * 0.44, 44))
    said = str(worth.points) if not (worth.verb or worth.city) else signed(worth.points or 0)
    cls = "t-gain" if worth.verb else "t"
    return drawn + text(round(middle, 1), round(y + height / 2 + size * 0.35, 1), said, round(size, 1), cls)


def _medal(box: Box, kind: str, lang: str) -> str:
    """How the card counts: so many points for the whole, or for each thing."""
    x, y, width, height = box
    words, tall = rate(kind, lang), min(height, 30.0)
    size = LETTERS if breadth(words, 20) > width - 8 or tall < 26 else 20
    place = f'x="{x:.1f}" y="{y + (height - tall) / 2:.1f}" width="{width:.1f}" height="{tall:.1f}" rx="6"'
    return f'<rect class="thin f-gold s-dark" {place}/>' + text(
        round(x + width / 2, 1), round(y + height / 2 + size * 0.35, 1), words, size, "t-dark"
    )


def _value(box: Box, kind: str, worth: Worth, lang: str) -> str:
    """Beside the picture: how the card counts if there is room, and what it scores now."""
    x, y, width, height = box
    x, width = x + max(0.0, width - WIDEST) / 2, min(width, WIDEST)
    if worth.points is None and not worth.verb:
        return _medal((x, y, width, height), kind, lang)
    if height < 64 or breadth(rate(kind, lang), LETTERS) > width:
        return _plate(x, y + max(0.0, height - 56) / 2, width, min(height, 56), worth)
    above = _where(x, y, width, worth.city, lang) if worth.city else _medal((x, y, width, 30), kind, lang)
    return above + _plate(x, y + 35, width, height - 35, worth)


def _where(x: float, y: float, width: float, city: int, lang: str) -> str:
    """The city for which the points are."""
    t = words_of(lang)
    return text(round(x + width / 2, 1), round(y + 22, 1), t("City {n}", n=city), LETTERS, "t-soft")


def _known(worth: Worth) -> bool:
    return worth.points is not None or bool(worth.verb)


@lru_cache(4096)
def _face(kind: str, points: int | None, verb: str, city: int, width: float, height: float, lang: str) -> str:
    """All of a card but its frame."""
    worth = Worth(points, verb, city)
    if width < 120:
        return _tiny(kind, worth, width, height)
    if width > 400:  # the only card: twice as large
        return at(0, 0, _wide(kind, worth, width / 2, height / 2, lang), 2)
    if width > 200 and 90 < height < 150:
        return _wide(kind, worth, width, height, lang)
    if height > 190:
        return _tall(kind, worth, width, height, lang)
    return _narrow(kind, worth, width, height, lang)


def _tall(kind: str, worth: Worth, width: float, height: float, lang: str) -> str:
    """Name, picture, what the card does and what it is worth, one below the other."""
    size = 22 if width > 200 else 20
    lines = in_lines(card_name(kind, lang), size, width - 10)
    middle = round(width / 2, 1)
    drawn = column(middle, size + 6, lines, size, "t", 1.06)
    words = in_lines(card_does_shortly(kind, lang), 18, width - 14)
    plate = min(52.0, height * 0.19) if _known(worth) else 0.0
    foot = height - plate - (12 if plate else 6)
    if worth.city:
        words = (words_of(lang)("City {n}", n=worth.city),)
    drawn += column(middle, round(foot - (len(words) - 1) * 20.2 - 7, 1), words, 18, "t-soft sans")
    top = 13 + len(lines) * size * 1.06
    room = foot - len(words) * 20.2 - top - 8
    scale = min(room / PICTURE[1], (width - 16) / PICTURE[0])
    left, above = middle - PICTURE[0] * scale / 2, top + (room - PICTURE[1] * scale) / 2
    drawn += at(round(left, 1), round(above, 1), picture(kind), round(scale, 3))
    return drawn + (_plate(10, height - plate - 8, width - 20, plate, worth) if plate else "")


def _narrow(kind: str, worth: Worth, width: float, height: float, lang: str) -> str:
    """The name above, below it the picture and what the card is worth."""
    size = 20 if width > 150 else LETTERS
    low = height < LOW
    lines = in_lines(card_name(kind, lang), size, width - 8, 3 if height > 120 else 2)
    name = column(
        round(width / 2, 1), round(size + (0 if low else 3), 1), lines, size, "t", 1.0 if low else 1.06
    )
    top = 5 + len(lines) * size if low else 9 + len(lines) * size * 1.06
    room = height - top - (4 if low else 6)
    if room < 20:  # nothing but the name
        return name
    scale = min(room / PICTURE[1], (width - 12) * (0.52 if width > 150 else 0.44) / PICTURE[0])
    wide = max(PICTURE[0] * scale, 28)
    drawn = at(6, round(top + (room - PICTURE[1] * scale) / 2, 1), picture(kind), round(scale, 3))
    tall = min(room, 84)
    beside = (wide + 12, top + (room - tall) / 2, width - wide - 18, tall)
    return name + drawn + _value(beside, kind, worth, lang)


def _tiny(kind: str, worth: Worth, width: float, height: float) -> str:
    """The picture, and what the card is worth below it."""
    scale = min((height - 34) / PICTURE[1], (width - 8) / PICTURE[0])
    left = (width - PICTURE[0] * scale) / 2
    drawn = at(round(left, 1), 5, picture(kind), round(scale, 3))
    return drawn + (_plate(6, height - 29, width - 12, 24, worth) if _known(worth) else "")


def _wide(kind: str, worth: Worth, width: float, height: float, lang: str) -> str:
    """The picture on the left; on the right name, what the card does, and what it is worth."""
    scale = min((height - 14) / PICTURE[1], width * 0.36 / PICTURE[0])
    drawn = at(7, round((height - PICTURE[1] * scale) / 2, 1), picture(kind), round(scale, 3))
    x = PICTURE[0] * scale + 16
    room = width - x - 8
    middle = round(x + room / 2, 1)
    lines = in_lines(card_name(kind, lang), 19, room)
    drawn += column(middle, 23, lines, 19, "t", 1.05)
    below = 6 + len(lines) * 20
    words = in_lines(card_does_shortly(kind, lang), LETTERS, room)
    if worth.city:
        words = (words_of(lang)("City {n}", n=worth.city),)
    plate = 0.0
    if _known(worth):
        plate = min(46.0, max(27.0, height - below - 9 - len(words) * 18.6))
        drawn += _plate(x, height - plate - 6, room, plate, worth)
    free = height - plate - below - 8
    if len(words) * 18.6 <= free + 1:
        first = below + (free - len(words) * 18.6) / 2 + 15
        drawn += column(middle, round(first, 1), words, LETTERS, "t-soft sans", 1.06)
    return drawn


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
    more = _copy_count(height, copies)
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


def _copy_count(height: float, copies: int) -> str:
    """How many copies there are, if more than one."""
    if copies < 2:
        return ""
    y = height - 15
    ring = f'<circle class="thin f-gold s-dark" cx="16" cy="{y:g}" r="14"/>'
    return ring + text(16, round(y + 6, 1), f"×{copies}", LETTERS, "t-dark")
