"""Players that know only the contract: levels, simple policies, other packages' bots, any program.

Ask here: `bot_kinds` for what people can choose, `find_bot` for a player, `player` for whole games.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from citywright.bots.contract import Bot, BotKind, Budget, Decision, Estimate, UnknownBot
from citywright.bots.levels import LEVELS, PolicyBot
from citywright.bots.program import PROGRAM, ProgramBot
from citywright.engine.game import Game
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State

ENTRY_POINTS = "citywright.bots"


@cache
def _bots_of_packages() -> tuple[BotKind, ...]:
    """The bots other packages offer. Looking through all installed packages takes milliseconds: done once."""
    return tuple(entry.load() for entry in entry_points(group=ENTRY_POINTS))


def forget_bots_of_packages() -> None:
    """Look through the installed packages again when bots are next asked for."""
    _bots_of_packages.cache_clear()


def bot_kinds(game: Game) -> list[BotKind]:
    """The bots to choose from: the levels, weakest first, then what other packages offer for the game."""
    return [*LEVELS, *(kind for kind in _bots_of_packages() if kind.plays(game))]


def bot_names(game: Game) -> list[str]:
    """Every name `find_bot` knows, simple policies included; programs are named by their command."""
    names = [kind.name for kind in bot_kinds(game)]
    return names + [name for name in game.policy_names() if name not in names]


def find_bot(game: Game, name: str) -> Bot:
    """A new player by name. `run:COMMAND` is a program that speaks the line protocol."""
    if name.startswith(PROGRAM):
        return ProgramBot(game, name.removeprefix(PROGRAM))
    for kind in bot_kinds(game):
        if kind.name == name:
            return kind.make(game)
    if name in game.policy_names():
        return PolicyBot(game.policy(name))
    raise UnknownBot(f"{game.id} has no bot {name!r}; it has {', '.join(bot_names(game))}")


class BotPolicy(Policy):
    """A bot where a policy is wanted."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, seen: State, rng: Rng) -> int:
        return self.bot.decide(seen, None, rng).code


def player(game: Game, name: str) -> Policy:
    """A bot by name for `engine.policy.play`; simple policies stay as quick as they are."""
    if name in game.policy_names():
        return game.policy(name)
    return BotPolicy(find_bot(game, name))


__all__ = [
    "Bot",
    "BotKind",
    "BotPolicy",
    "Budget",
    "Decision",
    "Estimate",
    "UnknownBot",
    "bot_kinds",
    "bot_names",
    "find_bot",
    "forget_bots_of_packages",
    "player",
]
