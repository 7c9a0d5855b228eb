"""What goes over the wire of a stream."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests

from citywright.server.tables import subscriptions
from tests.server.players_at_tables import table_of_two
from tests.server.server_thread import serving


def test_a_sign_of_life_is_a_comment_and_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "KEEP_ALIVE", 0.1)
    with serving(tmp_path) as server:
        address = f"{server.base}/api/tables/{table_of_two(server.base)[0]}/stream"
        with requests.get(address, stream=True, timeout=30) as response:
            sent = b""
            for chunk in response.iter_content(None):
                sent += chunk
                if sent.count(b"still here") >= 2:
                    break
    first, *signs = sent.decode().split("\r\n\r\n")
    assert first.splitlines()[1] == "event: change"
    assert signs[0] == ": still here"
