"""What is sent to a page after a change: what looks different, by a number if it was sent before.

The drawings of a game repeat themselves: faces of dice, free places, buttons. A page keeps what it was sent,
and is told the number of a thing that it has already seen.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from citywright.draw.panel import Offer, Panel
from citywright.draw.symbols import definition, symbols_in

Position = tuple[int, int]
FRAME = 5  # the fields of a panel that stand around its parts
MOST_KEPT = 2_000_000  # characters a page has to keep


class Put(NamedTuple):
    """New parts of a panel, before a part that was there already; empty: at the end."""

    panel: str
    before: str
    parts: list[str]


class Change(msgspec.Struct, tag_field="is", tag="change", omit_defaults=True):
    """The frame that brings a page from `since` to `at`; without `since` it brings any page there."""

    at: Position
    since: Position | None = None
    fresh: bool = False  # forget everything that was sent before
    symbols: list[str] = []  # drawings that elements use, to be defined on the page
    set: dict[str, str | int] = {}  # id -> the element as HTML or SVG, or the number of what was sent before
    drop: list[str] = []  # ids of parts that are gone
    put: list[Put] = []  # parts that are new; `set` has what they look like
    offers: dict[str, tuple[Offer, ...]] = {}  # panel -> what may be done at its places now
    keep: int = 0  # the log stays up to this ply
    log: list[str] = []  # the entries that follow, one for each ply
    yours: bool = False  # is it this seat's turn?
    over: bool = False
    again: list[str] = []  # ids of parts to animate though they look as before: rolled dice


class Sent:
    """What the pages of a seat have been sent, numbered from 0 in the order of sending."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._symbols: set[str] = set()
        self.characters = 0
        self.is_fresh = True  # must the pages forget what they have before the next change?

    def forget(self, shown: str = "") -> None:
        """Begin anew: a page has come that has been sent nothing but what all of them show now."""
        self._numbers.clear()
        self._symbols = set(symbols_in(shown))
        self.characters = 0
        self.is_fresh = True

    def fill(self, change: Change, elements: dict[str, str]) -> None:
        """Put elements into a change: by number if they were sent before, else with the symbols they use."""
        if self.characters > MOST_KEPT:
            self.forget()
        numbers = self._numbers
        for id_, html in elements.items():
            number = numbers.get(html)
            if number is None:
                numbers[html] = len(numbers)
                self.characters += len(html)
                change.set[id_] = html
                change.symbols += self._new_symbols(html)
            else:
                change.set[id_] = number
        change.fresh, self.is_fresh = self.is_fresh, False

    def _new_symbols(self, html: str) -> list[str]:
        new = [key for key in symbols_in(html) if key not in self._symbols]
        self._symbols.update(new)
        return [definition(key) for key in new]


class PanelChange(NamedTuple):
    """How a panel differs from before."""

    parts: dict[str, str]  # id -> svg, of those that look different or are new
    drop: list[str]
    put: list[Put]


def panel_change(old: Panel, new: Panel) -> PanelChange | None:
    """What has changed in a panel; None if it must be drawn again: more than its parts has changed."""
    if old[:FRAME] != new[:FRAME]:
        return None
    changed: dict[str, str] = {}
    if len(old.parts) == len(new.parts):
        for was, part in zip(old.parts, new.parts, strict=True):
            if was is part:
                continue
            if was.id != part.id:
                break
            if was.svg != part.svg:
                changed[part.id] = part.svg
        else:
            return PanelChange(changed, [], [])
    return _rearranged(old, new)


def _rearranged(old: Panel, new: Panel) -> PanelChange | None:
    """What has changed in a panel whose parts came and went; None if the others changed their order."""
    before = {part.id: part.svg for part in old.parts}
    after = {part.id for part in new.parts}
    drop = [id_ for id_ in before if id_ not in after]
    kept = iter([id_ for id_ in before if id_ in after])
    changed: dict[str, str] = {}
    put: list[Put] = []
    arriving: list[str] = []
    for id_, svg in new.parts:
        was = before.get(id_)
        if was is None:
            arriving.append(id_)
        else:
            if next(kept) != id_:
                return None
            if arriving:
                put.append(Put(new.id, id_, arriving))
                arriving = []
        if was != svg:
            changed[id_] = svg
    if arriving:
        put.append(Put(new.id, "", arriving))
    return PanelChange(changed, drop, put)
