"""`citywright restore FILE`: a backup into an empty database, after its games were played again."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from citywright.cli.errors import CheckFailed
from citywright.cli.hosting.options import add_database, database_of
from citywright.cli.options import add_json
from citywright.server.operations.backup import CopyFailed
from citywright.server.operations.restore import SOME_FINISHED, restore_backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what `citywright backup` has written")
    add_database(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace what is in the database")
    parser.add_argument(
        "--check-all",
        action="store_true",
        help=f"play all games again (default: the running ones and {SOME_FINISHED} finished ones)",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    try:
        report = restore_backup(
            args.file, database_of(args), overwrite=args.overwrite, check_all=args.check_all
        )
    except CopyFailed as error:
        raise CheckFailed(str(error)) from None
    if args.json:
        print(json.dumps(msgspec.to_builtins(report)))
        return
    print(
        f"{report.database}: {report.tables} tables, {report.moves} moves, {report.accounts} accounts "
        f"in {report.seconds} s; {report.games_checked} games were played again, "
        f"{report.games_left_out} were not"
    )
