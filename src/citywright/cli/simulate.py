"""`citywright simulate`: plays many games between bots and reports statistics; it can keep their records."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import (
    add_json,
    add_play,
    add_workers,
    bot_names_of,
    game_of,
    layout_of,
    players_of,
    progress,
    start_of,
    workers_of,
)
from citywright.lab.executors import SpreadError, Workers
from citywright.lab.simulation import Series, SimulationError, simulate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_play(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    add_workers(parser)
    parser.add_argument(
        "--records",
        type=Path,
        metavar="FOLDER",
        help="write a record of every game into this folder; games whose records are there are not played",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    players = players_of(args, game)
    names = bot_names_of(args, game, players)
    if args.games < 1:
        raise UsageError(f"--games must be a positive number, not {args.games}")
    workers = workers_of(args)
    layout = layout_of(args, game).source if args.layout is not None else None
    series = Series(game.id, tuple(names), args.seed, start_of(args, players), layout)
    report = {"game": game.id, "players": players, "bots": names, "seed": args.seed}
    report |= _played(series, args.games, workers, args.records)
    if args.json:
        print(json.dumps(report))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):16} {value if isinstance(value, str) else json.dumps(value)}")


def _played(series: Series, games: int, workers: Workers, records: Path | None) -> dict[str, Any]:
    shown = partial(progress, total=games, what="simulating")
    try:
        return simulate(series, games, workers, records, shown)
    except (SimulationError, SpreadError) as error:
        raise CheckFailed(str(error)) from None
    except OSError as error:
        if records is None:
            raise
        raise UsageError(f"cannot use {records}: {error.strerror}") from None
