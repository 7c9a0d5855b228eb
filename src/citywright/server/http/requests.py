"""The types of any request and any connection, and what every request must be like to be read at all.

One place refuses what no handler should meet: NUL in an address, a query, a form or JSON (PostgreSQL takes
none, and no text has one), a Host that is none, bodies that are compressed (a small one stays small) and
bodies that cannot be taken apart.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.enums import RequestEncodingType, ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from citywright.server.errors import MALFORMED, TOO_LARGE, UNKNOWN, Refusal

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]  # a request or a WebSocket

HOST = re.compile(rb"(?:[\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(?::(\d{1,5}))?")
LARGEST_PORT = 65_535
LONGEST_QUERY = 4_000  # bytes; the longest of ours has fewer than 200
TOO_LONG = b"too-long"  # stands for a longer one: taking that apart would keep everybody waiting
NOT_COMPRESSED = (b"", b"identity")
MOST_FIELDS = 1_000  # of a form


class ReadableRequest(Request[Any, Any, Any]):
    """A request whose form or JSON is text throughout, or refused."""

    async def form(self) -> FormMultiDict:
        """The fields of a form."""
        if (await self.body()).count(b"&") > MOST_FIELDS and self.content_type[
            0
        ] == RequestEncodingType.URL_ENCODED:
            raise Refusal(TOO_LARGE, "a form has at most {most} fields", most=MOST_FIELDS)
        try:
            form = await super().form()
        except (LookupError, RecursionError, ValueError) as error:  # an unknown charset, wrong bytes
            raise _unreadable() from error
        for value in form.values():
            if not isinstance(value, UploadFile) and "\0" in str(value):  # files are read line by line later
                raise _no_text()
        return form

    async def json(self) -> Any:
        """What the body says."""
        try:
            value = await super().json()
        except RecursionError as error:
            raise _unreadable() from error
        to_check = [value]
        while to_check:
            part = to_check.pop()
            if isinstance(part, dict):
                to_check += [*part.keys(), *part.values()]
            elif isinstance(part, list):
                to_check += part
            elif isinstance(part, str) and "\0" in part:
                raise _no_text()
        return value


class ReadableAddresses(ASGIMiddleware):
    """Refuses connections whose address, host or kind of body cannot be meant."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request, or one live connection."""
        if "\0" in scope["path"]:
            raise Refusal(UNKNOWN, "there is nothing at this address")
        query = scope["query_string"]
        if query == TOO_LONG:
            raise Refusal(TOO_LARGE, "this address is too long")
        if b"\0" in query or b"%00" in query:
            raise _no_text()
        for name, value in scope["headers"]:
            if name == b"host" and not is_host(value):
                raise _unreadable()
            if name == b"content-encoding" and value.strip().lower() not in NOT_COMPRESSED:
                raise Refusal(MALFORMED, "a request must not be compressed")
        await next_app(scope, receive, send)


def with_short_query(scope: Any) -> Any:
    """The scope of a connection whose query can be taken apart quickly, by whoever looks at it."""
    if len(scope.get("query_string", b"")) > LONGEST_QUERY:
        return {**scope, "query_string": TOO_LONG}
    return scope


def is_host(value: bytes) -> bool:
    """Can this be the name, or the address, and the port of a server?"""
    found = HOST.fullmatch(value)
    return found is not None and int(found[1] or 0) <= LARGEST_PORT


def _unreadable() -> Refusal:
    return Refusal(MALFORMED, "this request cannot be read")


def _no_text() -> Refusal:
    return Refusal(MALFORMED, "this holds a character that belongs to no text: NUL")
