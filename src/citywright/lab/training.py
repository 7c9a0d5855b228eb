"""Learns the weights of a game's knowledge by regression on games that it plays against itself.

A sample is a seat's position after its turn; its target is how many points (or how much lead) the seat gained
from there to the end. Each feature has two weights, for early and late in the game.
Made Saint Malo's table `city` and Mauerbauer's `cards`. `python -m citywright.lab.training GAME`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT
from citywright.game_parts import knowledge_of, learned_weights
from citywright.lab.regression import Regression

Weights = dict[str, dict[str, list[float]]]
Sample = tuple[list[float], float]  # features (early, then late), and what the seat gained from there on
NOISE = 0.03  # the share of random actions, so that the samples vary


def play_samples(game: Game, knowledge: Knowledge, seats: int, target: str, rng: Rng) -> list[Sample]:
    """Play one game: a sample after every turn, for the seat whose turn it was."""
    state = game.new_state(seats, LOT, game.default_layout)
    samples: list[tuple[list[float], float, int, float]] = []  # features, pace, seat, value so far
    turn, seat, pace = -1, -1, 1.0
    while (actor := state.actor()) >= CHANCE:
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            if state.turns() != turn:
                turn, seat, pace = state.turns(), actor, knowledge.pace(state, actor)
            is_random = rng.unit() < NOISE
            observation = state.observe(actor)
            state.apply(state.random_action(rng) if is_random else knowledge.advise(observation, rng))
        if state.turns() != turn and seat >= 0:
            by_seat = [knowledge.features(state, each) for each in range(seats)]
            features = by_seat[seat] if target == "points" else _above_mean(by_seat, seat)
            samples.append((features, pace, seat, _target_value(state.scores(), seat, target)))
            seat = -1
    final = state.scores()
    return [
        (
            [value * share for share in (pace, 1.0 - pace) for value in features],
            _target_value(final, seat, target) - value_so_far,
        )
        for features, pace, seat, value_so_far in samples
    ]


def _above_mean(by_seat: list[list[float]], seat: int) -> list[float]:
    """A seat's features minus the mean of the other seats' features."""
    others = len(by_seat) - 1
    sums = [sum(column) for column in zip(*by_seat, strict=True)]
    return [own - (total - own) / others for own, total in zip(by_seat[seat], sums, strict=True)]


def _target_value(scores: list[int], seat: int, target: str) -> float:
    """A seat's points, or its lead over the mean of the other seats."""
    if target == "points":
        return float(scores[seat])
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


@dataclass(frozen=True)
class Course:
    """The settings of a run; `main` explains each."""

    table: str
    target: str
    rounds: int
    games: int
    seats: str
    seed: int
    ridge: float

    def arguments(self) -> str:
        return " ".join(f"--{name} {value}" for name, value in asdict(self).items())


def train(game: Game, weights: Weights, course: Course) -> Iterator[float]:
    """Improve a table of `weights` in place; gives after each round the error of the weights before it."""
    rng = Rng(course.seed)
    table = weights[course.table]
    names = list(table)
    seats = [int(count) for count in course.seats.split(",")]
    for number in range(course.rounds):
        knowledge = knowledge_of(game, weights)
        regression = Regression(2 * len(names))
        before = [row[end] for end in (0, 1) for row in table.values()]
        squares = samples = 0.0
        is_shown = sys.stderr.isatty()
        for played in tqdm(range(course.games), f"round {number + 1}", leave=False, disable=not is_shown):
            for features, target in play_samples(
                game, knowledge, seats[played % len(seats)], course.target, rng
            ):
                regression.add(features, target)
                predicted = sum(w * f for w, f in zip(before, features, strict=True))
                squares += (target - predicted) ** 2
                samples += 1
        learned = regression.solve(course.ridge, before)
        step = 1.0 if number == 0 else 0.5  # later rounds go half the way, so that the play settles
        for place, name in enumerate(names):
            for end in (0, 1):
                table[name][end] += step * (learned[place + end * len(names)] - table[name][end])
        yield (squares / samples) ** 0.5


def format_weights(weights: Weights, how: str) -> str:
    """The text of weights.toml."""
    lines = [f"# {line}" for line in how.splitlines()]
    for table, rows in weights.items():
        lines += ["", f"[{table}]"]
        lines += [f'"{name}" = [{", ".join(f"{value:.3f}" for value in row)}]' for name, row in rows.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.training", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--table", required=True, help="which table of weights.toml to learn")
    parser.add_argument("--target", choices=["points", "lead"], default="points", help="what to predict")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=500, help="games in each round")
    parser.add_argument("--seats", default="2,3,4", help="numbers of players, mixed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--ridge", type=float, default=20.0, help="how strongly the old weights hold the new ones back"
    )
    parser.add_argument("--out", type=Path, required=True, help="where to write the new weights.toml")
    args = vars(parser.parse_args())
    game, out = find_game(args.pop("game")), args.pop("out")
    course = Course(**args)
    old = learned_weights(game)
    weights = {table: {name: list(row) for name, row in rows.items()} for table, rows in old.items()}
    for error in train(game, weights, course):
        print(f"root mean square error {error:.3f} points", flush=True)
    how = (
        "What a feature of a position is worth in points, early and late in the game. Learned in self-play,\n"
        f"from the weights before: python -m citywright.lab.training {game.id} {course.arguments()}"
    )
    out.write_text(format_weights(weights, how), encoding="utf-8")


if __name__ == "__main__":
    main()
