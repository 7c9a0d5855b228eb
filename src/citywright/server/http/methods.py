"""What holds for every address, whatever answers there: HEAD is GET without the body, OPTIONS lists every
method, and caches keep nothing that does not say so.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.types import HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage


def without_body(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Ways in and out for a request that wants the head of the answer only.

    To the handler the client goes away once the head is sent: an answer without end stops there.
    """
    sent = asyncio.Event()

    async def receive_until_sent() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        if not sent.is_set():
            receiving = asyncio.ensure_future(receive())
            waiting = asyncio.ensure_future(sent.wait())
            await asyncio.wait((receiving, waiting), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if receiving.done():
                return receiving.result()
            receiving.cancel()
        return {"type": "http.disconnect"}

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            sent.set()

    return receive_until_sent, send_head


async def complete_headers(message: Message, scope: Scope) -> None:
    """Runs before an answer is sent."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers.setdefault("Cache-Control", "no-store")
    if "Allow" in headers:
        methods = {method.strip() for method in headers["Allow"].split(",")}
        methods |= _methods(scope["litestar_app"]).get(scope.get("path_template") or "", set())
        headers["Allow"] = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


@lru_cache(4)
def _methods(app: Litestar) -> dict[str, set[str]]:
    """The methods of every address. (The framework's own list for OPTIONS leaves some out.)"""
    return {route.path_format: set(getattr(route, "methods", ())) for route in app.routes}
