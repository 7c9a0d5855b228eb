"""Layouts over the API: listing, reading, saving, deleting. The services are those of the pages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from citywright.bots.balance import PlaysLike
from citywright.server.api.requests import PROBLEMS, Asker, known
from citywright.server.api.types import NO_NUL, Word
from citywright.server.http.requests import AnyRequest
from citywright.server.layouts.balance import Balance
from citywright.server.layouts.entry import Entry, Layout
from citywright.server.layouts.shelf import MOST_LAYOUTS, Page
from citywright.server.services import TheServices
from citywright.server.tables.terms import game_or_refuse
from citywright.server.uploads.uploads import LONGEST_LAYOUT

LARGEST_BODY = 300_000  # bytes: JSON may need six for a character
LISTED = {status: spec for status, spec in PROBLEMS.items() if status not in (409, 422)}


class NewLayout(msgspec.Struct, forbid_unknown_fields=True):
    """A layout to be kept, and the one it was made from."""

    game: Word
    text: Annotated[str, Meta(max_length=LONGEST_LAYOUT, pattern=NO_NUL)]
    is_public: bool = False
    origin: Annotated[str, Meta(max_length=32, pattern=NO_NUL)] | None = None
    as_copy: bool = False  # an own origin is not replaced


class LayoutInfo(msgspec.Struct):
    """A layout on the shelf."""

    id: str
    game: str
    name: str
    author: str
    version: str
    hash: str
    is_public: bool
    yours: bool
    created: int  # milliseconds since 1970
    origin: str | None  # the id of the layout it was made from; that may be gone
    sureness: dict[str, int]  # how many values are printed, reconstructed, unknown
    plays_like: PlaysLike | None  # none: bots have not played on it yet


class LayoutText(LayoutInfo):
    """A layout with its text and what that tells about itself."""

    text: str
    notes: str
    made_from: dict[str, str]  # hash, name, author and version of the origin, as the text has them
    newer: str | None  # the version that has taken its place


class LayoutPage(msgspec.Struct):
    """Layouts, and `before` for the next of them; empty: there are no more."""

    layouts: list[LayoutInfo]
    older: str


def _values(entry: Entry, balance: Balance, guest_id: str | None) -> dict[str, object]:
    return {
        "id": entry.id,
        "game": entry.game.id,
        "name": entry.name,
        "author": entry.author,
        "version": entry.version,
        "hash": entry.hash,
        "is_public": entry.is_public,
        "yours": entry.belongs_to(guest_id),
        "created": entry.created,
        "origin": entry.origin_id,
        "sureness": entry.facts.sureness,
        "plays_like": balance.of(entry),
    }


def _info(entry: Entry, balance: Balance, guest_id: str | None) -> LayoutInfo:
    return msgspec.convert(_values(entry, balance, guest_id), LayoutInfo)


def _whole(layout: Layout, balance: Balance, guest_id: str | None) -> LayoutText:
    more = {
        "text": layout.text,
        "notes": layout.facts.notes,
        "made_from": layout.facts.origin,
        "newer": layout.newer_id,
    }
    return msgspec.convert(_values(layout, balance, guest_id) | more, LayoutText)


@get("/layouts", responses=LISTED, tags=["layouts"])
async def list_layouts(
    services: TheServices,
    asker: Asker,
    game: Annotated[str, QueryParameter(pattern=NO_NUL, max_length=60)] = "",
    before: Annotated[str, QueryParameter(pattern=NO_NUL, max_length=60)] = "",
) -> LayoutPage:
    """The asker's layouts, then public ones, the newest of each first; `before` asks for more public ones."""
    game_id = game_or_refuse(game).id if game else ""
    guest_id = asker.id if asker else None
    shelf, own = services.layouts, Page([])
    if guest_id is not None and not before:
        own = await shelf.own(guest_id, game_id, most=MOST_LAYOUTS)
    public = await shelf.public(game_id, before, but_of=guest_id)
    listed = [*own.layouts, *public.layouts]
    return LayoutPage([_info(entry, services.balance, guest_id) for entry in listed], public.older)


@get("/layouts/{layout_id:str}", responses=LISTED, tags=["layouts"])
async def show_layout(
    request: AnyRequest, services: TheServices, asker: Asker, layout_id: FromPath[str]
) -> LayoutText:
    """A layout with its text. The usual board of a game has the id of the game."""
    layout = await services.layouts.find(layout_id)
    services.balance.ask(layout, lambda: services.limits.spend("have bots play on a layout", request))
    return _whole(layout, services.balance, asker.id if asker else None)


@post("/layouts", responses=LISTED, tags=["layouts"], request_max_body_size=LARGEST_BODY)
async def save_layout(
    request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[NewLayout]
) -> LayoutText:
    """Keep a layout. What is wrong with one that is refused is listed in `problems`."""
    guest = known(asker)
    services.limits.spend("save a layout", request, f"guest {guest.id}")
    layout_id = await services.layouts.save(
        game_or_refuse(data.game),
        data.text,
        guest.id,
        is_public=data.is_public,
        origin_id=data.origin,
        as_copy=data.as_copy,
    )
    layout = await services.layouts.find(layout_id)
    if layout.is_public:
        services.balance.ask(layout)
    return _whole(layout, services.balance, guest.id)


@delete("/layouts/{layout_id:str}", status_code=204, responses=LISTED, tags=["layouts"])
async def delete_layout(
    request: AnyRequest, services: TheServices, asker: Asker, layout_id: FromPath[str]
) -> None:
    """Delete an own layout and its older versions."""
    guest = known(asker)
    services.limits.spend("save a layout", request, f"guest {guest.id}")
    await services.layouts.remove(layout_id, guest.id)


HANDLERS = [list_layouts, show_layout, save_layout, delete_layout]
