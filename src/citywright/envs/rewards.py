"""What a game's result is worth to each seat, by name. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.state import OVER, State

WIN: Final = 0
RANK: Final = 1
POINTS: Final = 2
MARGIN: Final = 3
PROGRESS: Final = 4

REWARDS: Final = {
    "win": "1 for the winner, shared by all who win; 0 for everybody else",
    "rank": "from 1 for the first to -1 for the last in equal steps; ties share; all seats add up to 0",
    "points": "the final points",
    "margin": "the final points less the most that another seat has",
    "progress": "the points gained or lost since the step before: they add up to the final points",
}
NAMES: Final = list(REWARDS)


class UnknownReward(ValueError):
    """No such reward; the message lists those there are."""


def reward_number(name: str) -> int:
    """The number of a reward by its name."""
    if name not in NAMES:
        raise UnknownReward(f"there is no reward {name!r}; there are {', '.join(NAMES)}")
    return NAMES.index(name)


def final_rewards(state: State, kind: i64) -> list[float]:
    """What each seat gets when a game is over or was broken off. PROGRESS is given step by step instead."""
    scores = state.scores()
    if kind == POINTS:
        return [float(points) for points in scores]
    if kind == MARGIN:
        return [float(points) - most_of_others(scores, seat) for seat, points in enumerate(scores)]
    if state.actor() != OVER:
        return [0.0 for _ in scores]
    ranks = state.standing().ranks
    if kind == WIN:
        return [1.0 / float(ranks.count(1)) if rank == 1 else 0.0 for rank in ranks]
    return [rank_reward(ranks, rank) for rank in ranks]


def most_of_others(scores: list[int], seat: i64) -> float:
    """The most points of any other seat; 0 where there is none."""
    return float(max([points for other, points in enumerate(scores) if other != seat], default=0))


def rank_reward(ranks: list[int], rank: i64) -> float:
    """The reward of a rank: those who share it get the mean of their places."""
    if len(ranks) == 1:
        return 1.0
    place: float = float(rank) + float(ranks.count(rank) - 1) / 2.0  # 1 is best
    return 1.0 - 2.0 * (place - 1.0) / float(len(ranks) - 1)
