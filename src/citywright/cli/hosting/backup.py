"""`citywright backup FILE`: everything the server knows in one file, while it runs."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from citywright.cli.errors import CheckFailed
from citywright.cli.hosting.options import add_database, database_of
from citywright.cli.options import add_json
from citywright.server.operations.backup import CopyFailed, make_backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write it: an SQLite database")
    add_database(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace FILE if it is there")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    try:
        report = make_backup(database_of(args), args.file, overwrite=args.overwrite)
    except CopyFailed as error:
        raise CheckFailed(str(error)) from None
    if args.json:
        print(json.dumps(msgspec.to_builtins(report)))
        return
    print(
        f"{report.file}: {report.tables} tables, {report.moves} moves, {report.accounts} accounts; "
        f"{report.bytes} bytes in {report.seconds} s"
    )
