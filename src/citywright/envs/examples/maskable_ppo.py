"""Learns a game by MaskablePPO of sb3-contrib: `python -m citywright.envs.examples.maskable_ppo GAME`.

Ctrl-C ends the learning early: what was learned until then is measured and saved.
"""

from __future__ import annotations

from pathlib import Path

from citywright.envs.extra import needs_extra

with needs_extra("train", "the examples of training need"):
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

from citywright.envs.batch import Batch
from citywright.envs.examples.common import Learning, finish, parser, task_of
from citywright.envs.examples.export import network_of
from citywright.envs.examples.sb3_vec_env import BatchVecEnv
from citywright.envs.learned import Network

GAMES = 64  # in lockstep
REWARD, SCALE = "progress", 0.1  # a reward for every point, small enough for the value network
LEARNING_RATE = 1e-3  # at the beginning; it falls to nothing
HIDDEN = (128,)


class Progress(BaseCallback):
    """Tells of every step, and asks for nothing else."""

    def __init__(self, learning: Learning) -> None:
        super().__init__()
        self.learning = learning

    def _on_step(self) -> bool:
        self.learning.made(self.training_env.num_envs)
        return True


def new_model(env: BatchVecEnv, seed: int) -> MaskablePPO:
    """A learner that knows nothing yet. A game lasts some hundred decisions: the discount is close to 1."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda remaining: LEARNING_RATE * remaining,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        gamma=0.999,
        ent_coef=0.01,
        policy_kwargs={"net_arch": list(HIDDEN), "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )


def exported(model: MaskablePPO, batch: Batch) -> Network:
    """The part that chooses, as plain arrays."""
    policy = model.policy
    return network_of(batch.game, batch.seats, policy.mlp_extractor.policy_net, policy.action_net)


def main(words: list[str] | None = None) -> None:
    arguments = parser("maskable_ppo", __doc__, 200_000)
    arguments.add_argument("--opponent", default="random", metavar="NAME", help="to learn against")
    arguments.add_argument("--model", type=Path, metavar="FILE", help="SB3's own file, to go on from later")
    task = task_of(arguments, words)
    torch.set_num_threads(1)  # such small networks are slower on several
    batch = Batch(task.game, GAMES, seats=task.seats, opponents=task.options.opponent, reward=REWARD)
    env, file = BatchVecEnv(batch, SCALE), task.options.model
    if file is not None and file.exists():
        model = MaskablePPO.load(file, env, device="cpu")
    else:
        model = new_model(env, task.seed)
    with Learning(task) as learning:
        model.learn(task.steps, callback=Progress(learning), reset_num_timesteps=False)
    if file is not None:
        model.save(file)
    finish(task, learning, exported(model, batch))


if __name__ == "__main__":
    main()
