"""`citywright ratings recount DATABASE`: all ratings counted anew from the results of games."""

from __future__ import annotations

import argparse
import json
import sys

import msgspec

from citywright.cli.errors import CheckFailed
from citywright.cli.hosting.options import add_database, database_of
from citywright.cli.options import add_json
from citywright.server.known.recount import RecountFailed, recount


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["recount"], help="count all ratings anew, in the order of the games")
    parser.add_argument("place", nargs="?", metavar="DATABASE", help="the same as --database")
    add_database(parser)
    parser.add_argument(
        "--replay", action="store_true", help="read every game again, move by move: takes longer"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    args.database = args.place or args.database
    try:
        report = recount(database_of(args), _tell, replay=args.replay)
    except RecountFailed as error:
        raise CheckFailed(str(error)) from None
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if args.json:
        print(json.dumps(msgspec.to_builtins(report)))
        return
    print(
        f"{report.games} games count, {report.uncounted} do not; {report.players} players; "
        f"{report.changed} numbers were others before"
        + (f"; {report.misread} results were wrong" if args.replay else "")
    )


def _tell(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,} games", end="", file=sys.stderr, flush=True)
