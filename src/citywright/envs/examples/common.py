"""What the examples share: their arguments, a bar that shows progress, and how well an agent plays."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from citywright.engine.game import Game
from citywright.envs.arguments import (
    RANDOM,
    check_opponents,
    check_seats,
    check_seed,
    check_whole,
    find_any_game,
    make_encoder,
)
from citywright.envs.batch import Batch
from citywright.envs.learned import Network

EVALUATION_SEED = 1_000_000_000  # far from the seeds of training
NORMAL_95 = 1.96  # standard deviations to either side that hold 95 %

Play = Callable[[Batch], NDArray[Any]]
"""From games that all await the learner to the index of an action for each."""


class Strength(NamedTuple):
    """How games against an opponent went. A shared victory counts as a part of one."""

    opponent: str
    games: int
    win_rate: float
    low: float  # the interval of 95 % (Wilson)
    high: float
    points: float  # mean
    others_points: float

    def words(self) -> str:
        """One line."""
        return (
            f"against {self.opponent}: wins {self.win_rate:.1%} of {self.games} games, "
            f"95 %: {self.low:.1%} to {self.high:.1%}; points {self.points:.1f} : {self.others_points:.1f}"
        )


def evaluate(
    play: Play, game: str | Game, opponent: str, games: int, *, seats: int = 2, seed: int = 0
) -> Strength:
    """Play so many games in lockstep, in all seats by lot, every other seat being the opponent's."""
    batch = Batch(game, games, seats=seats, opponents=opponent, reward="win")
    batch.reset(EVALUATION_SEED + seed)
    every = np.arange(games)
    is_over = np.zeros(games, np.bool_)
    wins, points = np.zeros(games), np.zeros((games, seats))
    while not is_over.all():
        own = batch.observers.copy()
        batch.step(play(batch))
        ended = (batch.terminated | batch.truncated) & ~is_over
        wins[ended] = batch.rewards[every, own][ended]
        in_order = (own[:, None] + np.arange(seats)) % seats  # the learner's points first
        points[ended] = np.take_along_axis(batch.final_points, in_order, axis=1)[ended]
        is_over |= ended
    low, high = _interval(float(wins.mean()), games)
    others = float(points[:, 1:].mean())
    return Strength(opponent, games, float(wins.mean()), low, high, float(points[:, 0].mean()), others)


def _interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's interval of 95 %."""
    square = NORMAL_95**2 / count
    middle = (share + square / 2) / (1 + square)
    width = NORMAL_95 / (1 + square) * (share * (1 - share) / count + square / 4 / count) ** 0.5
    return max(middle - width, 0.0), min(middle + width, 1.0)


def by_network(network: Network) -> Play:
    """Whatever a network favours."""
    return lambda batch: np.asarray(network.choose(batch.observations, batch.masks))


class Task(NamedTuple):
    """What a run was asked to do."""

    game: Game
    seats: int
    steps: int
    seed: int
    opponents: list[str]  # to be measured against
    games: int  # of each measurement
    out: Path | None
    as_json: bool
    options: argparse.Namespace  # whatever else the example takes


def parser(name: str, about: str | None, steps: int) -> argparse.ArgumentParser:
    """The arguments of every example."""
    made = argparse.ArgumentParser(prog=f"python -m citywright.envs.examples.{name}", description=about)
    made.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    made.add_argument("--players", type=int, default=2, metavar="N", help="how many seats (default: 2)")
    made.add_argument("--steps", type=int, default=steps, metavar="N", help=f"decisions (default: {steps})")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="of everything random (default: 1)")
    made.add_argument("--out", type=Path, metavar="FILE", help="where to write the network, as .npz")
    made.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    made.add_argument(
        "--measure",
        default="random,apprentice",
        metavar="NAMES",
        help="opponents to play against at the end (default: random,apprentice)",
    )
    made.add_argument("--games", type=int, default=400, metavar="N", help="against each (default: 400)")
    return made


def task_of(arguments: argparse.ArgumentParser, words: list[str] | None) -> Task:
    """What the words of a command line ask for; whatever is wrong is said before any work is done."""
    options = arguments.parse_args(words)
    names = [name for name in options.measure.split(",") if name]
    try:
        game = find_any_game(options.game)
        seats = check_seats(game, options.players)
        make_encoder(game, seats, game.default_layout)
        for name in {*names, getattr(options, "opponent", RANDOM)}:
            check_opponents(game, seats, name)
        steps = check_whole(options.steps, "--steps", 1)
        games = check_whole(options.games, "--games", 1)
        seed = check_seed(options.seed)
        if options.out is not None and not options.out.parent.is_dir():
            raise ValueError(f"there is no folder {options.out.parent} to write {options.out.name} to")
    except ValueError as error:
        arguments.error(str(error))
    return Task(game, seats, steps, seed, names, games, options.out, options.json, options)


class Learning:
    """Around what learns: a bar on a terminal, and how long it took. Ctrl-C ends it early, and is said."""

    def __init__(self, task: Task) -> None:
        self.steps = 0
        self._began = time.monotonic()
        is_shown = sys.stderr.isatty()
        self._bar = tqdm(
            total=task.steps, desc="learning", leave=False, disable=not is_shown, unit_scale=True
        )

    def __enter__(self) -> Self:
        return self

    def made(self, steps: int) -> None:
        """So many steps more were made."""
        self.steps += steps
        self._bar.update(steps)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._bar.close()
        self.seconds = time.monotonic() - self._began
        if kind is KeyboardInterrupt:
            print("stopped: measuring what was learned so far", file=sys.stderr)
        return kind is KeyboardInterrupt

    def facts(self) -> dict[str, Any]:
        """Steps and seconds."""
        return {"steps": self.steps, "seconds": round(self.seconds, 1)}


def finish(task: Task, learning: Learning, network: Network, search: Play | None = None) -> None:
    """Write the network to its file, measure it and what searches with it, and print the results."""
    if task.out is not None:
        network.save(task.out)
    players = {"network": by_network(network)} | ({} if search is None else {"search": search})
    measured = {
        name: [
            evaluate(play, task.game, opponent, task.games, seats=task.seats, seed=task.seed)
            for opponent in task.opponents
        ]
        for name, play in players.items()
    }
    facts = learning.facts()
    if task.as_json:
        print(
            json.dumps(facts | {name: [each._asdict() for each in many] for name, many in measured.items()})
        )
        return
    for name, value in facts.items():
        print(f"{name:<10}{value}")
    for name, strengths in measured.items():
        for strength in strengths:
            print(f"{name:<10}{strength.words()}")
