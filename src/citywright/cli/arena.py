"""`citywright arena`: lets bots play against each other and reports their strength."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import (
    add_json,
    add_workers,
    check_bot_names,
    game_of,
    players_of,
    progress,
    workers_of,
)
from citywright.lab.arena import ArenaError, Contest, ResultsFile, play_games
from citywright.lab.executors import SpreadError, Workers
from citywright.lab.ratings import placed_scores, summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    parser.add_argument(
        "--bots",
        default="master,journeyman",
        metavar="NAMES",
        help="separated by commas; the last one fills the remaining seats",
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument("--players", type=int, metavar="P", help="how many seats (default: one per bot)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (default: 1)"
    )
    add_workers(parser)
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="simulations per decision, for bots that search"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="seconds per decision, for bots that search"
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="store results here and continue from them"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    names = args.bots.split(",")
    if args.players is None:
        args.players = max(len(names), game.min_seats)
    players = players_of(args, game)
    if len(names) > players:
        raise UsageError(f"--bots names {len(names)} bots for {players} seats")
    names += names[-1:] * (players - len(names))
    check_bot_names(names, game)
    if args.games < 1:
        raise UsageError(f"--games must be a positive number, not {args.games}")
    workers = workers_of(args)
    contest = Contest(game.id, tuple(names), args.seed, args.simulations, args.seconds)
    try:
        results = _play(contest, args, workers)
    except (ArenaError, SpreadError) as error:
        raise CheckFailed(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot use {args.results}: {error.strerror}") from None
    report = {"game": game.id, "players": players, "games": len(results), "seed": args.seed}
    report |= {"placed_scores": placed_scores(results), "bots": summary(contest, results)}
    if args.json:
        print(json.dumps(report))
        return
    _print(report)


def _play(contest: Contest, args: argparse.Namespace, workers: Workers) -> list[Any]:
    file = ResultsFile(args.results, contest)
    missing = [number for number in range(args.games) if number not in file.results]
    for result in progress(play_games(contest, missing, workers), len(missing), "playing"):
        file.add(result)
    return [file.results[number] for number in range(args.games)]


def _print(report: dict[str, Any]) -> None:
    print(f"{report['game']}, {report['players']} players, {report['games']} games, seed {report['seed']}")
    heads = ("bot", "games", "wins", "win rate", "95 %", "points", "rating", "ms mean", "p95", "max")
    rows = [heads, *(_cells(bot) for bot in report["bots"])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
    places = " / ".join(f"{points:.0f}" for points in report["placed_scores"])
    print(f"mean points by place: {places}")


def _cells(bot: dict[str, Any]) -> tuple[str, ...]:
    low, high = bot["interval"]
    rating, ms = bot["rating"], bot["decide_ms"]
    return (
        bot["bot"],
        f"{bot['games']}",
        f"{bot['wins']:.1f}",
        f"{bot['win_rate']:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{bot['mean_score']:.1f}",
        f"{rating['mu']:.1f} ± {(rating['interval'][1] - rating['mu']):.1f}",
        *(f"{ms[key]:.1f}" for key in ("mean", "p95", "max")),
    )
