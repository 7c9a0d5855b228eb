"""How the client speaks HTTP: one connection that is kept, and what the server has refused."""

from __future__ import annotations

import selectors
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec


class Refused(Exception):
    """The server refused; nothing has changed. `code` is stable, `reason` is for people.

    `problems` lists what is wrong with a layout, each with its place, words and rule.
    """

    def __init__(self, status: int, code: str, reason: str, problems: Sequence[dict[str, str]] = ()) -> None:
        super().__init__(f"{code}: {reason}")
        self.problems = list(problems)
        self.status = status
        self.code = code
        self.reason = reason


class Connection:
    """Requests of one program to one server, over one connection as long as it lasts."""

    def __init__(self, server: str, token: str, timeout: float) -> None:
        self._address = urlsplit(server)
        self._token = token
        self._timeout = timeout
        self.kept: HTTPConnection | None = None

    def close(self) -> None:
        """End the connection."""
        if self.kept is not None:
            self.kept.close()
            self.kept = None

    def open(self) -> HTTPConnection:
        """A new connection, for whoever wants one of their own."""
        kind = HTTPSConnection if self._address.scheme == "https" else HTTPConnection
        return kind(str(self._address.hostname), self._address.port, timeout=self._timeout)

    def request(self, method: str, address: str, body: object = None) -> Any:
        """What the server answers. Only what is merely read is asked again if the connection breaks."""
        if self.kept is not None and _has_ended(self.kept):
            self.close()
        was_kept = self.kept is not None
        connection = self.kept = self.kept or self.open()
        try:
            try:
                response = self.send(connection, method, address, body)
            except ConnectionError:
                if not was_kept or method != "GET":
                    raise  # it may have been carried out
                connection.close()  # the server has ended it at the same moment
                response = self.send(connection, method, address, body)
            text = response.read()
        except Refused:
            raise
        except BaseException:
            self.close()  # an unread answer would be taken for the answer to the next request
            raise
        if response.getheader("Content-Type", "").startswith("application/json"):
            return msgspec.json.decode(text)
        if response.getheader("Content-Type", "").startswith("application/zip"):
            return text
        return text.decode()

    def send(self, connection: HTTPConnection, method: str, address: str, body: object) -> HTTPResponse:
        """Send a request; the answer is still to be read. What the server refuses is raised."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        connection.request(method, self._address.path + address, data, headers)
        response = connection.getresponse()
        if response.status >= 400:
            raise _refusal(response.status, response.read())
        return response


def _has_ended(connection: HTTPConnection) -> bool:
    """Has the server hung up, since nothing was asked for a while? Then its end can be read."""
    if connection.sock is None:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))


def _refusal(status: int, text: bytes) -> Refused:
    try:
        problem = msgspec.json.decode(text)
        return Refused(status, str(problem["code"]), str(problem["reason"]), problem.get("problems", ()))
    except (msgspec.DecodeError, KeyError, TypeError):
        return Refused(status, "unavailable", f"the server answered {status}")
