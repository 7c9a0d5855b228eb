"""The live connections to all tables, and the page of each seat that they share.

A page that was drawn for a request is kept for the live connection that usually follows it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from litestar.di import NamedDependency

from citywright.server.errors import Refusal
from citywright.server.live.seat_page import SeatPage
from citywright.server.live.viewer import Viewer
from citywright.server.tables.table import Table

MOST_UNWATCHED = 200  # tables without a live connection whose pages are kept
MOST_LIVELY = 2000  # pages that keep what they were drawn from and what they have sent
MOST_KEPT = 50_000_000  # characters they keep of what they have sent, all together
WATCHING_PACE = 0.2  # seconds between two changes that are sent to somebody who only watches

Pages = dict[tuple[int, str], SeatPage]  # by seat and language


class OpenPages:
    """Draws each change of a table once per seat and language, for everybody who watches.

    A page that has just changed keeps what it was drawn from and what it has sent, because that saves work at
    the next change. How many pages do so is bounded: those that have not changed for longest rest.
    """

    def __init__(self) -> None:
        self._viewers: dict[str, set[Viewer]] = {}  # by table
        self._watched: dict[str, Pages] = {}
        self._unwatched: OrderedDict[str, Pages] = OrderedDict()
        self._later: dict[str, asyncio.TimerHandle] = {}  # by table: what those who only watch are shown soon
        self._lively: OrderedDict[SeatPage, int] = OrderedDict()  # characters kept; the last to change last
        self.characters = 0  # of all of them

    def count(self) -> int:
        """How many pages are drawn: for those who watch, and some for who may come."""
        return sum(len(pages) for kind in (self._watched, self._unwatched) for pages in kind.values())

    def page_of(self, table: Table, seat: int, lang: str) -> SeatPage:
        """The page of a seat in a language, up to date."""
        pages = self._watched.get(table.id)
        if pages is None:
            pages = self._unwatched.setdefault(table.id, {})
            self._unwatched.move_to_end(table.id)
            if len(self._unwatched) > MOST_UNWATCHED:
                self._unwatched.popitem(last=False)
        page = pages.get((seat, lang))
        if page is None or page.table is not table:  # the table may have left memory and come back
            page = pages[seat, lang] = self._new_page(table, seat, lang, page)
        elif page.is_behind:
            self._show(table, {(seat, lang)})
        return page

    def catch_up(self, viewer: Viewer) -> None:
        """Send what has to wait for others to all who have this viewer's page: it has asked for something."""
        page = self._watched.get(viewer.table.id, {}).get((viewer.seat, viewer.lang))
        if page is not None and page.is_behind:
            self._show(viewer.table, {(viewer.seat, viewer.lang)})

    def join(self, viewer: Viewer, shown: str) -> None:
        """Somebody begins to watch, whose page shows position `epoch.ply`: they are sent what is new first.

        What the others still wait for is sent before anybody joins, so nobody is sent a change of a page they
        do not have.
        """
        table = viewer.table
        self.catch_up(viewer)
        if table.id not in self._watched:
            self._watched[table.id] = self._unwatched.pop(table.id, {})
        self._viewers.setdefault(table.id, set()).add(viewer)
        table.viewers.add(viewer)
        viewer.push(self.page_of(table, viewer.seat, viewer.lang).greeting(shown))

    def leave(self, viewer: Viewer, *, quietly: bool = False) -> None:
        """Somebody watches no more; the others see it, unless all have to go."""
        table = viewer.table
        table.viewers.discard(viewer)
        viewers = self._viewers.get(table.id, set())
        if viewer not in viewers:
            return
        viewers.remove(viewer)
        if not viewers:
            for page in self._watched[table.id].values():
                self._forget(page)
            del self._viewers[table.id], self._watched[table.id]
        if not quietly:
            self.show_change(table)

    def end_all(self, table: Table, why: Refusal) -> None:
        """A table is there no more: tell everybody who looks at it."""
        for watcher in list(table.viewers):
            if isinstance(watcher, Viewer):
                watcher.on_gone(why)

    def show_change(self, table: Table) -> None:
        """Send what changed at a table to everybody who watches it; drop pages that nobody uses.

        A page whose seat has nothing to decide is sent a change at most every fifth of a second: of moves
        that follow each other faster than anybody can see, all are in the next one.
        """
        self._unwatched.pop(table.id, None)
        viewers = self._viewers.get(table.id)
        if viewers is None:
            return
        used = {(viewer.seat, viewer.lang) for viewer in viewers}
        pages = self._watched[table.id]
        for key in set(pages) - used:
            self._forget(pages.pop(key))
        due = time.monotonic() - WATCHING_PACE
        can_wait = {
            key
            for key, page in pages.items()
            if page.drawn > due and page.table is table and page.only_watches
        }
        for key in can_wait:
            pages[key].is_behind = True
        self._show(table, used - can_wait)
        if can_wait and table.id not in self._later:
            loop = asyncio.get_running_loop()
            self._later[table.id] = loop.call_later(WATCHING_PACE, self._show_rest, table)

    def _show_rest(self, table: Table) -> None:
        """Send what had to wait."""
        del self._later[table.id]
        pages = self._watched.get(table.id, {})
        behind = {key for key, page in pages.items() if page.is_behind and page.table is table}
        if behind:
            self._show(table, behind)

    def _show(self, table: Table, keys: set[tuple[int, str]]) -> None:
        pages = self._watched.get(table.id, {})
        frames: dict[tuple[int, str], bytes | None] = {}
        for key in keys:
            page = pages.get(key)
            if page is None or page.table is not table:  # the table may have left memory and come back
                pages[key] = self._new_page(table, *key, page)
            frames[key] = pages[key].update()
            if frames[key] is not None:
                self._note_lively(pages[key])
        table.forget_views()
        for viewer in self._viewers.get(table.id, ()):
            frame = frames.get((viewer.seat, viewer.lang))
            if frame is not None:
                viewer.push(frame)

    # --- what pages keep --------------------------------------------------------------

    def _new_page(self, table: Table, seat: int, lang: str, old: SeatPage | None) -> SeatPage:
        if old is not None:
            self._forget(old)
        page = SeatPage(table, seat, lang)
        page.rest()  # nobody has been sent anything
        table.forget_views()
        return page

    def _note_lively(self, page: SeatPage) -> None:
        """A page has changed; if too many keep too much, those that changed longest ago rest."""
        self._forget(page)
        self._lively[page] = page.kept
        self.characters += page.kept
        while len(self._lively) > MOST_LIVELY or (self.characters > MOST_KEPT and len(self._lively) > 1):
            oldest = next(iter(self._lively))
            self._forget(oldest)
            oldest.rest()

    def _forget(self, page: SeatPage) -> None:
        self.characters -= self._lively.pop(page, 0)


TheOpenPages = NamedDependency[OpenPages]  # how handlers ask for it
