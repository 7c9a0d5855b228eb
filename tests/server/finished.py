"""A table whose game is over, written into a database: nobody has to play it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, insert

from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.storage import schema
from citywright.server.tables.table import rows_of
from tests.server.records import WHOLE

OVER = "a-finished-table"


def finished_match(path: Path = WHOLE) -> tuple[Match, bytes]:
    """The game of a record, and its secret."""
    record = parse_record(path.read_bytes())
    match, secret = verify(record), bytes.fromhex(record.headers["secret"])
    match.dealer = Dealer(secret)
    return match, secret


def keep_finished_table(url: str, table_id: str = OVER, path: Path = WHOLE) -> Match:
    """Write a finished game between bots; `url` names the database without a driver."""
    match, secret = finished_match(path)
    row: dict[str, Any] = {"id": table_id, "game": match.game.id, "rules_version": match.game.rules_version}
    engine: Engine = create_engine(url)
    with engine.begin() as connection:
        row |= {"start": match.start, "secret": secret, "epoch": 0, "created": 1, "ended": 2}
        connection.execute(insert(schema.tables).values(row))
        for seat in range(match.seats):
            own = {"table_id": table_id, "seat": seat, "invitation": f"{table_id} {seat}", "bot": "random"}
            connection.execute(insert(schema.seats).values(own | {"ended": 2}))
        connection.execute(insert(schema.moves), rows_of(table_id, match, 0))
    engine.dispose()
    return match
