"""Improves the weights of a game's knowledge by estimating in which direction its results get better.

Random changes are added to the weights and subtracted from them; both play the same deals, and the weights
move towards the changes that did better. Made Saint Malo's table `duel`.
Run it: `python -m citywright.lab.ascent GAME --table NAME --out FILE`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt, tanh
from pathlib import Path
from random import Random

from tqdm import tqdm

from citywright.bots import BotPolicy
from citywright.bots.levels import Journeyman
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.policy import Policy, play
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, State
from citywright.game_parts import knowledge_of, learned_weights
from citywright.lab.training import Weights, format_weights

LONGEST = 4_000  # decisions; a game that takes longer counts as lost
CLEAR_LEAD = 12.0  # points; a larger lead counts little more
MOMENTUM = 0.85  # the part of the direction that is kept from one generation to the next
RIVAL_EVERY = 20  # after so many generations the current weights become a rival


class GreedyPolicy(Policy):
    """Plays the action that `Knowledge.weigh` rates highest: the master without its search."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def choose(self, seen: State, rng: Rng) -> int:
        actions = seen.legal_actions()
        values = self.knowledge.weigh(seen, actions)
        return actions[values.index(max(values))]


@dataclass(frozen=True)
class Course:
    """The settings of a run; `main` explains each."""

    table: str
    generations: int
    pairs: int
    games: int
    seats: str
    reach: float
    step: float
    seed: int

    def arguments(self) -> str:
        return " ".join(f"--{name} {value}" for name, value in asdict(self).items())


def measure(
    game: Game, weights: Weights, rivals: Sequence[Policy], games: int, seats: Sequence[int], seed: int
) -> tuple[float, float]:
    """The result of these weights against the rivals (wins and leads together), and their share of wins."""
    challenger = GreedyPolicy(knowledge_of(game, weights))
    result = wins = 0.0
    for number in range(games):
        deal, repeat = divmod(number, 2)  # every deal is played from two seats
        count = seats[deal % len(seats)]
        place = (deal + repeat) % count
        players = [rivals[(deal + seat) % len(rivals)] for seat in range(count)]
        players[place] = challenger
        state = game.new_state(count, LOT, game.default_layout)
        if play(state, players, Rng(seed + deal), Rng(number), LONGEST).aborted:
            result -= 1.0
            continue
        ranks, scores = state.standing().ranks, state.scores()
        share = (ranks[place] == 1) / ranks.count(1)
        lead = scores.pop(place) - max(scores)
        wins += share
        result += share + 0.5 * tanh(lead / CLEAR_LEAD)
    return result / games, wins / games


def scales(game: Game, weights: Weights, table: str, seed: int) -> list[float]:
    """The step size of each weight: the smaller, the more its feature varies from position to position.

    A weight without a measured feature changes by up to a third of its value.
    """
    knowledge, rng = knowledge_of(game, weights), Rng(seed)
    samples: list[list[float]] = []
    for _ in range(4):
        state, turn = game.new_state(2, LOT, game.default_layout), -1
        while (actor := state.actor()) >= CHANCE:
            if actor == CHANCE:
                state.apply(state.sample_chance(rng))
                continue
            if state.turns() != turn:
                turn = state.turns()
                samples.append(knowledge.features(state, actor))
            state.apply(knowledge.advise(state.observe(actor), rng))
    steps: list[float] = []
    for place, row in enumerate(weights[table].values()):
        if place < len(samples[0]):
            column = [features[place] for features in samples]
            mean = sum(column) / len(column)
            deviation = sqrt(sum((value - mean) ** 2 for value in column) / len(column))
            steps += [1.0 / max(deviation, 0.4) if deviation else 0.0] * 2
        else:
            steps += [abs(value) / 3 for value in row]
    return steps


def with_table(weights: Weights, table: str, values: Sequence[float]) -> Weights:
    """A copy in which the table has these values: two for each row, early and late in the game."""
    rows = {
        name: [values[2 * place], values[2 * place + 1]] for place, name in enumerate(list(weights[table]))
    }
    return {**weights, table: rows}


def climb(game: Game, weights: Weights, course: Course) -> Iterator[tuple[float, Weights]]:
    """Improve a table of `weights`; gives after each generation its share of wins and the new weights."""
    random = Random(course.seed)
    step_sizes = scales(game, weights, course.table, course.seed)
    values = [value for row in weights[course.table].values() for value in row]
    journeyman = BotPolicy(Journeyman(knowledge_of(game, weights)))
    rivals: list[Policy] = [journeyman]
    direction = [0.0] * len(values)
    for generation in range(1, course.generations + 1):
        slopes, wins = _slopes(game, weights, course, values, step_sizes, rivals, random, generation)
        speed = course.step / (1.0 - MOMENTUM**generation)
        for place, slope in enumerate(slopes):
            direction[place] = MOMENTUM * direction[place] + (1.0 - MOMENTUM) * slope
            values[place] += speed * direction[place] * step_sizes[place]
        improved = with_table(weights, course.table, values)
        if generation % RIVAL_EVERY == 0:
            rivals = [journeyman, journeyman, GreedyPolicy(knowledge_of(game, improved))]
        yield wins, improved


def _slopes(
    game: Game,
    weights: Weights,
    course: Course,
    values: list[float],
    step_sizes: list[float],
    rivals: list[Policy],
    random: Random,
    generation: int,
) -> tuple[list[float], float]:
    """How much better results get with each value, by pairs of opposite changes; and the share of wins."""
    seats = [int(count) for count in course.seats.split(",")]
    differences, changes, wins = [], [], 0.0
    for _ in tqdm(range(course.pairs), f"{generation}", leave=False, disable=not sys.stderr.isatty()):
        change = [random.gauss(0.0, 1.0) for _ in values]
        seed = random.randrange(1 << 30)
        results = []
        for reach in (course.reach, -course.reach):
            moved = [v + reach * c * s for v, c, s in zip(values, change, step_sizes, strict=True)]
            changed = with_table(weights, course.table, moved)
            result, share = measure(game, changed, rivals, course.games, seats, seed)
            results.append(result)
            wins += share / (2 * course.pairs)
        differences.append(results[0] - results[1])
        changes.append(change)
    usual = sqrt(sum(d * d for d in differences) / course.pairs) or 1.0
    slopes = [
        sum(d * c[place] for d, c in zip(differences, changes, strict=True)) / (usual * course.pairs)
        for place in range(len(values))
    ]
    return slopes, wins


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.ascent", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--table", required=True, help="which table of weights.toml to improve")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument(
        "--pairs", type=int, default=20, help="random changes in each generation, each tried both ways"
    )
    parser.add_argument("--games", type=int, default=16, help="games for each change, each way")
    parser.add_argument("--seats", default="2,2,3", help="numbers of players, mixed")
    parser.add_argument("--reach", type=float, default=0.35, help="size of the changes that are tried")
    parser.add_argument("--step", type=float, default=0.25, help="how far the weights move in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="where to write the new weights.toml")
    args = vars(parser.parse_args())
    game, out = find_game(args.pop("game")), args.pop("out")
    course = Course(**args)
    how = (
        "What a feature of a position is worth in points, early and late in the game. Improved by playing,\n"
        f"starting from the weights before: python -m citywright.lab.ascent {game.id} {course.arguments()}"
    )
    for number, (wins, improved) in enumerate(climb(game, learned_weights(game), course), 1):
        print(f"generation {number}: its changes won {wins:.1%} of their games", flush=True)
        out.write_text(format_weights(improved, how), encoding="utf-8")


if __name__ == "__main__":
    main()
