"""What a notice says, in the language of whoever reads it: a short title and a line. Sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from babel.dates import format_datetime

from citywright.catalogue import UnknownGame, find_game
from citywright.server.notices import kinds
from citywright.server.notices.quiet import zone_of
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.table import Table
from citywright.text import Words

MOST_LINES = 5  # of several notices in one
LONGEST_LINE = 140


class Said(msgspec.Struct, frozen=True):
    """A notice as it is read."""

    title: str
    line: str
    address: str  # where it leads, on this server


class Call(msgspec.Struct, frozen=True):
    """One row of `calls`, as far as it is told."""

    id: int
    guest_id: str
    key: str
    kind: str
    table_id: str | None
    seat: int | None
    turn: int | None
    address: str
    words: str
    parts: str
    created: int


def call_of(row: Any) -> Call:
    """A call from a row that has its columns; its id may be called `call_id` there."""
    names = [name for name in Call.__struct_fields__ if name != "id"]
    return Call(id=getattr(row, "call_id", None) or row.id, **{name: getattr(row, name) for name in names})


def say(call: Call, table: Table | None, t: Words, zone: str | None = None) -> Said:
    """What a call says; of one about a table that is given with it."""
    parts = _parts(call, t)
    if table is not None:
        parts |= {"game": table.game.titles[t.lang]}
    own = t(call.words, **parts) if call.words else str(parts.get(t.lang, ""))
    title, line = _usual(call, table, parts, t, zone)
    if not own:
        return Said(_short(title), _short(line), call.address)
    if call.kind in (kinds.EVENT, kinds.FRIENDS, kinds.BROKEN):
        return Said(_short(own), "", call.address)
    return Said(_short(title), _short(own), call.address)


def _parts(call: Call, t: Words) -> dict[str, Any]:
    """What is filled in. A game is kept by its id; what a host writes, by language."""
    parts: dict[str, Any] = msgspec.json.decode(call.parts)
    game_id = str(parts.get("game", ""))
    try:
        parts["game"] = find_game(game_id).titles[t.lang]
    except UnknownGame:
        parts["game"] = game_id
    return parts


def _usual(
    call: Call, table: Table | None, parts: dict[str, Any], t: Words, zone: str | None
) -> tuple[str, str]:
    """Title and line of a kind."""
    game = parts["game"]
    if call.kind == kinds.TURN:
        return t("Your turn at {game}", game=game), _others(call, table, t)
    if call.kind == kinds.TIME:
        return t("Little time left at {game}", game=game), _until(table, t, zone)
    if call.kind == kinds.START:
        return t("A game of {game} begins", game=game), _others(call, table, t)
    if call.kind == kinds.OVER:
        return t("{game} is over", game=game), _points(table)
    if call.kind == kinds.CHAT:
        return t("{name} at {game}", name=parts.get("name", ""), game=game), str(parts.get("text", ""))
    if call.kind == kinds.INVITED:
        return t("You are invited"), ""
    if call.kind == kinds.ORDER:
        return t("A move you planned at {game} can no longer be played", game=game), ""
    if call.kind == kinds.HOST:
        return t("Your host has written to you"), ""
    if call.kind == kinds.REPORT:
        return t("A report has arrived at the desk"), ""
    if call.kind == kinds.NEWS:
        return t("News from your host"), ""
    return "Citywright", ""


def _others(call: Call, table: Table | None, t: Words) -> str:
    """With whom one plays there."""
    if table is None:
        return ""
    names = [
        t("a bot") if seat.bot else seat.name
        for seat in table.seats
        if seat.guest_id != call.guest_id and not seat.is_open
    ]
    return t("With {names}.", names=t.listed(list(dict.fromkeys(names)))) if names else ""


def _until(table: Table | None, t: Words, zone: str | None) -> str:
    deadline = None if table is None else deadline_of(table)
    if deadline is None:
        return ""
    moment = datetime.fromtimestamp(deadline / 1000, UTC).astimezone(zone_of(zone))
    written = format_datetime(moment, "EEE HH:mm" + ("" if zone else " 'UTC'"), locale=t.lang)
    return t("Play until {time}; then a bot takes over.", time=written)


def _points(table: Table | None) -> str:
    if table is None:
        return ""
    points = table.match.state.scores()
    return ", ".join(
        f"{seat.name} {points[seat.number]}"
        for seat in sorted(table.seats, key=lambda seat: -points[seat.number])
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1].rstrip() + "…"


def joined(said: Sequence[Said], only_turns: bool, t: Words) -> Said:
    """Several notices as one."""
    n = len(said)
    if only_turns:
        title = t.plural("{n} game waits for you", "{n} games wait for you", n)
    else:
        title = t.plural("{n} message for you", "{n} messages for you", n)
    lines = [one.title for one in said[:MOST_LINES]]
    if n > MOST_LINES:
        lines.append("…")
    addresses = {one.address for one in said}
    return Said(title, "\n".join(lines), addresses.pop() if len(addresses) == 1 else "/mine")
