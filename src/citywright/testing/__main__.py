"""`python -m citywright.testing PACKAGE:GAME`: the conformance suite on one game, then many games."""

from __future__ import annotations

import argparse
import pkgutil
import sys
import traceback

from tqdm import tqdm

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game
from citywright.engine.state import COMPILED
from citywright.testing import CHECKS, Check, check_game


class NoGame(LookupError):
    """What was named is not a game; the message says why."""


def named_game(name: str) -> Game:
    """The object `PACKAGE:NAME`; without a colon, the game of the catalogue with this id."""
    if ":" not in name:
        try:
            return find_game(name)
        except UnknownGame as error:
            raise NoGame(f"{error}; or name an object, as in my_package:GAME") from None
    try:
        game = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoGame(f"{name!r} cannot be imported: {error}") from None
    if not isinstance(game, Game):
        raise NoGame(f"{name!r} is not a citywright.engine.game.Game")
    return game


def failure_of(check: Check, game: Game, seats: int, seed: int) -> str | None:
    """Why one check failed, in one line; None if it holds."""
    try:
        check(game, seats, seed)
    except Exception as error:  # noqa: BLE001  the game under test may fail in any way
        frame = traceback.extract_tb(error.__traceback__)[-1]
        reason = str(error) or frame.line or "no reason given"
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        return f"{check.__name__}: {kind}{reason} ({frame.filename}, line {frame.lineno})"
    return None


def run_checks(game: Game, seats: int, seed: int) -> bool:
    """The whole suite at one number of seats; prints what failed."""
    checks = tqdm(CHECKS, desc=f"{game.id}, {seats} players", leave=False, disable=not sys.stderr.isatty())
    failures = [failure for check in checks if (failure := failure_of(check, game, seats, seed))]
    for failure in failures:
        print(f"{game.id}, {seats} players, FAILED: {failure}")
    result = f"{len(failures)} of {len(CHECKS)} checks failed" if failures else "all checks hold"
    print(f"{game.id}, {seats} players: {result}")
    return not failures


def play_many(game: Game, seats: int, args: argparse.Namespace) -> None:
    """Many games through the invariants; raises at the first that does not hold."""
    players = [game.policy(args.bots)] * seats
    numbers = range(args.games)
    for number in tqdm(numbers, desc=f"{game.id}, {seats} players", disable=not sys.stderr.isatty()):
        check_game(game, seats, players, args.seed + number, args.every)
    build = "compiled" if COMPILED else "pure"
    print(f"{game.id}, {seats} players, {args.bots}: {args.games} games hold every invariant ({build})")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m citywright.testing", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="PACKAGE:OBJECT, or the id of a game in the catalogue")
    parser.add_argument("--players", type=int, metavar="N", help="only this number of seats (default: each)")
    parser.add_argument(
        "--games", type=int, default=0, metavar="N", help="then play so many games (default: 0)"
    )
    parser.add_argument("--bots", default="random", metavar="NAME", help="who plays them (default: random)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, metavar="K", help="audit every K-th ply (default: 1)")
    args = parser.parse_args()
    try:
        game = named_game(args.game)
    except NoGame as error:
        parser.error(str(error))
    if args.bots not in game.policy_names():
        parser.error(f"{game.id} has no simple player {args.bots!r}; it has {', '.join(game.policy_names())}")
    if args.players is not None and not game.min_seats <= args.players <= game.max_seats:
        parser.error(f"{game.id} is for {game.min_seats} to {game.max_seats} players, not {args.players}")
    counts = [args.players] if args.players else list(range(game.min_seats, game.max_seats + 1))
    held = [run_checks(game, seats, args.seed) for seats in counts]
    if args.games:
        for seats in counts:
            play_many(game, seats, args)
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
