"""Whole games for studies: of players by name, on a layout, from a seed. The first seat always begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from citywright.bots import Bot, Budget, find_bot, player
from citywright.engine.game import Game
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.lab.studies.work import StudyError
from citywright.match.dealer import Dealer

MASTER: Final = "master"
SIMULATIONS: Final = 60  # of a master for each decision: by number, so that its games can be repeated
LEVELS: Final = ("random", "apprentice", "journeyman")  # those that search nothing, weakest first


class Outcome(NamedTuple):
    """How a game ended. Lists are by seat in turn order."""

    scores: list[int]
    ranks: list[int]
    turns: int
    decisions: int
    reason: str


def games_of(game: Game, layout: Any, seats: int, level: str, seed: int, count: int) -> Iterator[Outcome]:
    """So many games of players of one level."""
    master = Rng(seed)
    for _ in range(count):
        chance, choices = master.fork(), master.fork()
        if level == MASTER:
            yield play_dealt(
                game, layout, [level] * seats, Dealer.seeded(chance.below(1 << 30)), choices.below(1 << 30)
            )
            continue
        state = game.new_state(seats, 0, layout)
        players = [player(game, level) for _ in range(seats)]
        played = play(state, players, chance, choices, game.ply_limit)
        if played.aborted:
            raise StudyError(f"a game of {game.id} was not over after {played.decisions} decisions")
        standing = state.standing()
        yield Outcome(state.scores(), standing.ranks, state.turns(), played.decisions, standing.reason)


def play_dealt(game: Game, layout: Any, levels: list[str], dealer: Dealer, seed: int) -> Outcome:
    """A game whose dice and cards are a dealer's; each player has a random stream of its own."""
    state = game.new_state(len(levels), 0, layout)
    bots: list[Bot] = [find_bot(game, level) for level in levels]
    streams = [Rng(seed * 31 + seat) for seat in range(len(levels))]
    budget = Budget(SIMULATIONS, None)
    chances = decisions = 0
    while (actor := state.actor()) >= CHANCE:
        if actor == CHANCE:
            state.apply(state.chance_at(dealer.ticket(chances, state.chance_total())))
            chances += 1
            continue
        if decisions == game.ply_limit:
            raise StudyError(f"a game of {game.id} was not over after {decisions} decisions")
        state.apply(bots[actor].decide(state.observe(actor), budget, streams[actor]).code)
        decisions += 1
    for bot in bots:
        bot.close()
    standing = state.standing()
    return Outcome(state.scores(), standing.ranks, state.turns(), decisions, standing.reason)


def won(ranks: list[int], seat: int) -> float:
    """A seat's share of the victory."""
    return (ranks[seat] == 1) / ranks.count(1)


def lead(scores: list[int], seat: int) -> float:
    """A seat's points above the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
