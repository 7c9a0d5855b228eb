"""Many games of bots, analysed: is luck zero on average, how much of a result is it, who errs less?

`python -m citywright.lab.ledgers GAME --bots journeyman,apprentice --games 1000 --jobs 2`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from tqdm import tqdm

from citywright.analysis import DEPTHS, QUICK, analyse
from citywright.bots import Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.lab.executors import THIS_PROCESS, Workers, spread
from citywright.match.dealer import Dealer
from citywright.match.match import Match

GAMES_A_JOB = 5
SIMULATIONS = 30  # of a searching bot


class Games(NamedTuple):
    """Which games are played, and how they are analysed. The bots change seats from game to game."""

    game: str
    bots: tuple[str, ...]
    depth: str = QUICK
    seed: int = 1


class Row(NamedTuple):
    """One seat of one game."""

    bot: str
    seat: int
    start: float
    luck: float
    mistakes: float
    others: float
    result: float
    given_away: float
    accuracy: float


class _Job(NamedTuple):
    games: Games
    first: int
    number: int


def rows_of(games: Games, count: int, workers: Workers = THIS_PROCESS) -> Iterator[list[Row]]:
    """The rows of each game, in any order; the same however many are played at a time."""
    jobs = (_Job(games, first, min(GAMES_A_JOB, count - first)) for first in range(0, count, GAMES_A_JOB))
    for _, some in spread(_play, jobs, workers):
        yield from some


def _play(job: _Job) -> list[list[Row]]:
    return [_analysed(job.games, number) for number in range(job.first, job.first + job.number)]


def _analysed(games: Games, number: int) -> list[Row]:
    """Play one game and analyse it."""
    game = find_game(games.game)
    shift = number % len(games.bots)
    names = games.bots[shift:] + games.bots[:shift]
    rng = Rng(games.seed * 1_000_003 + number)
    match = Match(game, len(names), dealer=Dealer.seeded(games.seed * 1_000_003 + number), names=names)
    bots = [find_bot(game, name) for name in names]
    while not match.over:
        seat = match.actor
        match.play(seat, bots[seat].decide(match.state.observe(seat), Budget(SIMULATIONS), rng).code)
    ledger = analyse(match, games.depth)
    return [
        Row(
            name, seat, told.start, told.luck, told.mistakes, told.others, told.result, told.given_away,
            told.accuracy,
        )
        for seat, (name, told) in enumerate(zip(names, ledger.seats, strict=True))
    ]  # fmt: skip


def report_of(rows: list[Row]) -> dict[str, Any]:
    """Luck and its error by seat, the variance of results with and without it, and mistakes by bot."""
    seats, bots = sorted({row.seat for row in rows}), sorted({row.bot for row in rows})
    by_seat = {}
    for seat in seats:
        luck = [row.luck for row in rows if row.seat == seat]
        by_seat[seat] = {"luck": fmean(luck), "error": sqrt(pvariance(luck) / len(luck))}
    by_bot = {}
    for bot in bots:
        own = [row for row in rows if row.bot == bot]
        by_bot[bot] = {name: fmean(getattr(row, name) for row in own) for name in Row._fields[3:]}
    raw = fmean(pvariance([row.result for row in rows if row.bot == bot]) for bot in bots)
    adjusted = fmean(pvariance([row.result - row.luck for row in rows if row.bot == bot]) for bot in bots)
    return {
        "games": len(rows) // len(seats),
        "seats": by_seat,
        "bots": by_bot,
        "variance": {"raw": raw, "without luck": adjusted, "ratio": adjusted / raw if raw else 0.0},
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.ledgers", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bots", default="journeyman,journeyman", help="one for every seat, with commas")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", choices=DEPTHS, default=QUICK)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    args = parser.parse_args()
    games = Games(args.game, tuple(args.bots.split(",")), args.depth, args.seed)
    shown = tqdm(
        rows_of(games, args.games, Workers(args.jobs)), total=args.games, disable=not sys.stderr.isatty()
    )
    print(json.dumps(report_of([row for rows in shown for row in rows]), indent=1))


if __name__ == "__main__":
    main()
