"""The master tries a deal, in a process beside the server: against the bots everybody meets."""

from __future__ import annotations

from typing import NamedTuple

from citywright.bots import Bot, Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import NamedDealer, all_numbers
from citywright.match.match import Match
from citywright.match.record import format_record
from citywright.server.dice.bot_seeds import SIMULATIONS, bot_seed

MASTER = "master"


class Played(NamedTuple):
    """What came of it."""

    points: int
    record: str  # with the secret


def play_master(
    game_id: str, rules_version: int, bots: tuple[str, ...], seat: int, secret: bytes, seconds: float
) -> Played:
    """The whole deal; the master has so many seconds for a decision."""
    game = find_game(game_id).under_rules(rules_version)
    dealer = NamedDealer(secret, game_id, all_numbers((), len(bots)))
    names = [MASTER if number == seat else bot for number, bot in enumerate(bots)]
    match = Match(game, len(bots), dealer=dealer, names=names)
    master = find_bot(game, MASTER)
    while not match.over:
        actor = match.actor
        bot: Bot = master if actor == seat else find_bot(game, bots[actor])
        budget = Budget(seconds=seconds) if actor == seat else Budget(simulations=SIMULATIONS)
        rng = Rng(bot_seed(dealer.key, actor, match.ply))
        match.play(actor, bot.decide(match.state.observe(actor), budget, rng).code)
        if bot is not master:
            bot.close()
    master.close()
    return Played(match.state.scores()[seat], format_record(match))
