"""Writes rows to files: Parquet, CSV or JSON lines. Never holds more than a stretch of a table in memory."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol, get_type_hints

import msgspec

from citywright.lab.export.rows import Row

STRETCH: Final = 300_000  # values, after which a part of a Parquet file is written


class Writer(Protocol):
    """A file with one table."""

    def add(self, row: Row) -> None:
        """Write a row, now or later."""

    def close(self) -> None:
        """Write what is missing, and close the file."""


class CsvWriter:
    """Values separated by commas below a line with their names; lists are JSON, and null is nothing."""

    def __init__(self, path: Path, kind: type[Row]) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._lines = csv.writer(self._file, lineterminator="\n")
        self._lines.writerow(kind._fields)

    def add(self, row: Row) -> None:
        self._lines.writerow([_cell(value) for value in row])

    def close(self) -> None:
        self._file.close()


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


class JsonLinesWriter:
    """One JSON object on a line."""

    def __init__(self, path: Path, kind: type[Row]) -> None:
        self._file = path.open("wb")

    def add(self, row: Row) -> None:
        self._file.write(msgspec.json.encode(row._asdict()) + b"\n")

    def close(self) -> None:
        self._file.close()


class ParquetWriter:
    """Columns with types, compressed. Needs pyarrow."""

    def __init__(self, path: Path, kind: type[Row]) -> None:
        import pyarrow as pa
        import pyarrow.parquet

        types = {
            str: pa.string(),
            int: pa.int64(),
            list[str]: pa.list_(pa.string()),
            list[int]: pa.list_(pa.int64()),
        }
        fields = []
        for name, hint in get_type_hints(kind).items():
            [meant] = {kind for kind in types if hint in (kind, kind | None)}
            fields.append(pa.field(name, types[meant], nullable=hint != meant))
        self._schema = pa.schema(fields)
        self._batch_of = pa.RecordBatch.from_arrays
        self._array_of = pa.array
        self._writer = pyarrow.parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []
        self._values = 0

    def add(self, row: Row) -> None:
        self._rows.append(row)
        self._values += sum(len(value) if isinstance(value, list) else 1 for value in row)
        if self._values >= STRETCH:
            self._write()

    def close(self) -> None:
        try:
            self._write()
        finally:
            self._writer.close()

    def _write(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [
                self._array_of(list(column), field.type)
                for column, field in zip(columns, self._schema, strict=True)
            ]
            self._writer.write_batch(self._batch_of(arrays, schema=self._schema))
        self._rows.clear()
        self._values = 0


FORMATS: dict[str, Callable[[Path, type[Row]], Writer]] = {
    "parquet": ParquetWriter,
    "csv": CsvWriter,
    "jsonl": JsonLinesWriter,
}
