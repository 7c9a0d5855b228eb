"""`python -m citywright.testing GAME`: many games through the invariants. Long, so not a test."""

from __future__ import annotations

import argparse
import sys

from tqdm import tqdm

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.state import COMPILED
from citywright.testing.invariants import check_game


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m citywright.testing", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", type=int, metavar="N", help="only this number of seats (default: each)")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="games per number of seats")
    parser.add_argument("--bots", default="random", metavar="NAME", help="who plays (default: random)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, metavar="K", help="audit every K-th ply (default: 1)")
    args = parser.parse_args()
    try:
        game = find_game(args.game)
    except UnknownGame as error:
        parser.error(str(error))
    if args.bots not in game.policy_names():
        parser.error(f"{game.id} has no bot {args.bots!r}; it has {', '.join(game.policy_names())}")
    counts = [args.players] if args.players else range(game.min_seats, game.max_seats + 1)
    for seats in counts:
        players = [game.policy(args.bots)] * seats
        for number in tqdm(range(args.games), desc=f"{game.id}, {seats} players"):
            check_game(game, seats, players, args.seed + number, args.every)
        build = "compiled" if COMPILED else "pure"
        print(f"{game.id}, {seats} players, {args.bots}: {args.games} games hold every invariant ({build})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
