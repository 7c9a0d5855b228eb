"""The live connection of a table page, a WebSocket: actions come in, answers and changes go out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Receive, Send

from citywright.game_parts import text_of
from citywright.server.errors import FORBIDDEN, MALFORMED, TOO_LARGE, TOO_MANY, Refusal
from citywright.server.http.security import is_same_origin
from citywright.server.language import choose_language, words_of
from citywright.server.live.open_pages import OpenPages, TheOpenPages
from citywright.server.live.preview import preview_of
from citywright.server.live.viewer import TooSlow, Viewer
from citywright.server.services import Services, TheServices
from citywright.server.spans import Traced

AnySocket = WebSocket[Any, Any, Any]

log = logging.getLogger(__name__)

LARGEST_MESSAGE = 2000  # characters; the longest action has far fewer
REFUSED = 4403  # close codes of our own: the page does not try again
NOT_FOUND = 4404
TRY_LATER = 4429  # it may
RESTART = 1012  # a code everybody knows: the page tries again at once
CLOSING = 2.0  # seconds to hear why a connection is closed
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # what sending to a page that has gone raises
DIRECT = "citywright direct"  # the key in the scope of what `direct` returns


class Play(msgspec.Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Act: the words of an action, and the position it is meant for."""

    words: str
    ply: int
    epoch: int | None = None
    id: int = 0
    hold: bool = False  # if it would end the turn, only say so: whoever asked will confirm it


class Pace(msgspec.Struct, tag_field="do", tag="pace", forbid_unknown_fields=True):
    """How slowly bots act at a table of one person: times the usual pause, and whether to skip it for now."""

    factor: float = 1.0
    hurry: bool = False
    id: int = 0


class Undo(msgspec.Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back the last decision."""

    ply: int
    epoch: int | None = None
    id: int = 0


class Resync(msgspec.Struct, tag_field="do", tag="resync", forbid_unknown_fields=True):
    """Send everything: the page has missed something."""

    id: int = 0


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Ask for a sign of life."""

    id: int = 0


class Done(msgspec.Struct, tag_field="is", tag="done"):
    """The request with this id was carried out and is durable; the table was at this position then."""

    id: int
    at: tuple[int, int]


class Held(msgspec.Struct, tag_field="is", tag="held", omit_defaults=True):
    """The action with this id would end the turn. Nothing was changed: it waits for being confirmed."""

    id: int
    title: str  # what it would do
    parts: dict[str, list[str]] = {}  # panel -> what would be drawn there
    symbols: list[str] = []  # drawings that these use


class Refused(msgspec.Struct, tag_field="is", tag="refused"):
    """The request with this id changed nothing."""

    id: int
    code: str
    reason: str


_requests = msgspec.json.Decoder(Play | Undo | Pace | Resync | Ping)


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


@websocket("/t/{table_id:str}/live")
async def live(
    socket: AnySocket, table_id: FromPath[str], services: TheServices, open_pages: TheOpenPages
) -> None:
    """Follow a table and act at it."""
    await socket.accept()
    if not is_same_origin(socket):
        await socket.close(REFUSED, "this page comes from another site")
        return
    lang = choose_language(socket.query_params.get("lang"), "")
    inbox = Inbox(socket)
    try:
        services.limits.spend("ask for something", socket)
        session = services.guests.session_of(socket)
        with services.endings.watch(session, inbox.end), services.departure.watch(inbox.leave):
            guest = await services.guests.guest_of(socket)
            guest_id = guest.id if guest else None
            with services.limits.open_connection(socket, guest_id):
                table = await services.table_for(table_id, guest_id)
                seat = table.seat_for(guest_id, socket.query_params.get("seat", ""))
                reads_lines = "lines" in socket.query_params
                viewer = Viewer(table, seat, lang, services.settings.viewer_queue, reads_lines=reads_lines)
                viewer.on_gone = inbox.table_gone
                if guest_id is not None and seat >= 0:
                    services.notices.watch.seen(guest_id, table.id)
                await _follow(socket, services, open_pages, viewer, inbox)
    except Refusal as refusal:
        services.metrics.refused(refusal.code)
        await close(socket, refusal, lang, TRY_LATER if refusal.code == TOO_MANY else NOT_FOUND)
    except ServerEnds:
        await close_quietly(socket, RESTART, "service restart")
    except SessionEnded:
        await close(socket, Refusal(FORBIDDEN, "this session has ended; load the page again"), lang, REFUSED)


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


async def _follow(
    socket: AnySocket, services: Services, open_pages: OpenPages, viewer: Viewer, inbox: Inbox
) -> None:
    """Serve one viewer until it leaves."""

    def whole_page() -> bytes:
        return open_pages.page_of(viewer.table, viewer.seat, viewer.lang).whole()

    send_directly = direct(socket).send

    async def send(frame: bytes) -> None:
        await send_directly({"type": "websocket.send", "bytes": None, "text": frame.decode()})
        services.metrics.sent(len(frame))

    open_pages.join(viewer, socket.query_params.get("at", ""))
    sender = asyncio.create_task(viewer.run(send, whole_page), name="sender")
    sender.add_done_callback(_note_failure)
    try:
        open_pages.show_change(viewer.table)
        while True:
            message = await inbox.next()
            with Traced("a message was slow", services.settings.slow):
                answer = await _serve(services, viewer, whole_page, message)
                open_pages.catch_up(viewer)  # no answer tells of a position the page has not been sent
                viewer.answer(msgspec.json.encode(answer))
    except WebSocketDisconnect:
        pass
    except ServerEnds:
        await viewer.flush(CLOSING)
        open_pages.leave(viewer, quietly=True)
        raise
    except TooSlow:
        await close_quietly(socket, TRY_LATER, "too many requests at once")
    finally:
        sender.cancel()
        open_pages.leave(viewer)


def _note_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.info("a viewer went away: %s", error)


async def _serve(
    services: Services, viewer: Viewer, whole_page: Callable[[], bytes], message: str | bytes
) -> Done | Held | Refused:
    """Carry out one request. A refused request changes nothing."""
    number = 0
    try:
        if len(message) > LARGEST_MESSAGE:
            raise Refusal(
                TOO_LARGE,
                "a message has at most {most} characters, not {n}",
                most=LARGEST_MESSAGE,
                n=len(message),
            )
        try:
            request = _requests.decode(message)
        except msgspec.DecodeError as error:
            raise Refusal(MALFORMED, "this cannot be read: {problem}", problem=str(error)) from error
        number = request.id
        services.limits.spend_for("send a message", viewer.key)
        if isinstance(request, Resync):
            viewer.push(whole_page())
        elif not isinstance(request, Ping):
            held = await _act(services, viewer, request)
            if held is not None:
                return held
        return Done(number, viewer.table.at)
    except Refusal as refusal:
        return Refused(number, refusal.code, refusal.translated(words_of(viewer.lang)))


async def _act(services: Services, viewer: Viewer, request: Play | Undo | Pace) -> Held | None:
    """Act for the viewer's seat; an action that waits for being confirmed is returned."""
    if viewer.seat < 0:
        raise Refusal(FORBIDDEN, "spectators cannot make moves; use an invitation link to take a seat")
    table, seat, actions = viewer.table, viewer.seat, services.actions
    if isinstance(request, Pace):
        actions.set_bot_pace(table, request.factor, hurry=request.hurry)
        return None
    position = request.ply, request.epoch
    if isinstance(request, Undo):
        await actions.undo(table, seat, *position)
    elif request.hold and await actions.ends_turn(table, seat, request.words, *position):
        title = text_of(table.game).action_title(request.words, table.match.view(seat), viewer.lang)
        at = table.at[0] if request.epoch is None else request.epoch, request.ply
        return Held(request.id, title, *preview_of(table, seat, request.words, at, viewer.lang))
    else:
        await actions.play(table, seat, request.words, *position)
    return None
