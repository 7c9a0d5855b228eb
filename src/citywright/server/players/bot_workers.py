"""Bots in worker processes. A worker is given what one seat has seen, never the match or its secret.

A bot stays in its worker for the next decisions of its seat, and requests for the seat go to that worker.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from functools import cache
from multiprocessing.util import Finalize

import msgspec

from citywright.analysis.judging import Analyst
from citywright.bots import Bot, Budget, Decision, find_bot
from citywright.bots.hints import Hint, hints
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.match.dealer import NamedDealer
from citywright.match.match import Match
from citywright.server.dice.bot_seeds import SIMULATIONS, bot_seed
from citywright.server.worker import Worker

KEPT_BOTS = 64  # in each worker


class BotRequest(msgspec.Struct, frozen=True):
    """A request for a decision: the game as the seat has seen it, and how long the bot may think."""

    game: str
    rules_version: int
    layout: str | None  # None: the game's default layout
    seats: int
    start: int
    seat: int
    codes: list[int]  # every ply, redacted for this seat
    bot: str = ""
    budget: float = 0.0
    seed: int = 1
    table: str = ""  # empty: the bot is not kept for the next request
    epoch: int = 0  # of the table; it changes when something is taken back
    simulations: int = 0  # that a bot which searches makes, instead of using its time


def position_request(match: Match, seat: int, codes: list[int] | None = None) -> BotRequest:
    """A request about the position as the seat to act sees it, or as it was after `codes`, without a bot."""
    if codes is None:
        codes = match.seen_codes(seat)
    layout = None if match.layout is match.game.default_layout else match.layout.source
    game = match.game
    return BotRequest(game.id, game.rules_version, layout, match.seats, match.start, seat, codes)


def decision_request(
    match: Match, seat: int, bot: str, budget: float, *, table: str = "", epoch: int = 0
) -> BotRequest:
    """The request to the bot of a seat that is to act."""
    return msgspec.structs.replace(
        position_request(match, seat),
        bot=bot,
        budget=budget,
        seed=secrets.randbits(60),
        table=table,
        epoch=epoch,
    )


def dealt_request(match: Match, dealer: NamedDealer, seat: int, bot: str) -> BotRequest:
    """The same in a deal of the day: a bot that remembers nothing and whose random stream follows from the
    deal, so that whoever does the same meets the same answers."""
    return msgspec.structs.replace(
        position_request(match, seat),
        bot=bot,
        seed=bot_seed(dealer.key, seat, match.ply),
        simulations=SIMULATIONS,
    )


# --- in a worker ----------------------------------------------------------------------


class KeptBots:
    """The bots of a worker by table and seat, so that a bot can use again what it worked out in its turn.

    A bot is made anew when something was taken back or another bot plays the seat. The bot that was used
    longest ago is closed when there are too many.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._bots: OrderedDict[tuple[str, int], tuple[str, int, Bot]] = OrderedDict()

    def decide(self, request: BotRequest, game: Game, observation: State) -> Decision:
        """Ask the bot of the requested seat; one that fails is closed and not used again."""
        bot = self._take(request) or find_bot(game, request.bot)
        try:
            decision = bot.decide(observation, _budget_of(request), Rng(request.seed))
        except BaseException:
            bot.close()
            raise
        self._keep(request, bot)
        return decision

    def bot(self, table: str, seat: int) -> Bot | None:
        """The bot kept for a seat."""
        return self._bots.get((table, seat), ("", 0, None))[2]

    def close(self) -> None:
        """Close all bots."""
        while self._bots:
            self._bots.popitem()[1][2].close()

    def _take(self, request: BotRequest) -> Bot | None:
        """The bot that was kept for this seat, if it can go on from what it knows."""
        name, epoch, bot = self._bots.pop((request.table, request.seat), ("", 0, None))
        if bot is None or (name, epoch) == (request.bot, request.epoch):
            return bot
        bot.close()
        return None

    def _keep(self, request: BotRequest, bot: Bot) -> None:
        if not request.table:
            bot.close()
            return
        self._bots[request.table, request.seat] = request.bot, request.epoch, bot
        if len(self._bots) > self._most:
            self._bots.popitem(last=False)[1][2].close()


def _budget_of(request: BotRequest) -> Budget:
    return Budget(simulations=request.simulations) if request.simulations else Budget(seconds=request.budget)


_kept_bots = KeptBots(KEPT_BOTS)


@cache
def _close_at_exit() -> None:
    """Have the bots closed when the worker ends; said once, in the worker."""
    Finalize(None, _kept_bots.close, exitpriority=1)


def decide(request: BotRequest) -> str:
    """The bot's action in notation."""
    _close_at_exit()
    game, observation = observed(request)
    return game.format_action(_kept_bots.decide(request, game, observation).code)


def advise(request: BotRequest, lang: str) -> list[Hint]:
    """What a master thinks of every action it looked at, best first."""
    game, observation = observed(request)
    return hints(game, observation, lang=lang, count=len(observation.legal_actions()))


def judge(request: BotRequest) -> list[float]:
    """The chances of all seats to win, by the whole position: for games that are over."""
    game = find_game(request.game).under_rules(request.rules_version)
    match = Match(game, request.seats, start=request.start, layout=game.layout(request.layout))
    state = match.state
    for code in request.codes:
        state.apply(code)
    analyst = Analyst(match)
    return analyst.judge.position(state, analyst.tries)[: request.seats]


def observed(request: BotRequest) -> tuple[Game, State]:
    """The game, and the state as the seat of the request sees it."""
    game = find_game(request.game).under_rules(request.rules_version)
    state = game.new_state(request.seats, request.start, game.layout(request.layout))
    observation = state.observe(request.seat)
    for code in request.codes:
        observation.apply(code)
    return game, observation


# --- in the server --------------------------------------------------------------------


class BotWorkers:
    """The worker processes, and which of them keeps the bot of which seat."""

    def __init__(self, workers: int) -> None:
        self._workers = [Worker() for _ in range(workers)]
        self._last_worker: OrderedDict[tuple[str, int], Worker] = OrderedDict()
        self._hint_lock = asyncio.Lock()

    async def decide(self, request: BotRequest) -> str:
        """The bot's action in notation."""
        return await self.worker_for(request.table, request.seat).run(decide, request)

    async def advise(self, request: BotRequest, lang: str) -> list[Hint]:
        """What a master thinks of the actions; one such request at a time, so that bots need not wait."""
        async with self._hint_lock:
            return await self._least_busy().run(advise, request, lang)

    async def judge(self, request: BotRequest) -> list[float]:
        """The chances of all seats; one such request at a time, as with hints."""
        async with self._hint_lock:
            return await self._least_busy().run(judge, request)

    def warm_up(self) -> None:
        """Start the workers now, so that the first bot need not wait for them."""
        for worker in self._workers:
            worker.warm_up()

    async def close(self) -> None:
        """End the workers."""
        await asyncio.gather(*(worker.close() for worker in self._workers))

    @property
    def jobs(self) -> int:
        """What the workers have not finished."""
        return sum(worker.jobs for worker in self._workers)

    def worker_for(self, table: str, seat: int) -> Worker:
        """The worker that decided for this seat last, unless another has less to do."""
        worker = self._least_busy()
        if not table:
            return worker
        last = self._last_worker.pop((table, seat), worker)
        if last.jobs <= worker.jobs:
            worker = last
        self._last_worker[table, seat] = worker
        if len(self._last_worker) > KEPT_BOTS * len(self._workers):
            self._last_worker.popitem(last=False)
        return worker

    def _least_busy(self) -> Worker:
        return min(self._workers, key=lambda worker: worker.jobs)
