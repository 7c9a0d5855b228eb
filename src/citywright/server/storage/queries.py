"""Queries over tables and their last moves. Nothing is replayed for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Integer,
    Select,
    Subquery,
    and_,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.storage.schema import (
    accounts,
    blocks,
    guests,
    has_time_limit,
    is_standing,
    messages,
    moves,
    mutes,
    order_turns,
    orders,
    plays_by_itself,
    seats,
    tables,
)

# --- the last move of a table -----------------------------------------------------------
# Asked for by a subquery for each column: whichever way a database joins tables to moves, it may decide to
# read all moves of all games. Each of these is one step in the primary key, for the chosen tables only.


def at_most(number: int) -> ColumnElement[int]:
    """A limit that is part of the words. PostgreSQL plans for any number if it is given apart: it reads and
    sorts all moves of a game where the last one is wanted.
    """
    return literal_column(str(number), Integer)


def _of_last_move(column: Any) -> Any:
    last = select(column).where(moves.c.table_id == tables.c.id).order_by(moves.c.ply.desc())
    return last.limit(at_most(1)).scalar_subquery()


_last_ply = _of_last_move(moves.c.ply)
points_of_last_move = _of_last_move(moves.c.points).label("points")
_plies = func.coalesce(_last_ply + 1, 0).label("plies")
# A table without a single row in `moves` waits for its start player since it was made.
_awaited = func.coalesce(_of_last_move(moves.c.awaits), tables.c.start).label("awaits")
_moved = func.coalesce(_of_last_move(moves.c.time), tables.c.created).label("moved")


def plies_at(table_id: str) -> Any:
    """How many plies a table has, for a condition."""
    last_ply = select(func.max(moves.c.ply)).where(moves.c.table_id == table_id).scalar_subquery()
    return func.coalesce(last_ply + 1, 0)


def listed_tables() -> Select[Any]:
    """All columns of `tables`; of the last move `last_ply` (none: no move), `awaits`, `moved`, `points`."""
    return select(tables, _last_ply.label("last_ply"), _awaited, _moved, points_of_last_move)


def running_tables_of(guest_id: str, most: int) -> Select[Any]:
    """The running tables where a guest sits, the newest first."""
    own = select(seats.c.table_id).where(seats.c.guest_id == guest_id, seats.c.ended.is_(None))
    chosen = listed_tables().where(tables.c.id.in_(own))
    return chosen.order_by(tables.c.created.desc()).limit(at_most(most))


Place = tuple[int, str]  # in a list of finished tables: when one ended, and its id


def finished_tables_of(guest_id: str, most: int, before: Place | None = None) -> Select[Any]:
    """The finished tables where a guest sat, the last to end first; those after a place in that list.

    Read from the index of seats in its order, so the last page of a long list costs what the first does.
    """
    place = seats.c.ended, seats.c.table_id
    own = select(*place).where(seats.c.guest_id == guest_id, seats.c.ended.is_not(None))
    if before is not None:
        own = own.where(tuple_(*place) < tuple_(*before))
    own = own.group_by(*place)  # whoever plays at one screen has several seats
    last = own.order_by(*(column.desc() for column in place)).limit(at_most(most)).subquery()
    chosen = listed_tables().join(last, last.c.table_id == tables.c.id)
    return chosen.order_by(last.c.ended.desc(), last.c.table_id.desc())


def public_tables(most: int) -> Select[Any]:
    """The running tables that anyone may join or watch, the newest first."""
    chosen = listed_tables().where(tables.c.is_public, tables.c.ended.is_(None))
    return chosen.order_by(tables.c.created.desc()).limit(at_most(most))


def public_tables_with(people: Sequence[str], most: int) -> Select[Any]:
    """Of these the tables where one of some people sits."""
    theirs = select(seats.c.table_id).where(seats.c.guest_id.in_(people), seats.c.ended.is_(None))
    return public_tables(most).where(tables.c.id.in_(theirs))


def _count(table: Any) -> Any:
    return select(func.count()).where(table.c.table_id == tables.c.id).scalar_subquery()


_last_message = select(func.max(messages.c.id)).where(messages.c.table_id == tables.c.id).scalar_subquery()
_blocks = (  # of those who sit there
    select(func.count())
    .select_from(seats.join(blocks, blocks.c.guest_id == seats.c.guest_id))
    .where(seats.c.table_id == tables.c.id)
    .scalar_subquery()
)
_chat_marks = (
    _count(messages).label("messages"),
    _last_message.label("last_message"),
    (_count(mutes) + _blocks).label("mutes"),
)


def table_with_marks(table_id: str) -> Select[Any]:
    """All columns of a table, and what shows that its chat was changed."""
    return select(tables, *_chat_marks).where(tables.c.id == table_id)


def marks_of(table_ids: list[str]) -> Select[Any]:
    """What shows that something at a table, other than its seats, was changed: for comparing it cheaply."""
    columns = (
        tables.c.id,
        tables.c.epoch,
        _plies,
        tables.c.rematch_id,
        tables.c.is_guided,
        tables.c.is_settled,
    )
    return select(*columns, *_chat_marks).where(tables.c.id.in_(table_ids))


def seats_at(table_ids: list[str]) -> Select[Any]:
    """The seats of tables in order, each with the name of its guest, and whether that has an account."""
    return (
        select(seats, guests.c.name, accounts.c.guest_id.is_not(None).label("has_account"))
        .outerjoin(guests, seats.c.guest_id == guests.c.id)
        .outerjoin(accounts, seats.c.guest_id == accounts.c.guest_id)
        .where(seats.c.table_id.in_(table_ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )


def waiting_tables(*of_table: ColumnElement[bool]) -> Subquery:
    """The running tables with these properties: table_id, epoch, plies, pace, moved (when), and who is
    awaited: awaits (the seat), bot (that plays it, if one does), guest_id, since (when its player came),
    time_left and counted (of its reserve).
    """
    columns = (tables.c.id.label("table_id"), tables.c.epoch, tables.c.pace, _plies, _awaited, _moved)
    running = select(*columns).where(tables.c.ended.is_(None), *of_table).subquery()

    def of_seat(column: Any) -> Any:
        is_awaited = and_(seats.c.table_id == running.c.table_id, seats.c.seat == running.c.awaits)
        return select(column).where(is_awaited).scalar_subquery()

    bot = of_seat(func.coalesce(seats.c.bot, seats.c.deputy)).label("bot")
    names = ("guest_id", "since", "time_left", "counted")
    return select(running, bot, *(of_seat(seats.c[name]).label(name) for name in names)).subquery()


def count_waiting_for(guest_id: str) -> Select[Any]:
    """At how many running tables it is a guest's turn."""
    own = select(seats.c.table_id).where(seats.c.guest_id == guest_id, seats.c.ended.is_(None))
    waiting = waiting_tables(tables.c.id.in_(own))
    is_awaited = and_(seats.c.table_id == waiting.c.table_id, seats.c.seat == waiting.c.awaits)
    query = select(func.count()).select_from(waiting).join(seats, is_awaited)
    return query.where(seats.c.guest_id == guest_id, waiting.c.bot.is_(None))


def waiting_for_bots() -> Select[Any]:
    """The running tables where a bot is to act."""
    with_bots = select(seats.c.table_id).where(seats.c.ended.is_(None), plays_by_itself)
    waiting = waiting_tables(tables.c.id.in_(with_bots))
    return select(waiting).where(waiting.c.bot.is_not(None))


def waiting_for_people() -> Select[Any]:
    """The running tables where a person, or whoever takes the open seat, has a time limit."""
    waiting = waiting_tables(has_time_limit)
    return select(waiting).where(waiting.c.bot.is_(None), waiting.c.awaits >= 0)


def unnoted_orders(moved_before: int, most: int) -> Select[Any]:
    """The ids of running tables with standing orders whose position was not looked at for them."""
    waiting = waiting_tables(tables.c.id.in_(select(orders.c.table_id).where(is_standing)))
    noted = order_turns.c
    is_unnoted = or_(noted.table_id.is_(None), noted.epoch != waiting.c.epoch, noted.ply != waiting.c.plies)
    query = select(waiting.c.table_id).outerjoin(order_turns, noted.table_id == waiting.c.table_id)
    return query.where(waiting.c.awaits >= 0, waiting.c.moved < moved_before, is_unnoted).limit(at_most(most))


def ids_naming(guest_id: str) -> CompoundSelect[Any]:
    """The ids of all tables that show the name of a guest: at a seat, or over a chat message."""
    kinds = (select(kind.c.table_id).where(kind.c.guest_id == guest_id) for kind in (seats, messages))
    return union(*kinds)


def running_ids_naming(guest_id: str, most: int | None = None) -> Select[Any]:
    """Of these the running tables, the newest first."""
    chosen = select(tables.c.id).where(tables.c.id.in_(ids_naming(guest_id)), tables.c.ended.is_(None))
    return chosen.order_by(tables.c.created.desc()).limit(most)


async def lock_tables(connection: AsyncConnection, table_ids: Sequence[str]) -> None:
    """Lock tables before their seats are changed, in the order in which moves are written: no deadlock."""
    chosen = select(tables.c.id).where(tables.c.id.in_(table_ids)).order_by(tables.c.id)
    await connection.execute(chosen.with_for_update(key_share=True))


def tables_by_id(table_ids: list[str]) -> Select[Any]:
    """All columns of these tables."""
    return select(tables).where(tables.c.id.in_(table_ids))


def actions_at(table_ids: list[str]) -> Select[Any]:
    """Table, actor and words of every move at these tables, in order."""
    columns = (moves.c.table_id, moves.c.actor, moves.c.notation)
    return select(*columns).where(moves.c.table_id.in_(table_ids)).order_by(moves.c.table_id, moves.c.ply)
