"""What it costs to draw a table again after a move, with and without a bot at it. No server, no database."""

from __future__ import annotations

import time
from types import SimpleNamespace

import msgspec

from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.live.seat_page import SeatPage
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.table import Seat, Table
from citywright.server.tables.terms import Terms

NAMES = ("Anke", "Ben", "Cem", "Dora", "Emil")


class Redraw(msgspec.Struct):
    """Milliseconds for one seat's page after a move."""

    people_ms: float  # people only
    bot_ms: float  # a bot in the last seat
    ratio: float  # the second divided by the first


def sample_table(game: Game, *, with_bot: bool, seed: int = 1) -> Table:
    """A table in memory with three people, or with two people and a bot."""
    count = max(game.min_seats, min(3, game.max_seats))
    seats = [Seat(number, f"guest {number}", None, f"key {number}", NAMES[number]) for number in range(count)]
    if with_bot:
        bot = usual_bot(game)
        seats[-1] = Seat(count - 1, None, bot, "", bot)
    names = [seat.name for seat in seats]
    match = Match(game, count, start=0, dealer=Dealer.seeded(seed), names=names)
    row = SimpleNamespace(**Terms().values(), id="sample", created=0, rematch_id=None, epoch=0)
    return Table(row, seats, game, match)


def redraw_ms(game: Game, *, with_bot: bool, moves: int, seed: int = 1) -> float:
    """The mean time to draw the page of the first seat again after each move of a random game."""
    table = sample_table(game, with_bot=with_bot, seed=seed)
    page = SeatPage(table, 0, "en")
    rng = Rng(seed)
    seconds, drawn = 0.0, 0
    while drawn < moves and not table.match.over:
        table.match.play(table.match.actor, table.match.state.random_action(rng))
        started = time.perf_counter()
        page.update()
        seconds += time.perf_counter() - started
        drawn += 1
    return 1000 * seconds / drawn


def measure_redraw(game: Game, *, moves: int = 300, rounds: int = 3) -> Redraw:
    """The same games at tables with and without a bot, in turns; the mean of a few games."""
    redraw_ms(game, with_bot=True, moves=moves)  # fills the caches
    people: list[float] = []
    bots: list[float] = []
    for seed in range(1, rounds + 1):
        people.append(redraw_ms(game, with_bot=False, moves=moves, seed=seed))
        bots.append(redraw_ms(game, with_bot=True, moves=moves, seed=seed))
    people_ms, bot_ms = sum(people) / rounds, sum(bots) / rounds
    return Redraw(round(people_ms, 3), round(bot_ms, 3), round(bot_ms / people_ms, 2))
