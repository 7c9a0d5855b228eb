"""`citywright role NAME ROLE`: who may do what at the host's desk; without arguments a list."""

from __future__ import annotations

import argparse
import asyncio
import json

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.hosting.options import add_database, database_of
from citywright.cli.options import add_json
from citywright.server.operations.giving_roles import NotGiven, give

ROLES = ("administrator", "moderator", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the name of an account")
    parser.add_argument("role", nargs="?", choices=ROLES, help="the role it is to have")
    add_database(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.name is not None and args.role is None:
        raise UsageError(f"say which role {args.name!r} is to have: {', '.join(ROLES)}")
    role = "" if args.role in (None, "none") else args.role
    try:
        name, held = asyncio.run(give(database_of(args), args.name or "", role))
    except NotGiven as error:
        raise CheckFailed(str(error)) from None
    if args.json:
        print(json.dumps({"roles": [{"name": name, "role": role} for name, role in held]}))
    elif args.name is not None:
        print(f"{name} is {f'{role} now' if role else 'neither moderator nor administrator now'}")
    else:
        print("\n".join(f"{role:13} {name}" for name, role in held) or "nobody has a role yet")
