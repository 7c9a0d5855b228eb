"""Thousands of games played in lockstep, with their arrays as NumPy sees them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
from mypy_extensions import i16
from numpy.typing import ArrayLike, NDArray

from citywright.bots import BotPolicy, player
from citywright.engine.arrays import Encoder
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import LOT
from citywright.engine.vecs import vec
from citywright.envs.arguments import (
    Seeds,
    check_choice,
    check_limit,
    check_opponents,
    check_seats,
    check_seeds,
    check_start,
    check_whole,
    find_any_game,
    make_encoder,
    read_layout,
)
from citywright.envs.fields import Fields
from citywright.envs.lockstep import ANY_SEAT, EVERY_SEAT, IllegalAction, Lockstep
from citywright.envs.rewards import reward_number

Number = TypeVar("Number", bound=np.generic)

SAMPLE_STREAM = 0x2545F491  # what sets the random stream of `sample` apart from those of the games


class Batch:
    """Games in lockstep. After `reset` or `step` the arrays tell all about them; they are read-only views.

    With `opponents` (names of bots, for the seats after the learner's in turn order) a step is a decision of
    the learner, who has the seat `seat`, or another one in each game if that is None. Without opponents every
    decision of every seat is a step. With `chance="exposed"` chance acts too: by `tickets`.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        seats: int = 2,
        layout: str | Path | None = None,
        reward: str = "rank",
        opponents: str | Sequence[str] = (),
        seat: int | None = None,
        start: int = LOT,
        chance: str = "played",
        resets_at_once: bool = True,
        limit: int | None = None,
    ) -> None:
        self.game = find_any_game(game)
        self.seats = seats = check_seats(self.game, seats)
        self.games = games = check_whole(games, "the number of games", 1)
        names = check_opponents(self.game, seats, opponents) if opponents else ()
        learner = _learner(seats, names, seat)
        plays_chance = check_choice(chance, "chance", ("played", "exposed")) == "played"
        decisions = check_limit(self.game, limit)
        board = read_layout(self.game, layout)
        first = self.game.new_state(seats, check_start(start, seats), board)
        self.encoder: Encoder = make_encoder(self.game, seats, board)
        self.fields = Fields(self.encoder)
        core = Lockstep(self.encoder, first, games, reward_number(reward), decisions)
        core.learner = learner
        core.opponents = [player(self.game, name) for name in names]
        core.plays_chance = plays_chance
        core.resets_at_once = resets_at_once
        self.core = core
        self._rng = Rng(SAMPLE_STREAM)
        self.actions = int(self.encoder.action_count)
        self.observations = _array(core.observations, np.int16, games, self.fields.size)
        self.masks = _array(core.masks, np.bool_, games, self.actions)
        self.actors = _array(core.actors, np.int64, games)
        self.observers = _array(core.observers, np.int64, games)
        self.tickets = _array(core.tickets, np.int64, games)
        self.rewards = _array(core.rewards, np.float64, games, seats)
        self.terminated = _array(core.terminated, np.bool_, games)
        self.truncated = _array(core.truncated, np.bool_, games)
        self.final_points = _array(core.final_points, np.int64, games, seats)
        self.lengths = _array(core.lengths, np.int64, games)
        self._row: vec[i16] = vec[i16]([0] * self.fields.size)  # what `observe` writes to
        self._choices = _array(core.choices, np.int64, games)
        self.reset(0)

    def reset(self, seed: Seeds = None, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin all games anew, or the chosen ones. One seed stands for `seed`, `seed + 1`, … .

        Without a seed, or where None stands for it, the random streams of a game go on where they are.
        """
        seeds = check_seeds(seed, self.games)
        if seeds[0] is not None:
            self._rng = Rng(seeds[0] ^ SAMPLE_STREAM)
        for game, one in enumerate(seeds):
            if chosen is None or chosen[game]:
                if one is not None:
                    self.core.seed(game, one)
                self.core.restart(game)

    def step(self, actions: ArrayLike) -> None:
        """Make one decision in every game; IllegalAction, and no change, if one of them is not legal."""
        self.core.step(_action_bytes(actions, self.games))

    def observe(self, game: int, seat: int) -> NDArray[np.int16]:
        """What any seat knows of a game, whether it is to act or not; a new array."""
        self.encoder.write(self.core.states[game], seat, self._row, 0)
        return _array(self._row, np.int16, self.fields.size).copy()

    def close(self) -> None:
        """End whatever the opponents have started."""
        for opponent in self.core.opponents:
            if isinstance(opponent, BotPolicy):
                opponent.bot.close()

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every game; a view that the next call fills anew."""
        self.core.sample(self._rng)
        return self._choices

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled: the arrays are views of memory that would stay behind."""
        raise TypeError("an environment can be neither copied nor pickled: make another, or clone its states")

    def words(self, action: int) -> str:
        """An action in the notation of the game."""
        return self.game.format_action(int(self.encoder.codes[action]))


def _array(table: Any, kind: type[Number], *shape: int) -> NDArray[Number]:
    """A table of the compiled code as an array: the same memory, which only the games write to."""
    return np.frombuffer(table, kind).reshape(shape)


def _action_bytes(actions: ArrayLike, games: int) -> bytes:
    """Actions as the lockstep reads them. Nothing is rounded or cut off on the way."""
    given = np.asarray(actions)
    if given.shape != (games,):
        raise IllegalAction(f"there are {games} games, but actions of the shape {given.shape}")
    if given.dtype.kind not in "iu":
        raise IllegalAction(f"actions are whole numbers, not {given.dtype}")
    small = np.ascontiguousarray(given, "<i4")
    if not np.can_cast(given.dtype, np.int32) and (small != given).any():
        game = int(np.flatnonzero(small != given)[0])
        raise IllegalAction(f"game {game}: there is no action {given[game]}")
    return small.tobytes()


def _learner(seats: int, opponents: Sequence[str], seat: int | None) -> int:
    """What the lockstep calls the learner's seat."""
    if not opponents:
        if seat is not None:
            raise ValueError("without opponents every seat is the learner's: there is no one seat to name")
        return EVERY_SEAT
    return ANY_SEAT if seat is None else check_whole(seat, "the learner's seat", 0, seats - 1)


def describe(batch: Batch) -> list[dict[str, Any]]:
    """Every field of an observation, as documents and other programs show it."""
    return [
        {
            "name": field.name,
            "shape": list(field.shape),
            "low": field.low,
            "high": field.high,
            "labels": list(field.labels),
            "about": field.about,
        }
        for field in batch.fields.all
    ]
