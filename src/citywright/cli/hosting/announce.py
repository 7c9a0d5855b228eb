"""`citywright announce TEXT`: news from the host for everybody who wants such, while the server runs."""

from __future__ import annotations

import argparse
import asyncio

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.hosting.options import add_database, database_of
from citywright.server.operations.announcing import LONGEST, NotAnnounced, announce


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="what to tell, in English")
    parser.add_argument("--de", metavar="TEXT", help="the same in German (default: in English)")
    parser.add_argument(
        "--link",
        default="/",
        metavar="PATH",
        help="where it leads on the server (default: /)",
    )
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    words = {"en": args.text.strip(), "de": (args.de or args.text).strip()}
    if not all(1 <= len(text) <= LONGEST and text.isprintable() for text in words.values()):
        raise UsageError(f"an announcement is one line of at most {LONGEST} characters")
    if not args.link.startswith("/") or args.link.startswith("//") or len(args.link) > 200:
        raise UsageError(f"--link must be a path on the server, such as /mine, not {args.link!r}")
    try:
        told = asyncio.run(announce(database_of(args), words, args.link))
    except NotAnnounced as error:
        raise CheckFailed(str(error)) from None
    print(f"noted for {told} people; the server tells them within seconds")
