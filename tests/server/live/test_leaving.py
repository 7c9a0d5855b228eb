"""People who leave while they are being answered: nothing is logged as an error, and nobody else notices."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest

from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import serving, wait_until


def begin(base: str, request: str) -> None:
    """Send a request, and go as soon as an answer begins."""
    host, _, port = base.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(request.encode())
        assert connection.recv(100)


def errors_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_who_ends_a_stream_or_a_download_cuts_no_reading_short(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as server:
        table, anke, _ = two_guests(server.base)
        token = make_token(anke)
        stream = (
            f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        download = f"GET /account/export HTTP/1.1\r\nHost: x\r\nCookie: {anke.cookie}\r\n\r\n"
        for _ in range(40):
            begin(server.base, stream)
            begin(server.base, download)
        assert Guest(server.base).request("GET", f"/t/{table}").status == 200
        wait_until(lambda: server.is_idle)  # else the end of the server cuts answers short, and says so
    assert errors_in(caplog) == []
