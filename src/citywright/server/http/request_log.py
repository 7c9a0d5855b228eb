"""Surrounds every request: limits per client, a line in the log, a count.

Logs name routes, never addresses: an address may hold the key of a seat.
"""

from __future__ import annotations

import logging
import time
from contextlib import AbstractContextManager, ExitStack

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from citywright.server.http.limits import Limits
from citywright.server.http.metrics import Metrics
from citywright.server.http.requests import AnyConnection, AnyRequest
from citywright.server.spans import SEND, Traced, span

log = logging.getLogger("citywright.requests")

HELD = "citywright held"  # where a request keeps what `hold` was given
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # others may be anybody's words
UNLIMITED = ("/static/", "/alive", "/health", "/metrics", "/cover/")  # cheap to answer


class RequestLog(ASGIMiddleware):
    """Counts and limits what comes in over HTTP."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, limits: Limits, metrics: Metrics, slow: float = 0.0) -> None:
        """After `slow` seconds without an answer a request is logged as slow."""
        self._limits = limits
        self._slow = slow
        self._metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request."""
        with Traced("a request was slow", self._slow) as traced:
            await self._handle(scope, receive, send, next_app, traced)

    async def _handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp, traced: Traced
    ) -> None:
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
                self._limits.spend("ask for something", connection)
            await next_app(scope, receive, note)
        finally:
            held.close()
            seconds = (answered or time.perf_counter()) - began
            route = route_of(scope)
            self._metrics.answered(route, status, seconds)
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
