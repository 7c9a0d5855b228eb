"""What the tests of environments share: the games there are, and games played by the engine alone."""

from __future__ import annotations

from random import Random

import numpy as np
from mypy_extensions import i16
from numpy.typing import NDArray

from citywright.catalogue import games
from citywright.engine.arrays import Encoder
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, COMPILED, LOT, State
from citywright.engine.vecs import vec
from citywright.envs.batch import Batch
from citywright.game_parts import has_arrays

GAMES = [game.id for game in games().values() if has_arrays(game)]
SEATS = [
    (game.id, seats)
    for game in games().values()
    if has_arrays(game)
    for seats in range(game.min_seats, game.max_seats + 1)
]
MORE = 10 if COMPILED else 1  # how much more can be played in the same time


class Plain:
    """A game played by nothing but the engine, with the dice of a seed."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self.game = game
        self.seats = seats
        self.dice = Rng(seed)
        self.begin()

    def begin(self) -> None:
        """A new game; the dice go on."""
        self.state = self.game.new_state(self.seats, LOT, self.game.default_layout)
        self.roll()

    def play(self, code: int) -> None:
        """A decision, and all chance that follows."""
        self.state.apply(code)
        self.roll()

    def roll(self) -> None:
        """All chance that is to act now."""
        while self.state.actor() == CHANCE:
            self.state.apply(self.state.sample_chance(self.dice))


def row_of(encoder: Encoder, state: State, seat: int) -> list[int]:
    """What the encoder writes for a seat."""
    row = vec[i16]([0] * int(encoder.size))
    encoder.write(state, seat, row, 0)
    return [int(number) for number in row]


def indices_of(encoder: Encoder, codes: list[int]) -> list[int]:
    """The indices of actions, in order."""
    return sorted(encoder.index(code) for code in codes)


def any_legal(masks: NDArray[np.bool_], rng: Random) -> list[int]:
    """A legal action for every row of masks; 0 where there is none."""
    return [rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks]


def play_to_the_end(batch: Batch, game: int = 0) -> NDArray[np.float64]:
    """Sample until one of the games has ended; gives all its rewards, added up by seat."""
    total = np.zeros(batch.seats)
    while True:
        batch.step(batch.sample())
        total += batch.rewards[game]
        if batch.terminated[game] or batch.truncated[game]:
            return total
