"""What live connections of all pages share: who may open one, what comes in, how it is ended and why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, cast

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import Receive, Send

from citywright.server.errors import FORBIDDEN, TOO_LARGE, TOO_MANY, Refusal
from citywright.server.http.security import is_same_origin
from citywright.server.language import choose_language, words_of
from citywright.server.players.guests import Guest
from citywright.server.services import Services

AnySocket = WebSocket[Any, Any, Any]

LARGEST_MESSAGE = 2000  # characters; the longest action has far fewer
REFUSED = 4403  # close codes of our own: the page does not try again
NOT_FOUND = 4404
TRY_LATER = 4429  # it may
RESTART = 1012  # a code everybody knows: the page tries again at once
CLOSING = 2.0  # seconds to hear why a connection is closed
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # what sending to a page that has gone raises
DIRECT = "citywright direct"  # the key in the scope of what `direct` returns


class Refused(msgspec.Struct, tag_field="is", tag="refused"):
    """The request with this id changed nothing."""

    id: int
    code: str
    reason: str


class Direct(NamedTuple):
    """`receive` and `send` as uvicorn gave them: every layer around them takes time for each message."""

    receive: Receive
    send: Send


def direct(socket: AnySocket) -> Direct:
    """How to receive and send without the framework, once it has accepted a connection."""
    found: Direct = cast("dict[str, Any]", socket.scope)[DIRECT]
    return found


class SessionEnded(Exception):
    """The session somebody was let in by has ended."""


class ServerEnds(Exception):
    """This process ends; another will serve the page."""


class Inbox:
    """The messages a page sends, until its session ends. A message that is being carried out then, stands."""

    def __init__(self, socket: AnySocket) -> None:
        self._receive = direct(socket).receive
        self._waiting: asyncio.Task[Any] | None = None
        self._why: type[Exception] | Exception | None = None  # no more are taken

    def end(self) -> None:
        """Take no more messages: the session has ended."""
        self._end(SessionEnded)

    def leave(self) -> None:
        """Take no more messages: the server ends."""
        self._end(ServerEnds)

    def table_gone(self, why: Refusal) -> None:
        """Take no more messages: the table is there no more."""
        self._end(why)

    def _end(self, why: type[Exception] | Exception) -> None:
        if self._why is None:
            self._why = why
            if self._waiting is not None:
                self._waiting.cancel()

    async def next(self) -> str | bytes:
        """The next message."""
        self._check()
        self._waiting = asyncio.current_task()
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if self._waiting is None or self._waiting.uncancel():
                raise  # it was not, or not only, `_end`
            self._check()
            raise
        finally:
            self._waiting = None
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="the page has gone")
        return message.get("text") or message.get("bytes") or ""

    def _check(self) -> None:
        """Raise why no more messages are taken, if none are."""
        if self._why is not None:
            raise self._why


class Page(NamedTuple):
    """A page that is connected: whose it is, its language, and what it sends."""

    guest: Guest | None
    lang: str
    inbox: Inbox

    @property
    def guest_id(self) -> str | None:
        """Whose page it is; none: nobody in particular."""
        return self.guest.id if self.guest else None


async def serve_page(
    socket: AnySocket, services: Services, follow: Callable[[Page], Awaitable[None]]
) -> None:
    """Let a page in, have it served, and tell it why the connection ends if it is ended here."""
    await socket.accept()
    if not is_same_origin(socket):
        await close_quietly(socket, REFUSED, "this page comes from another site")
        return
    lang = choose_language(socket.query_params.get("lang"), "")
    inbox = Inbox(socket)
    try:
        services.limits.spend("ask for something", socket)
        session = services.guests.session_of(socket)
        with services.endings.watch(session, inbox.end), services.departure.watch(inbox.leave):
            page = Page(await services.guests.guest_of(socket), lang, inbox)
            with services.limits.open_connection(socket, page.guest_id):
                await follow(page)
    except Refusal as refusal:
        services.metrics.refused(refusal.code)
        await close(socket, refusal, lang, TRY_LATER if refusal.code == TOO_MANY else NOT_FOUND)
    except ServerEnds:
        await close_quietly(socket, RESTART, "service restart")
    except SessionEnded:
        await close(socket, Refusal(FORBIDDEN, "this session has ended; load the page again"), lang, REFUSED)


def check_length(message: str | bytes) -> None:
    """Refuse a message that is longer than any a page of ours sends."""
    if len(message) > LARGEST_MESSAGE:
        raise Refusal(
            TOO_LARGE,
            "a message has at most {most} characters, not {n}",
            most=LARGEST_MESSAGE,
            n=len(message),
        )


async def close(socket: AnySocket, refusal: Refusal, lang: str, close_code: int) -> None:
    """Say why, and close; without waiting for somebody who does not listen."""
    answer = Refused(0, refusal.code, refusal.translated(words_of(lang)))
    with suppress(TimeoutError, *GONE):
        async with asyncio.timeout(CLOSING):
            await socket.send_text(msgspec.json.encode(answer).decode())
            await socket.close(close_code, refusal.code)


async def close_quietly(socket: AnySocket, close_code: int, reason: str) -> None:
    """Close without waiting for somebody who does not listen."""
    with suppress(TimeoutError, *GONE):
        async with asyncio.timeout(CLOSING):
            await socket.close(close_code, reason)
