"""`citywright serve`: runs the server, for one person or for many."""

from __future__ import annotations

import argparse
import os
import re
import sys

from sqlalchemy.engine import make_url

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.hosting.options import add_database, database_of
from citywright.server.http.logs import set_up_logs
from citywright.server.parent import serve_with_workers
from citywright.server.run import serve
from citywright.server.settings import DEFAULT_PORT, Settings, async_url
from citywright.server.startup import NotReady

MOST_WORKERS = 64
LAYOUT_GAMES = "games of bots that tell what a layout of the shelf plays like (default: 200; 0: none)"
HOUSE_RULES = "your own paragraphs for the page of house rules; a line [de] or [en] begins a language"
INNER = "push messages and webhooks may go to private addresses, and over http: for closed networks"
SLOW = "log where the time went if something takes more milliseconds (default: 250; 0: never)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: this machine only)")
    add(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        metavar="N",
        help=f"default: {DEFAULT_PORT}; 0: any free port",
    )
    add_database(parser)
    add("--workers", type=int, default=1, metavar="N", help="server processes on this machine (default: 1)")
    add("--redis", default="", metavar="URL", help="carries messages between servers that share the database")
    add("--channel", default="citywright", metavar="NAME", help="the channel for those messages")
    add("--https", action="store_true", help="people reach the pages over https, through a proxy")
    add(
        "--order-pace",
        type=float,
        default=1.0,
        metavar="N",
        help="how long standing orders wait before they act: times the usual (default: 1)",
    )
    add("--bot-pace", type=float, default=0.7, metavar="S", help="seconds between bots' moves (default: 0.7)")
    add("--address", default="", metavar="URL", help="the address people use, for links in mails and feeds")
    add(
        "--mail-from",
        default="",
        metavar="ADDRESS",
        help="the sender of mails; CITYWRIGHT_SMTP names the mail server",
    )
    add("--house-rules", default="", metavar="FILE", help=HOUSE_RULES)
    add("--inner-addresses", action="store_true", help=INNER)
    add("--limits", type=float, default=1.0, metavar="X", help="multiplies the rate limits; 0: no limits")
    add("--layout-games", type=int, default=200, metavar="N", help=LAYOUT_GAMES)
    add("--no-analyses", action="store_true", help="finished games are not analysed")
    add("--log", default="warning", choices=("info", "warning"), help="info: a line for every request")
    add("--slow", type=float, default=250.0, metavar="MS", help=SLOW)
    add("--browse", action="store_true", help="open the browser")
    parser.set_defaults(run=run)


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings these options, and the environment, make."""
    if args.redis and not args.redis.startswith(("redis://", "rediss://", "unix://")):
        raise UsageError(f"--redis must be redis://HOST:PORT, rediss://… or unix://…, not {args.redis!r}")
    if args.address and not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", args.address):
        raise UsageError(f"--address must be http://HOST or https://HOST, not {args.address!r}")
    return Settings(
        database=database_of(args),
        host=args.host,
        port=args.port,
        workers=args.workers,
        redis=args.redis,
        channel=args.channel,
        https=args.https,
        bot_pace=args.bot_pace,
        order_pace=args.order_pace,
        address=args.address,
        smtp=os.environ.get("CITYWRIGHT_SMTP", ""),  # may hold a password: not for the command line
        mail_from=args.mail_from,
        house_rules=args.house_rules,
        inner_addresses=args.inner_addresses,
        limits=args.limits,
        balance_games=max(0, args.layout_games),
        analyses=not args.no_analyses,
        slow=args.slow / 1000,
    )


def run(args: argparse.Namespace) -> None:
    settings = settings_of(args)
    _check_workers(settings)
    set_up_logs(args.log)
    try:
        if settings.workers > 1:
            serve_with_workers(settings, browse=args.browse, log_level=args.log)
        else:
            serve(settings, browse=args.browse)
    except NotReady as error:
        raise CheckFailed(str(error)) from None
    except OSError as error:
        raise CheckFailed(f"cannot serve at {args.host} port {args.port}: {error.strerror}") from None


def _check_workers(settings: Settings) -> None:
    """Refuse several processes where they cannot work together."""
    if not 1 <= settings.workers <= MOST_WORKERS:
        raise UsageError(f"--workers is 1 to {MOST_WORKERS}, not {settings.workers}")
    if settings.workers > 1 and sys.platform == "win32":
        raise UsageError("--workers needs Linux or macOS: here one process serves")
    if settings.workers > 1 and make_url(async_url(settings.database)).database in (None, "", ":memory:"):
        raise UsageError(
            "--workers needs a database that processes can share: sqlite:///FILE or postgresql://…"
        )
