"""Finds the games: the packages in citywright.games, and those other packages offer as entry points."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

import citywright.games
from citywright.engine.game import Game

ENTRY_POINTS = "citywright.games"


class UnknownGame(LookupError):
    """No game has this id; the message lists those there are."""


@cache
def games() -> dict[str, Game]:
    """Every game by its id."""
    found = {}
    for module in pkgutil.iter_modules(citywright.games.__path__, "citywright.games."):
        game: Game = import_module(module.name).GAME
        found[game.id] = game
    for entry in entry_points(group=ENTRY_POINTS):
        game = entry.load()
        found[game.id] = game
    return dict(sorted(found.items()))


def find_game(game_id: str) -> Game:
    """The game with this id."""
    try:
        return games()[game_id]
    except KeyError:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(games())}") from None
