"""`citywright simulate`: plays many games between bots and reports statistics."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from typing import Any

from citywright.cli.errors import UsageError
from citywright.cli.options import (
    add_json,
    add_play,
    game_of,
    layout_of,
    players_of,
    policies_of,
    progress,
    start_of,
)
from citywright.engine.game import Game
from citywright.engine.policy import CHECKSUM_MASK, CHECKSUM_SEED, Policy, play
from citywright.engine.rng import Rng
from citywright.engine.state import COMPILED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_play(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    players = players_of(args, game)
    names, bots = policies_of(args, game, players)
    if args.games < 1:
        raise UsageError(f"--games must be a positive number, not {args.games}")
    report = simulate(game, bots, args.games, args.seed, start_of(args, players), layout_of(args, game))
    report = {"game": game.id, "players": players, "bots": names, "seed": args.seed, **report}
    if args.json:
        print(json.dumps(report))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):16} {value if isinstance(value, str) else json.dumps(value)}")


def simulate(
    game: Game, bots: list[Policy], games: int, seed: int, start: int, layout: Any
) -> dict[str, Any]:
    """Play games between `bots`, one per seat. Two builds that play the same games have equal checksums."""
    players = len(bots)
    master = Rng(seed)
    scores = [0] * players
    wins = [0.0] * players
    turns = decisions = 0
    checksum = CHECKSUM_SEED
    reasons: Counter[str] = Counter()
    began = time.perf_counter()
    for _ in progress(range(games), games, "simulating"):
        state = game.new_state(players, start, layout)
        played = play(state, bots, master.fork(), master.fork(), game.ply_limit)
        decisions += played.decisions
        checksum = (checksum * 16777619 ^ played.checksum) & CHECKSUM_MASK
        turns += state.turns()
        scores = [total + score for total, score in zip(scores, state.scores(), strict=True)]
        if played.aborted:
            reasons["aborted"] += 1
            continue
        standing = state.standing()
        reasons[standing.reason] += 1
        for seat, rank in enumerate(standing.ranks):
            wins[seat] += (rank == 1) / standing.ranks.count(1)
    seconds = time.perf_counter() - began
    return {
        "games": games,
        "seconds": round(seconds, 3),
        "decisions": decisions,
        "decisions_per_s": round(decisions / seconds),
        "mean_scores": [round(total / games, 3) for total in scores],
        "mean_turns": round(turns / games, 3),
        "wins_by_seat": [round(won, 3) for won in wins],
        "end_reasons": dict(sorted(reasons.items())),
        "checksum": f"{checksum:010x}",
        "compiled": COMPILED,
    }
