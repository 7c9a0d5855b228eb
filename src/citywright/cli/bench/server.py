"""`citywright bench server`: how many durable moves a second a server takes here, and how quickly."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

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
    server.add_argument(
        "--viewers",
        type=int,
        default=0,
        metavar="N",
        help="hold this many open pages at the tables, with moves at --rate, and tell what they take",
    )
    server.add_argument("--title", default="saint-malo", metavar="GAME", help="the game they play")
    server.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes of the server (default: 1)"
    )
    server.add_argument(
        "--clients", type=int, default=1, metavar="N", help="processes the load comes from (default: 1)"
    )
    server.add_argument("--database", default="", metavar="URL", help="default: SQLite in a temporary folder")


def run(args: argparse.Namespace) -> None:
    """Measure and report."""
    # Needs the extra `server`.
    from citywright.server.load.generator import Load, measure_server
    from citywright.server.load.redraw import measure_redraw
    from citywright.server.tables.bot_choices import usual_bot

    if args.title not in games():
        raise UsageError(f"there is no game {args.title!r}; the games are {', '.join(games())}")
    if min(args.tables, args.workers, args.clients) < 1 or args.seconds <= 0 or args.rate < 0:
        raise UsageError(
            "--tables, --workers, --clients and --seconds are above zero, --rate is not below it"
        )
    if args.viewers < 0 or (args.viewers and args.bots):
        raise UsageError("--viewers is not below zero, and does not go with --bots")
    if args.viewers:
        _report(_held(args), args)
        return
    game = games()[args.title]
    bot = usual_bot(game) if args.bots else ""
    processes = {"workers": args.workers, "clients": args.clients}
    load = Load(args.title, args.tables, args.seconds, args.rate, args.database, bot=bot, **processes)
    try:
        report = msgspec.to_builtins(measure_server(load))
        if args.bots:
            redraw = msgspec.to_builtins(measure_redraw(game))
            report |= {f"redraw_{key}": value for key, value in redraw.items()}
    except (RuntimeError, OSError) as error:
        raise CheckFailed(f"the server could not be measured: {error}") from None
    _report(report, args)


def _held(args: argparse.Namespace) -> dict[str, Any]:
    """The figures of tables whose viewers do nothing."""
    from citywright.server.load.hold import Hold, measure_hold

    def tell(news: str) -> None:
        print(news, file=sys.stderr, flush=True)

    hold = Hold(args.title, args.tables, args.viewers, args.seconds, args.rate, args.database)
    try:
        report: dict[str, Any] = msgspec.to_builtins(measure_hold(hold, tell))
    except (RuntimeError, OSError, TimeoutError) as error:
        raise CheckFailed(f"the server could not be measured: {error or 'it did not answer'}") from None
    return report


def _report(report: dict[str, Any], args: argparse.Namespace) -> None:
    if args.json:
        print(json.dumps(report))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):16} {value}")
