"""`citywright bench envs`: steps a second of the research environments, beside those of others."""

from __future__ import annotations

import argparse
import json

from citywright.catalogue import games
from citywright.cli.errors import UsageError
from citywright.cli.options import progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `bench envs`."""
    envs = parser.add_argument_group("bench envs")
    envs.add_argument(
        "--games", type=int, default=1024, metavar="N", help="games played in lockstep (default: 1024)"
    )
    envs.add_argument("--rounds", type=int, default=3, metavar="N", help="all in turns (default: 3)")


def run(args: argparse.Namespace) -> None:
    """Measure and report."""
    from citywright.lab.env_speed import contenders, summary  # needs the extra `envs`

    if args.games < 1 or args.rounds < 1 or args.seconds <= 0:
        raise UsageError("--games, --rounds and --seconds are above zero")
    chosen = contenders(list(games().values()), args.games)
    turns = [one for _ in range(args.rounds) for one in chosen]
    for one in progress(turns, len(turns), "measuring"):
        one.measure(args.seconds)
    report = summary(chosen)
    if args.json:
        print(json.dumps(report))
        return
    for name, figures in report.items():
        print(name)
        for key, value in figures.items():
            print(f"  {key.replace('_', ' '):18} {value}")
