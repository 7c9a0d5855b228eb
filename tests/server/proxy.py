"""A proxy between a server and Redis or PostgreSQL that fails the way networks do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Connection:
    """One connection through the proxy: two threads that pass bytes on."""

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._sockets = client, server
        self.is_dead = False  # it swallows everything, and nobody is told
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        client, server = self._sockets
        try:
            while data := source.recv(65536):
                if self.is_dead:
                    continue
                if source is client and self._proxy.cut_after and self._proxy.cut_after in data:
                    self._proxy.cut_after = b""
                    self.is_dead = True  # the answer is not passed on
                    server.sendall(data)
                    threading.Timer(0.1, self.close).start()
                    continue
                target.sendall(data)
        except OSError:
            pass
        if not self.is_dead:
            self.close()

    def close(self) -> None:
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Passes connections on to the place of a URL; `url` leads through it."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        self._target = (str(address.hostname), int(address.port or 0))
        self._listener = socket.create_server(("127.0.0.1", 0))
        user = f"{address.username}@" if address.username else ""
        self.url = address._replace(netloc=f"{user}127.0.0.1:{self._listener.getsockname()[1]}").geturl()
        self.cut_after = b""  # cut the next connection whose client sends this, before the answer
        self._is_cut = False
        self._connections: list[Connection] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                client.close()
            else:
                server = socket.create_connection(self._target)
                self._connections.append(Connection(self, client, server))

    def cut(self) -> None:
        """End every connection and let nobody through."""
        self._is_cut = True
        for connection in self._connections:
            connection.close()
        self._connections.clear()

    def mend(self) -> None:
        """Let new connections through."""
        self._is_cut = False

    def go_silent(self) -> None:
        """The connections there are carry nothing any more, and neither end is told."""
        for connection in self._connections:
            connection.is_dead = True

    def close(self) -> None:
        self.cut()
        self._listener.close()


@contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    proxy = Proxy(url)
    try:
        yield proxy
    finally:
        proxy.close()
