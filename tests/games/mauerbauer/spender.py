"""A player whose hand runs out, for what differs between the versions of the rules."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.games.mauerbauer.knowledge.policies import Builder
from citywright.games.mauerbauer.rules import phases
from citywright.games.mauerbauer.rules.state import MauerbauerState

CARDS = (phases.PLAY_CARD, phases.PLAY_SECOND, phases.PLAY_LAST, phases.PLAY_LAST_SECOND)


class Spender(Policy):
    """Builds as the builder does; plays two cards whenever it may, exchanges all it has, chooses no city."""

    def __init__(self) -> None:
        self.builder = Builder()  # none to inherit from: compiled classes allow that only where they say so

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MauerbauerState)
        if seen.phase in (*CARDS, phases.EXCHANGE_CARDS, phases.CHOOSE_CITY):
            return seen.legal_actions()[0]
        return self.builder.choose(seen, rng)
