"""Improves the weights of a game's knowledge by hill climbing: changed weights that win replace the old ones.

Slower than `training`, but it looks at who wins whole games. Made Milestones' table `board`.
Run it: `python -m citywright.lab.evolution GAME --table NAME --out FILE`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from tqdm import tqdm

from citywright.bots import BotPolicy
from citywright.bots.levels import Journeyman
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.policy import Policy, play
from citywright.engine.rng import Rng
from citywright.game_parts import knowledge_of, learned_weights
from citywright.lab.training import Weights, format_weights

NEEDED_SHARE = 0.54  # of its games that a change must win to be kept
LONGEST = 4_000  # decisions; nobody wins a game that takes longer


def duel(game: Game, challenger: Weights, champion: Weights, games: int, seed: int) -> float:
    """The share of games that the challenger's journeyman wins; each deal is played from both seats."""
    wins = 0.0
    for number in range(games):
        sides: list[Policy] = [
            BotPolicy(Journeyman(knowledge_of(game, side))) for side in (challenger, champion)
        ]
        if number % 2:
            sides.reverse()
        state = game.new_state(2, 0, game.default_layout)
        if play(state, sides, Rng(seed + number // 2), Rng(number), LONGEST).aborted:
            continue
        ranks = state.standing().ranks
        wins += (ranks[number % 2] == 1) / ranks.count(1)
    return wins / games


def changed(weights: Weights, table: str, reach: float, rng: Rng) -> Weights:
    """A copy with every weight of a table changed a little at random."""
    copy = deepcopy(weights)
    for row in copy[table].values():
        for index, value in enumerate(row):
            row[index] = value + reach * (abs(value) + 0.3) * (rng.unit() + rng.unit() - 1.0)
    return copy


def evolve(
    game: Game, weights: Weights, table: str, tries: int, games: int, reach: float, seed: int
) -> Iterator[tuple[float, Weights]]:
    """Try one change after the other; gives for each its share of wins and the best weights so far."""
    rng = Rng(seed)
    for _ in tqdm(range(tries), "evolving", leave=False, disable=not sys.stderr.isatty()):
        challenger = changed(weights, table, reach, rng)
        share = duel(game, challenger, weights, games, rng.next32())
        if share >= NEEDED_SHARE:
            weights = challenger
        yield share, weights


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.evolution", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--table", required=True, help="which table of weights.toml to improve")
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--games", type=int, default=200, help="games for each change")
    parser.add_argument(
        "--reach", type=float, default=0.5, help="how far a weight may change, as a part of its value"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="where to write the new weights.toml")
    args = parser.parse_args()
    game = find_game(args.game)
    best = start = learned_weights(game)
    for share, weights in evolve(game, start, args.table, args.tries, args.games, args.reach, args.seed):
        best = weights
        print(f"won {share:.1%}{', kept' if share >= NEEDED_SHARE else ''}", flush=True)
    how = (
        "What a feature of a position is worth in points, early and late in the game. Set by hand, then\n"
        f"improved in duels: python -m citywright.lab.evolution {game.id} --table {args.table}"
        f" --tries {args.tries} --games {args.games} --reach {args.reach} --seed {args.seed}"
    )
    args.out.write_text(format_weights(best, how), encoding="utf-8")


if __name__ == "__main__":
    main()
