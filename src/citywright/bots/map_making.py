"""Makes new layouts of a game, and plays on each until one is found on which games are fair and end.

The same game, seed and version always give the same layout. Whatever is made says so in its [about].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice
from math import sqrt
from typing import Final, NamedTuple

from citywright.bots.balance import BOTS, DEVIATIONS, GAMES, OneGame, PlaysLike, play_many, plays_like, told
from citywright.engine.game import Game
from citywright.engine.layout.about import About, about_values
from citywright.engine.layout.text import format_layout
from citywright.engine.rng import Rng
from citywright.game_parts import map_maker_of

HIGHEST_SEED: Final = 1_000_000_000
VARIATIONS: Final = 30  # of a seed that are tried at most
LONGER: Final = 1.6  # times as long as on the usual board, or as short, is still a good game

Progress = Callable[[Iterable[OneGame]], Iterable[OneGame]]


class NoMap(Exception):
    """No layout could be made; the message says why."""


class Made(NamedTuple):
    """A new layout: its text, which variation of the seed it is, and what it plays like if that was tried."""

    text: str
    variation: int
    figures: PlaysLike | None = None


def make_layout(game: Game, seed: int, variation: int = 0) -> str:
    """The text of a new layout, without playing on it. A seed has a thousand variations."""
    maker = map_maker_of(game)
    if maker is None:
        raise NoMap(f"nobody makes new boards of {game.id}")
    if not 0 <= seed <= HIGHEST_SEED:
        raise NoMap(f"the seed must be from 0 to {HIGHEST_SEED}, not {seed}")
    values = maker.make_map(Rng(1000 * seed + variation))
    about = About(
        name=f"Generated map {seed}",
        author="Citywright",
        version=maker.VERSION,
        notes=f"Made by `citywright layout make {game.id} --seed {seed} --variation {variation}`, version "
        f"{maker.VERSION} of the map maker. Nothing of it is taken from the box.",
    )
    return format_layout(values | {"about": about_values(about)})


def make_fair_layout(
    game: Game, seed: int, seats: int, games: int = GAMES, progress: Progress = iter
) -> Made:
    """The first variation of a seed on which games are good, found by playing; NoMap if none is.

    `progress` is given the games of each variation as they are played.
    """
    faults: list[str] = []
    for variation in range(VARIATIONS):
        text = make_layout(game, seed, variation)
        usual = usual_figures(game.id, seats, games)
        played = islice(play_many(game, game.parse_layout(text), seats, seed), games)
        figures = told(game, seats, seed, progress(played))
        faults = faults_of(figures, usual)
        if not faults:
            return Made(text, variation, figures)
    raise NoMap(f"no variation of the seed {seed} gives good games; of the last, {'; '.join(faults)}")


@lru_cache(64)
def usual_figures(game_id: str, seats: int, games: int) -> PlaysLike:
    """What the usual board of a game plays like."""
    return plays_like(game_id, None, seats, games, seed=1, bots=BOTS)


def faults_of(figures: PlaysLike, usual: PlaysLike) -> list[str]:
    """Why games on a layout are worse than on the usual board, as far as so many games can tell."""
    faults = []
    if figures.unfinished:
        faults.append(f"{figures.unfinished} of {figures.games} games did not end")
    if not usual.turns / LONGER <= figures.turns <= usual.turns * LONGER:
        faults.append(f"games take {figures.turns:g} turns instead of {usual.turns:g}")
    if unevenness(figures) > max(unevenness(usual), doubt(figures)):
        faults.append(f"a seat wins {unevenness(figures):.0%} more or less often than its share")
    return faults


def unevenness(figures: PlaysLike) -> float:
    """The largest deviation of a seat's share of wins from an even share."""
    return max(abs(seat.share - 1 / figures.players) for seat in figures.wins)


def doubt(figures: PlaysLike) -> float:
    """By how much the share of one seat may be off in so many games, 19 times out of 20."""
    even = 1 / figures.players
    return DEVIATIONS * sqrt(even * (1 - even) / figures.games)
