"""The book of one game and kind of pace: everybody's rating, and who has met whom. Games come in order.

The same games in the same order always give the same numbers. A server keeps the book in its database and
loads of it what one game needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citywright.ratings.counting import Seat, effective_ranks
from citywright.ratings.farming import faded, meeting_weight, opponent_weight
from citywright.ratings.model import BEGIN, Rating, rate

Player = str
Pair = tuple[Player, Player]


class Standing(NamedTuple):
    """A player in the book."""

    rating: Rating = BEGIN
    games: int = 0
    wins: int = 0
    last: int = 0  # when the last game ended, in milliseconds


class Meetings(NamedTuple):
    """How often two have met, older times faded, as it was at a moment."""

    times: float
    last: int


class Played(NamedTuple):
    """A counted game: who sat where, the ranks of the game, and when it ended, in milliseconds."""

    seats: Sequence[Seat]
    ranks: Sequence[int]
    time: int


class Change(NamedTuple):
    """What a game has changed for the player of a seat."""

    player: Player
    rank: int  # that was rated
    weight: float
    before: Rating
    after: Rating


NOBODY = Standing()


class Book:
    """All that is known so far."""

    def __init__(
        self, standings: Mapping[Player, Standing] | None = None, met: Mapping[Pair, Meetings] | None = None
    ) -> None:
        self.standings: dict[Player, Standing] = dict(standings or {})
        self.met: dict[Pair, Meetings] = dict(met or {})  # the smaller name first

    def enter(self, played: Played) -> list[Change]:
        """Enter a game; returns one change for each seat. A bot at several seats changes by their mean."""
        players = [seat.player or "" for seat in played.seats]
        ranks = effective_ranks(played.ranks, played.seats)
        before = [self.standings.get(player, NOBODY).rating for player in players]
        weights = self._weights(players, before, played.time)
        after = [
            old if seat.is_absent and new.mu > old.mu else new
            for seat, old, new in zip(played.seats, before, rate(before, ranks, weights), strict=True)
        ]
        for player in dict.fromkeys(players):
            own = [seat for seat, other in enumerate(players) if other == player]
            mean = Rating(
                sum(after[seat].mu for seat in own) / len(own),
                sum(after[seat].sigma for seat in own) / len(own),
            )
            for seat in own:
                after[seat] = mean
            old = self.standings.get(player, NOBODY)
            wins = old.wins + any(ranks[seat] == 1 for seat in own)
            self.standings[player] = Standing(mean, old.games + 1, wins, played.time)
        self._note_meetings(players, played.time)
        rows = zip(players, ranks, weights, before, after, strict=True)
        return [Change(*row) for row in rows]

    def _weights(self, players: Sequence[Player], ratings: Sequence[Rating], time: int) -> list[float]:
        """How much the game counts for each seat: the mean over its opponents."""
        weights = []
        for own, player in enumerate(players):
            parts = [
                meeting_weight(self._times(player, other, time))
                * opponent_weight(ratings[own], ratings[seat])
                for seat, other in enumerate(players)
                if other != player
            ]
            weights.append(sum(parts) / len(parts) if parts else 0.0)
        return weights

    def _times(self, one: Player, other: Player, time: int) -> float:
        met = self.met.get(pair_of(one, other))
        return 0.0 if met is None else faded(met.times, time - met.last)

    def _note_meetings(self, players: Sequence[Player], time: int) -> None:
        for pair in pairs_of(players):
            self.met[pair] = Meetings(self._times(*pair, time) + 1, time)


def pair_of(one: Player, other: Player) -> Pair:
    """Two players as the book has them."""
    return (one, other) if one < other else (other, one)


def pairs_of(players: Sequence[Player]) -> list[Pair]:
    """Every two different players of a game, once."""
    different = sorted(set(players))
    return [(one, other) for at, one in enumerate(different) for other in different[at + 1 :]]
