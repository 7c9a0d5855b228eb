"""A small client of the API of a Citywright server: standard library and msgspec only. See docs/api.md."""

from __future__ import annotations

import secrets
import time
from collections.abc import Generator, Iterator, Sequence
from http.client import HTTPException
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlencode

import msgspec

from citywright.client.connection import Connection, Refused

__all__ = ["Client", "Refused"]


class Client:
    """One program with one token; without a token it can only read."""

    def __init__(self, server: str, token: str = "", timeout: float = 30.0) -> None:
        self.server = server.rstrip("/")
        self._http = Connection(self.server, token, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._http.close()

    # --- reading --------------------------------------------------------------------

    def games(self) -> list[dict[str, Any]]:
        """Every game the server offers."""
        return list(self._http.request("GET", "/api/games"))

    def tables(self) -> list[dict[str, Any]]:
        """Your running tables, those where it is your turn first, then public ones."""
        return list(self._http.request("GET", "/api/tables"))

    def rooms(self) -> list[dict[str, Any]]:
        """The rooms where you sit, then public ones."""
        return list(self._http.request("GET", "/api/rooms"))

    def room(self, room_id: str) -> dict[str, Any]:
        """A room, or what has become of it; who asks now and then keeps the seat."""
        return dict(self._http.request("GET", _room(room_id)))

    def table(self, table_id: str) -> dict[str, Any]:
        """A table."""
        return dict(self._http.request("GET", _table(table_id)))

    def view(self, table_id: str, seat: str = "") -> dict[str, Any]:
        """Everything your seat may know."""
        return dict(self._http.request("GET", _table(table_id, "view", seat=seat)))

    def actions(self, table_id: str, seat: str = "", lang: str = "") -> dict[str, Any]:
        """The legal actions and the position they are for; none if it is not your turn."""
        return dict(self._http.request("GET", _table(table_id, "actions", seat=seat, lang=lang)))

    def hints(self, table_id: str, ply: int | None = None, lang: str = "") -> dict[str, Any]:
        """The best actions: at any ply once the game is over; before that only in your turn against bots."""
        ply_text = "" if ply is None else str(ply)
        return dict(self._http.request("GET", _table(table_id, "hints", ply=ply_text, lang=lang)))

    def analysis(self, table_id: str, depth: str = "quick", patience: float = 600.0) -> dict[str, Any]:
        """Luck and mistakes at every ply of a finished game, `quick` or `deep`; it is waited for until it is
        made. Refused as `unavailable` when that takes longer than `patience` seconds.
        """
        until = time.monotonic() + patience
        while True:
            try:
                return dict(self._http.request("GET", _table(table_id, "analysis", depth=depth)))
            except Refused as refused:
                if refused.code != "unavailable" or time.monotonic() > until:
                    raise
            time.sleep(1)

    def dice_promise(self) -> dict[str, Any]:
        """The `promise` of dice, with the id of the `table` and the `commitment`: `make_table` takes
        it together with a `number` of your own, 16 random bytes in hexadecimal.
        """
        return dict(self._http.request("GET", "/api/dice"))

    def draws(self, table_id: str) -> dict[str, Any]:
        """Every draw of a finished game as numbers, for a checker."""
        return dict(self._http.request("GET", _table(table_id, "draws")))

    def record(self, table_id: str, seat: str = "") -> str:
        """The record so far."""
        return str(self._http.request("GET", _table(table_id, "record", seat=seat)))

    def orders(self, table_id: str, seat: str = "", lang: str = "") -> dict[str, Any]:
        """Your standing orders at a table, and the kinds that can be given now."""
        return dict(self._http.request("GET", _table(table_id, "orders", seat=seat, lang=lang)))

    def layouts(self, game: str = "", before: str = "") -> dict[str, Any]:
        """Your layouts, then public ones; `older` is the `before` of the next page, if there is one."""
        return dict(self._http.request("GET", _address("/api/layouts", game=game, before=before)))

    def layout(self, layout_id: str) -> dict[str, Any]:
        """A layout with its text; the usual board of a game has the id of the game."""
        return dict(self._http.request("GET", f"/api/layouts/{quote(layout_id, safe='')}"))

    def person(self, who: str = "me") -> dict[str, Any]:
        """A profile by name or id, as far as you may see it: ratings, results, favourite figures."""
        return dict(self._http.request("GET", f"/api/people/{quote(who, safe='')}"))

    def rating_history(self, game: str, pace: str = "turns", who: str = "me") -> list[dict[str, Any]]:
        """Somebody's rating after each counted game, the first game first."""
        path = f"/api/people/{quote(who, safe='')}/ratings/{quote(game, safe='')}"
        return list(self._http.request("GET", _address(path, pace=pace)))

    def leaderboard(
        self, game: str, pace: str = "turns", begin: str = "", own: bool = False
    ) -> dict[str, Any]:
        """One page of a leaderboard; `later` is the `begin` of the next page, if there is one."""
        path = f"/api/leaderboards/{quote(game, safe='')}"
        return dict(
            self._http.request("GET", _address(path, pace=pace, begin=begin, own="true" if own else ""))
        )

    def archive(self, **search: str) -> Iterator[dict[str, Any]]:
        """Finished games, the last first, page after page. `whose` is mine or all; `game`, `seats`, `pace`,
        `people`, `since`, `until`, `result`, `least` and `most` choose some of them.
        """
        before = ""
        while True:
            page = self._http.request("GET", _address("/api/archive", before=before, **search))
            yield from page["games"]
            before = page["older"]
            if not before:
                return

    def own_records(self) -> bytes:
        """The records of all your finished games, as a zip."""
        return bytes(self._http.request("GET", "/api/archive/records"))

    def events(self) -> dict[str, Any]:
        """Tournaments and leagues: `own`, `open` to enter, `running` and `past` ones."""
        return dict(self._http.request("GET", "/api/events"))

    def event(self, event_id: str) -> dict[str, Any]:
        """A tournament or league: standings, tables, and where you have a game to play."""
        return dict(self._http.request("GET", _event(event_id)))

    def friends(self) -> dict[str, Any]:
        """Whom you follow and have blocked, and where you are invited."""
        return dict(self._http.request("GET", "/api/friends"))

    def follow(
        self, table_id: str, since: int = 0, seat: str = "", patience: float = 60.0
    ) -> Iterator[dict[str, Any]]:
        """Every change of a table from ply `since` on, until its game is over.

        The plies of a change replace all plies from its own `since` on. A lost connection is opened again;
        ConnectionError when the server has sent nothing for `patience` seconds.
        """
        last: dict[str, Any] | None = None
        last_received = time.monotonic()
        while last is None or not last["over"]:
            try:
                for change in self._changes_after(last, table_id, since, seat):
                    last_received = time.monotonic()
                    if last is None or _position(change) != _position(last):
                        yield change
                    last = change
            except (OSError, HTTPException, Refused) as error:
                if last is None or not _is_lost_connection(error):
                    raise
            if last is None or time.monotonic() - last_received > patience:
                raise ConnectionError(f"{self.server} no longer answers")
            if not last["over"]:
                time.sleep(min(0.5, patience / 10))

    def _changes_after(
        self, last: dict[str, Any] | None, table_id: str, since: int, seat: str
    ) -> Iterator[dict[str, Any]]:
        """The changes of a new connection: from ply `since` on, or from where the last change ended."""
        if last is None:
            yield from self._changes(table_id, since, seat)
            return
        changes = self._changes(table_id, last["ply"], seat)
        first = next(changes, None)
        if first is not None and last["ply"] and first["epoch"] != last["epoch"]:
            changes.close()  # something was undone meanwhile, and it is not known back to which ply
            yield from self._changes(table_id, 0, seat)
        elif first is not None:
            yield first
            yield from changes

    def _changes(self, table_id: str, since: int, seat: str) -> Generator[dict[str, Any], None, None]:
        """The server-sent events of one connection."""
        connection = self._http.open()
        try:
            address = _table(table_id, "stream", since=str(since), seat=seat)
            response = self._http.send(connection, "GET", address, None)
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
        """A new table. A seat is `me`, `open` or `bot:` and a name; terms: start, layout_id, pace …"""
        return dict(self._http.request("POST", "/api/tables", {"game": game, "seats": list(seats), **terms}))

    def make_room(self, game: str, seats: Sequence[str], **terms: Any) -> dict[str, Any]:
        """A new room, whose game starts when all are ready. Seats and terms as of `make_table`."""
        return dict(self._http.request("POST", "/api/rooms", {"game": game, "seats": list(seats), **terms}))

    def join_room(self, room_id: str, seat: str | None = None) -> dict[str, Any]:
        """Take a free seat of a room."""
        return dict(self._http.request("POST", _room(room_id, "join"), {"seat": seat}))

    def ready(self, room_id: str, edition: int) -> dict[str, Any]:
        """Agree to the options of a room, and add a random number to its dice; then it may have `started`."""
        agreed = {"edition": edition, "number": secrets.token_hex(16)}
        return dict(self._http.request("POST", _room(room_id, "ready"), agreed))

    def unready(self, room_id: str) -> dict[str, Any]:
        """Be not ready after all."""
        return dict(self._http.request("POST", _room(room_id, "unready")))

    def leave_room(self, room_id: str) -> dict[str, Any]:
        """Give your seat in a room free."""
        return dict(self._http.request("POST", _room(room_id, "leave")))

    def do_to(self, verb: str, who: str = "", at: str = "", seat: str | None = None) -> dict[str, Any]:
        """`follow`, `unfollow`, `block` or `unblock` somebody by name, or who has a `seat` `at` a table."""
        meant = {"who": who, "at": at, "seat": seat}
        return dict(self._http.request("POST", f"/api/friends/{quote(verb, safe='')}", meant))

    def invite(self, room_id: str, who: str) -> dict[str, Any]:
        """Ask somebody into a room where you sit."""
        return dict(self._http.request("POST", _room(room_id, "invite"), {"who": who}))

    def decline(self, room_id: str) -> dict[str, Any]:
        """Do not come to a room you are invited to."""
        return dict(self._http.request("POST", _room(room_id, "decline")))

    def join(self, table_id: str, invitation: str | None = None) -> dict[str, Any]:
        """Take the seat of an invitation, or any free one of a public table."""
        return dict(self._http.request("POST", _table(table_id, "join"), {"invitation": invitation}))

    def play(self, table_id: str, words: str, ply: int, **more: Any) -> dict[str, Any]:
        """Play an action at a ply (more: epoch, seat); returns the new position once it has been stored."""
        return dict(
            self._http.request("POST", _table(table_id, "play"), {"words": words, "ply": ply, **more})
        )

    def undo(self, table_id: str, ply: int, **more: Any) -> dict[str, Any]:
        """Undo your last decision."""
        return dict(self._http.request("POST", _table(table_id, "undo"), {"ply": ply, **more}))

    def leave(self, table_id: str) -> dict[str, Any]:
        """Let a bot play for you until `come_back`."""
        return dict(self._http.request("POST", _table(table_id, "leave")))

    def come_back(self, table_id: str) -> dict[str, Any]:
        """Play yourself again."""
        return dict(self._http.request("POST", _table(table_id, "return")))

    def give_order(self, table_id: str, kind: str, fields: dict[str, str], **more: Any) -> dict[str, Any]:
        """Give a standing order (more: seat); returns all of yours."""
        body = {"kind": kind, "fields": fields, **more}
        return dict(self._http.request("POST", _table(table_id, "orders"), body))

    def arrange_orders(self, table_id: str, ids: Sequence[str], **more: Any) -> dict[str, Any]:
        """Choose which of your orders is asked first (more: seat)."""
        return dict(
            self._http.request("POST", _table(table_id, "orders/arrange"), {"ids": list(ids), **more})
        )

    def remove_order(self, table_id: str, order_id: str, seat: str = "") -> None:
        """Take an order back."""
        self._http.request("DELETE", _table(table_id, f"orders/{quote(order_id, safe='')}", seat=seat))

    def save_layout(self, game: str, text: str, **more: Any) -> dict[str, Any]:
        """Keep a layout (more: is_public, origin, as_copy); `Refused.problems` lists what is wrong."""
        return dict(self._http.request("POST", "/api/layouts", {"game": game, "text": text, **more}))

    def delete_layout(self, layout_id: str) -> None:
        """Delete a layout of yours and its older versions."""
        self._http.request("DELETE", f"/api/layouts/{quote(layout_id, safe='')}")

    def enter_event(self, event_id: str) -> dict[str, Any]:
        """Take part in a tournament or league."""
        return dict(self._http.request("POST", _event(event_id, "/enter")))

    def withdraw_from_event(self, event_id: str) -> dict[str, Any]:
        """Take part no more: a bot plays your running games."""
        return dict(self._http.request("POST", _event(event_id, "/withdraw")))


def _position(change: dict[str, Any]) -> tuple[int, int]:
    """Which position a change leads to. An undo begins a new epoch."""
    return change["epoch"], change["ply"]


def _is_lost_connection(error: Exception) -> bool:
    """May it help to connect again?"""
    return not isinstance(error, Refused) or error.code == "unavailable"


def _room(room_id: str, what: str = "") -> str:
    """The address of a room, or of something that is done there."""
    return _address(f"/api/rooms/{quote(room_id, safe='')}" + (f"/{what}" if what else ""))


def _table(table_id: str, what: str = "", **query: str) -> str:
    """The address of a table, or of something below it; empty query parameters are left out."""
    return _address(f"/api/tables/{quote(table_id, safe='')}" + (f"/{what}" if what else ""), **query)


def _event(event_id: str, what: str = "") -> str:
    return f"/api/events/{quote(event_id, safe='')}{what}"


def _address(path: str, **query: str) -> str:
    parameters = {name: value for name, value in query.items() if value}
    return path + (f"?{urlencode(parameters)}" if parameters else "")
