"""Makes the games known to Gymnasium: `gymnasium.make("citywright/saint-malo-v1")`. Imported for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium

from citywright.catalogue import games
from citywright.envs.arguments import RANDOM
from citywright.game_parts import has_arrays

if TYPE_CHECKING:
    from citywright.envs.vector import LockstepVectorEnv

VERSION = 1  # raised whenever the same actions lead to other observations, rewards or ends


def env_id(game_id: str) -> str:
    """How Gymnasium calls the environment of a game."""
    return f"citywright/{game_id}-v{VERSION}"


def vector_env_of_learners(
    num_envs: int, opponents: str | Sequence[str] = RANDOM, **arguments: Any
) -> LockstepVectorEnv:
    """The same environments as `gymnasium.make` makes, in lockstep: for `gymnasium.make_vec`."""
    from citywright.envs.vector import vector_env

    return vector_env(num_envs=num_envs, opponents=opponents, **arguments)


def register_games() -> None:
    """Register every game whose positions can be written as arrays."""
    for game in games().values():
        if has_arrays(game) and env_id(game.id) not in gymnasium.registry:
            gymnasium.register(
                env_id(game.id),
                entry_point="citywright.envs.single:SoloEnv",
                vector_entry_point=f"{__name__}:vector_env_of_learners",
                kwargs={"game": game.id},
            )


register_games()
