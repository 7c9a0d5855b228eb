"""Hints for a seat: the best actions, their chance to win and the points to expect, in words."""

from __future__ import annotations

import msgspec

from citywright.bots.contract import Budget
from citywright.bots.levels import Master
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.game_parts import calibration_of, knowledge_of, text_of
from citywright.text import translate


class Hint(msgspec.Struct, frozen=True):
    """An action in notation and as a sentence, its chance to win from 0 to 1, and the points at the end."""

    action: str
    title: str
    win_chance: float
    points: float
    tried: int  # simulations that began with it; 0 where none were needed

    def promise(self, lang: str) -> str:
        """Its chance to win and its points, in words."""
        share, points = round(100 * self.win_chance), round(self.points)
        t = translate(lang)
        return t("{share}% chance to win, about {points} points", share=share, points=points)


def hints(
    game: Game,
    observation: State,
    *,
    budget: Budget | None = None,
    seed: int = 1,
    lang: str = "en",
    count: int = 3,
) -> list[Hint]:
    """The best actions of the actor of `observation`, which is what that seat can see, best first."""
    calibration = calibration_of(game, observation.seats())
    decision = Master(knowledge_of(game), calibration).decide(observation, budget, Rng(seed))
    view = game.view(observation, observation.actor())
    best = []
    for estimate in decision.alternatives[:count]:
        words = game.format_action(estimate.code)
        title = text_of(game).action_title(words, view, lang)
        points, share = round(estimate.points, 1), round(estimate.win_chance, 3)
        best.append(Hint(words, title, share, points, estimate.visits))
    return best
