"""Games of bots as arrays to learn from: every decision with observation, mask, action and what it led to.

A game follows from its seed alone, so the arrays are the same wherever the games are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from citywright.bots import player
from citywright.engine.rng import Rng
from citywright.envs.batch import Batch
from citywright.envs.lockstep import PLAYERS_STREAM
from citywright.lab.executors import THIS_PROCESS, Workers, spread

GAMES_A_JOB = 20


class Games(NamedTuple):
    """Which games are played: `bots` has a name for every seat; `layout` is the text of a layout file."""

    game: str
    bots: tuple[str, ...]
    layout: str | None = None
    reward: str = "rank"


class Trajectories(NamedTuple):
    """Decisions in the order in which they were made, game by game: a row of each array is one of them."""

    seeds: NDArray[np.int64]  # of its game
    seats: NDArray[np.int64]  # who decided
    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int32]
    returns: NDArray[np.float64]  # the seat's rewards from this decision to the end of the game, added up


class _Job(NamedTuple):
    games: Games
    seeds: tuple[int, ...]


def trajectories(
    games: Games, seeds: Iterable[int], workers: Workers = THIS_PROCESS
) -> Iterator[Trajectories]:
    """Play a game for each seed, here, in processes or on a cluster; arrays come in the order of the seeds.

    Each item has the decisions of a few games: as many as one worker plays in a row.
    """
    waiting: dict[int, Trajectories] = {}
    following = 0
    for number, played in spread(_play, _jobs(games, iter(seeds)), workers):
        waiting[number] = played
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def joined(parts: Sequence[Trajectories]) -> Trajectories:
    """Several of them as one."""
    return Trajectories(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _jobs(games: Games, seeds: Iterator[int]) -> Iterator[_Job]:
    while some := tuple(islice(seeds, GAMES_A_JOB)):
        yield _Job(games, some)


def _play(job: _Job) -> Trajectories:
    games = job.games
    batch = Batch(
        games.game, 1, seats=len(games.bots), layout=games.layout, reward=games.reward, resets_at_once=False
    )
    return joined([_play_one(batch, games.bots, seed) for seed in job.seeds])


def _play_one(batch: Batch, bots: Sequence[str], seed: int) -> Trajectories:
    batch.reset([seed])
    players = [player(batch.game, name) for name in bots]
    rng = Rng(seed ^ PLAYERS_STREAM)
    seats, observations, masks, actions, rewards = [], [], [], [], []
    while batch.actors[0] >= 0:
        seat = int(batch.actors[0])
        code = players[seat].choose(batch.core.states[0].observe(seat), rng)
        action = int(batch.encoder.index(code))
        seats.append(seat)
        observations.append(batch.observations[0].copy())
        masks.append(batch.masks[0].copy())
        actions.append(action)
        batch.step([action])
        rewards.append(batch.rewards[0].copy())
    to_come = np.cumsum(np.array(rewards)[::-1], axis=0)[::-1]  # of every seat, from each decision on
    deciding = np.array(seats)
    return Trajectories(
        np.full(len(seats), seed, np.int64),
        deciding,
        np.array(observations),
        np.array(masks),
        np.array(actions, np.int32),
        to_come[np.arange(len(seats)), deciding],
    )
