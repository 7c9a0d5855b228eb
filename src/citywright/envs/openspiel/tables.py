"""What all states of one loaded game share: its actions and chance outcomes by number, and their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from citywright.catalogue import find_game
from citywright.engine.arrays import HIGHEST, LOWEST
from citywright.engine.game import Game
from citywright.engine.state import LOT
from citywright.envs.fields import Fields
from citywright.envs.lockstep import IllegalAction
from citywright.envs.rewards import reward_number
from citywright.game_parts import chance_codes_of, encoder_of

# The least and the greatest utility by the name of the reward. Points are cut where an observation cuts them.
# `progress` is missing: it is given step by step, and most of OpenSpiel wants utilities at the end.
BOUNDS: dict[str, tuple[float, float]] = {
    "win": (0.0, 1.0),
    "rank": (-1.0, 1.0),
    "points": (LOWEST, HIGHEST),
    "margin": (LOWEST - HIGHEST, HIGHEST - LOWEST),
}


class Settings(NamedTuple):
    """What a game is loaded with."""

    game_id: str
    players: int
    source: str | None  # the text of a layout; None: the default one
    reward: str
    limit: int  # decisions after which a game is broken off


class Words(dict[int, str]):
    """Actions in notation, by code; each is worded when it is first asked for."""

    def __init__(self, format_action: Callable[[int], str]) -> None:
        super().__init__()
        self.format_action = format_action

    def __missing__(self, code: int) -> str:
        words = self[code] = self.format_action(code)
        return words


class Tables:
    """The tables of one game for so many players on one layout, with one reward. Built by `tables_of`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.game: Game = find_game(settings.game_id)
        self.players = settings.players
        self.limit = settings.limit
        self.least, self.most = BOUNDS[settings.reward]
        self.reward = reward_number(settings.reward)
        layout = self.game.layout(settings.source)
        self.first = self.game.new_state(settings.players, LOT, layout)
        self.encoder = encoder_of(self.game, settings.players, layout)
        self.fields = Fields(self.encoder)
        self.codes = list(self.encoder.codes)
        self.chance_codes = chance_codes_of(self.game, settings.players, layout)
        self.indices = {code: index for index, code in enumerate(self.codes)}
        self.chance_indices = {code: index for index, code in enumerate(self.chance_codes)}
        self.words = Words(self.game.format_action)
        self._equal_chances: dict[tuple[int, int], list[tuple[int, float]]] = {}

    def __reduce__(self) -> tuple[Callable[[Settings], Tables], tuple[Settings]]:
        """Pickled states name their tables; they do not carry them along."""
        return tables_of, (self.settings,)

    def code(self, action: int, *, by_chance: bool) -> int:
        """The code of an action of a player, or of an outcome of chance."""
        codes = self.chance_codes if by_chance else self.codes
        if not 0 <= action < len(codes):
            what = "outcomes of chance" if by_chance else "actions"
            raise IllegalAction(f"{what} go from 0 to {len(codes) - 1}, not {action}")
        return codes[action]

    def equal_chances(self, first: int, number: int) -> list[tuple[int, float]]:
        """So many outcomes of chance from the first one on, all equally likely."""
        chances = self._equal_chances.get((first, number))
        if chances is None:
            chances = [(outcome, 1 / number) for outcome in range(first, first + number)]
            self._equal_chances[first, number] = chances
        return chances


@lru_cache(32)
def tables_of(settings: Settings) -> Tables:
    """The tables of a game: always the same for the same settings."""
    return Tables(settings)
