"""What the tests of exports share: small records, exports made of them, and tables read back."""

import csv
import json
from pathlib import Path

import msgspec
import pyarrow.parquet
import pytest

from citywright.lab.executors import THIS_PROCESS
from citywright.lab.export import formats
from citywright.lab.export.parts import Export, Settings
from citywright.lab.export.rows import TABLES

RECORDS = Path(__file__).parents[1] / "records"
SOME = [RECORDS / "saint-malo" / "passes.cwr", RECORDS / "mauerbauer" / "palaces-city.cwr"]
SOME += [RECORDS / "milestones" / "tiles-stewards.cwr"]
every_format = pytest.mark.parametrize("table_format", list(formats.FORMATS))


def make(folder, files, table_format="csv", workers=THIS_PROCESS, **settings):
    export = Export(folder, Settings.of(table_format, **settings), files)
    assert list(export.make(workers)) == files or workers.jobs > 1
    return export


def read_csv(path):
    def value(name, text):
        if text == "":
            return None
        kind = str(TABLES[path.parent.name].__annotations__[name])
        return json.loads(text) if "list" in kind or "int" in kind else text

    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value(name, text) for name, text in row.items()} for row in csv.DictReader(file)]


READERS = {
    "parquet": lambda path: pyarrow.parquet.read_table(path).to_pylist(),
    "csv": read_csv,
    "jsonl": lambda path: [msgspec.json.decode(line) for line in path.read_bytes().splitlines()],
}


def read(folder, table):
    """All rows of a table, part after part."""
    paths = sorted((folder / table).iterdir())
    return [row for path in paths for row in READERS[path.suffix[1:]](path)]
