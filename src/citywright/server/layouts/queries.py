"""Queries over the shelf. Lists are read from an index in its order, without the texts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, or_, select, tuple_

from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import is_listed, layouts

Place = tuple[int, str]  # in a list: when a layout was saved, and its id

_without_text = [column for column in layouts.c if column.name != "text"]


def own_layouts(guest_id: str, game_id: str = "") -> Select[Any]:
    """The newest versions of a guest's layouts."""
    chosen = select(*_without_text).where(layouts.c.guest_id == guest_id, layouts.c.newer_id.is_(None))
    return chosen.where(layouts.c.game == game_id) if game_id else chosen


def public_layouts(game_id: str = "", but_of: str | None = None) -> Select[Any]:
    """The public shelf, without the layouts of one guest."""
    chosen = select(*_without_text).where(is_listed)
    if game_id:
        chosen = chosen.where(layouts.c.game == game_id)
    if but_of is not None:
        chosen = chosen.where(or_(layouts.c.guest_id.is_(None), layouts.c.guest_id != but_of))
    return chosen


def page_of(query: Select[Any], before: Place | None, most: int) -> Select[Any]:
    """So many layouts of a list after a place in it, the newest first."""
    place = layouts.c.created, layouts.c.id
    if before is not None:
        query = query.where(tuple_(*place) < tuple_(*before))
    return query.order_by(*(column.desc() for column in place)).limit(at_most(most))


def with_hash(game_id: str, hash_: str) -> Select[Any]:
    """The layout that was first on the public shelf to describe a board."""
    chosen = select(*_without_text).where(is_listed, layouts.c.hash == hash_, layouts.c.game == game_id)
    return chosen.order_by(layouts.c.created).limit(at_most(1))
