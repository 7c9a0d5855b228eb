"""The live connection of a room's page, a WebSocket: what the room looks like goes out, nothing comes in.

A room is read once for all who look at it in this process, when it has changed. Nothing depends on hearing of
a change of another process: a room is read again every few seconds where there are others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.live.connection import (
    GONE,
    AnySocket,
    Inbox,
    Page,
    Refused,
    check_length,
    direct,
    serve_page,
)
from citywright.server.live.socket import Done, Ping
from citywright.server.pages.rooms.page import around_of, boards_for, reader_of
from citywright.server.pages.rooms.shown import NOBODY, Boards, Reader, room_html
from citywright.server.rooms.room import Room
from citywright.server.services import Services, TheServices

log = logging.getLogger(__name__)

COMPARING = 2.0  # seconds after which a room is read again where other processes write, too
STARTED = b'{"is":"started","at":[0,0]}'

_pings = msgspec.json.Decoder(Ping)


class RoomFrame(msgspec.Struct, tag_field="is", tag="room"):
    """What the room looks like."""

    html: str
    at: tuple[int, int] = (0, 0)


class Watch:
    """A room that pages of this process show."""

    def __init__(self, services: Services, room_id: str) -> None:
        self._services = services
        self.room_id = room_id
        self._lock = asyncio.Lock()
        self._room: Room | None = None
        self._read = -COMPARING  # when, by time.monotonic()
        self.is_stale = True
        self.pages: set[asyncio.Event] = set()  # each is set when there may be something new

    async def room(self) -> Room | None:
        """The room as it is; None if it is none any more."""
        async with self._lock:
            age = time.monotonic() - self._read
            if self.is_stale or (age >= COMPARING and not self._services.nodes.is_alone):
                self.is_stale, self._read = False, time.monotonic()
                try:
                    self._room = await self._services.rooms.find_if_any(self.room_id)
                except BaseException:
                    self.is_stale = True
                    raise
            return self._room


class OpenRooms:
    """All rooms that pages of this process show."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._watched: dict[str, Watch] = {}
        services.rooms.on_change.append(self._wake)

    def _wake(self, room_id: str) -> None:
        watch = self._watched.get(room_id)
        if watch is not None:
            watch.is_stale = True
            for page in watch.pages:
                page.set()

    @contextmanager
    def watching(self, room_id: str) -> Iterator[tuple[Watch, asyncio.Event]]:
        """Follow a room: what it is, and an event that is set when it may have changed."""
        watch = self._watched.setdefault(room_id, Watch(self._services, room_id))
        news = asyncio.Event()
        watch.pages.add(news)
        try:
            yield watch, news
        finally:
            watch.pages.discard(news)
            if not watch.pages:
                self._watched.pop(room_id, None)


TheOpenRooms = NamedDependency[OpenRooms]  # how handlers ask for it


@websocket("/rooms/{room_id:str}/live")
async def live(
    socket: AnySocket, room_id: FromPath[str], services: TheServices, open_rooms: TheOpenRooms
) -> None:
    """Follow a room until its game begins."""

    async def follow(page: Page) -> None:
        with open_rooms.watching(room_id) as watched:
            reader = reader_of(socket, services, page.guest, room_id, page.lang)
            await _present(socket, services, reader, page.inbox, watched)

    await serve_page(socket, services, follow)


async def _present(
    socket: AnySocket,
    services: Services,
    reader: Reader,
    inbox: Inbox,
    watched: tuple[Watch, asyncio.Event],
) -> None:
    """Serve one page; as long as it is open, whoever has it is here."""
    room_id, guest_id = watched[0].room_id, reader.guest_id
    sending = asyncio.Lock()
    send_directly = direct(socket).send

    async def send(frame: bytes) -> None:
        async with sending:
            await send_directly({"type": "websocket.send", "bytes": None, "text": frame.decode()})
            services.metrics.sent(len(frame))

    showing = asyncio.create_task(_show(services, reader, watched, send), name="room")
    try:
        if guest_id is not None:
            await services.presence.arrive(room_id, guest_id)
        while True:
            answer = _answer(services, socket, await inbox.next(), reader.lang)
            await send(msgspec.json.encode(answer))
    except (WebSocketDisconnect, *GONE):
        pass
    finally:
        showing.cancel()
        with suppress(asyncio.CancelledError, Exception):  # whatever kept it from sending, the page is gone
            await showing
        if guest_id is not None:
            await asyncio.shield(services.presence.depart(room_id, guest_id))


def _answer(services: Services, socket: AnySocket, message: str | bytes, lang: str) -> Done | Refused:
    """A page only asks for signs of life here: it acts by forms."""
    try:
        check_length(message)
        services.limits.spend("ask for something", socket)
        try:
            return Done(_pings.decode(message).id, (0, 0))
        except msgspec.DecodeError as error:
            raise Refusal(MALFORMED, "this cannot be read: {problem}", problem=str(error)) from error
    except Refusal as refusal:
        return Refused(0, refusal.code, refusal.translated(words_of(lang)))


async def _show(
    services: Services,
    reader: Reader,
    watched: tuple[Watch, asyncio.Event],
    send: Callable[[bytes], Awaitable[None]],
) -> None:
    """Send what the room looks like whenever that has changed, and at last that the game begins."""
    watch, news = watched
    boards: Boards = []
    around, known = NOBODY, None
    shown = ""
    while True:
        is_news = news.is_set()
        news.clear()
        try:
            room = await watch.room()
            if room is not None:
                boards = boards or await boards_for(services, room, reader.guest_id, reader.lang)
                if is_news or room != known:
                    around, known = await around_of(services, room, reader.guest_id), room
        except (SQLAlchemyError, OSError) as error:
            log.warning("a room could not be read; it is tried again: %s", error)
            news.set()
            await asyncio.sleep(COMPARING)
            continue
        if room is None:  # there is a table in its place, or nothing
            await send(STARTED)
            return
        html = room_html(room, reader, boards, around)
        if html != shown:
            await send(msgspec.json.encode(RoomFrame(html)))
            shown = html
        with suppress(TimeoutError):
            async with asyncio.timeout(COMPARING):
                await news.wait()


HANDLERS = [live]
