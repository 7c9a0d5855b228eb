"""What a layout plays like: many games of one kind of bot on it, told in a few numbers.

The first seat always begins, so what is told of a seat is told of its place in the turn order. No pictures
and no clock: the same layout, seed and version give the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import sqrt
from typing import Any, Final, NamedTuple

import msgspec

from citywright.bots import player
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import Standing

BOTS: Final = "journeyman"  # the strongest that searches nothing: 200 games take seconds
GAMES: Final = 200
LONGEST: Final = 4_000  # decisions; a game of these bots that takes more will not end
MOST_UNFINISHED: Final = 10  # then it is clear enough that games on this layout do not end
DEVIATIONS: Final = 1.96  # of an interval that holds the true share 19 times out of 20


class WinShare(msgspec.Struct, frozen=True):
    """How often a seat won, from 0 to 1, and between what the true share lies 19 times out of 20."""

    share: float
    low: float
    high: float


class PlaysLike(msgspec.Struct, frozen=True):
    """What games on a layout are like. Means are over the games that came to an end."""

    game: str
    players: int
    bots: str
    seed: int
    games: int  # how many were played
    unfinished: int  # of those, broken off after `LONGEST` decisions
    turns: float  # of all players together
    decisions: float  # likewise
    winner: float  # points of the first
    last: float  # points of the last
    wins: list[WinShare]  # by seat in turn order; a shared victory counts in parts
    endings: dict[str, int]  # why games ended, and how many did so


class OneGame(NamedTuple):
    """How one game went."""

    turns: int
    decisions: int
    scores: list[int]
    ranks: list[int]
    ending: str  # empty if it was broken off


def plays_like(
    game_id: str, text: str | None, seats: int, games: int = GAMES, seed: int = 1, bots: str = BOTS
) -> PlaysLike:
    """Play games on the layout of a file's text (None: the usual board); LayoutError if it is no layout."""
    game = find_game(game_id)
    played = play_many(game, game.layout(text), seats, seed, bots)
    return told(game, seats, seed, islice(played, games), bots)


def play_many(game: Game, layout: Any, seats: int, seed: int, bots: str = BOTS) -> Iterator[OneGame]:
    """Games on a layout, one after the other, for as long as they are asked for and some of them end."""
    players = [player(game, bots) for _ in range(seats)]
    master = Rng(seed)
    limit = min(game.ply_limit, LONGEST)
    unfinished = 0
    while unfinished < MOST_UNFINISHED:
        state = game.new_state(seats, 0, layout)
        played = play(state, players, master.fork(), master.fork(), limit)
        unfinished += played.aborted
        standing = Standing([], "") if played.aborted else state.standing()
        yield OneGame(state.turns(), played.decisions, state.scores(), standing.ranks, standing.reason)


def told(game: Game, seats: int, seed: int, played: Iterable[OneGame], bots: str = BOTS) -> PlaysLike:
    """The games in a few numbers."""
    every = list(played)
    ended = [one for one in every if one.ending]
    won = [0.0] * seats
    for one in ended:
        for seat, rank in enumerate(one.ranks):
            won[seat] += (rank == 1) / one.ranks.count(1)
    return PlaysLike(
        game.id,
        seats,
        bots,
        seed,
        len(every),
        len(every) - len(ended),
        _mean([one.turns for one in ended]),
        _mean([one.decisions for one in ended]),
        _mean([max(one.scores) for one in ended]),
        _mean([min(one.scores) for one in ended]),
        [win_share(wins, len(ended)) for wins in won],
        dict(sorted(Counter(one.ending for one in ended).items())),
    )


def win_share(wins: float, games: int) -> WinShare:
    """So many wins as a share, with its interval (Wilson's, which fits small numbers too)."""
    if games == 0:
        return WinShare(0.0, 0.0, 1.0)
    share, z = wins / games, DEVIATIONS**2 / games
    middle = (share + z / 2) / (1 + z)
    reach = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return WinShare(round(share, 4), round(max(middle - reach, 0.0), 4), round(min(middle + reach, 1.0), 4))


def _mean(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
