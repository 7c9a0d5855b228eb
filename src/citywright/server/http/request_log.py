"""Surrounds every request: limits per client, a line in the log, a count.

Logs name routes, never addresses: an address may hold the key of a seat.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Protocol

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from citywright.server.http.limits import Limits
from citywright.server.http.metrics import Metrics
from citywright.server.http.requests import AnyConnection, AnyRequest
from citywright.server.settings import Settings
from citywright.server.spans import SEND, Traced, span

log = logging.getLogger("citywright.requests")

HELD = "citywright held"  # where a request keeps what `hold` was given
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # others may be anybody's words
UNLIMITED = ("/static/", "/alive", "/health", "/metrics", "/cover/")  # cheap to answer


class Surroundings(Protocol):
    """What of a server's services every request meets."""

    settings: Settings
    limits: Limits
    metrics: Metrics


class RequestLog(ASGIMiddleware):
    """Counts and limits what comes in over HTTP."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, services: Callable[[], Surroundings]) -> None:
        self._services = services

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request; it is logged as slow if it has no answer after so many seconds as are set."""
        with Traced("a request was slow", self._services().settings.slow) as traced:
            await self._handle(scope, receive, send, next_app, traced)

    async def _handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp, traced: Traced
    ) -> None:
        services = self._services()
        began, answered = time.perf_counter(), 0.0
        status = 500

        async def note(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], time.perf_counter()
                traced.answered()
            with span(SEND):
                await send(message)

        held = ExitStack()
        scope["state"][HELD] = held
        try:
            if not scope["path"].startswith(UNLIMITED):
                connection: AnyConnection = ASGIConnection(scope)
                services.limits.spend("ask for something", connection)
            await next_app(scope, receive, note)
        finally:
            held.close()
            seconds = (answered or time.perf_counter()) - began
            route = route_of(scope)
            services.metrics.answered(route, status, seconds)
            method = str(scope.get("method"))
            facts = {"method": method if method in METHODS else "?", "route": route, "status": status}
            traced.note(**facts)
            log.info("request", extra=facts | {"ms": round(1000 * seconds, 1)})


def hold(request: AnyRequest, held: AbstractContextManager[None]) -> None:
    """Enter something that lasts until the request is answered to its end, or the client has gone away."""
    request.scope["state"][HELD].enter_context(held)


def route_of(scope: Scope) -> str:
    """The pattern of an address, without what fills it."""
    pattern = scope.get("path_template") or ""
    return str(pattern) or "?"
