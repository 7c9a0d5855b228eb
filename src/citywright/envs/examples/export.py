"""What examples with torch share: seeds, and networks as plain arrays, which run without torch."""

from __future__ import annotations

from typing import Any

from citywright.engine.game import Game
from citywright.envs.arguments import make_encoder
from citywright.envs.extra import needs_extra
from citywright.envs.learned import Network

with needs_extra("train", "the examples of training need"):
    import torch


def prepare(seed: int) -> None:
    """Networks as small as these are slower on several threads than on one."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)


def network_of(
    game: Game, seats: int, *modules: Any, activation: str = "relu", layout: str | None = None
) -> Network:
    """The linear layers of these modules, in their order, with the same activation between all of them.

    What the last of them gives besides a number for every action (a value, say) is left out.
    """
    parts = [part for module in modules for part in module.modules() if isinstance(part, torch.nn.Linear)]
    layers = [(part.weight.detach().numpy().copy(), part.bias.detach().numpy().copy()) for part in parts]
    actions = int(make_encoder(game, seats, game.layout(layout)).action_count)
    last = layers.pop()
    layers.append((last[0][:actions], last[1][:actions]))
    return Network(game, seats, layers, activation=activation, layout=layout)
