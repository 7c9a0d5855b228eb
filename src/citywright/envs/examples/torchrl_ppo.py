"""Learns a game by PPO written with TorchRL: `python -m citywright.envs.examples.torchrl_ppo GAME`.

Ctrl-C ends the learning early.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citywright.envs.examples.common import Learning, finish, parser, task_of
from citywright.envs.examples.export import network_of
from citywright.envs.examples.scaled_env import ScaledEnv

STEPS, SAMPLES, EPOCHS = 4_096, 512, 4  # between two lessons; in one step of the optimiser; over all of them
HIDDEN = 128


def new_env(game: str, seats: int, opponent: str = "random") -> Any:
    """An environment whose random actions are legal too."""
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv

    inner = ScaledEnv(game, seats=seats, opponents=opponent, reward="progress", scale=0.1, mask_type=np.bool_)
    return TransformedEnv(GymWrapper(inner, categorical_action_encoding=True), ActionMask())


def new_policy(inputs: int, actions: int) -> Any:
    """A network that chooses among the legal actions."""
    from tensordict.nn import TensorDictModule
    from torch.nn import ReLU
    from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor

    logits = TensorDictModule(
        MLP(inputs, actions, num_cells=[HIDDEN], activation_class=ReLU), ["observation"], ["logits"]
    )
    return ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def new_loss(policy: Any, inputs: int) -> tuple[Any, Any]:
    """PPO's loss, and what estimates advantages for it."""
    from torch.nn import ReLU
    from torchrl.modules import MLP, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE

    critic = ValueOperator(MLP(inputs, 1, num_cells=[HIDDEN], activation_class=ReLU), ["observation"])
    loss = ClipPPOLoss(policy, critic, entropy_coeff=0.01, normalize_advantage=True)
    return loss, GAE(gamma=0.999, lmbda=0.95, value_network=critic)


def main(words: list[str] | None = None) -> None:
    arguments = parser("torchrl_ppo", __doc__, 200_000)
    arguments.add_argument("--opponent", default="random", metavar="NAME", help="to learn against")
    task = task_of(arguments, words)

    import torch
    from torchrl.collectors import Collector

    torch.manual_seed(task.seed)
    env = new_env(task.game.id, task.seats, task.options.opponent)
    env.set_seed(task.seed)
    inputs = env.observation_spec["observation"].shape[-1]
    policy = new_policy(inputs, env.action_spec.space.n)
    loss_of, advantage = new_loss(policy, inputs)
    optimiser = torch.optim.Adam(loss_of.parameters(), 1e-3)
    collector = Collector(env, policy, frames_per_batch=STEPS, total_frames=-1)
    with Learning(task) as learning:
        for played in collector:
            for _ in range(EPOCHS):
                with torch.no_grad():
                    advantage(played)
                for places in torch.randperm(STEPS).split(SAMPLES):
                    losses = loss_of(played[places])
                    optimiser.zero_grad()
                    (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                    torch.nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                    optimiser.step()
            learning.made(STEPS)
            if learning.steps >= task.steps:
                break
    collector.shutdown()
    finish(task, learning, network_of(task.game, task.seats, policy))


if __name__ == "__main__":
    main()
