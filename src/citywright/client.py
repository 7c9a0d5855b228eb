"""A small client of the API of a Citywright server: standard library and msgspec only. See docs/api.md."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlencode, urlsplit

import msgspec


class Refused(Exception):
    """The server refused; nothing has changed. `code` is stable, `reason` is for people."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.status = status
        self.code = code
        self.reason = reason


class Client:
    """One program with one token (or none: then it can only look)."""

    def __init__(self, server: str, token: str = "", timeout: float = 30.0) -> None:
        self.server = server.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._connection: HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- looking ----------------------------------------------------------------------

    def games(self) -> list[dict[str, Any]]:
        """Every game the server offers."""
        return list(self._ask("GET", "/api/games"))

    def tables(self) -> list[dict[str, Any]]:
        """The own running tables, those that wait first, then public ones."""
        return list(self._ask("GET", "/api/tables"))

    def table(self, table_id: str) -> dict[str, Any]:
        """A table."""
        return dict(self._ask("GET", _table(table_id)))

    def view(self, table_id: str, seat: str = "") -> dict[str, Any]:
        """Everything the own seat may know."""
        return dict(self._ask("GET", _table(table_id, "view", seat=seat)))

    def actions(self, table_id: str, seat: str = "", lang: str = "") -> dict[str, Any]:
        """The legal actions, with the position they are for; none if the own seat is not to act."""
        return dict(self._ask("GET", _table(table_id, "actions", seat=seat, lang=lang)))

    def hints(self, table_id: str, ply: int | None = None, lang: str = "") -> dict[str, Any]:
        """The best actions: at any ply once the game is over, at the own turn against bots alone."""
        at = "" if ply is None else str(ply)
        return dict(self._ask("GET", _table(table_id, "hints", ply=at, lang=lang)))

    def record(self, table_id: str, seat: str = "") -> str:
        """The record so far."""
        return str(self._ask("GET", _table(table_id, "record", seat=seat)))

    def follow(
        self, table_id: str, since: int = 0, seat: str = "", patience: float = 60.0
    ) -> Iterator[dict[str, Any]]:
        """Every change of a table from ply `since` on, until its game is over.

        The plies of a change come in place of all from its `since` on. A connection that is lost is opened
        again; after `patience` seconds without one, ConnectionError.
        """
        told: dict[str, Any] | None = None  # the last change
        heard = time.monotonic()
        while told is None or not told["over"]:
            try:
                for number, change in enumerate(self._changes(table_id, since, seat)):
                    heard = time.monotonic()
                    if told is not None and number == 0:  # connected again
                        if since and change["epoch"] != told["epoch"]:
                            since = 0  # something was taken back meanwhile, nobody knows from where on
                            break
                        if change["epoch"] == told["epoch"] and not change["plies"]:
                            continue
                    yield change
                    told, since = change, change["ply"]
            except (OSError, HTTPException, Refused) as error:
                is_lost = not isinstance(error, Refused) or error.code == "unavailable"
                if told is None or not is_lost:
                    raise
            if told is None or time.monotonic() - heard > patience:
                raise ConnectionError(f"{self.server} does not answer any more")
            if not told["over"]:
                time.sleep(min(0.5, patience / 10))

    def _changes(self, table_id: str, since: int, seat: str) -> Iterator[dict[str, Any]]:
        """The events of one connection."""
        connection = self._connect()
        try:
            address = _table(table_id, "stream", since=str(since), seat=seat)
            response = self._send(connection, "GET", address, None)
            data = ""
            while line := response.readline():
                text = line.decode().rstrip("\r\n")
                if text.startswith("data:"):
                    data += text[5:].strip()
                elif not text and data:
                    yield msgspec.json.decode(data)
                    data = ""
        finally:
            connection.close()

    # --- acting -----------------------------------------------------------------------

    def make_table(self, game: str, seats: Sequence[str], **terms: Any) -> dict[str, Any]:
        """A new table. A seat is `me`, `open` or `bot:` and a name; terms: start, layout, pace, may_undo …"""
        return dict(self._ask("POST", "/api/tables", {"game": game, "seats": list(seats), **terms}))

    def join(self, table_id: str, invitation: str | None = None) -> dict[str, Any]:
        """Take the seat of an invitation, or any free one of a public table."""
        return dict(self._ask("POST", _table(table_id, "join"), {"invitation": invitation}))

    def play(self, table_id: str, words: str, ply: int, **more: Any) -> dict[str, Any]:
        """Act at a ply (more: epoch, seat); returns the position after it, once it is durable."""
        return dict(self._ask("POST", _table(table_id, "play"), {"words": words, "ply": ply, **more}))

    def undo(self, table_id: str, ply: int, **more: Any) -> dict[str, Any]:
        """Take the last decision back."""
        return dict(self._ask("POST", _table(table_id, "undo"), {"ply": ply, **more}))

    def leave(self, table_id: str) -> dict[str, Any]:
        """Let a bot play until `come_back`."""
        return dict(self._ask("POST", _table(table_id, "leave")))

    def come_back(self, table_id: str) -> dict[str, Any]:
        """Play on yourself."""
        return dict(self._ask("POST", _table(table_id, "return")))

    # --- the wire ---------------------------------------------------------------------

    def _connect(self) -> HTTPConnection:
        address = urlsplit(self.server)
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        return kind(str(address.hostname), address.port, timeout=self._timeout)

    def _ask(self, method: str, address: str, body: object = None) -> Any:
        if self._connection is None:
            self._connection = self._connect()
        try:
            response = self._send(self._connection, method, address, body)
            text = response.read()
        except Refused:
            raise
        except BaseException:
            self.close()  # an answer that was not read would be taken for the next one
            raise
        if response.getheader("Content-Type", "").startswith("application/json"):
            return msgspec.json.decode(text)
        return text.decode()

    def _send(self, connection: HTTPConnection, method: str, address: str, body: object) -> HTTPResponse:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        sent = None
        if body is not None:
            sent = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        connection.request(method, urlsplit(self.server).path + address, sent, headers)
        response = connection.getresponse()
        if response.status >= 400:
            raise _refusal(response.status, response.read())
        return response


def _refusal(status: int, text: bytes) -> Refused:
    try:
        said = msgspec.json.decode(text)
        return Refused(status, str(said["code"]), str(said["reason"]))
    except (msgspec.DecodeError, KeyError, TypeError):
        return Refused(status, "unavailable", f"the server answered {status}")


def _table(table_id: str, what: str = "", **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    address = f"/api/tables/{quote(table_id, safe='')}" + (f"/{what}" if what else "")
    return address + (f"?{urlencode(given)}" if given else "")
