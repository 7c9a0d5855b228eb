"""Learns a game by PPO of RLlib with masked actions: `python -m citywright.envs.examples.rllib_ppo GAME`.

RLlib is no part of an extra: `pip install "ray[rllib]"`. Ctrl-C ends the learning early.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citywright.envs.examples.common import Learning, finish, parser, task_of
from citywright.envs.examples.export import network_of
from citywright.envs.examples.scaled_env import ScaledEnv

STEPS = 4_000  # between two lessons


def new_env(settings: dict[str, Any]) -> ScaledEnv:
    """An environment with the names that RLlib's example of masked actions looks for."""
    return ScaledEnv(row="observations", mask="action_mask", mask_type=np.float32, **settings)


def configuration(game: str, seats: int, seed: int, opponent: str = "random") -> Any:
    """PPO in one process; more `env_runners` play in processes of their own."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    register_env("citywright", new_env)
    settings = {"game": game, "seats": seats, "opponents": opponent, "reward": "progress", "scale": 0.1}
    layers = {"fcnet_hiddens": [128], "fcnet_activation": "relu", "head_fcnet_hiddens": []}
    return (
        PPOConfig()
        .environment("citywright", env_config=settings)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=layers))
        .training(
            train_batch_size=STEPS, minibatch_size=512, num_epochs=4, lr=1e-3, gamma=0.999, entropy_coeff=0.01
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def main(words: list[str] | None = None) -> None:
    arguments = parser("rllib_ppo", __doc__, 200_000)
    arguments.add_argument("--opponent", default="random", metavar="NAME", help="to learn against")
    task = task_of(arguments, words)
    algorithm = configuration(task.game.id, task.seats, task.seed, task.options.opponent).build_algo()
    with Learning(task) as learning:
        while learning.steps < task.steps:
            told = algorithm.train()["env_runners"]
            learning.made(int(told["num_env_steps_sampled_lifetime"]) - learning.steps)
    module = algorithm.get_module()
    network = network_of(task.game, task.seats, module.encoder.actor_encoder, module.pi)
    algorithm.stop()
    finish(task, learning, network)


if __name__ == "__main__":
    main()
