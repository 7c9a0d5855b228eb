"""A row for any table, whatever its columns: what foreign keys ask for is there, all else is made up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Boolean, Column, Connection, LargeBinary, MetaData, String, Table, func, or_, select

from citywright.server.clock import now_ms

Row = dict[str, Any]
Keys = Mapping[str, Any]  # by `table.column` what rows refer to


def any_row(table: Table, keys: Keys, **given: Any) -> Row:
    """A row with a value in every column that needs one, refers to something, or is given."""
    row: Row = {}
    for column in table.columns:
        target = next((key.target_fullname for key in column.foreign_keys), None)
        if column.name in given:
            row[column.name] = given[column.name]
        elif target is not None:
            row[column.name] = keys[target]
        elif not (column.nullable or column.server_default is not None or _counts_by_itself(column)):
            row[column.name] = _made_up(table, column)
    return row


def _counts_by_itself(column: Column[Any]) -> bool:
    return column.primary_key and column.autoincrement is True


def _made_up(table: Table, column: Column[Any]) -> Any:
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, LargeBinary):
        return b"x" * 32
    if isinstance(column.type, String):
        return f"{table.name}-{column.name}"[: column.type.length or 60]
    return now_ms() if str(column.type) == "BIGINT" else 1


def fill_all(connection: Connection, metadata: MetaData, **given: Row) -> dict[str, Row]:
    """A row in every table that has none, each referring to the others'; returns them as they are read."""
    filled: dict[str, Row] = {}
    for table in metadata.sorted_tables:
        if connection.execute(select(table)).first() is None:
            row = any_row(table, _Keys(filled), **given.get(table.name, {}))
            connection.execute(table.insert().values(row))
        filled[table.name] = dict(connection.execute(select(table)).mappings().fetchmany(1)[0])
    return filled


class _Keys(dict[str, Any]):
    """What rows refer to: the row there is."""

    def __init__(self, filled: dict[str, Row]) -> None:
        self._filled = filled

    def __getitem__(self, target: str) -> Any:
        table, _, column = target.rpartition(".")
        return self._filled[table][column]


def mentions(connection: Connection, metadata: MetaData, words: str) -> set[str]:
    """The tables, and columns, in which a word stands anywhere: as `table.column`."""
    found = set()
    for table in metadata.sorted_tables:
        texts = [column for column in table.columns if isinstance(column.type, String)]
        query = select(table).where(or_(*(func.instr(c, words) > 0 for c in texts))) if texts else None
        if connection.dialect.name == "postgresql" and texts:
            query = select(table).where(or_(*(func.strpos(c, words) > 0 for c in texts)))
        if query is None:
            continue
        for row in connection.execute(query).mappings():
            found |= {f"{table.name}.{c.name}" for c in texts if words in str(row[c.name])}
    return found
