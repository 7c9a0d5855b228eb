"""Improves the weights of a game's knowledge by many small duels: the direction in which wins lie is climbed.

Weights are changed at random, once one way and once the other, and play the same dice; what won more points
the way. Steps are as large as a feature makes them matter. `python -m citywright.lab.ascent GAME`.
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

LONGEST = 4_000  # decisions; a game that drags on is lost
CLEAR_LEAD = 12.0  # points; a lead beyond that counts little more
MEMORY = 0.85  # how much of the direction is kept from generation to generation
CHAMPION_EVERY = 20  # generations after which the weights so far become a rival


class Judgement(Policy):
    """Plays what `Knowledge.weigh` thinks best: the master without its search."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def choose(self, seen: State, rng: Rng) -> int:
        actions = seen.legal_actions()
        weights = self.knowledge.weigh(seen, actions)
        return actions[weights.index(max(weights))]


@dataclass(frozen=True)
class Course:
    """How to climb: which table, how long, how many changes a generation and how many games each way."""

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


def knowledge_with(game: Game, weights: Weights) -> Knowledge:
    return knowledge_of(game, weights)


def gain(
    game: Game, weights: Weights, rivals: Sequence[Policy], games: int, seats: Sequence[int], seed: int
) -> tuple[float, float]:
    """How well these weights do against the rivals, leads counted in, and their share of wins."""
    challenger = Judgement(knowledge_with(game, weights))
    total = won = 0.0
    for number in range(games):
        deal, turn = divmod(number, 2)  # every deal is played from two seats
        count = seats[deal % len(seats)]
        place = (deal + turn) % count
        players = [rivals[(deal + seat) % len(rivals)] for seat in range(count)]
        players[place] = challenger
        state = game.new_state(count, LOT, game.default_layout)
        if play(state, players, Rng(seed + deal), Rng(number), LONGEST).aborted:
            total -= 1.0
            continue
        ranks, scores = state.standing().ranks, state.scores()
        share = (ranks[place] == 1) / ranks.count(1)
        lead = scores.pop(place) - max(scores)
        won += share
        total += share + 0.5 * tanh(lead / CLEAR_LEAD)
    return total / games, won / games


def scales(game: Game, weights: Weights, table: str, seed: int) -> list[float]:
    """How far each weight moves: features that vary much less, those that nobody measures by a third."""
    knowledge, rng = knowledge_with(game, weights), Rng(seed)
    measured: list[list[float]] = []
    for _ in range(4):
        state, turn = game.new_state(2, LOT, game.default_layout), -1
        while (actor := state.actor()) >= CHANCE:
            if actor == CHANCE:
                state.apply(state.sample_chance(rng))
                continue
            if state.turns() != turn:
                turn = state.turns()
                measured.append(knowledge.features(state, actor))
            state.apply(knowledge.advise(state.observe(actor), rng))
    found = []
    for place, row in enumerate(weights[table].values()):
        if place < len(measured[0]):
            column = [features[place] for features in measured]
            mean = sum(column) / len(column)
            varies = sqrt(sum((value - mean) ** 2 for value in column) / len(column))
            found += [1.0 / max(varies, 0.4) if varies else 0.0] * 2
        else:
            found += [abs(value) / 3 for value in row]
    return found


def with_table(weights: Weights, table: str, values: Sequence[float]) -> Weights:
    """A copy in which the table has these values, early and late of each row in turn."""
    rows = {
        name: [values[2 * place], values[2 * place + 1]] for place, name in enumerate(list(weights[table]))
    }
    return {**weights, table: rows}


def climb(game: Game, weights: Weights, course: Course) -> Iterator[tuple[float, Weights]]:
    """Climb from `weights`; after each generation gives the mean share of wins around it and the weights."""
    random = Random(course.seed)
    seats = [int(count) for count in course.seats.split(",")]
    reaches = scales(game, weights, course.table, course.seed)
    values = [value for row in weights[course.table].values() for value in row]
    journeyman = BotPolicy(Journeyman(knowledge_with(game, weights)))
    rivals: list[Policy] = [journeyman]
    direction = [0.0] * len(values)
    for generation in range(1, course.generations + 1):
        differences, changes, shares = [], [], 0.0
        for _ in tqdm(range(course.pairs), f"{generation}", leave=False, disable=not sys.stderr.isatty()):
            change = [random.gauss(0.0, 1.0) for _ in values]
            seed = random.randrange(1 << 30)
            gains = []
            for way in (course.reach, -course.reach):
                moved = [v + way * c * r for v, c, r in zip(values, change, reaches, strict=True)]
                changed = with_table(weights, course.table, moved)
                total, won = gain(game, changed, rivals, course.games, seats, seed)
                gains.append(total)
                shares += won / (2 * course.pairs)
            differences.append(gains[0] - gains[1])
            changes.append(change)
        usual = sqrt(sum(d * d for d in differences) / course.pairs) or 1.0
        for place, before in enumerate(direction):
            slope = sum(d * c[place] for d, c in zip(differences, changes, strict=True))
            direction[place] = MEMORY * before + (1.0 - MEMORY) * slope / (usual * course.pairs)
            pace = course.step / (1.0 - MEMORY**generation)
            values[place] += pace * direction[place] * reaches[place]
        climbed = with_table(weights, course.table, values)
        if generation % CHAMPION_EVERY == 0:
            rivals = [journeyman, journeyman, Judgement(knowledge_with(game, climbed))]
        yield shares, climbed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.ascent", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--table", required=True, help="which table of weights.toml to improve")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--pairs", type=int, default=20, help="changes tried in each generation")
    parser.add_argument("--games", type=int, default=16, help="of each change, each way")
    parser.add_argument("--seats", default="2,2,3", help="player counts to mix")
    parser.add_argument("--reach", type=float, default=0.35, help="how far weights are changed to try")
    parser.add_argument("--step", type=float, default=0.25, help="how far they move in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="where to write the new weights.toml")
    args = vars(parser.parse_args())
    game, out = find_game(args.pop("game")), args.pop("out")
    course = Course(**args)
    how = (
        "What a feature of a position is worth in points, early and late in the game. Improved in duels,\n"
        f"from the weights before: python -m citywright.lab.ascent {game.id} {course.arguments()}"
    )
    for number, (share, climbed) in enumerate(climb(game, learned_weights(game), course), 1):
        print(f"generation {number}: around these weights {share:.1%} won", flush=True)
        out.write_text(format_weights(climbed, how), encoding="utf-8")


if __name__ == "__main__":
    main()
