"""Runs the application under uvicorn."""

from __future__ import annotations

import asyncio
import gc
import socket
import webbrowser
from typing import Any

import uvicorn
from litestar import Litestar

from citywright.server.app import create_app
from citywright.server.http.connections import Connections, allow_open_files, protocol_for
from citywright.server.http.logs import note_loop_error
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.startup import make_ready

LARGEST_FRAME = 65_536  # larger ones end the connection; smaller ones that are still too large get an answer

MOST_KNOCKING = 2048  # connections that may wait to be accepted


class Server(uvicorn.Server):
    """Opens the browser once requests are served, and ends streams before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, services: Services, address: str, *, browse: bool) -> None:
        super().__init__(config)
        self._services = services
        self._address = address
        self._browse = browse

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._services.subscriptions.end()  # a stream would keep the server waiting
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
        gc.set_threshold(20_000, 50, 100)
        print(f"Citywright is at {self._address} (end it with Ctrl-C)", flush=True)
        if self._browse:
            await asyncio.to_thread(webbrowser.open, self._address)


def config_for(app: Litestar, settings: Settings, **options: Any) -> uvicorn.Config:
    """How uvicorn serves the application."""
    connections = Connections(allow_open_files(), settings.bot_workers, settings.limits)
    connections.warn_if_few()
    return uvicorn.Config(
        app,
        http=protocol_for(connections),
        backlog=connections.backlog,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        log_config=None,  # its lines go where all lines go, see http/logs.py
        access_log=False,
        server_header=False,
        **options,
    )


def serve(settings: Settings, *, browse: bool = False, log_level: str = "warning") -> None:
    """Serve until interrupted; raises NotReady if the database, or Redis, cannot be reached."""
    asyncio.run(make_ready(settings))
    listener = socket.socket(
        socket.AF_INET6 if ":" in settings.host else socket.AF_INET,
        socket.SOCK_STREAM,
        socket.IPPROTO_TCP,  # named, or asyncio leaves Nagle's algorithm on: 40 ms for every answer
    )
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    port = listener.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    app = create_app(settings)
    config = config_for(app, settings, log_level=log_level, timeout_graceful_shutdown=3)
    Server(config, app.state["services"], f"http://{shown}:{port}/", browse=browse).run(sockets=[listener])
