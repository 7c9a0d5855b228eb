"""The levels people choose from. They differ in how far they think ahead; none plays badly on purpose."""

from __future__ import annotations

from citywright.bots.contract import Bot, BotKind, Budget, Decision, Estimate
from citywright.bots.search import Search
from citywright.engine.calibration import Calibration
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.game_parts import knowledge_of

OWN_SECONDS = 1.0  # the most a master takes when it is given no budget
MOST_SIMULATIONS = 1 << 40


class PolicyBot:
    """A simple policy as a bot."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        return Decision(self.policy.choose(observation, rng))

    def close(self) -> None:
        """There is nothing to close."""


class Apprentice:
    """Takes what looks good at first sight."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        return Decision(self.knowledge.glance(observation, rng))

    def close(self) -> None:
        """There is nothing to close."""


class Journeyman(Apprentice):
    """Follows the game's knowledge, without search."""

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        return Decision(self.knowledge.advise(observation, rng))


class Master:
    """Searches, guided by the same knowledge."""

    def __init__(self, knowledge: Knowledge, calibration: Calibration | None = None) -> None:
        self.knowledge = knowledge
        self.search = Search(knowledge)
        self.search.calibration = calibration  # for telling people: chances that come true

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        budget = budget or Budget(self.knowledge.effort(observation), OWN_SECONDS)
        simulations = MOST_SIMULATIONS if budget.simulations is None else budget.simulations
        code = self.search.decide(observation, simulations, budget.time_limit, rng)
        looked_at = tuple(Estimate(*alternative) for alternative in self.search.alternatives)
        return Decision(code, looked_at[0], looked_at)

    def close(self) -> None:
        """There is nothing to close."""


def _random(game: Game) -> Bot:
    return PolicyBot(game.policy("random"))


LEVELS = (
    BotKind(
        "random",
        {"de": "Zufall", "en": "Random"},
        {
            "de": "Würfelt seine Züge aus. Zum Testen, nicht zum Spielen.",
            "en": "Draws its actions by lot. For tests rather than for play.",
        },
        _random,
    ),
    BotKind(
        "apprentice",
        {"de": "Lehrling", "en": "Apprentice"},
        {
            "de": "Spielt vernünftig, denkt aber nur einen Schritt weit. Gut für die erste Partie.",
            "en": "Plays sensibly but sees one step ahead. Good for a first game.",
        },
        lambda game: Apprentice(knowledge_of(game)),
    ),
    BotKind(
        "journeyman",
        {"de": "Geselle", "en": "Journeyman"},
        {
            "de": "Kennt das Spiel und nutzt, was die Stellung hergibt. Fordert Gelegenheitsspieler.",
            "en": "Knows the game and takes what a position offers. Makes occasional players work.",
        },
        lambda game: Journeyman(knowledge_of(game)),
    ),
    BotKind(
        "master",
        {"de": "Meister", "en": "Master"},
        {
            "de": "Rechnet viele Fortsetzungen durch, bevor er entscheidet. Der stärkste Gegner.",
            "en": "Works through many continuations before deciding. The strongest opponent.",
        },
        lambda game: Master(knowledge_of(game)),
    ),
)
