"""Learns a game by DQN of Tianshou: `python -m citywright.envs.examples.tianshou_dqn GAME`.

Tianshou is no part of an extra: `pip install tianshou`. Ctrl-C ends the learning early.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citywright.envs.examples.common import Learning, finish, parser, task_of
from citywright.envs.examples.export import network_of
from citywright.envs.examples.scaled_env import ScaledEnv

GAMES, STEPS = 16, 160  # environments; steps between lessons
KEPT, SAMPLES = 20_000, 256  # steps to learn from, and how many of them in a lesson
RANDOM_SHARE = 0.1  # of the actions while learning


def new_env(game: str, seats: int, opponent: str = "random") -> ScaledEnv:
    """An environment with the names that Tianshou looks for."""
    return ScaledEnv(
        game,
        seats=seats,
        opponents=opponent,
        reward="progress",
        scale=0.1,
        row="obs",
        mask="mask",
        mask_type=np.bool_,
    )


def new_algorithm(inputs: int, space: Any) -> Any:
    """DQN that looks five decisions ahead."""
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.utils.net.common import Net

    model = Net(state_shape=inputs, action_shape=space.n, hidden_sizes=[128])
    policy = DiscreteQLearningPolicy(model=model, action_space=space, eps_training=RANDOM_SHARE)
    return DQN(
        policy=policy,
        optim=AdamOptimizerFactory(1e-3),
        gamma=0.99,
        n_step_return_horizon=5,
        target_update_freq=200,
    )


def main(words: list[str] | None = None) -> None:
    arguments = parser("tianshou_dqn", __doc__, 200_000)
    arguments.add_argument("--opponent", default="random", metavar="NAME", help="to learn against")
    task = task_of(arguments, words)

    import torch
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.utils.torch_utils import policy_within_training_step

    torch.manual_seed(task.seed)
    np.random.seed(task.seed)  # Tianshou draws its random actions from there
    envs = [new_env(task.game.id, task.seats, task.options.opponent) for _ in range(GAMES)]
    algorithm = new_algorithm(envs[0].fields.scaled_size(), envs[0].action_space)
    buffer = VectorReplayBuffer(KEPT, GAMES, ignore_obs_next=True)
    games = DummyVectorEnv([lambda env=env: env for env in envs])
    games.seed(task.seed)
    collector = Collector(algorithm, games, buffer, exploration_noise=True)
    collector.reset()
    with Learning(task) as learning, policy_within_training_step(algorithm.policy):
        while learning.steps < task.steps:
            learning.made(int(collector.collect(n_step=STEPS).n_collected_steps))
            for _ in range(STEPS // GAMES):
                algorithm.update(buffer, SAMPLES)
    finish(task, learning, network_of(task.game, task.seats, algorithm.policy.model))


if __name__ == "__main__":
    main()
