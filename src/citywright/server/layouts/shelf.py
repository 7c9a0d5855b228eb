"""The shelf: saving layouts, finding them, listing them, making them public and taking them away.

A saved layout never changes. Whoever saves a layout of their own again makes a new one that takes its place
in all lists; whoever saves somebody else's makes one that names its origin. The usual board of each game is
found by the id of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.engine.layout.about import Origin
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.layouts import queries
from citywright.server.layouts.entry import (
    Entry,
    Layout,
    entry_of,
    layout_of,
    row_values,
    usual_layout,
)
from citywright.server.storage.database import Database
from citywright.server.storage.schema import guests, layouts
from citywright.server.tables.new_rows import new_id
from citywright.server.uploads.uploads import Uploads

MOST_LAYOUTS = 200  # of one guest
OLDER_VERSIONS = 100  # of one guest; the oldest go when there are more
ON_A_PAGE = 24
MOST_TO_CHOOSE = 60  # of a kind, where one is chosen from a list
LAST_MOMENT = 1 << 62


class Page(msgspec.Struct, frozen=True):
    """One page of a list, and where the next one begins; empty: there are no more."""

    layouts: list[Entry]
    older: str = ""


class Layouts:
    """The layouts of all people."""

    def __init__(self, database: Database, uploads: Uploads) -> None:
        self._database = database
        self._uploads = uploads

    # --- saving -------------------------------------------------------------------------

    async def save(
        self,
        game: Game,
        text: str,
        guest_id: str,
        *,
        is_public: bool = False,
        origin_id: str | None = None,
        as_copy: bool = False,
    ) -> str:
        """Check a layout and keep it; returns its id. LayoutRefused lists what is wrong with it.

        `origin_id` is the layout it was made from. If that is the guest's own, this is a new version and
        takes its place, unless it is meant `as_copy`. Who saves the same text twice has it once.
        """
        origin = await self._origin(game, origin_id)
        is_version = origin is not None and origin.belongs_to(guest_id) and not as_copy
        named: Origin | None = None if origin is None or is_version else origin.as_origin
        found = await self._uploads.sound_layout(game, text.replace("\r\n", "\n"), named)
        row = row_values(found) | {
            "id": new_id(),
            "guest_id": guest_id,
            "game": game.id,
            "is_public": is_public,
            "created": now_ms(),
        }
        if origin is not None:
            row["origin_id"] = origin.origin_id if is_version else origin.id
        replaced = origin.id if origin is not None and is_version else None
        return await self._database.transact(lambda connection: _insert(connection, row, replaced))

    async def _origin(self, game: Game, origin_id: str | None) -> Layout | None:
        """The layout another one is made from; None if it is gone meanwhile: the text still names it."""
        if not origin_id:
            return None
        try:
            origin = await self.find(origin_id)
        except Refusal:
            return None
        if origin.game.id != game.id:
            raise Refusal(MALFORMED, "this layout is for another game")
        return origin

    # --- finding ------------------------------------------------------------------------

    async def find(self, layout_id: str) -> Layout:
        """A layout by its id, which is all one needs to see it; refused if there is none."""
        if layout_id in games():
            return usual_layout(layout_id)
        query = select(layouts).where(layouts.c.id == layout_id)
        row = await self._database.ask(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise Refusal(UNKNOWN, "there is no such layout")
        return layout_of(row)

    async def text_for(self, game: Game, layout_id: str) -> str | None:
        """The text of a layout that a table of a game shall have; None: the usual board."""
        if not layout_id or layout_id == game.id:
            return None
        layout = await self.find(layout_id)
        if layout.game.id != game.id:
            raise Refusal(MALFORMED, "this layout is for another game")
        return layout.text

    async def public_with_hash(self, game_id: str, hash_: str) -> Entry | None:
        """The first layout on the public shelf that describes this board."""
        query = queries.with_hash(game_id, hash_)
        row = await self._database.ask(lambda connection: connection.execute(query).first())
        return None if row is None else entry_of(row)

    # --- listing ------------------------------------------------------------------------

    async def own(self, guest_id: str, game_id: str = "", before: str = "", most: int = ON_A_PAGE) -> Page:
        """A guest's own layouts, the newest first; `before` is where a page begins."""
        return await self._page(queries.own_layouts(guest_id, game_id), before, most)

    async def public(
        self, game_id: str = "", before: str = "", most: int = ON_A_PAGE, but_of: str | None = None
    ) -> Page:
        """The layouts of the public shelf, the newest first, without those of one guest."""
        return await self._page(queries.public_layouts(game_id, but_of), before, most)

    async def to_choose(self, game: Game, guest_id: str | None) -> tuple[list[Entry], list[Entry]]:
        """The layouts of a game for a choice: the guest's own and those of others, the newest of each."""
        own = await self.own(guest_id, game.id, most=MOST_TO_CHOOSE) if guest_id else Page([])
        others = await self.public(game.id, most=MOST_TO_CHOOSE, but_of=guest_id)
        return own.layouts, others.layouts

    async def _page(self, query: Any, before: str, most: int) -> Page:
        chosen = queries.page_of(query, place_of(before) if before else None, most + 1)
        rows = await self._database.ask(lambda connection: connection.execute(chosen).all())
        last = rows[most - 1] if len(rows) > most else None
        return Page(_entries(rows[:most]), f"{last.created}.{last.id}" if last is not None else "")

    # --- what an owner may do -----------------------------------------------------------

    async def publish(self, layout_id: str, guest_id: str, *, is_public: bool) -> None:
        """Put an own layout on the public shelf, or take it from there."""
        own = (layouts.c.id == layout_id) & (layouts.c.guest_id == guest_id)
        change = update(layouts).where(own).values(is_public=is_public)
        await self._change_own(layout_id, change)

    async def remove(self, layout_id: str, guest_id: str) -> None:
        """Delete an own layout and its older versions. Tables and layouts made from it are not affected."""
        these = (layouts.c.id == layout_id) | (layouts.c.newer_id == layout_id)
        await self._change_own(layout_id, delete(layouts).where(layouts.c.guest_id == guest_id, these))

    async def _change_own(self, layout_id: str, statement: Any) -> None:
        changed = await self._database.transact(lambda connection: connection.execute(statement).rowcount)
        if not changed:
            await self.find(layout_id)
            raise Refusal(FORBIDDEN, "this layout is not yours")


def place_of(text: str) -> queries.Place:
    """Where a page of a list begins, as the page before has said."""
    created, _, layout_id = text.partition(".")
    is_time = created.isascii() and created.isdecimal() and len(created) < 20
    if not is_time or not layout_id.isprintable() or len(layout_id) > 32 or int(created) > LAST_MOMENT:
        raise Refusal(MALFORMED, "there is no such place in the list of layouts")
    return int(created), layout_id


def _entries(rows: Sequence[Any]) -> list[Entry]:
    """Those of games that this server knows."""
    return [entry_of(row) for row in rows if row.game in games()]


def _insert(connection: Connection, row: dict[str, Any], replaced: str | None) -> str:
    """Keep a layout, in a transaction; returns its id."""
    whose = select(guests.c.id).where(guests.c.id == row["guest_id"])
    connection.execute(whose.with_for_update(key_share=True))  # one after the other: they are counted
    own = layouts.c.guest_id == row["guest_id"]
    same = own & layouts.c.newer_id.is_(None) & (layouts.c.hash == row["hash"])
    same &= (layouts.c.text == row["text"]) & (layouts.c.game == row["game"])
    known = connection.execute(select(layouts.c.id).where(same)).scalars().first()
    if known is not None:
        if row["is_public"]:
            connection.execute(update(layouts).where(layouts.c.id == known).values(is_public=True))
        return str(known)
    if replaced is None:
        counted = select(func.count()).select_from(layouts).where(own, layouts.c.newer_id.is_(None))
        if connection.execute(counted).scalar_one() >= MOST_LAYOUTS:
            raise Refusal(FORBIDDEN, "you have {most} layouts already", most=MOST_LAYOUTS)
    connection.execute(insert(layouts).values(row))
    if replaced is not None:
        older = own & ((layouts.c.id == replaced) | (layouts.c.newer_id == replaced))
        connection.execute(update(layouts).where(older).values(newer_id=row["id"]))
        oldest = select(layouts.c.id).where(own, layouts.c.newer_id.is_not(None))
        oldest = oldest.order_by(layouts.c.created.desc(), layouts.c.id.desc()).offset(OLDER_VERSIONS)
        gone = list(connection.execute(oldest.limit(MOST_LAYOUTS)).scalars())
        connection.execute(delete(layouts).where(layouts.c.id.in_(gone)))
    return str(row["id"])
