"""Any game of the catalogue as a game of OpenSpiel, with its type, its bounds and its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pyspiel

from citywright.engine.game import Game
from citywright.envs.arguments import check_choice, check_limit, check_whole, read_layout
from citywright.envs.openspiel.observer import SpielObserver, new_observer
from citywright.envs.openspiel.state import SpielState
from citywright.envs.openspiel.tables import BOUNDS, Settings, tables_of

DEFAULT_REWARD = "rank"
# Chance acts at most so often: for the set-up, and with every decision. A decision rolls dice or reveals
# something; a card that is drawn was in the first pile, or was laid by a decision that rolled nothing.
CHANCE_NODES_OF_SETUP = 1_000
CHANCE_NODES_OF_DECISION = 2


def short_name(game: Game) -> str:
    """The name by which OpenSpiel loads a game."""
    return f"citywright_{game.id.replace('-', '_')}"


def fewest_players(game: Game) -> int:
    """Utilities compare players: there are two at least."""
    return max(game.min_seats, 2)


def defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game, as they are where nobody says otherwise."""
    return {
        "players": fewest_players(game),
        "reward": DEFAULT_REWARD,
        "layout": "",
        "limit": 0,
        "scaled": False,
    }


def game_type(game: Game, reward: str = DEFAULT_REWARD, players: int = 2) -> pyspiel.GameType:
    """What OpenSpiel must know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.titles["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.has_secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=(
            pyspiel.GameType.Utility.ZERO_SUM
            if is_zero_sum(reward, players)
            else pyspiel.GameType.Utility.GENERAL_SUM
        ),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=fewest_players(game),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


def is_zero_sum(reward: str, players: int) -> bool:
    """Do the utilities of all players add up to 0? `win` adds up to 1, but to 0 if a game is broken off."""
    return reward == "rank" or (reward == "margin" and players == 2)


class SpielGame(pyspiel.Game):
    """A game with its parameters; every game of the catalogue has a subclass.

    `players`; `reward`: rank, win, points or margin; `layout`: the path of a layout file; `limit`: after so
    many decisions a game is broken off (0: what the game has set); `scaled`: tensors for neural networks.
    """

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, given = self.game, dict(params or {})
        values = {**defaults(game), **given}
        path = values["layout"]
        settings = Settings(
            game.id,
            check_whole(values["players"], f"players of {game.id}", fewest_players(game), game.max_seats),
            read_layout(game, Path(path)).source if path else None,
            check_choice(values["reward"], "the reward of a game in OpenSpiel", list(BOUNDS)),
            check_limit(game, values["limit"] or None),
        )
        self.tables = tables = tables_of(settings)
        self._is_scaled = bool(values["scaled"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(tables.codes),
            max_chance_outcomes=len(tables.chance_codes),
            num_players=settings.players,
            min_utility=tables.least,
            max_utility=tables.most,
            utility_sum=0.0 if is_zero_sum(settings.reward, settings.players) else None,
            max_game_length=tables.limit,
        )
        super().__init__(game_type(game, settings.reward, settings.players), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCE_NODES_OF_SETUP + CHANCE_NODES_OF_DECISION * self.tables.limit

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """An observer; OpenSpiel asks for one by the type of observation, or by nothing but parameters."""
        return new_observer(self.tables, self._is_scaled, kind or None, params)
