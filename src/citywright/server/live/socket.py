"""The live connection of a table page, a WebSocket: actions come in, answers and changes go out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from citywright.game_parts import text_of
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.live.connection import (
    CLOSING,
    TRY_LATER,
    AnySocket,
    Inbox,
    Page,
    Refused,
    ServerEnds,
    check_length,
    close_quietly,
    direct,
    serve_page,
)
from citywright.server.live.open_pages import OpenPages, TheOpenPages
from citywright.server.live.preview import preview_of
from citywright.server.live.viewer import TooSlow, Viewer
from citywright.server.services import Services, TheServices
from citywright.server.spans import Traced

log = logging.getLogger(__name__)


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


_requests = msgspec.json.Decoder(Play | Undo | Pace | Resync | Ping)


@websocket("/t/{table_id:str}/live")
async def live(
    socket: AnySocket, table_id: FromPath[str], services: TheServices, open_pages: TheOpenPages
) -> None:
    """Follow a table and act at it."""

    async def follow(page: Page) -> None:
        table = await services.table_for(table_id, page.guest_id)
        seat = table.seat_for(page.guest_id, socket.query_params.get("seat", ""))
        reads_lines = "lines" in socket.query_params
        viewer = Viewer(table, seat, page.lang, services.settings.viewer_queue, reads_lines=reads_lines)
        viewer.on_gone = page.inbox.table_gone
        if page.guest_id is not None and seat >= 0:
            services.notices.watch.seen(page.guest_id, table.id)
        await _follow(socket, services, open_pages, viewer, page.inbox)

    await serve_page(socket, services, follow)


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
        check_length(message)
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
