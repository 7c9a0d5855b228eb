"""The ASGI application: routes, errors, headers and static files."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import PurePath
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import RequestEncodingType
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from citywright.catalogue import games
from citywright.draw.theme import DARK, LIGHT
from citywright.server import errors, faces, icons
from citywright.server.api.requests import explain as explain_to_program
from citywright.server.api.router import OPENAPI, ROUTER
from citywright.server.errors import Refusal, Suspended
from citywright.server.http.methods import complete_headers, without_body
from citywright.server.http.request_log import RequestLog
from citywright.server.http.requests import (
    AnyRequest,
    ReadableAddresses,
    ReadableRequest,
    with_short_query,
)
from citywright.server.http.security import HEADERS, refuse_other_sites
from citywright.server.language import words_of
from citywright.server.live.connection import DIRECT, Direct
from citywright.server.live.open_pages import OpenPages
from citywright.server.live.socket import live
from citywright.server.pages import router
from citywright.server.pages.cover_images import cover, share_image
from citywright.server.pages.requests import lang_of, page
from citywright.server.pages.rooms.live import OpenRooms
from citywright.server.services import Services, TheServices
from citywright.server.settings import Settings
from citywright.server.templates import TYPES, assets
from citywright.text import LANGUAGES

log = logging.getLogger(__name__)

LARGEST_BODY = 64_000
GZIP_LEVEL = 4  # of 9; everybody waits while a page is compressed, and 9 takes three times as long


@get("/static/{version:str}/{path:path}")
async def static(services: TheServices, path: FromPath[PurePath]) -> Response[bytes]:
    """A style sheet, script, face or icon. Its address changes with its content, so it is kept for ever."""
    name = path.as_posix().lstrip("/")
    content = assets().get(name)
    if content is None and name in faces.names():
        content = await services.faces.content(name)
    if content is None and name in icons.names():
        content = await asyncio.to_thread(icons.icon, name)
    if content is None:
        raise Refusal(errors.UNKNOWN, "there is no such file")
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=TYPES[PurePath(name).suffix], headers=headers)


@get("/cover/{game_id:str}/{theme:str}")
async def cover_picture(request: AnyRequest, game_id: FromPath[str], theme: FromPath[str]) -> Response[bytes]:
    """The picture of a game, by `lang`. It carries its own style sheet, which its own policy allows."""
    if game_id not in games() or theme not in (LIGHT, DARK):
        raise Refusal(errors.UNKNOWN, "there is no such picture")
    headers = {
        "Cache-Control": "public, max-age=86400",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    }
    svg = await asyncio.to_thread(cover, game_id, theme, _lang_asked_for(request))
    return Response(svg, media_type=TYPES[".svg"], headers=headers)


@get("/cover/{game_id:str}/share.png")
async def share_picture(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    """The picture for previews of a link to a game, by `lang`."""
    png = b""
    if game_id in games():
        png = await asyncio.to_thread(share_image, game_id, _lang_asked_for(request))
    if not png:
        raise Refusal(errors.UNKNOWN, "there is no such picture")
    return Response(png, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


def _lang_asked_for(request: AnyRequest) -> str:
    lang = request.query_params.get("lang", "")
    return lang if lang in LANGUAGES else LANGUAGES[0]


def _refusal_for(status: int) -> Refusal:
    """A refusal for an error of the framework."""
    if status == 404:
        return Refusal(errors.UNKNOWN, "there is nothing at this address")
    if status == 405:
        return Refusal(errors.MALFORMED, "this address is not used that way")
    if status == 413:
        return Refusal(errors.TOO_LARGE, "this is more than the server takes at once")
    return Refusal(errors.MALFORMED, "this request cannot be read")


def explain(request: AnyRequest, error: Exception) -> Response[Any]:
    """A page that says what went wrong, its code in a header; who sends JSON is told in JSON."""
    if request.scope["path"].startswith("/api/") or request.content_type[0] == RequestEncodingType.JSON:
        return explain_to_program(request, error)
    if isinstance(error, Refusal):
        refused, status = error, error.status
    elif isinstance(error, HTTPException):
        refused, status = _refusal_for(error.status_code), error.status_code
    elif errors.is_value_refused(error):
        log.warning("the database takes no such value", exc_info=error)
        refused, status = _refusal_for(400), 400
    elif isinstance(error, SQLAlchemyError | OSError):
        log.error("the database failed", exc_info=error)
        refused, status = Refusal(errors.UNAVAILABLE, "the database cannot be reached; try again"), 503
    else:
        log.error("a request failed", exc_info=error)
        refused, status = Refusal(errors.UNAVAILABLE, "something went wrong here; it was noted"), 500
    if error_services := request.app.state.get("services"):
        error_services.metrics.refused(refused.code)
    reason = refused.translated(words_of(lang_of(request)))
    values = {"code": refused.code, "reason": reason[:1].upper() + reason[1:]}
    template = "stopped.html" if isinstance(refused, Suspended) else "error.html"
    response = page(request, template, status, **values)
    response.headers["X-Refused"] = refused.code
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})  # which methods there are
    for header in HEADERS:
        response.headers[header.name] = str(header.value)
    return response


class Application(Litestar):
    """The routes of a server, which take long to set up; what they answer for is told to `serve`.

    Answers HEAD wherever there is an answer to GET.
    """

    services: Services
    open_pages: OpenPages
    open_rooms: OpenRooms

    def __init__(self) -> None:
        super().__init__(
            route_handlers=[*router.HANDLERS, ROUTER, static, cover_picture, share_picture, live],
            dependencies={
                "services": Provide(lambda: self.services, sync_to_thread=False),
                "open_pages": Provide(lambda: self.open_pages, sync_to_thread=False),
                "open_rooms": Provide(lambda: self.open_rooms, sync_to_thread=False),
            },
            lifespan=[_lifespan],
            middleware=[RequestLog(lambda: self.services), ReadableAddresses()],
            request_class=ReadableRequest,
            state=State(),
            before_request=refuse_other_sites,
            before_send=[complete_headers],
            exception_handlers={Exception: explain},
            response_headers=HEADERS,
            compression_config=CompressionConfig(
                backend="gzip",
                minimum_size=1000,
                gzip_compress_level=GZIP_LEVEL,
                exclude=[r"\.woff2$"],  # they are compressed already
            ),
            request_max_body_size=LARGEST_BODY,
            openapi_config=OPENAPI,
            include_in_schema=False,
            logging_config=None,
            debug=False,
        )

    def serve(self, services: Services) -> None:
        """Answer for these services from now on, and for no others any more."""
        self.services = self.state["services"] = services
        self.open_pages = OpenPages()
        self.open_rooms = OpenRooms(services)
        services.tables.on_change.append(self.open_pages.show_change)
        services.tables.memory.on_gone.append(self.open_pages.end_all)
        _watch_memory(services, self.open_pages)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, live connection, or the life of the process."""
        scope = with_short_query(scope)
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
            receive, send = without_body(receive, send)
        if scope["type"] == "websocket":
            scope[DIRECT] = Direct(receive, send)
        await super().__call__(scope, receive, send)


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state["services"]
    try:
        await services.start()
    except Exception as error:
        log.critical("the server could not start", exc_info=error)
        raise
    try:
        yield
    finally:
        await services.stop()


def _watch_memory(services: Services, open_pages: OpenPages) -> None:
    """Tell Prometheus what this process keeps in memory for open pages."""
    watch = services.metrics.watch
    watch("citywright_pages_drawn", "Pages of seats that are drawn", open_pages.count)
    watch(
        "citywright_sent_characters",
        "Characters kept of what was sent to open pages, so that it is not sent again",
        lambda: open_pages.characters,
    )


# Applications that serve nothing, yet or any more: whoever starts many servers sets up their routes once.
spare: list[Application] = []


def create_app(settings: Settings, line: socket.socket | None = None) -> Application:
    """The application of one server process; `line` leads to the parent of several, if there is one."""
    app = spare.pop() if spare else Application()
    app.serve(Services(settings, line))
    return app
