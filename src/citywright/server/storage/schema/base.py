"""What all parts of the schema share: the metadata, and columns and indexes of a kind."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement, ForeignKey, Index, MetaData, String

metadata = MetaData()


def partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """An index of those rows that meet a condition: what looks for them reads no others."""
    Index(name, *columns, postgresql_where=where, sqlite_where=where)


def guest_column(name: str = "guest_id", on_delete: str = "CASCADE", **options: Any) -> Column[str]:
    """A column that names a guest."""
    return Column(name, String(32), ForeignKey("guests.id", ondelete=on_delete), **options)


def table_column(**options: Any) -> Column[str]:
    """A column that names a table."""
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), **options)
