"""What the verbs for hosts share: the database, named as for `serve`."""

from __future__ import annotations

import argparse
import os

from citywright.cli.errors import UsageError
from citywright.server.settings import default_database

BACKENDS = ("sqlite", "postgresql", "postgres")


def add_database(parser: argparse.ArgumentParser) -> None:
    """--database URL."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; default: CITYWRIGHT_DATABASE, or in your data folder",
    )


def database_of(args: argparse.Namespace) -> str:
    """The URL of the database."""
    database: str = args.database or os.environ.get("CITYWRIGHT_DATABASE") or default_database()
    if database.partition(":")[0].partition("+")[0] not in BACKENDS:
        raise UsageError(f"--database must be sqlite:///FILE or postgresql://…, not {database!r}")
    return database
