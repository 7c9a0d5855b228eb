"""SVG elements with a meaning: what may be clicked, what tells why it may not, letters, badges and buttons.

All text that reaches a picture is escaped here.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from citywright.draw.letter_widths import BOLD, REGULAR
from citywright.draw.panel import PLACE, Part
from citywright.draw.theme import BOLD_CLASSES


def part(key: str, *bodies: str) -> Part:
    """A keyed part: one `<g>` with an id."""
    return Part(key, f'<g id="{key}">{"".join(bodies)}</g>')


def at(x: float, y: float, body: str, scale: float = 1.0, cls: str = "") -> str:
    """Something drawn around the origin, put in its place."""
    size = "" if scale == 1.0 else f" scale({scale:g})"
    return f'<g{f""" class="{cls}" """ if cls else ""} transform="translate({x:g} {y:g}){size}">{body}</g>'


def text(x: float, y: float, words: str | int, size: float, cls: str = "t") -> str:
    """Letters; (x, y) is the middle of their baseline unless `cls` has `left` or `right`."""
    return f'<text class="{cls}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(str(words))}</text>'


def fitted(x: float, y: float, words: str, size: float, width: float, cls: str = "t") -> str:
    """Letters made smaller where they would be wider than `width`."""
    wide = width_of(words, cls)
    return text(x, y, words, round(min(size, width / wide), 2) if wide else size, cls)


def width_of(words: str, cls: str = "t") -> float:
    """How wide words are in heights of their font, with some room for readers who have another font."""
    widths = _BOLD if _is_bold(cls) else _REGULAR
    return sum([widths.get(letter, _UNKNOWN) for letter in words])


@lru_cache(256)
def _is_bold(cls: str) -> bool:
    return not _BOLD_CLASSES.isdisjoint(cls.split())


# Ours are narrower than most: Georgia's bold letters are 10 % wider, Palatino's and Times' are narrower.
_ROOM: Final = 1.08 / 100
_UNKNOWN: Final = 1.0  # letters of other scripts
_BOLD_CLASSES: Final = frozenset(BOLD_CLASSES)
_REGULAR: Final = {letter: width * _ROOM for width, letters in REGULAR.items() for letter in letters}
_BOLD: Final = {letter: width * _ROOM for width, letters in BOLD.items() for letter in letters}


def named(title: str, body: str, key: str = "") -> str:
    """Something not clickable whose name is shown on hover and read aloud by screen readers.

    With the key of what can be clicked at other times it stays the same node on a page, so that its
    animation does not start again.
    """
    name = escape(title)
    own = f' id="{key}"' if key else ""
    return f'<g{own} role="img" aria-label="{name}"><title>{name}</title>{body}</g>'


def can(key: str, action: str, title: str, body: str, cls: str = "") -> str:
    """What may be clicked: it carries the notation, and a title that says what happens by which rule."""
    name = escape(title)
    return (
        f'<g id="{key}" class="can{" " + cls if cls else ""}" data-action="{escape(action)}" role="button" '
        f'tabindex="0" aria-label="{name}"><title>{name}</title>{body}</g>'
    )


def place(name: str, *bodies: str) -> str:
    """A place where something may be done at times: drawn once, shown while an offer of its panel names it.

    `name` is as in the notation. What is offered changes with every move, what it looks like does not.
    """
    return f'{PLACE}{escape(name)}">{"".join(bodies)}</g>'


def why(reason: str, body: str) -> str:
    """What the viewer may not click now: a click shows the reason."""
    return f'<g data-why="{escape(reason)}">{body}</g>'


def toggle(key: str, value: str, title: str, body: str, checked: bool = False) -> str:
    """Something that is switched on the page before anything is sent; it decides which `variant` is shown."""
    name = escape(title)
    return (
        f'<g id="{key}" class="toggle" data-toggle="{escape(value)}" role="checkbox" tabindex="0" '
        f'aria-checked="{"true" if checked else "false"}" aria-label="{name}"><title>{name}</title>{body}</g>'
    )


def variant(when: str, shown: bool, body: str) -> str:
    """Shown while exactly the toggles named in `when` (separated by spaces, in page order) are on."""
    return f'<g class="variant{" on" if shown else ""}" data-when="{escape(when)}">{body}</g>'


def may(x: float, y: float, width: float, height: float, radius: float = 9) -> str:
    """The gold dashed mark of what may be clicked."""
    return f'<rect class="may" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"/>'


def hit(x: float, y: float, width: float, height: float) -> str:
    """An invisible tap target: it takes clicks, and is larger than what is drawn."""
    return f'<rect class="hit" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def hit_ring(x: float, y: float, radius: float) -> str:
    """An invisible tap target, round."""
    return f'<circle class="hit" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def button_hit(box: tuple[float, float, float, float], margin: float) -> str:
    """The tap target of a button (x, y, width, height): higher by a margin above and below."""
    x, y, width, height = box
    return hit(x, y - margin, width, height + 2 * margin)


def chip(x: float, y: float, width: float, height: float, cls: str = "f-card") -> str:
    """A small box with a faint edge, for a choice that cannot be clicked now."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="9"'
    return f'<rect class="thin s-faint {cls}" {box}/>'


def may_ring(x: float, y: float, radius: float) -> str:
    """The gold dashed mark, round."""
    return f'<circle class="may" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def gain_words(points: int, coins: int, coin: str = "¢") -> str:
    """What a click brings, short enough for the place itself: `+6`, `+7¢`, `−5`."""
    gains = [signed(points)] if points else []
    if coins:
        gains.append(signed(coins) + coin)
    return " ".join(gains)


def signed(number: int) -> str:
    """A number with its sign; the minus is a real one."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def card(x: float, y: float, width: float, height: float, radius: float = 14, cls: str = "f-card") -> str:
    """A piece of paper with the one soft shadow under it."""
    rect = f'x="{x:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect class="shade" y="{y + 3:g}" {rect}/><rect class="{cls}" y="{y:g}" {rect}/>'


def badge(x: float, y: float, radius: float, words: str | int, fill: str = "f-card", cls: str = "t") -> str:
    """A round label."""
    size = radius * (1.15 if len(str(words)) < 3 else 0.85)
    return f'<circle class="pen {fill}" cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke-width="1.6"/>' + text(
        x, y + size * 0.35, words, size, cls
    )


def main_button(x: float, y: float, width: float, height: float, words: str) -> str:
    """The one main button of a picture; its place is the bottom right corner of the tray."""
    return (
        card(x, y, width, height, height / 2, "f-red")
        + _focus(x, y, width, height)
        + fitted(x + width / 2, y + height / 2 + 7, words, 21, width - 28, "t-light bold")
    )


def button(x: float, y: float, width: float, height: float, words: str) -> str:
    """Any other button: gold and dashed like everything that may be clicked."""
    return may(x, y, width, height, height / 2) + fitted(
        x + width / 2, y + height / 2 + 7, words, 20, width - 24, "t"
    )


def _focus(x: float, y: float, width: float, height: float) -> str:
    """The frame of keyboard focus, for what has no gold mark of its own."""
    return (
        f'<rect class="focus pen" x="{x - 4:g}" y="{y - 4:g}" width="{width + 8:g}" height="{height + 8:g}" '
        f'rx="{height / 2 + 4:g}"/>'
    )
