"""What is sent to a page after a change: what looks different, by a number if it was sent before.

The drawings of a game repeat themselves: faces of dice, free places, buttons. A page keeps what it was sent,
and is told the number of a thing that it has already seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import is_
from typing import Any, NamedTuple

import msgspec

from citywright.draw.panel import Offer, Panel, Part
from citywright.draw.symbols import definition, symbols_in

Position = tuple[int, int]
FRAME = 5  # the fields of a panel that stand around its parts
MOST_KEPT = 2_000_000  # characters a page has to keep
LONGEST_PART = 5000  # characters; what is longer is seldom sent again


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
    set: dict[str, Any] = {}  # id -> HTML or SVG (text, or JSON already), or the number it was sent under
    drop: list[str] = []  # ids of parts that are gone
    put: list[Put] = []  # parts that are new; `set` has what they look like
    offers: dict[str, tuple[Offer, ...]] = {}  # panel -> what may be done at its places now
    keep: int = 0  # the log stays up to this ply
    log: list[str] = []  # the entries that follow, one for each ply
    traces: dict[int, list[str]] = {}  # ply -> ids of the parts of the boards that show what was done
    yours: bool = False  # is it this seat's turn?
    over: bool = False
    forced: str = ""  # the only action this seat can take
    again: list[str] = []  # ids of parts to animate though they look as before: rolled dice


_NAMED = '"><title>'  # between a name, if the last attribute is one, and a title


def without_titles(html: str) -> str:
    """An element whose titles are left out where they repeat the name that stands before them.

    Pages put them in again. Words are a third of many elements, and need not be sent twice.
    """
    before, *rest = html.split(_NAMED)
    made = [before]
    for after in rest:
        start, _, name = before.rpartition('="')
        if start.endswith(" aria-label") and after.startswith(f"{name}</title>"):
            made.append(f'"><title/>{after[len(name) + 8 :]}')
        else:
            made.append(_NAMED + after)
        before = after
    return "".join(made)


def _as_json(html: str) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(without_titles(html)))


_part_as_json = lru_cache(8192)(_as_json)


@lru_cache(16384)
def symbols_of(html: str) -> tuple[str, ...]:
    """The ids of the symbols that an element uses. Parts of drawings repeat themselves at many tables."""
    return tuple(symbols_in(html))


class Sent:
    """What the pages of a seat have been sent, numbered from 0 in the order of sending."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._symbols: set[str] = set()
        self.characters = 0
        self.is_fresh = True  # must the pages forget what they have before the next change?

    def forget(self, symbols: Iterable[str] = ()) -> None:
        """Begin anew: a page has come that has been sent nothing but the symbols that all of them show."""
        self._numbers.clear()
        self._symbols = set(symbols)
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
                change.set[id_] = _part_as_json(html) if len(html) < LONGEST_PART else _as_json(html)
                if "<use" in html and not self._symbols.issuperset(used := symbols_of(html)):
                    change.symbols += self._new_symbols(used)
            else:
                change.set[id_] = number
        change.fresh, self.is_fresh = self.is_fresh, False

    def _new_symbols(self, used: tuple[str, ...]) -> list[str]:
        new = [key for key in used if key not in self._symbols]
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
    was, now = old.parts, new.parts
    if was is now:  # only what may be done has changed
        return PanelChange({}, [], [])
    if len(was) == len(now):
        different = [pair for pair in zip(was, now, strict=True) if pair[0] is not pair[1]]
        changed: dict[str, str] = {}
        for (old_id, old_svg), (id_, svg) in different:
            if old_id != id_:
                break
            if old_svg != svg:
                changed[id_] = svg
        else:
            return PanelChange(changed, [], [])
    begin = _alike(was, now)
    end = min(_alike(was[::-1], now[::-1]), len(was) - begin, len(now) - begin)
    following = now[len(now) - end].id if end else ""
    return _rearranged(new.id, was[begin : len(was) - end], now[begin : len(now) - end], following)


def _alike(was: tuple[Part, ...], now: tuple[Part, ...]) -> int:
    """How many parts at the beginning are still the same: those before and after what changed are many."""
    same = [*map(is_, was, now), False]
    return same.index(False)


def _rearranged(
    panel: str, was: tuple[Part, ...], now: tuple[Part, ...], following: str
) -> PanelChange | None:
    """What has changed among parts that came and went; None if the others changed their order.

    `following` is the part that comes after them, if one does.
    """
    before = {part.id: part.svg for part in was}
    after = {part.id for part in now}
    drop = [id_ for id_ in before if id_ not in after]
    kept = iter([id_ for id_ in before if id_ in after])
    changed: dict[str, str] = {}
    put: list[Put] = []
    arriving: list[str] = []
    for id_, svg in now:
        old_svg = before.get(id_)
        if old_svg is None:
            arriving.append(id_)
        else:
            if next(kept) != id_:
                return None
            if arriving:
                put.append(Put(panel, id_, arriving))
                arriving = []
        if old_svg != svg:
            changed[id_] = svg
    if arriving:
        put.append(Put(panel, following, arriving))
    return PanelChange(changed, drop, put)
