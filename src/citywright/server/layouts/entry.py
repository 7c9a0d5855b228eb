"""A layout on the shelf as data: from a row of the database, or the usual board of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from citywright.bots.balance import PlaysLike
from citywright.engine.game import Game
from citywright.engine.layout.about import Origin
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.tables.terms import game_or_refuse
from citywright.server.uploads.layout_check import Inspection, inspect


class Facts(msgspec.Struct, frozen=True):
    """What a file tells about itself beside its names, and how many of its values are how sure."""

    notes: str = ""
    origin: dict[str, str] = {}  # layout (its hash), name, author, version
    sureness: dict[str, int] = {}

    @property
    def values(self) -> int:
        """How many values the layout has."""
        return sum(self.sureness.values())

    def share(self, source: str) -> float:
        """How many of a hundred values are from this source."""
        return 100 * self.sureness.get(source, 0) / max(1, self.values)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A layout on the shelf, without its text."""

    id: str
    game: Game
    guest_id: str | None  # whose it is
    name: str
    author: str
    version: str
    hash: str
    facts: Facts
    origin_id: str | None = None  # the layout it was made from; that may be gone
    newer_id: str | None = None  # the version that has taken its place
    is_public: bool
    created: int
    claimed: int | None = None  # when a process began to have bots play on it
    plays_like: PlaysLike | None = None

    @property
    def is_usual(self) -> bool:
        """Is it the board of a game that is played unless another is chosen?"""
        return self.id == self.game.id

    def belongs_to(self, guest_id: str | None) -> bool:
        """Is it a guest's own?"""
        return guest_id is not None and self.guest_id == guest_id


class Layout(Entry, frozen=True, kw_only=True):
    """A layout on the shelf with its text."""

    text: str

    @property
    def as_origin(self) -> Origin:
        """How a layout that is made from this one names it."""
        return Origin(self.hash, self.name, self.author, self.version)


def one_line(text: str) -> str:
    """A name as it can stand in a list."""
    return " ".join(text.split())


def row_values(found: Inspection) -> dict[str, Any]:
    """The columns that tell what a layout is."""
    about = found.about
    origin = {key: one_line(value) for key, value in about.origin._asdict().items() if value}
    facts = Facts(about.notes.strip(), origin, dict(found.sureness))
    return {
        "name": one_line(about.name),
        "author": one_line(about.author),
        "version": one_line(about.version),
        "text": found.text,
        "hash": found.hash,
        "facts": msgspec.json.encode(facts).decode(),
    }


def entry_of(row: Any) -> Entry:
    """A layout from its row."""
    return Entry(**_values(row))


def layout_of(row: Any) -> Layout:
    """A layout with its text from its row."""
    return Layout(**_values(row), text=row.text)


def _values(row: Any) -> Mapping[str, Any]:
    plays_like = msgspec.json.decode(row.plays_like, type=PlaysLike) if row.plays_like else None
    return {
        "id": row.id,
        "game": game_or_refuse(row.game),
        "guest_id": row.guest_id,
        "name": row.name,
        "author": row.author,
        "version": row.version,
        "hash": row.hash,
        "facts": msgspec.json.decode(row.facts, type=Facts),
        "origin_id": row.origin_id,
        "newer_id": row.newer_id,
        "is_public": row.is_public,
        "created": row.created,
        "claimed": row.claimed,
        "plays_like": plays_like,
    }


@cache
def usual_layout(game_id: str) -> Layout:
    """The usual board of a game, as if it stood on the shelf; refused if it is not read from a file."""
    game = game_or_refuse(game_id)
    source = getattr(game.default_layout, "source", None)
    if not isinstance(source, str):
        raise Refusal(UNKNOWN, "there is no such layout")
    values = row_values(inspect(game.id, source, None))
    facts = msgspec.json.decode(values.pop("facts"), type=Facts)
    return Layout(**values, facts=facts, id=game.id, game=game, guest_id=None, is_public=True, created=0)
