"""Follow a table over the API: server-sent events, one for each change, with the plies since the last."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from citywright.server.api.requests import PROBLEMS, Asker, Seat, viewpoint_of
from citywright.server.http.request_log import hold
from citywright.server.http.requests import AnyRequest
from citywright.server.services import TheServices
from citywright.server.tables.subscriptions import Change

EVENTS = "text/event-stream"
CHANGES = ResponseSpec(
    Change,
    media_type=EVENTS,
    description="server-sent events named `change`; the data of each is this",
    generate_examples=False,
)


@get("/tables/{table_id:str}/stream", media_type=EVENTS, responses={200: CHANGES, **PROBLEMS})
async def stream(
    services: TheServices,
    request: AnyRequest,
    asker: Asker,
    table_id: FromPath[str],
    seat: Seat = None,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> ServerSentEvent:
    """Follow a table from ply `since` on until its game is over. Events are named `change`."""
    table = await services.table_for(table_id, asker.id if asker else None)
    viewpoint = viewpoint_of(table, asker, seat)
    hold(request, services.limits.open_connection(request, asker.id if asker else None))

    async def events() -> AsyncIterator[ServerSentEventMessage]:
        changes = services.subscriptions.changes(services.tables, table, viewpoint, since)
        async for change in services.endings.until_ended(asker.digest if asker else None, changes):
            if change is None:
                yield ServerSentEventMessage(data=None, comment="still here")  # without data: no event
            else:
                data = msgspec.json.encode(change).decode()
                yield ServerSentEventMessage(event="change", id=f"{change.epoch}.{change.ply}", data=data)

    return ServerSentEvent(events())
