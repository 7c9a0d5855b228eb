"""A position of any game as OpenSpiel sees it, and others that a player cannot tell from it."""

from __future__ import annotations

from collections.abc import Callable

import pyspiel

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.envs.openspiel.play import new_play
from citywright.envs.rewards import final_rewards

PLAYERS: dict[int, int] = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}  # no seats
ACTORS = {CHANCE: "chance acts", OVER: "the game is over"}


class SpielState(pyspiel.State):
    """A position. Actions are the indices of the game's encoder; chance has indices of its own."""

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.play = new_play(game.tables)

    def current_player(self) -> int:
        actor = self.play.actor()
        return PLAYERS.get(actor, actor)

    def is_terminal(self) -> bool:
        return self.play.actor() == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        tables = self.play.tables
        return tables.words[tables.code(action, by_chance=player == pyspiel.PlayerId.CHANCE)]

    def returns(self) -> list[float]:
        """What the result is worth to each player; 0 until the game is over."""
        tables = self.play.tables
        if not self.is_terminal():
            return [0.0] * tables.players
        rewards = final_rewards(self.play.state, tables.reward)
        return [min(max(reward, tables.least), tables.most) for reward in rewards]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """The same as `resample`, with a random source of OpenSpiel's kind: numbers from 0 to 1."""
        return resample(self, player, Rng(int(sampler() * 2**53)))

    def __str__(self) -> str:
        """All of the position: equal for equal positions only."""
        actor, state = self.play.actor(), self.play.state
        points = ", ".join(map(str, state.scores()))
        acting = ACTORS.get(actor, f"player {actor} acts")
        numbers = " ".join(map(str, state.snapshot()))
        return f"{acting}; points {points}; decisions {self.play.decisions}\n{numbers}"


def sample_chance(state: SpielState, rng: Rng) -> int:
    """While chance acts: an outcome drawn with its probability, without listing them all.

    The dice of a whole game follow from the generator as they do everywhere else.
    """
    play = state.play
    if play.actor() != CHANCE:
        raise ValueError("chance does not act now")
    return play.tables.chance_indices[play.state.sample_chance(rng)]


def resample(state: SpielState, player: int, rng: Rng) -> SpielState:
    """A state that `player` cannot tell from this one: what it cannot see is drawn with its true probability.

    Of a game with secrets the new state has no `history()`: that begins anew.
    """
    play = state.play
    if not 0 <= player < play.tables.players:
        raise ValueError(f"players go from 0 to {play.tables.players - 1}, not {player}")
    if not play.tables.game.has_secrets:
        copy: SpielState = state.clone()
        return copy
    imagined = SpielState(state.get_game())
    imagined.play = play.imagined(player, rng)
    return imagined
