"""A proxy between a server and Redis or PostgreSQL that fails the way networks do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

CUT_LATER = 0.1  # seconds after which a connection whose answer is held back is closed


class Connection:
    """One connection through the proxy: two threads that pass bytes on."""

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._sockets = client, server
        self.is_dead = False  # it swallows everything, and nobody is told
        self.is_meant = not proxy.only  # it is one of those that fail
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        client, server = self._sockets
        try:
            while data := source.recv(65536):
                self._proxy.flowing.wait()
                if self.is_dead:
                    continue
                if source is client and not self.is_meant and self._proxy.only in data:
                    self.is_meant = True
                    if self._proxy.is_cut:
                        break
                if source is client and self._proxy.cut_after and self._proxy.cut_after in data:
                    self._proxy.cut_after = b""
                    self.is_dead = True  # the answer is not passed on
                    server.sendall(data)
                    threading.Timer(CUT_LATER, self.close).start()
                    continue
                target.sendall(data)
        except OSError:
            pass
        if not self.is_dead:
            self.close()

    def close(self) -> None:
        """End it on both sides."""
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Passes connections on to the place of a URL; `url` leads through it.

    With `only`, no connections fail but those whose client has sent this.
    """

    def __init__(self, url: str, only: bytes = b"") -> None:
        self.only = only
        address = urlsplit(url)
        self._target = (str(address.hostname), int(address.port or 0))
        self._listener = socket.create_server(("127.0.0.1", 0))
        user = f"{address.username}@" if address.username else ""
        self.url = address._replace(netloc=f"{user}127.0.0.1:{self._listener.getsockname()[1]}").geturl()
        self.cut_after = b""  # cut the next connection whose client sends this, before the answer
        self.flowing = threading.Event()  # cleared: bytes wait in the proxy, in both directions
        self.flowing.set()
        self.is_cut = False
        self._connections: list[Connection] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.flowing.wait()
            if self.is_cut and not self.only:
                client.close()
                continue
            try:
                server = socket.create_connection(self._target)
            except OSError:
                client.close()
            else:
                self._connections.append(Connection(self, client, server))

    def drop(self) -> None:
        """End every connection; new ones come through."""
        dropped, self._connections = self._connections, []
        for connection in dropped:
            connection.close()

    def cut(self) -> None:
        """End every connection and let nobody through."""
        self.is_cut = True
        for connection in [one for one in self._connections if one.is_meant]:
            connection.close()
            self._connections.remove(connection)

    def mend(self) -> None:
        """Let new connections through."""
        self.is_cut = False

    def freeze(self) -> None:
        """Keep all bytes until `thaw`; new connections get no answer either."""
        self.flowing.clear()

    def thaw(self) -> None:
        """Pass on what was kept, and everything after it."""
        self.flowing.set()

    def go_silent(self) -> None:
        """The connections there are carry nothing any more, and neither end is told."""
        for connection in self._connections:
            connection.is_dead = connection.is_meant

    def close(self) -> None:
        """End everything."""
        self.only, self.is_cut = b"", True
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()
        self.thaw()
        self.drop()


@contextmanager
def proxy_to(url: str, only: bytes = b"") -> Iterator[Proxy]:
    """A proxy to the place of a URL; see Proxy for `only`."""
    proxy = Proxy(url, only)
    try:
        yield proxy
    finally:
        proxy.close()
