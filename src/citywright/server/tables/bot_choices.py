"""The bots people can play against, what they are called, and which one is meant when nobody says."""

from __future__ import annotations

from citywright.bots import bot_kinds, bot_names
from citywright.engine.game import Game

USUAL, GENTLE = "journeyman", "apprentice"


def bots_of(game: Game) -> list[str]:
    """Every bot a seat can be given. Programs by a command are not among them: no page starts a program."""
    return bot_names(game)


def bots_to_choose(game: Game, lang: str) -> list[tuple[str, str]]:
    """The levels, the strongest first: name and title."""
    return [(kind.name, kind.titles[lang]) for kind in reversed(bot_kinds(game))]


def bot_title(game: Game, name: str, lang: str) -> str:
    """What a bot is called."""
    return next((kind.titles[lang] for kind in bot_kinds(game) if kind.name == name), name)


def usual_bot(game: Game) -> str:
    """The bot a newcomer plays against, and that plays for people who are away."""
    return USUAL if USUAL in bots_of(game) else bots_of(game)[-1]


def gentle_bot(game: Game) -> str:
    """The bot of a first game."""
    return GENTLE if GENTLE in bots_of(game) else bots_of(game)[0]
