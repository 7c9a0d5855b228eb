"""What a host watches: /health for a proxy, /metrics for Prometheus on the same machine."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.enums import MediaType
from sqlalchemy import text

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.http.limits import client_of
from citywright.server.services import TheServices

LOOPBACK = ("127.0.0.1", "::1", "testclient")


@get("/health")
async def health(services: TheServices) -> Response[str]:
    """`ok` if the database answers, else 503 by the error page."""
    async with services.database.read() as connection:
        await connection.execute(text("SELECT 1"))
    return Response("ok\n", media_type=MediaType.TEXT, headers={"Cache-Control": "no-store"})


@get("/metrics")
async def metrics(request: Request[Any, Any, Any], services: TheServices) -> Response[str]:
    """For Prometheus on this machine; a proxy names its client, so through it nobody sees them."""
    if client_of(request) not in LOOPBACK:
        raise Refusal(UNKNOWN, "there is nothing here")
    return Response(
        "\n".join(services.metrics.lines(services.tables)), media_type="text/plain; version=0.0.4"
    )


HANDLERS = [health, metrics]
