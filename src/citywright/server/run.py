"""Runs the application under uvicorn, in this process."""

from __future__ import annotations

import asyncio
import gc
import socket
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar import Litestar

from citywright.server.app import create_app
from citywright.server.http.compression import LiveProtocol
from citywright.server.http.connections import Connections, allow_open_files, protocol_for
from citywright.server.http.listening import open_listener, tell_systemd
from citywright.server.http.logs import note_loop_error
from citywright.server.links.handover import Handover
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.startup import load_games, make_ready

LARGEST_FRAME = 65_536  # larger ones end the connection; smaller ones that are still too large get an answer

GRACE = 3  # seconds requests have to end when the server does

MOST_KNOCKING = 2048  # connections that may wait to be accepted


class Server(uvicorn.Server):
    """Says when requests are served, and ends streams before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, services: Services, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._connections: Connections = config.http.book  # type: ignore[union-attr]
        self._services = services
        self._on_ready = on_ready

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        tell_systemd("STOPPING=1")
        for server in self.servers:
            server.close()  # first: nobody new is let in who would have to go at once
        self._services.subscriptions.end()  # a stream would keep the server waiting
        await asyncio.gather(self._services.departure.begin(), self._connections.serve_newcomers())
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(note_loop_error)
        await super().startup(sockets)
        if self.should_exit:
            return
        for listener in sockets or ():
            listener.listen(MOST_KNOCKING)  # more than are accepted in one go
        # What was loaded so far stays for good: the garbage collector need not visit it again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 10, 100)  # nobody waits long for a round, however many tables there are
        await asyncio.to_thread(self._on_ready)


def config_for(
    app: Litestar, settings: Settings, handover: Handover | None = None, **options: Any
) -> uvicorn.Config:
    """How uvicorn serves the application."""
    connections = Connections(allow_open_files(), settings.bot_workers, settings.limits)
    connections.warn_if_few()
    return uvicorn.Config(
        app,
        http=protocol_for(connections, None if handover is None else handover.give),
        backlog=connections.backlog,
        ws=LiveProtocol,
        ws_max_size=LARGEST_FRAME,
        log_config=None,  # its lines go where all lines go, see http/logs.py
        access_log=False,
        server_header=False,
        **options,
    )


def tell_address(settings: Settings, port: int, *, browse: bool) -> None:
    """Say where the server is, now that it answers, and open the browser there."""
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    address = f"http://{shown}:{port}/"
    tell_systemd("READY=1")
    print(f"Citywright is at {address} (end it with Ctrl-C)", flush=True)
    if browse:
        webbrowser.open(address)


def serve(settings: Settings, *, browse: bool = False, log_level: str = "warning") -> None:
    """Serve until interrupted; raises NotReady if the database, or Redis, cannot be reached."""
    asyncio.run(make_ready(settings))
    listener = open_listener(settings.host, settings.port)
    app = create_app(settings)
    load_games()
    app.openapi_schema.to_schema()  # it is made once
    config = config_for(app, settings, log_level=log_level, timeout_graceful_shutdown=GRACE)
    port = listener.getsockname()[1]
    server = Server(config, app.services, lambda: tell_address(settings, port, browse=browse))
    server.run(sockets=[listener])
