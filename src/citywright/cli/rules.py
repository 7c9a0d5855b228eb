"""`citywright rules`: prints the rules of a game, one rule, the short page or the page that teaches."""

from __future__ import annotations

import argparse
import re

from citywright.cli.errors import UsageError
from citywright.cli.options import game_of
from citywright.engine.game import Game
from citywright.text import translate

PICTURE = re.compile(r'^!\[([^\]]*)\]\(\S+(?: "([^"]*)")?\)$', re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    parser.add_argument("id", nargs="?", metavar="ID", help="id of one rule, such as SM-33")
    parser.add_argument("--lang", default="en", metavar="LANG", help="en or de (default: en)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--short", action="store_true", help="the rules on one page")
    which.add_argument("--learn", action="store_true", help="the page that teaches the game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    if args.lang not in game.rules_languages():
        raise UsageError(
            f"there are no rules of {game.id} in {args.lang!r}, only in {', '.join(game.rules_languages())}"
        )
    if args.id is not None and (args.short or args.learn):
        raise UsageError("name a rule, or ask for --short or --learn, not both")
    print(_text(game, args).rstrip())


def _text(game: Game, args: argparse.Namespace) -> str:
    if args.short:
        if not game.short_rules(args.lang):
            raise UsageError(f"there is no one-page version of the rules of {game.id} in {args.lang!r}")
        return game.short_rules(args.lang)
    if args.learn:
        if not game.teaching_page(args.lang):
            raise UsageError(f"there is no page that teaches {game.id} in {args.lang!r}")
        return _without_pictures(game.teaching_page(args.lang), args.lang)
    if args.id is None:
        return game.rules(args.lang)
    try:
        return game.rule(args.lang, args.id)
    except KeyError:
        raise UsageError(f"{game.id} has no rule {args.id!r}") from None


def _without_pictures(page: str, lang: str) -> str:
    """A page with words in the place of its pictures."""
    t = translate(lang)

    def words(found: re.Match[str]) -> str:
        drawn = t("[Picture: {what}]", what=found[1])
        return f"{drawn}\n{found[2]}" if found[2] else drawn

    return PICTURE.sub(words, page)
