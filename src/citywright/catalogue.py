"""Finds the games: the packages in citywright.games, and those that other packages offer as entry points.

An entry point that cannot be used is reported by its name and left out; the other games are not affected.
"""

from __future__ import annotations

import logging
import pkgutil
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

import citywright.games
from citywright.engine.game import Game
from citywright.engine.view import SEAT_LETTERS
from citywright.text import LANGUAGES

ENTRY_POINTS = "citywright.games"

_log = logging.getLogger(__name__)


class UnknownGame(LookupError):
    """No game has this id; the message lists those there are."""


@cache
def games() -> dict[str, Game]:
    """Every game by its id. Plug-ins that cannot be used are logged once, and missing here."""
    own = [import_module(m.name).GAME for m in pkgutil.iter_modules(citywright.games.__path__, _PREFIX)]
    catalogue: dict[str, Game] = {game.id: game for game in own}
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=_origin):
        try:
            game = _load(entry)
            if game.id in catalogue:
                taken_by = catalogue[game.id].package
                raise ValueError(f"the id {game.id!r} is taken by the game in {taken_by}")
        except Exception as error:  # noqa: BLE001  a plug-in may fail in any way
            reason = f"{type(error).__name__}: {error}"
            _log.warning("the game %s of %s is left out: %s", entry.name, _origin(entry)[0], reason)
        else:
            catalogue[game.id] = game
    return dict(sorted(catalogue.items()))


def find_game(game_id: str) -> Game:
    """The game with this id."""
    try:
        return games()[game_id]
    except KeyError:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(games())}") from None


def entry_problems(game: Game) -> list[str]:
    """What is wrong with the catalogue entry of a game itself, before anything of it is played."""
    problems = []
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", game.id):
        problems.append(f"the id {game.id!r} is not made of a-z, 0-9 and -, at most 40 characters")
    if not 1 <= game.min_seats <= game.max_seats <= len(SEAT_LETTERS):
        limits = f"{game.min_seats} to {game.max_seats}"
        problems.append(f"seats are 1 to {len(SEAT_LETTERS)}, the fewest first, not {limits}")
    untitled = [lang for lang in LANGUAGES if not game.titles.get(lang)]
    if untitled:
        problems.append(f"there is no title in {', '.join(untitled)}")
    newest = max(game.earlier_rules, default=game.rules_version - 1)
    if newest >= game.rules_version:
        problems.append(f"earlier rules are older than rules version {game.rules_version}, not {newest}")
    return problems


_PREFIX = citywright.games.__name__ + "."


def _origin(entry: EntryPoint) -> tuple[str, str]:
    """The distribution that offers an entry point, and the entry point's own name."""
    return entry.dist.name if entry.dist is not None else "an unknown package", entry.name


def _load(entry: EntryPoint) -> Game:
    """The game an entry point names, fit to be listed."""
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is not a citywright.engine.game.Game")
    if problems := entry_problems(game):
        raise ValueError("; ".join(problems))
    return game
