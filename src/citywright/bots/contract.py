"""What a bot is: from what one seat can see, a budget and a random stream to a decision.

A bot is never given the true state. Which bots there are is in `levels`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State

HARD_LIMIT = 2.0  # seconds; no decision takes longer
MARGIN = 0.25  # seconds of it, for what comes before and after thinking


@dataclass(frozen=True)
class Budget:
    """How long a bot may think; it stops at whichever comes first, and at the hard limit in any case.

    With simulations alone decisions are repeatable; with seconds alone a bot uses all of them.
    """

    simulations: int | None = None
    seconds: float | None = None

    @property
    def time_limit(self) -> float:
        """The seconds after which a bot stops, whatever else it was given."""
        return HARD_LIMIT - MARGIN if self.seconds is None else min(self.seconds, HARD_LIMIT - MARGIN)


@dataclass(frozen=True)
class Estimate:
    """What a bot expects of an action: its chance to win, its points at the end, and how often it tried."""

    code: int
    win_chance: float
    points: float
    visits: int


@dataclass(frozen=True)
class Decision:
    """An action, what the bot expects of it, and what else it looked at, best first."""

    code: int
    estimate: Estimate | None = None  # simple bots estimate nothing
    alternatives: tuple[Estimate, ...] = ()  # the chosen one among them
    note: str = ""  # a sentence if something went wrong, as when a program did not answer


class Bot(Protocol):
    """A player of one game. One object plays one seat of one match at a time and may remember its turn."""

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        """Decide for the actor of `observation`: what that seat can see. None: the bot's own budget."""
        ...

    def close(self) -> None:
        """End whatever it has started."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A bot as people choose it: its name for commands and records, titles and one line in each language."""

    name: str
    titles: Mapping[str, str]
    descriptions: Mapping[str, str]
    make: Callable[[Game], Bot]
    plays: Callable[[Game], bool] = lambda _: True


class UnknownBot(LookupError):
    """No bot of the game has this name; the message lists those there are."""
