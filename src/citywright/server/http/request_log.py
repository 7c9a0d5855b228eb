"""Around every request: limits per client, a line in the log, a count.

Logs name routes, never addresses: an address may hold the key of a seat.
"""

from __future__ import annotations

import logging
import time
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from citywright.server.services import Services

log = logging.getLogger("citywright.requests")

HELD = "citywright held"
FREE = ("/static/", "/health", "/metrics", "/cover/")  # they cost nothing


class RequestLog(ASGIMiddleware):
    """Counts and limits what comes in over HTTP."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, services: Services) -> None:
        self._services = services

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request."""
        began = time.perf_counter()
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        held = ExitStack()
        scope["state"][HELD] = held
        try:
            if not scope["path"].startswith(FREE):
                connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
                self._services.limits.spend("ask for something", connection)
            await next_app(scope, receive, note)
        finally:
            held.close()
            seconds = time.perf_counter() - began
            route = route_of(scope)
            self._services.metrics.answered(route, status, seconds)
            facts = {"method": str(scope.get("method")), "route": route, "status": status}
            log.info("request", extra=facts | {"ms": round(1000 * seconds, 1)})


def hold(request: Request[Any, Any, Any], held: AbstractContextManager[None]) -> None:
    """Enter something that lasts until the request is answered to its end, or the client has gone away."""
    request.scope["state"][HELD].enter_context(held)


def route_of(scope: Scope) -> str:
    """The pattern of an address, without what fills it."""
    pattern = scope.get("path_template") or ""
    return str(pattern) or "?"
