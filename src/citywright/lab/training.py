"""Learns the weights of a game's knowledge from games it plays against itself.

A sample is what a seat has after its turn, its target the points (or the lead) it still made. Weights glide
from an early to a late value, so each feature counts twice. `python -m citywright.lab.training GAME`.
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
Row = tuple[list[float], float]  # features doubled by pace, and what the seat still made
NOISE = 0.03  # how often a random action is taken, so that other positions are seen, too


def play_samples(game: Game, knowledge: Knowledge, seats: int, target: str, rng: Rng) -> list[Row]:
    """One game: after every turn what its seat has, and how its points or its lead went on from there."""
    state = game.new_state(seats, LOT, game.default_layout)
    samples: list[tuple[list[float], float, int, float]] = []
    turn, seat, pace = -1, -1, 1.0
    while (actor := state.actor()) >= CHANCE:
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            if state.turns() != turn:
                turn, seat, pace = state.turns(), actor, knowledge.pace(state, actor)
            strays = rng.unit() < NOISE
            state.apply(state.random_action(rng) if strays else knowledge.advise(state.observe(actor), rng))
        if state.turns() != turn and seat >= 0:
            measured = [knowledge.features(state, each) for each in range(seats)]
            features = measured[seat] if target == "points" else _beyond(measured, seat)
            samples.append((features, pace, seat, _made(state.scores(), seat, target)))
            seat = -1
    final = state.scores()
    return [
        (
            [value * share for share in (pace, 1.0 - pace) for value in features],
            _made(final, seat, target) - made,
        )
        for features, pace, seat, made in samples
    ]


def _beyond(measured: list[list[float]], seat: int) -> list[float]:
    """A seat's features less the mean of the others'."""
    others = len(measured) - 1
    sums = [sum(column) for column in zip(*measured, strict=True)]
    return [own - (total - own) / others for own, total in zip(measured[seat], sums, strict=True)]


def _made(scores: list[int], seat: int, target: str) -> float:
    """A seat's points, or its lead over the mean of the others."""
    if target == "points":
        return float(scores[seat])
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


@dataclass(frozen=True)
class Course:
    """How to train: which table, towards what, how long, how strongly weights hold on to what they were."""

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
    """Improve a table of `weights` in place; after each round gives the error of the old weights."""
    rng = Rng(course.seed)
    table = weights[course.table]
    names = list(table)
    seats = [int(count) for count in course.seats.split(",")]
    for number in range(course.rounds):
        knowledge = knowledge_of(game, weights)
        regression = Regression(2 * len(names))
        before = [pair[end] for end in (0, 1) for pair in table.values()]
        square = count = 0.0
        shown = sys.stderr.isatty()
        for played in tqdm(range(course.games), f"round {number + 1}", leave=False, disable=not shown):
            for features, made in play_samples(
                game, knowledge, seats[played % len(seats)], course.target, rng
            ):
                regression.add(features, made)
                square += (made - sum(w * f for w, f in zip(before, features, strict=True))) ** 2
                count += 1
        learned = regression.solve(course.ridge, before)
        step = 1.0 if number == 0 else 0.5  # later rounds average, so that the play settles
        for place, name in enumerate(names):
            for end in (0, 1):
                table[name][end] += step * (learned[place + end * len(names)] - table[name][end])
        yield (square / count) ** 0.5


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
    parser.add_argument("--games", type=int, default=500, help="in each round")
    parser.add_argument("--seats", default="2,3,4", help="player counts to mix")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--ridge", type=float, default=20.0, help="how strongly weights hold on to what they were"
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
