"""The live connections to all tables, and the page of each seat that they share.

A page that was drawn for a request is kept for the live connection that usually follows it.
"""

from __future__ import annotations

from collections import OrderedDict

from litestar.di import NamedDependency

from citywright.server.live.seat_page import SeatPage
from citywright.server.live.viewer import Viewer
from citywright.server.tables.table import Table

MOST_UNWATCHED = 200  # tables without a live connection whose pages are kept

Pages = dict[tuple[int, str], SeatPage]  # by seat and language


class OpenPages:
    """Draws each change of a table once per seat and language, for everybody who watches."""

    def __init__(self) -> None:
        self._viewers: dict[str, set[Viewer]] = {}  # by table
        self._watched: dict[str, Pages] = {}
        self._unwatched: OrderedDict[str, Pages] = OrderedDict()

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
            page = pages[seat, lang] = SeatPage(table, seat, lang)
        return page

    def join(self, viewer: Viewer) -> None:
        """Somebody begins to watch."""
        table = viewer.table
        if table.id not in self._watched:
            self._watched[table.id] = self._unwatched.pop(table.id, {})
        self._viewers.setdefault(table.id, set()).add(viewer)
        table.viewers.add(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Somebody watches no more; the others see it."""
        table = viewer.table
        table.viewers.discard(viewer)
        viewers = self._viewers[table.id]
        viewers.discard(viewer)
        if not viewers:
            del self._viewers[table.id], self._watched[table.id]
        self.show_change(table)

    def show_change(self, table: Table) -> None:
        """Send what changed at a table to everybody who watches it; drop pages that nobody uses."""
        self._unwatched.pop(table.id, None)
        viewers = self._viewers.get(table.id)
        if viewers is None:
            return
        used = {(viewer.seat, viewer.lang) for viewer in viewers}
        pages = self._watched[table.id]
        for key in set(pages) - used:
            del pages[key]
        frames = {key: self.page_of(table, *key).update() for key in used}
        for viewer in viewers:
            frame = frames[viewer.seat, viewer.lang]
            if frame is not None:
                viewer.push(frame)


TheOpenPages = NamedDependency[OpenPages]  # how handlers ask for it
