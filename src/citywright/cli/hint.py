"""`citywright hint`: the best actions in a position of a record, with what they promise."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from citywright.bots import Budget
from citywright.bots.hints import Hint, hints
from citywright.cli.errors import UsageError
from citywright.cli.options import add_json, match_of, record_of
from citywright.engine.view import seat_letter
from citywright.match.match import Match
from citywright.text import LANGUAGES, translate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--ply", type=int, metavar="N", help="after how many actions (default: all)")
    parser.add_argument("--count", type=int, default=3, metavar="N", help="how many actions (default: 3)")
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="how long to think (default: as a master)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="one seed, one answer (default: 1)")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default="en", help="language of the words")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    record = record_of(args.file)
    plies = len(record.actions)
    if args.ply is not None and not 0 <= args.ply <= plies:
        raise UsageError(f"--ply goes from 0 to {plies} in this record, not {args.ply}")
    match = match_of(args.file, record, args.ply)
    if match.actor < 0:
        why = "the game is over" if match.over else "the dice, a card or a tile come next"
        raise UsageError(f"no seat is to act at ply {match.ply}: {why}")
    if match.viewer is not None and match.viewer != match.actor and match.game.has_secrets:
        raise UsageError("this record tells only what one seat saw, and that is not the seat to act")
    budget = None if args.simulations is None else Budget(args.simulations)
    seen = match.state.observe(match.actor)
    found = hints(match.game, seen, budget=budget, seed=args.seed, lang=args.lang, count=max(args.count, 1))
    if args.json:
        report = {"ply": match.ply, "seat": seat_letter(match.actor), "hints": msgspec.to_builtins(found)}
        print(json.dumps(report, ensure_ascii=False))
    else:
        print("\n".join(_lines(match, found, args.lang)))


def _lines(match: Match, found: list[Hint], lang: str) -> list[str]:
    t = translate(lang)
    lines = [t("Seat {seat} is to act at ply {ply}.", seat=seat_letter(match.actor), ply=match.ply)]
    for number, hint in enumerate(found, 1):
        words = hint.action if hint.title == hint.action else f"{hint.title} ({hint.action})"
        lines.append(f"{number}. {words}: {hint.promise(lang)}")
    return lines
