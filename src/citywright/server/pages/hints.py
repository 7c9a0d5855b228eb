"""The page with hints at one's own turn, in a game against bots alone."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from citywright.server.pages.requests import AnyRequest, lang_of, page, seated
from citywright.server.services import TheServices


@get("/t/{table_id:str}/advice")
async def table_hints(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """Hints for the decision that is awaited; the table page takes the list out of this page."""
    table, guest = await seated(request, services, table_id)

    def count() -> None:
        services.limits.spend("ask for advice", request)

    advice = await services.hints.now(table, guest.id, lang_of(request), count)
    return page(request, "hints.html", table=table, advice=advice)


HANDLERS = [table_hints]
