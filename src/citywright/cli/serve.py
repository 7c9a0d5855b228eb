"""`citywright serve`: runs the server, for one person or for many."""

from __future__ import annotations

import argparse
import os
import re

from citywright.cli.errors import CheckFailed, UsageError
from citywright.server.http.logs import set_up_logs
from citywright.server.run import serve
from citywright.server.settings import DEFAULT_PORT, Settings, default_database
from citywright.server.startup import NotReady

BACKENDS = ("sqlite", "postgresql", "postgres")


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
    add("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; default: in your data folder")
    add("--redis", default="", metavar="URL", help="only if several servers share the database")
    add("--channel", default="citywright", metavar="NAME", help="the Redis channel these servers share")
    add("--https", action="store_true", help="people reach the pages over https, through a proxy")
    add("--bot-pace", type=float, default=0.7, metavar="S", help="seconds between bots' moves (default: 0.7)")
    add("--address", default="", metavar="URL", help="the address people use, for links in mails and feeds")
    add(
        "--mail-from",
        default="",
        metavar="ADDRESS",
        help="the sender of mails; CITYWRIGHT_SMTP names the mail server",
    )
    add("--limits", type=float, default=1.0, metavar="X", help="multiplies the rate limits; 0: no limits")
    add("--log", default="warning", choices=("info", "warning"), help="info: a line for every request")
    add("--browse", action="store_true", help="open the browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    database = args.database or os.environ.get("CITYWRIGHT_DATABASE") or default_database()
    if database.partition(":")[0].partition("+")[0] not in BACKENDS:
        raise UsageError(f"--database must be sqlite:///FILE or postgresql://…, not {database!r}")
    settings = Settings(
        database=database,
        host=args.host,
        port=args.port,
        redis=args.redis,
        channel=args.channel,
        https=args.https,
        bot_pace=args.bot_pace,
        address=args.address,
        smtp=os.environ.get("CITYWRIGHT_SMTP", ""),  # may hold a password: not for the command line
        mail_from=args.mail_from,
        limits=args.limits,
    )
    if args.redis and not args.redis.startswith(("redis://", "rediss://", "unix://")):
        raise UsageError(f"--redis must be redis://HOST:PORT, rediss://… or unix://…, not {args.redis!r}")
    if args.address and not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", args.address):
        raise UsageError(f"--address must be http://HOST or https://HOST, not {args.address!r}")
    set_up_logs(args.log)
    try:
        serve(settings, browse=args.browse)
    except NotReady as error:
        raise CheckFailed(str(error)) from None
    except OSError as error:
        raise CheckFailed(f"cannot serve at {args.host} port {args.port}: {error.strerror}") from None
