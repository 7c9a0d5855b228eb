"""The archive: a search over finished games, and all own records as one file."""

from __future__ import annotations

from urllib.parse import urlencode

from litestar import Response, get
from litestar.response import Stream

from citywright.catalogue import games
from citywright.ratings import KINDS
from citywright.server.errors import Refusal
from citywright.server.known.archive import FoundGames, read_search
from citywright.server.pages.people.asking import asker_of, bot_name, day_of, pace_name, title_of
from citywright.server.pages.requests import AnyRequest, guest_or_refuse, page, told_at_form
from citywright.server.services import TheServices

MINE, ALL = "mine", "all"
FIELDS = ("game", "seats", "pace", "people", "since", "until", "result", "least", "most")


@get("/archive")
async def archive(request: AnyRequest, services: TheServices) -> Response[str]:
    """Own games, or those that anyone may find. What was typed wrongly is told on the page."""
    services.limits.spend("search the archive", request)
    query = request.query_params
    asker = await asker_of(request, services)
    whose = query.get("whose", "")
    if whose not in (MINE, ALL):
        whose = ALL if asker.guest_id is None else MINE
    typed = {name: query.get(name, "")[:60] for name in FIELDS}
    problem, found = "", FoundGames([])
    try:
        find = services.archive.own if whose == MINE else services.archive.of_all
        found = await find(read_search(typed), asker, query.get("before", ""))
    except Refusal as refusal:
        problem = told_at_form(request, refusal)
    kept = {"whose": whose} | {name: value for name, value in typed.items() if value}
    own = await services.own_records.count(asker.guest_id) if asker.guest_id else 0
    return page(
        request,
        "archive.html",
        status=400 if problem else 200,
        games=list(games().values()),
        paces=KINDS,
        typed=typed,
        whose=whose,
        problem=problem,
        found=found,
        is_later=bool(query.get("before")),
        first="/archive?" + urlencode(kept),
        older="/archive?" + urlencode(kept | {"before": found.older}),
        asker=asker,
        own_games=own,
        day_of=day_of,
        pace_name=pace_name,
        title_of=title_of,
        bot_name=bot_name,
    )


@get("/archive/records")
async def records(request: AnyRequest, services: TheServices) -> Stream:
    """All own records as one zip; a header tells how many there will be."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("download your data", request, f"guest {guest.id}")
    total = await services.own_records.count(guest.id)
    headers = {
        "Content-Disposition": 'attachment; filename="citywright-records.zip"',
        "Cache-Control": "no-store",
        "X-Games": str(total),
    }
    pieces = services.own_records.as_zip(guest.id)
    if not guest.is_suspended:  # whose live connections end at once, but not this
        pieces = services.endings.until_ended(guest.digest, pieces)
    return Stream(pieces, headers=headers, media_type="application/zip")


HANDLERS = [archive, records]
