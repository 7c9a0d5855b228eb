"""Whole games of bots for the tests of analysis, the same every time."""

from functools import cache

from citywright.bots import Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match


@cache
def played(game_id, bots, seed=1, plies=None):
    """A match of these bots to its end, or to a ply."""
    game = find_game(game_id)
    names = bots.split(",")
    match = Match(game, len(names), dealer=Dealer.seeded(seed), names=names)
    players, rng = [find_bot(game, name) for name in names], Rng(seed)
    while not match.over and (plies is None or match.ply < plies):
        seat = match.actor
        match.play(seat, players[seat].decide(match.state.observe(seat), Budget(8), rng).code)
    return match
