"""The master tries a deal, in a process beside the server: against the bots everybody meets.

The game is played a stretch at a time, so that a server that ends need not wait for its end.
"""

from __future__ import annotations

import time

import msgspec

from citywright.bots import Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.match.dealer import NamedDealer, all_numbers
from citywright.match.match import Match
from citywright.match.record import format_record
from citywright.server.dice.bot_seeds import SIMULATIONS, bot_seed

MASTER = "master"
STRETCH = 1.0  # seconds of play at a time


class Game(msgspec.Struct, frozen=True):
    """A game of the master as far as it was played."""

    game: str
    rules_version: int
    bots: tuple[str, ...]
    seat: int  # the master's
    secret: bytes
    seconds: float  # that the master has for a decision
    decisions: tuple[int, ...] = ()
    points: int | None = None  # of the master, once the game is over
    record: str = ""  # likewise; with the secret


def play_on(game: Game) -> Game:
    """Play a stretch of the game."""
    match = _match_of(game)
    until = time.monotonic() + STRETCH
    while not match.over and time.monotonic() < until:
        _decide(match, game)
    decisions = tuple(ply.code for ply in match.plies if ply.actor != CHANCE)
    if not match.over:
        return msgspec.structs.replace(game, decisions=decisions)
    points, record = match.state.scores()[game.seat], format_record(match)
    return msgspec.structs.replace(game, decisions=decisions, points=points, record=record)


def _match_of(game: Game) -> Match:
    rules = find_game(game.game).under_rules(game.rules_version)
    dealer = NamedDealer(game.secret, game.game, all_numbers((), len(game.bots)))
    names = [MASTER if seat == game.seat else bot for seat, bot in enumerate(game.bots)]
    match = Match(rules, len(game.bots), dealer=dealer, names=names)
    for code in game.decisions:
        match.play(match.actor, code)
    return match


def _decide(match: Match, game: Game) -> None:
    """One decision, of the master or of a bot."""
    actor, dealer = match.actor, match.dealer
    assert isinstance(dealer, NamedDealer)
    is_master = actor == game.seat
    bot = find_bot(match.game, MASTER if is_master else game.bots[actor])
    budget = Budget(seconds=game.seconds) if is_master else Budget(simulations=SIMULATIONS)
    rng = Rng(bot_seed(dealer.key, actor, match.ply))
    match.play(actor, bot.decide(match.state.observe(actor), budget, rng).code)
    bot.close()
