"""A program asks, does something else for a while, and asks again: the server may have hung up meanwhile."""

from __future__ import annotations

import socket
import threading

import pytest

from citywright.client import Client

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


def hangs_up(listening: socket.socket, times: int) -> None:
    """Answer each connection once, and end it."""
    for _ in range(times):
        connection, _ = listening.accept()
        connection.recv(65536)
        connection.sendall(ANSWER)
        connection.close()


def test_what_is_only_read_is_asked_again_and_nothing_else() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=hangs_up, args=(listening, 2), daemon=True)
        serving.start()
        with Client(f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            assert client.table("a") == {}
            assert client.table("b") == {}
            with pytest.raises(ConnectionError):
                client.play("a", "stop", 0)
        serving.join(10)
        assert not serving.is_alive()
