"""All tables of this process: making, sitting down, playing, taking back. The one way to change a table.

Does not know how a change is shown: those who want to hear of it are in `on_move` and `on_change`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.state import LOT
from citywright.match.dealer import SECOND, SECRET_BYTES, dealer_of
from citywright.match.match import MatchError
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, STALE_PLY, UNKNOWN, MadeAlready, Refusal
from citywright.server.spans import COMMIT, DRAW, RULES, WRITE, span
from citywright.server.storage.database import Database
from citywright.server.storage.rated import Rated
from citywright.server.storage.schema import moves, seats, tables
from citywright.server.storage.seat_numbers import check_numbers, note_numbers
from citywright.server.storage.writer import Along, Job, Row, Writer
from citywright.server.tables.clocks import clocks_after, first_clocks, show_clocks, stopped_clocks
from citywright.server.tables.memory import TableMemory
from citywright.server.tables.new_rows import (
    BOT,
    GUEST,
    OPEN,
    begun_match,
    new_id,
    note_rematch,
    seat_row,
    table_row,
)
from citywright.server.tables.table import Table, rows_of
from citywright.server.tables.terms import Terms, check_seats

USUAL = Terms()

Listener = Callable[[Table], None]


class TableService:
    """Finds tables, in memory or in the database, and lets people and bots act at them."""

    def __init__(self, database: Database, writer: Writer, cached: int) -> None:
        self._database = database
        self._writer = writer
        self.memory = TableMemory(database, cached, lambda table: self._tell(self.on_change, table))
        self.on_move: list[Listener] = []  # something was changed at a table by this process
        self.on_change: list[Listener] = []  # a table has changed, here or in another process
        self.on_played: list[Callable[[str, float], None]] = []  # a move of a game took so many seconds

    # --- finding ----------------------------------------------------------------------

    async def find(self, table_id: str) -> Table:
        """The table with this id, as it is in the database."""
        return await self.memory.find(table_id)

    def cached(self, table_id: str) -> Table | None:
        """The table if it is in memory."""
        return self.memory.cached(table_id)

    def forget(self, table_id: str) -> None:
        """The table is not in the database any more."""
        self.memory.forget(table_id)

    def watched(self) -> list[Table]:
        """The tables somebody is connected to."""
        return [table for table in self.memory.all() if table.is_watched]

    def is_watched(self, table_id: str) -> bool:
        """Is somebody connected to the table?"""
        table = self.memory.cached(table_id)
        return table is not None and table.is_watched

    async def refresh(self, table: Table) -> None:
        """Read a table again if it has changed; the caller holds its lock."""
        await self.memory.refresh(table)

    # --- making -----------------------------------------------------------------------

    async def make(
        self,
        game: Game,
        who: Sequence[str],
        *,
        terms: Terms = USUAL,
        rematch_of: Table | None = None,
        secret: bytes | None = None,
        given: Sequence[str] = (),
        table_id: str = "",
        numbers: Sequence[str] = (),
        dealing: int = SECOND,
        also: Callable[[Connection], None] | None = None,
    ) -> str:
        """A new table; `who` says for each seat `open`, `bot:` and a name, or `guest:` and an id.

        With `given` actions, those of chance among them, the game begins in the position after them.
        `table_id` is an id that was promised before; `numbers` are what the seats added to the secret, which
        nobody may have used before; `dealing` is the version of the dealer. `also` writes what belongs to the
        table, in the same transaction.
        """
        check_seats(game, len(who))
        table_id = table_id or new_id()
        secret = secret or secrets.token_bytes(SECRET_BYTES)
        words = check_numbers(numbers, len(who)) if dealing == SECOND else ()
        dealer = dealer_of(dealing, secret, game.id, " ".join(words))
        match = begun_match(game, len(who), terms, dealer, given)
        values: Row = {"id": table_id, **table_row(match, dealer), **terms.values()}
        seat_rows = [seat_row(game, table_id, seat, kind, terms) for seat, kind in enumerate(who)]
        first_clocks(seat_rows, terms, match.actor)
        rows = rows_of(table_id, match, 0)

        def write(connection: Connection) -> str:
            if rematch_of is not None and (others := note_rematch(connection, rematch_of.id, table_id)):
                return others
            connection.execute(insert(tables).values(values))
            connection.execute(insert(seats), seat_rows)
            if rows:
                connection.execute(insert(moves), rows)
            note_numbers(connection, table_id, words)
            if also is not None:
                also(connection)
            return table_id

        try:
            with span(WRITE):
                made_id = await self._database.transact(write)
        except IntegrityError as error:  # two requests at the same moment
            raise MadeAlready from error
        if made_id == table_id:
            self._tell(self.on_move, await self.find(table_id))
        return made_id

    async def rematch(self, table: Table, guest_id: str, **added: Any) -> str:
        """The table where the same people play again, under the newest rules; the next seat begins.

        Made once, whoever asks; `added` is what whoever does adds to its dice, see `make`."""
        if not table.seats_of(guest_id):
            raise Refusal(FORBIDDEN, "only players of this game can ask for a rematch")
        if not table.match.over:
            raise Refusal(ILLEGAL, "a rematch begins when the game is over")
        if table.terms.deal:
            raise Refusal(ILLEGAL, "the deal of the day is played once")
        began = table.start_seat()
        start = LOT if began is None else (began + 1) % len(table.seats)
        who = [
            BOT + seat.bot if seat.bot else GUEST + seat.guest_id if seat.guest_id else OPEN
            for seat in table.seats
        ]
        terms = msgspec.structs.replace(table.terms, start=start, is_guided=False)
        newest = find_game(table.game.id)
        rematch_id = await self.make(newest, who, terms=terms, rematch_of=table, **added)
        table.note_rematch(rematch_id)
        self._tell_of_move(table)
        return rematch_id

    def note_rated(self, table: Table, rated: Rated | None) -> None:
        """The result of a finished game is entered: everybody who looks at the table sees what it changed."""
        table.note_rated(rated)
        self._tell_of_move(table)

    async def invitation(self, key: str) -> tuple[Table, int]:
        """The table and seat an invitation is for."""
        query = select(seats.c.table_id, seats.c.seat).where(seats.c.invitation == key)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refusal(UNKNOWN, "there is no such invitation")
        return await self.find(row.table_id), row.seat

    async def sit(self, key: str, guest_id: str) -> Table:
        """Take the seat of an invitation, unless someone else has."""
        table, seat = await self.invitation(key)
        async with self._database.write() as connection:
            taken = await connection.execute(
                update(seats)
                .where(seats.c.invitation == key, seats.c.guest_id.is_(None), seats.c.bot.is_(None))
                .values(guest_id=guest_id, deputy=None, left_at=None, since=now_ms())
            )
        await self.reload(table)
        if taken.rowcount == 0 and table.seats[seat].guest_id != guest_id:
            raise Refusal(FORBIDDEN, "somebody else sits here already")
        self._tell(self.on_move, table)
        return table

    async def join(self, table: Table, guest_id: str) -> int:
        """Take a free seat of a table that is open to anyone; returns the seat."""
        own = table.seats_of(guest_id)
        if own:
            return own[0]
        if not table.terms.is_public:
            raise Refusal(FORBIDDEN, "this table is private: you need an invitation link to join")
        for seat in [seat for seat in table.seats if seat.is_open]:
            try:
                await self.sit(seat.invitation, guest_id)
            except Refusal as refusal:
                if refusal.code != FORBIDDEN:
                    raise
            else:
                return seat.number
        raise Refusal(FORBIDDEN, "every seat at this table is taken")

    async def reload(self, table: Table) -> None:
        """Read a table again because its seats, or rows written elsewhere, have changed."""
        async with table.lock:
            table.is_stale = True
            await self.refresh(table)

    async def reload_and_announce(self, table: Table) -> None:
        """Read a table again and tell everybody, here and in other processes, that it has changed."""
        await self.reload(table)
        self._tell(self.on_move, table)

    async def reload_by_id(self, table_ids: Sequence[str]) -> None:
        """The same for tables where a name, or whose seat it is, has changed."""
        for table_id in table_ids:
            await self.reload_and_announce(await self.find(table_id))

    async def end_tutorial(self, table: Table) -> None:
        """Play on without the tutorial's advice."""
        async with self._database.write() as connection:
            change = update(tables).where(tables.c.id == table.id, tables.c.is_guided)
            await connection.execute(change.values(is_guided=False, was_guided=True))
        await self.reload_and_announce(table)

    # --- acting -----------------------------------------------------------------------
    # A change is made on a copy of the match, which replaces the table's match once it is committed: until
    # then every page, stream and bot sees the old position, and a failed commit leaves the table as it was.

    async def play(
        self,
        table: Table,
        seat: int,
        words: str,
        ply: int,
        epoch: int | None = None,
        along: Along | None = None,
    ) -> tuple[int, int]:
        """Play an action for a seat; returns the position after it, once it is durable.

        What is written `along` with it is in the same transaction, and can refuse the move.
        """
        began = time.perf_counter()
        async with table.lock:
            await self.refresh(table)
            _check_epoch(table, seat, epoch)
            try:
                with span(RULES):
                    match = table.match.copy()
                    match.play_words(seat, words, ply)
            except MatchError as error:
                raise Refusal(error.code, error.message) from error
            rows = rows_of(table.id, match, table.match.ply)
            clocks = clocks_after(table, match)
            job = Job(table.id, table.epoch, rows, ended=match.over, clocks=clocks, along=along)
            await self._commit(table, job)
            table.advance(match, rows[-1]["time"])
            show_clocks(table, clocks)
            self._tell_of_move(table)
            for listener in self.on_played:
                listener(table.game.id, time.perf_counter() - began)
            return table.at

    async def ends_turn(
        self, table: Table, seat: int, words: str, ply: int, epoch: int | None = None
    ) -> bool:
        """Would others act after this action, so that it could not be taken back? Nothing is changed."""
        async with table.lock:
            await self.refresh(table)
            _check_epoch(table, seat, epoch)
            match = table.match.copy()
            try:
                match.play_words(seat, words, ply)
            except MatchError as error:
                raise Refusal(error.code, error.message) from error
            return match.actor != seat

    async def delete_practice(self, table: Table) -> None:
        """Delete a game of one person against bots: nobody else loses anything by it."""
        if not table.is_practice:
            raise Refusal(FORBIDDEN, "a game with others cannot be deleted; you can leave it to a bot")
        async with table.lock:
            async with self._database.write() as connection:
                await connection.execute(delete(tables).where(tables.c.id == table.id))
            self.forget(table.id)

    async def undo(self, table: Table, seat: int, ply: int, epoch: int | None = None) -> tuple[int, int]:
        """Take back the last decision of the seat to act; returns the position after it, once durable."""
        async with table.lock:
            await self.refresh(table)
            _check_epoch(table, seat, epoch)
            if not table.terms.may_undo:
                raise Refusal(ILLEGAL, "undo is off at this table")
            if table.match.actor == seat and ply != table.match.ply:
                raise Refusal(
                    STALE_PLY, "the table is at ply {ply}, not {given}", ply=table.match.ply, given=ply
                )
            match = table.match.copy()
            try:
                cut = match.undo(seat)
            except MatchError as error:
                raise Refusal(error.code, error.message) from error
            taken = table.match.ply - cut
            clocks = stopped_clocks(table)  # time that was used stays used
            await self._commit(table, Job(table.id, table.epoch, cut=cut, taken=taken, clocks=clocks))
            table.take_back(match)
            show_clocks(table, clocks)
            self._tell_of_move(table)
            return table.at

    async def _commit(self, table: Table, job: Job) -> None:
        """Write a change. If that fails the rows are read again: another process may have changed them."""
        try:
            with span(COMMIT):
                await self._writer.commit(job)
        except Refusal:
            table.is_stale = True
            with suppress(Refusal, SQLAlchemyError, OSError):  # then whoever needs the table next reads it
                await self.refresh(table)
            raise
        except BaseException:
            table.is_stale = True
            raise

    def _tell_of_move(self, table: Table) -> None:
        with span(DRAW):
            self._tell(self.on_change, table)
        self._tell(self.on_move, table)

    def _tell(self, listeners: Sequence[Listener], table: Table) -> None:
        for listener in listeners:
            listener(table)


def _check_epoch(table: Table, seat: int, epoch: int | None) -> None:
    """Refuse an action meant for a position that was taken back since."""
    if epoch is not None and epoch != table.epoch and table.match.actor == seat:
        ply = table.match.ply
        raise Refusal(STALE_PLY, "a move was undone in the meantime: the table is at ply {ply}", ply=ply)
