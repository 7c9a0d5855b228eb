"""What a page says around the boards, drawn for a picture: the heading, and the name plates of the seats.

Words never become too small to read: names and prompts are cut short, and facts that matter least left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from citywright.draw.elements import at, card, named, text, width_of
from citywright.draw.facts import Fact
from citywright.draw.pieces import seat_mark

HEADING: Final = 66  # the height of the heading
LOW: Final = 60  # the height of a plate with all in one line
HIGH: Final = 92  # the height of a plate with the facts below the name
FEW: Final = 2  # so many facts stand beside the name on a high plate

_ICON: Final = 58  # the box in which icons are drawn
_LEAST: Final = 13.5  # the size of the smallest letters of facts
_LEAST_GAP: Final = 0.5  # between facts, in heights of their letters


class SeatPlate(NamedTuple):
    """One seat."""

    seat: int
    name: str
    points: str  # "42 points"
    facts: tuple[Fact, ...] = ()
    acts: bool = False  # is it this seat's turn?
    rank: int = 0  # when the game is over


class Around(NamedTuple):
    """All that is said around the boards of a picture."""

    game: str = ""
    prompt: str = ""
    shared: tuple[Fact, ...] = ()
    seats: tuple[SeatPlate, ...] = ()


# --- words and facts ----------------------------------------------------------------------


def cut_short(words: str, size: float, width: float, cls: str = "t") -> str:
    """Words as they are, or so many of their letters as fit, with dots."""
    if size * width_of(words, cls) <= width:
        return words
    while words and size * width_of(words + "…", cls) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def _width_of_fact(fact: Fact, size: float) -> float:
    return size * (width_of(fact.value) + (1.75 if fact.icon else 0) + (0.5 if fact.warns else 0))


def facts_that_fit(facts: Sequence[Fact], size: float, width: float) -> tuple[Fact, ...]:
    """The first facts, as many as there is room for."""
    gap = size * _LEAST_GAP
    room = width + gap
    for number, fact in enumerate(facts):
        room -= _width_of_fact(fact, size) + gap
        if room < 0:
            return tuple(facts[:number])
    return tuple(facts)


def _fact(fact: Fact, x: float, y: float, size: float) -> str:
    """A fact from x on, its letters standing on y; what needs attention has a ground of its own."""
    body = ""
    if fact.warns:
        box = f'x="{x - size * 0.2:.1f}" y="{y - size * 1.12:.1f}" height="{size * 1.52:.1f}"'
        body = f'<rect class="w-red" {box} width="{_width_of_fact(fact, size):.1f}" rx="{size * 0.4:g}"/>'
    if fact.icon:
        scale = size * 1.5 / _ICON
        body += at(round(x, 1), round(y - size * 1.12, 1), fact.icon, round(scale, 3))
        x += size * 1.7
    value = text(round(x, 1), round(y, 1), fact.value, size, "t left")
    return named(f"{fact.value}: {fact.title}", body + value)


def _size_for(facts: Sequence[Fact], most: float, width: float) -> float:
    """How large facts can be so that all fit; where that is too small some must be left out."""
    wide = sum([_width_of_fact(fact, 1) + _LEAST_GAP for fact in facts])
    return max(_LEAST, min(most, width / wide)) if wide else most


def facts_line(facts: Sequence[Fact], x: float, y: float, most: float, width: float, *, right: bool) -> str:
    """Facts side by side with even gaps: to the left, or to the right of the room they have."""
    size = _size_for(facts, most, width)
    shown = facts_that_fit(facts, size, width)
    widths = [_width_of_fact(fact, size) for fact in shown]
    gap = min(size * 1.1, (width - sum(widths)) / max(1, len(shown) - 1))
    if right:
        x += width - sum(widths) - gap * (len(shown) - 1)
    drawn = []
    for fact, wide in zip(shown, widths, strict=True):
        drawn.append(_fact(fact, x, y, size))
        x += wide + gap
    return "".join(drawn)


# --- the heading and the plates -----------------------------------------------------------


def heading(around: Around, x: float, y: float, width: float) -> str:
    """The game, what is to be done, and at the right what all share."""
    size = 20.0
    shared = facts_that_fit(around.shared, size, width * 0.6)
    facts = sum([_width_of_fact(fact, size) + size * 1.1 for fact in shared])
    said = cut_short(around.prompt, 18, width, "t-soft")
    above = cut_short(around.game, 30, width - facts)
    return (
        text(x, y + 27, above, 30, "t left")
        + text(x, y + 56, said, 18, "t-soft left")
        + facts_line(shared, x, y + 24, size, width, right=True)
    )


def plates_in_a_row(seats: Sequence[SeatPlate], x: float, y: float, width: float, gap: float) -> str:
    """The plates of seats that have no boards of their own."""
    each = (width - gap * (len(seats) - 1)) / len(seats)
    return "".join([plate(seat, x + k * (each + gap), y, each, HIGH) for k, seat in enumerate(seats)])


def plate(seat: SeatPlate, x: float, y: float, width: float, height: float) -> str:
    """The name plate of a seat; whose turn it is, and who has won, has a gold edge."""
    return at(round(x, 2), round(y, 2), _plate(seat, round(width, 1), height))


@lru_cache(256)
def _plate(seat: SeatPlate, width: float, height: float) -> str:
    best = seat.acts or seat.rank == 1
    edge = "pen s-mark" if best else "thin s-faint"
    frame = f'<rect class="{edge}" width="{width:g}" height="{height:g}" rx="14"/>'
    body = card(0, 0, width, height) + frame + (_pointer(height) if seat.acts else "")
    low, few = height <= LOW, len(seat.facts) <= FEW
    middle = height / 2 if low or few else 29
    radius = 19 if low else 24 if few else 17
    left = 22 + 1.3 * radius
    body += seat_mark(seat.seat, left, middle, radius)
    left += 1.3 * radius + 10
    right = width - 18
    drawn, right = _points(seat, right, middle, 32 if few and not low else 27, width)
    body += drawn
    if low:
        return body + _one_line(seat, left, right, middle)
    if few:
        body += _name(seat, left, 40, right - left)
        return body + facts_line(seat.facts, left, 72, 18, right - left, right=False)
    body += _name(seat, left, 37, right - left)
    return body + facts_line(seat.facts, 20, 77, 17, width - 36, right=False)


def _pointer(height: float) -> str:
    """A gold tab at the left that points to who is to act."""
    middle = height / 2
    return (
        f'<path class="f-mark" d="M0 14a14 14 0 0 1 14-14V{height:g}a14 14 0 0 1-14-14Z"/>'
        f'<path class="f-card" d="M4.5 {middle - 7:g}L11.5 {middle:g}L4.5 {middle + 7:g}Z"/>'
    )


def _points(seat: SeatPlate, right: float, middle: float, size: float, width: float) -> tuple[str, float]:
    """The points, and where they begin. At the end the rank stands before them."""
    number, _, word = seat.points.partition(" ")
    body = ""
    if word and width > 400:
        body = text(right, middle + size * 0.35, word, 16, "t-soft right")
        right -= 16 * width_of(word, "t-soft") + 6
    body += text(right, middle + size * 0.35, number, size, "t right")
    right -= size * width_of(number) + 14
    if seat.rank:
        fill, letters = ("f-gold", "t-dark") if seat.rank == 1 else ("f-card", "t")
        body += f'<circle class="thin {fill}" cx="{right - 12:g}" cy="{middle:g}" r="14"/>'
        body += text(right - 12, middle + 5.5, f"{seat.rank}.", 16, letters)
        right -= 36
    return named(seat.points, body), right


def _name(seat: SeatPlate, left: float, y: float, width: float) -> str:
    """The name: a long one is made smaller first, and then cut short."""
    size = max(16.0, min(22.0, round(width / width_of(seat.name or " "), 1)))
    return text(left, y, cut_short(seat.name, size, width), size, "t left")


def _one_line(seat: SeatPlate, left: float, right: float, middle: float) -> str:
    """Name and facts; a long name leaves two thirds to the facts."""
    name = min(22 * width_of(seat.name), (right - left) * 0.34) + 1
    body = _name(seat, left, middle + 7.5, name)
    return body + facts_line(
        seat.facts, left + name + 18, middle + 6.5, 18, right - left - name - 30, right=True
    )
