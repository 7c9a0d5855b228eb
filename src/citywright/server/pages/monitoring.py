"""What a host watches: /alive and /health for a proxy, /metrics for Prometheus on the same machine."""

from __future__ import annotations

from litestar import Response, get
from litestar.enums import MediaType
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.http.limits import client_of
from citywright.server.http.requests import AnyRequest
from citywright.server.services import TheServices

LOOPBACK = ("127.0.0.1", "::1", "testclient")


@get("/alive")
async def alive() -> Response[str]:
    """`ok` if this process answers at all."""
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/health")
async def health(services: TheServices) -> Response[str]:
    """`ok` if people can play: the database can be read and written. Else 503 and what does not work."""
    failing = await services.health.failing()
    return Response(f"{failing or 'ok'}\n", media_type=MediaType.TEXT, status_code=503 if failing else 200)


@get("/metrics")
async def metrics(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """For Prometheus on this machine. A proxy names its client, so nobody sees them through one."""
    if client_of(request) not in LOOPBACK:
        raise Refusal(UNKNOWN, "there is nothing here")
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


HANDLERS = [alive, health, metrics]
