"""A program asks, does something else for a while, and asks again: the server may have hung up meanwhile."""

from __future__ import annotations

import socket
import threading

import pytest

from citywright.client import Client

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


def hangs_up(listening: socket.socket, answered: list[bool]) -> None:
    """Read a request of each connection, answer it or not, and end it."""
    for is_answered in answered:
        connection, _ = listening.accept()
        connection.recv(65536)
        if is_answered:
            connection.sendall(ANSWER)
        connection.close()


def client_of(listening: socket.socket, *answered: bool) -> tuple[Client, threading.Thread]:
    serving = threading.Thread(target=hangs_up, args=(listening, list(answered)), daemon=True)
    serving.start()
    return Client(f"http://127.0.0.1:{listening.getsockname()[1]}"), serving


def until_hung_up(client: Client) -> None:
    """Wait until the end of the connection has arrived here."""
    connection = client._http.kept
    assert connection is not None
    assert connection.sock.recv(1, socket.MSG_PEEK) == b""


def test_whoever_thinks_for_long_plays_over_a_new_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client, serving = client_of(listening, True, True)
        with client:
            assert client.table("a") == {}
            until_hung_up(client)
            assert client.play("a", "stop", 0) == {}
        serving.join(10)
        assert not serving.is_alive()


def test_what_may_have_been_carried_out_is_not_sent_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client, serving = client_of(listening, True, False)
        with client:
            assert client.table("a") == {}
            until_hung_up(client)
            with pytest.raises(ConnectionError):
                client.play("a", "stop", 0)
        serving.join(10)
        assert not serving.is_alive()


def ends_it_unanswered(listening: socket.socket) -> None:
    """Take a second request over the same connection and end it unanswered; answer the next connection."""
    first, _ = listening.accept()
    first.recv(65536)
    first.sendall(ANSWER)
    first.recv(65536)
    first.close()
    second, _ = listening.accept()
    second.recv(65536)
    second.sendall(ANSWER)
    second.close()


def test_what_is_only_read_is_asked_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=ends_it_unanswered, args=(listening,), daemon=True)
        serving.start()
        with Client(f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            assert client.table("a") == {}
            assert client.table("b") == {}
        serving.join(10)
        assert not serving.is_alive()
