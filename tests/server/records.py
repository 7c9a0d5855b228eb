"""Recorded games for the tests, and how a record is uploaded."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from citywright.server.load.page_client import Answer, Guest

RECORDS = Path(__file__).parents[1] / "records"
WHOLE = RECORDS / "saint-malo" / "full-city-settlers.cwr"
SECRET = RECORDS / "mauerbauer" / "houses.cwr"


def upload(guest: Guest, content: bytes, name: str = "game.txt") -> Answer:
    """Send a file the way a browser does."""
    edge = "edgeedgeedge"
    body = (
        f'--{edge}\r\nContent-Disposition: form-data; name="record"; filename="{name}"\r\n'
        "Content-Type: text/plain\r\n\r\n"
    ).encode()
    body += content + f"\r\n--{edge}--\r\n".encode()
    address = urlsplit(guest.base)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=60)
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Cookie": guest.cookie}
    connection.request("POST", "/look", body, headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return Answer(response.status, response.getheader("Location", ""), "", text)
