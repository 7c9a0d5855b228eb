"""What a database has really committed: triggers write every change of a table down, in its transaction.

So the history of a table is known even where a server died before it could answer, and where something was
taken back later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.view import seat_letter
from citywright.lab.faults.history import SPECTATOR, At, Move, Truth, Version
from citywright.match.dealer import Dealer, dealer_of
from citywright.match.match import Match, MatchError

INSERTED, CUT, EPOCH = "inserted", "cut", "epoch"

_SQLITE_NOW = "(julianday('now') - 2440587.5) * 86400.0"
_SQLITE = f"""
CREATE TABLE IF NOT EXISTS fault_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT, written REAL NOT NULL, table_id TEXT NOT NULL, kind TEXT NOT NULL,
    epoch INTEGER, ply INTEGER, actor INTEGER, words TEXT, is_last INTEGER);
CREATE INDEX IF NOT EXISTS fault_history_of_table ON fault_history (table_id, id);
CREATE TRIGGER IF NOT EXISTS fault_inserted AFTER INSERT ON moves BEGIN
    INSERT INTO fault_history (written, table_id, kind, epoch, ply, actor, words, is_last)
    VALUES ({_SQLITE_NOW}, NEW.table_id, '{INSERTED}', (SELECT epoch FROM tables WHERE id = NEW.table_id),
            NEW.ply, NEW.actor, NEW.notation, NEW.points IS NOT NULL);
END;
CREATE TRIGGER IF NOT EXISTS fault_cut AFTER DELETE ON moves BEGIN
    INSERT INTO fault_history (written, table_id, kind, ply)
    VALUES ({_SQLITE_NOW}, OLD.table_id, '{CUT}', OLD.ply);
END;
CREATE TRIGGER IF NOT EXISTS fault_epoch AFTER UPDATE OF epoch ON tables BEGIN
    INSERT INTO fault_history (written, table_id, kind, epoch)
    VALUES ({_SQLITE_NOW}, NEW.id, '{EPOCH}', NEW.epoch);
END;
"""  # noqa: S608 - only constants
_POSTGRES_NOW = "extract(epoch FROM clock_timestamp())"
_POSTGRES = f"""
CREATE TABLE IF NOT EXISTS fault_history (
    id BIGSERIAL PRIMARY KEY, written DOUBLE PRECISION NOT NULL, table_id TEXT NOT NULL, kind TEXT NOT NULL,
    epoch INTEGER, ply INTEGER, actor INTEGER, words TEXT, is_last BOOLEAN);
CREATE INDEX IF NOT EXISTS fault_history_of_table ON fault_history (table_id, id);
CREATE OR REPLACE FUNCTION fault_inserted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO fault_history (written, table_id, kind, epoch, ply, actor, words, is_last)
    VALUES ({_POSTGRES_NOW}, NEW.table_id, '{INSERTED}', (SELECT epoch FROM tables WHERE id = NEW.table_id),
            NEW.ply, NEW.actor, NEW.notation, NEW.points IS NOT NULL);
    RETURN NULL; END $$;
CREATE OR REPLACE FUNCTION fault_cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO fault_history (written, table_id, kind, ply)
    VALUES ({_POSTGRES_NOW}, OLD.table_id, '{CUT}', OLD.ply);
    RETURN NULL; END $$;
CREATE OR REPLACE FUNCTION fault_epoch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.epoch <> OLD.epoch THEN
        INSERT INTO fault_history (written, table_id, kind, epoch)
        VALUES ({_POSTGRES_NOW}, NEW.id, '{EPOCH}', NEW.epoch);
    END IF;
    RETURN NULL; END $$;
CREATE OR REPLACE TRIGGER fault_inserted AFTER INSERT ON moves FOR EACH ROW EXECUTE FUNCTION fault_inserted();
CREATE OR REPLACE TRIGGER fault_cut AFTER DELETE ON moves FOR EACH ROW EXECUTE FUNCTION fault_cut();
CREATE OR REPLACE TRIGGER fault_epoch AFTER UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION fault_epoch();
"""  # noqa: S608 - only constants
_CHANGES = (
    "SELECT kind, epoch, ply, actor, words, is_last, written FROM fault_history "
    "WHERE table_id = {} ORDER BY id"
)
_ROWS = "SELECT actor, notation FROM moves WHERE table_id = {} ORDER BY ply"
_TABLE = "SELECT game, rules_version, start, dealing, numbers, secret FROM tables WHERE id = {}"
_AT = """SELECT epoch, (SELECT count(*) FROM moves WHERE table_id = tables.id) FROM tables WHERE id = {}"""
_SEATS = "SELECT bot FROM seats WHERE table_id = {} ORDER BY seat"


class Row(NamedTuple):
    """One line of what the triggers have written."""

    kind: str
    epoch: int | None
    ply: int | None
    actor: int | None
    words: str | None
    is_last: bool | None  # of the plies that were committed together
    written: float


class Ledger:
    """The committed history of a database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._file = url.partition("sqlite:///")[2]

    async def open(self) -> None:
        """Have every change written down from now on."""
        if self._file:
            with _sqlite(self._file) as connection:
                connection.executescript(_SQLITE)
            connection.close()
            return
        connection = await self._connect()
        try:
            await connection.execute(_POSTGRES)
        finally:
            await connection.close()

    async def _connect(self) -> Any:
        import asyncpg

        return await asyncpg.connect(self._url.replace("+asyncpg", ""), timeout=10)

    async def _all(self, *queries: str, table: str) -> list[list[Any]]:
        if self._file:
            with _sqlite(self._file) as connection:
                found = [connection.execute(query.format("?"), [table]).fetchall() for query in queries]
            connection.close()
            return found
        connection = await self._connect()
        try:
            return [
                [tuple(row) for row in await connection.fetch(query.format("$1"), table)] for query in queries
            ]
        finally:
            await connection.close()

    async def secret(self, table: str) -> bytes:
        """The dealer's secret, which nobody may be sent before the game is over."""
        ((*_, secret),) = (await self._all(_TABLE, table=table))[0]
        return bytes(secret)

    async def at(self, table: str) -> At:
        """Where a table is now."""
        (((epoch, ply),),) = await self._all(_AT, table=table)
        return int(epoch), int(ply)

    async def truth(self, table: str) -> Truth:
        """What was committed at a table."""
        changes, rows, described, seats = await self._all(_CHANGES, _ROWS, _TABLE, _SEATS, table=table)
        truth = committed(table, [Row(*change) for change in changes])
        truth.bots = [number for number, (bot,) in enumerate(seats) if bot is not None]
        truth.rows = [f"{seat_letter(actor)} {words}" for actor, words in rows]
        game_id, rules_version, start, dealing, numbers, secret = described[0]
        try:
            game = find_game(game_id).under_rules(rules_version)
            dealer = dealer_of(dealing, bytes(secret), game_id, numbers or "")
            _note_what_is_seen(truth, game, len(seats), start, dealer)
        except MatchError as error:
            truth.problem = str(error)
        return truth


def _sqlite(file: str) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=20)


def committed(table: str, rows: Iterable[Row]) -> Truth:
    """The versions of a table from what was written down; who may know what is filled in later."""
    truth = Truth(table, [], [], {0: []}, [Version((0, 0), 0.0)], [])
    epoch = 0
    line = truth.lines[0]
    undo: list[Row] = []  # its rows so far: the epoch is raised, then plies are cut

    def end_undo() -> None:
        nonlocal epoch, line
        if undo:
            cut = min([row.ply for row in undo if row.ply is not None], default=len(line))
            epoch += 1
            line = truth.lines[epoch] = line[:cut]
            truth.versions.append(Version((epoch, cut), undo[0].written))
            undo.clear()

    for row in rows:
        if row.kind == INSERTED:
            end_undo()
            truth.moves.append(Move(row.actor or 0, row.words or "", epoch, len(line), []))
            line.append(len(truth.moves) - 1)
            if row.is_last:
                truth.versions.append(Version((epoch, len(line)), row.written))
        else:
            if row.kind == EPOCH:
                end_undo()
            undo.append(row)
    end_undo()
    return truth


def _note_what_is_seen(truth: Truth, game: Game, seats: int, start: int, dealer: Dealer) -> None:
    """What every viewpoint may know of each committed ply, by playing every epoch again."""
    for numbers in truth.lines.values():
        if all(truth.moves[number].seen for number in numbers):
            continue
        match = Match(game, seats, start=start, layout=game.default_layout, dealer=dealer)
        for ply, number in enumerate(numbers):
            move = truth.moves[number]
            if ply >= match.ply:
                match.play_words(move.actor, move.words, ply)
            move.seen = [
                f"{seat_letter(move.actor)} {game.format_action(match.plies[ply].seen_by(viewpoint))}"
                for viewpoint in range(SPECTATOR, seats)
            ]
