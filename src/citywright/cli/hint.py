"""`citywright hint`: shows the best actions in a position of a record, with the result they promise."""

from __future__ import annotations

import argparse
import json

import msgspec

from citywright.bots import Budget
from citywright.bots.hints import Hint, hints
from citywright.cli.errors import UsageError
from citywright.cli.options import add_json, add_position, position_of
from citywright.engine.view import seat_letter
from citywright.match.match import Match
from citywright.text import LANGUAGES, translate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument("--count", type=int, default=3, metavar="N", help="how many actions (default: 3)")
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="how many simulations (default: as many as a master)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed gives the same answer (default: 1)"
    )
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default="en", help="language (default: en)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    match = position_of(args)
    if match.actor < 0:
        reason = "the game is over" if match.over else "dice, a card or a tile come next"
        raise UsageError(f"no seat is to act at ply {match.ply}: {reason}")
    if match.viewer is not None and match.viewer != match.actor and match.game.has_secrets:
        raise UsageError("this record holds only what one seat saw, and that seat is not to act here")
    budget = None if args.simulations is None else Budget(args.simulations)
    observation = match.state.observe(match.actor)
    best = hints(
        match.game, observation, budget=budget, seed=args.seed, lang=args.lang, count=max(args.count, 1)
    )
    if args.json:
        report = {"ply": match.ply, "seat": seat_letter(match.actor), "hints": msgspec.to_builtins(best)}
        print(json.dumps(report, ensure_ascii=False))
    else:
        print("\n".join(_lines(match, best, args.lang)))


def _lines(match: Match, best: list[Hint], lang: str) -> list[str]:
    t = translate(lang)
    lines = [t("Seat {seat} is to act at ply {ply}.", seat=seat_letter(match.actor), ply=match.ply)]
    for number, hint in enumerate(best, 1):
        words = hint.action if hint.title == hint.action else f"{hint.title} ({hint.action})"
        lines.append(f"{number}. {words}: {hint.promise(lang)}")
    return lines
