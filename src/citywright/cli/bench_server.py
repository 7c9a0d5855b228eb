"""`citywright bench server`: how many durable moves a second a server takes here, and how quickly."""

from __future__ import annotations

import argparse
import json

import msgspec

from citywright.catalogue import games
from citywright.cli.errors import CheckFailed, UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `bench server`."""
    server = parser.add_argument_group("bench server")
    server.add_argument("--tables", type=int, default=50, metavar="N", help="two people each (default: 50)")
    server.add_argument(
        "--rate", type=float, default=0.0, metavar="R", help="moves a second (default: all it takes)"
    )
    server.add_argument(
        "--bots",
        action="store_true",
        help="a bot at each table, too; also compares drawing a table again with and without one",
    )
    server.add_argument("--title", default="saint-malo", metavar="GAME", help="the game they play")
    server.add_argument("--database", default="", metavar="URL", help="default: SQLite in a temporary folder")


def run(args: argparse.Namespace) -> None:
    """Measure and report."""
    # Needs the extra `server`.
    from citywright.server.load.generator import Load, measure_server
    from citywright.server.load.redraw import measure_redraw
    from citywright.server.tables.bot_choices import usual_bot

    if args.title not in games():
        raise UsageError(f"there is no game {args.title!r}; the games are {', '.join(games())}")
    if args.tables < 1 or args.seconds <= 0 or args.rate < 0:
        raise UsageError("--tables and --seconds are above zero, --rate is not below it")
    game = games()[args.title]
    bot = usual_bot(game) if args.bots else ""
    load = Load(args.title, args.tables, args.seconds, args.rate, args.database, bot=bot)
    try:
        report = msgspec.to_builtins(measure_server(load))
        if args.bots:
            redraw = msgspec.to_builtins(measure_redraw(game))
            report |= {f"redraw_{key}": value for key, value in redraw.items()}
    except (RuntimeError, OSError) as error:
        raise CheckFailed(f"the server could not be measured: {error}") from None
    if args.json:
        print(json.dumps(report))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):16} {value}")
