"""`citywright rules`: prints the rules of a game, or one rule by its id."""

from __future__ import annotations

import argparse

from citywright.cli.errors import UsageError
from citywright.cli.options import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    parser.add_argument("id", nargs="?", metavar="ID", help="id of one rule, such as SM-33")
    parser.add_argument("--lang", default="en", metavar="LANG", help="en or de (default: en)")
    parser.add_argument("--short", action="store_true", help="the rules on one page")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    if args.lang not in game.rules_languages():
        raise UsageError(
            f"there are no rules of {game.id} in {args.lang!r}, only in {', '.join(game.rules_languages())}"
        )
    if args.short:
        if not game.short_rules(args.lang):
            raise UsageError(f"there is no one-page version of the rules of {game.id} in {args.lang!r}")
        print(game.short_rules(args.lang).rstrip())
        return
    if args.id is None:
        print(game.rules(args.lang).rstrip())
        return
    try:
        print(game.rule(args.lang, args.id))
    except KeyError:
        raise UsageError(f"{game.id} has no rule {args.id!r}") from None
