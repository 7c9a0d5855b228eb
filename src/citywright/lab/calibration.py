"""Fits the calibration of a game: chances to win that come true, and points that are reached.

Bots of mixed levels play; some positions are noted with what was foreseen there, and how the game ended.
Two thirds of the games are fitted, the others tell how good the fit is.
`python -m citywright.lab.calibration GAME --out FILE`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from citywright.bots import Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.knowledge import win_shares
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.game_parts import knowledge_of
from citywright.lab.executors import Workers, spread

PACES = (0.0, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0)
LEVELS = ("apprentice", "journeyman", "master")
MASTER_GAMES = 0.1  # in this share of the games masters may sit
SIMULATIONS = 10  # of a master
NOTED = 0.1  # of the decisions, besides the first of every turn among equals
EQUAL_GAMES = 0.4  # in this share all are of one level
GAMES_A_JOB = 25
BINS = 10
HELD_OUT = 3  # every third game
STEPS = 600
SMOOTH = 1e-3  # how strongly neighbouring figures hold each other

Matrix = NDArray[np.float64]


class Rows(NamedTuple):
    """Positions: what was foreseen in each, and how its game ended."""

    points: Matrix  # by seat
    pace: Matrix
    mover: NDArray[np.int64]
    spread: Matrix  # what the knowledge says of itself
    result: Matrix  # by seat: its share of the win
    final: Matrix  # by seat: its points at the end
    equal: NDArray[np.int64]  # 1 at the first decision of a turn among equals above the lowest level
    game: NDArray[np.int64]


class _Job(NamedTuple):
    game: str
    seats: int
    first: int
    games: int
    seed: int


class Fit(NamedTuple):
    """Fitted figures, and how good they are on games that were not fitted."""

    figures: dict[str, list[float]]
    report: dict[str, Any]


def play(job: _Job) -> list[list[list[float]]]:
    """Some games: a list of rows for each."""
    game = find_game(job.game)
    knowledge = knowledge_of(game)
    played: list[list[list[float]]] = []
    for number in range(job.first, job.first + job.games):
        rng = Rng(job.seed * 1_000_003 + number)
        levels = LEVELS if rng.unit() < MASTER_GAMES else LEVELS[:-1]
        names = [levels[rng.below(len(levels))] for _ in range(job.seats)]
        if rng.unit() < EQUAL_GAMES:
            names = [names[0]] * job.seats
        is_equal = len(set(names)) == 1 and names[0] != LEVELS[0]
        bots = [find_bot(game, name) for name in names]
        state = game.new_state(job.seats, LOT, game.default_layout)
        rows: list[list[float]] = []
        turn = -1
        while (actor := state.actor()) != OVER:
            if actor == CHANCE:
                state.apply(state.sample_chance(rng))
                continue
            is_first = is_equal and state.turns() != turn
            turn = state.turns()
            if is_first or rng.unit() < NOTED:
                seen = knowledge.foresee(state, state.turns(), rng.fork())
                if not seen.result:
                    rows.append(
                        [*seen.points, seen.pace, float(seen.mover), knowledge.spread(state), float(is_first)]
                    )
            decision = bots[actor].decide(state.observe(actor), Budget(SIMULATIONS), rng)
            state.apply(decision.code)
        end = [*win_shares(knowledge, state), *map(float, state.scores()), float(number)]
        played.append([row + end for row in rows])
    return played


def rows_of(game: str, seats: int, games: int, seed: int, workers: Workers) -> Rows:
    """The rows of many games. They do not depend on how many are played at a time."""
    jobs = [
        _Job(game, seats, first, min(GAMES_A_JOB, games - first), seed)
        for first in range(0, games, GAMES_A_JOB)
    ]
    results: Iterator[tuple[int, list[list[list[float]]]]] = spread(play, iter(jobs), workers)
    shown = tqdm(results, f"{game}, {seats} seats", len(jobs), disable=not sys.stderr.isatty(), leave=False)
    parts = dict(shown)
    table = np.array([row for number in sorted(parts) for one in parts[number] for row in one])
    points, pace, mover, spread_, equal, result, final, number = np.split(
        table, np.cumsum([seats, 1, 1, 1, 1, seats, seats]), axis=1
    )
    counts = (column[:, 0].astype(np.int64) for column in (mover, equal, number))
    return Rows(points, pace[:, 0], next(counts), spread_[:, 0], result, final, *counts)


# --- fitting --------------------------------------------------------------------------


def _shares(logits: Matrix) -> Matrix:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _weights(pace: Matrix) -> Matrix:
    """How much each of PACES counts for each row."""
    return np.stack([np.interp(pace, PACES, row) for row in np.eye(len(PACES))], axis=1)


def _turns(rows: Rows) -> Matrix:
    """What having the turn is worth, at all PACES; it changes evenly from the beginning to the end.

    Among equals nobody is ahead on average, whoever has the turn: it is worth what then levels the lead.
    """
    chosen = _chosen(rows, (rows.equal > 0) & (rows.mover >= 0))
    own = chosen.points[np.arange(len(chosen.pace)), chosen.mover]
    others = (chosen.points.sum(axis=1) - own) / (chosen.points.shape[1] - 1)
    ends = np.stack([1 - chosen.pace, chosen.pace], axis=1)
    late, early = np.linalg.lstsq(ends, others - own, rcond=None)[0]
    return np.array([late + pace * (early - late) for pace in PACES])


def _leads(rows: Rows, turns: Matrix) -> Matrix:
    """Points with the worth of the turn, less the mean of all seats."""
    points = rows.points.copy()
    known = rows.mover >= 0
    points[known, rows.mover[known]] += (_weights(rows.pace) @ turns)[known]
    leads: Matrix = points - points.mean(axis=1, keepdims=True)
    return leads


def _spreads(rows: Rows, turns: Matrix) -> Matrix:
    """The logarithms of the likeliest spreads at all PACES, by steps downhill."""
    weights, leads = _weights(rows.pace), _leads(rows, turns)
    found = np.full(len(PACES), np.log(rows.spread.mean()))
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        logits = leads / np.exp(weights @ found)[:, None]
        error = _shares(logits) - rows.result
        slope = weights.T @ -(error * logits).sum(axis=1) / len(leads) + SMOOTH * _bends(found)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        size = 0.05 if step < STEPS // 2 else 0.01
        found -= size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return found


def _bends(figures: Matrix) -> Matrix:
    """The slope of the squared differences of neighbours."""
    steps = np.diff(figures)
    bends: Matrix = np.concatenate([[0.0], steps]) - np.concatenate([steps, [0.0]])
    return bends


def _points(rows: Rows) -> list[float]:
    """What is missing from the points foreseen, at all PACES: least squares."""
    missing = (rows.final - rows.points).mean(axis=1)
    found = np.linalg.lstsq(_weights(rows.pace), missing, rcond=None)[0]
    return [round(float(value), 3) for value in found]


def gaps_of(chances: Matrix, result: Matrix) -> list[float]:
    """In ten bins of said chances: how far what was said lies from what was seen, in percentage points."""
    said, seen = chances.ravel(), result.ravel()
    bins = np.minimum((said * BINS).astype(int), BINS - 1)
    filled = [bins == number for number in range(BINS) if (bins == number).any()]
    return [round(100 * abs(float(said[chosen].mean() - seen[chosen].mean())), 2) for chosen in filled]


def brier(chances: Matrix, result: Matrix) -> float:
    """The mean square of what was said less what was seen, over all seats."""
    return round(float(((chances - result) ** 2).mean()), 4)


def _chosen(rows: Rows, which: NDArray[np.bool_]) -> Rows:
    columns: Any = (column[which] for column in rows)
    return Rows(*columns)


def fit(rows: Rows) -> Fit:
    """Fit two thirds of the games and try the fit on the others."""
    held_out, noted = rows.game % HELD_OUT == 0, rows.equal == 0
    turns = _turns(_chosen(rows, ~held_out))
    learned, tried = _chosen(rows, ~held_out & noted), _chosen(rows, held_out & noted)
    spreads = np.exp(_spreads(learned, turns))
    figures = {
        "pace": list(PACES),
        "spread": [round(float(value), 3) for value in spreads],
        "turn": [round(float(value), 3) for value in turns],
        "points": _points(learned),
    }
    before = _shares(tried.points / tried.spread[:, None])
    after = _shares(_leads(tried, turns) / (_weights(tried.pace) @ spreads)[:, None])
    even = np.full_like(after, 1 / after.shape[1])
    report = {
        "games": len(np.unique(rows.game)),
        "positions": len(tried.pace),
        "brier": {
            name: brier(said, tried.result)
            for name, said in zip(("even", "before", "after"), (even, before, after), strict=True)
        },
        "gap": {"before": _mean(gaps_of(before, tried.result)), "after": _mean(gaps_of(after, tried.result))},
        "bins": gaps_of(after, tried.result),
    }
    return Fit(figures, report)


def _mean(values: list[float]) -> float:
    return round(sum(values) / len(values), 2)


# --- the command ----------------------------------------------------------------------


def format_calibration(fits: dict[int, Fit], how: str) -> str:
    """The text of calibration.toml."""
    lines = [f"# {line}" for line in how.splitlines()]
    for seats, one in fits.items():
        told = one.report
        lines += [
            "",
            f"# {told['games']} games; on those not fitted: Brier score {told['brier']['before']} before,",
        ]
        lines += [
            f"# {told['brier']['after']} after, {told['brier']['even']} by even chances; mean gap of ten bins"
        ]
        lines += [
            f"# {told['gap']['before']} points before, {told['gap']['after']} after.",
            f"[seats-{seats}]",
        ]
        lines += [f"{name} = {values}" for name, values in one.figures.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.calibration", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=6000, help="for each number of seats (default: 6000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="where to write the new calibration.toml")
    args = parser.parse_args()
    game = find_game(args.game)
    fits = {}
    for seats in range(game.min_seats, game.max_seats + 1):
        fits[seats] = fit(rows_of(game.id, seats, args.games, args.seed, Workers(args.jobs)))
        print(f"{seats} seats: {fits[seats].report}", flush=True)
    how = (
        "From expected points to chances to win, by the pace of the game, from 1 at its beginning to 0:\n"
        "the lead that makes winning 2.7 times as likely, what having the turn is worth, and what every\n"
        "seat makes besides. Between two paces they change evenly.\n"
        f"Made by python -m citywright.lab.calibration {game.id} --games {args.games} --seed {args.seed}"
    )
    args.out.write_text(format_calibration(fits, how), encoding="utf-8")


if __name__ == "__main__":
    main()
