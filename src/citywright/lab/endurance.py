"""Plays many games of mixed levels: every action must be legal, every decision within the time limit.

Run it: `python -m citywright.lab.endurance --games 2000`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field

from tqdm import tqdm

from citywright.bots.contract import HARD_LIMIT
from citywright.bots.levels import LEVELS
from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.lab.arena import Contest, play_game


@dataclass
class Tally:
    """What was played and how long the longest decision of each level took, in milliseconds."""

    games: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)

    @property
    def in_time(self) -> bool:
        return max(self.slowest.values()) < 1000 * HARD_LIMIT


def endure(count: int, seed: int, simulations: int) -> Tally:
    """Play `count` games; ArenaError at an illegal action."""
    rng, tally, titles = Rng(seed), Tally(), list(games().values())
    for number in tqdm(range(count), "playing", leave=False, disable=not sys.stderr.isatty()):
        game = titles[number % len(titles)]
        seats = game.min_seats + rng.below(game.max_seats - game.min_seats + 1)
        names = tuple(LEVELS[rng.below(len(LEVELS))].name for _ in range(seats))
        result = play_game(Contest(game.id, names, seed, simulations), number)
        tally.games[f"{game.id}, {seats} players"] += 1
        for name, spent in zip(names, result.decide_ms, strict=True):
            tally.decisions[name] += len(spent)
            tally.slowest[name] = max(tally.slowest.get(name, 0.0), *spent, 0.0)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.endurance", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=8, help="of a master's decision")
    args = parser.parse_args()
    tally = endure(args.games, args.seed, args.simulations)
    for title, count in sorted(tally.games.items()):
        print(f"{title}: {count} games")
    for name, count in sorted(tally.decisions.items()):
        print(f"{name}: {count} decisions, all legal, the slowest {tally.slowest[name]:.1f} ms")
    return 0 if tally.in_time else 1


if __name__ == "__main__":
    sys.exit(main())
