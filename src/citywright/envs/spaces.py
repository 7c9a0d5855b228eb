"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from citywright.envs.fields import Fields

OBSERVATION = "observation"
ACTION_MASK = "action_mask"

Observation = dict[str, Any]  # to arrays


def observation_space(fields: Fields, actions: int) -> spaces.Dict:
    """The fields of the game, and which actions are legal."""
    return spaces.Dict(
        {
            OBSERVATION: spaces.Box(fields.low(), fields.high(), dtype=np.int16),
            ACTION_MASK: spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def action_space(actions: int) -> spaces.Discrete:
    """The index of an action."""
    return spaces.Discrete(actions)
