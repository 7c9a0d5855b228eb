"""Hints: what the strongest bot would do, at any ply of a finished game and at one's turn against bots."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from citywright.bots.hints import Hint
from citywright.engine.view import seat_letter
from citywright.server.errors import FORBIDDEN, NOT_YOUR_TURN, Refusal
from citywright.server.players.bot_workers import BotRequest, BotWorkers, position_request
from citywright.server.tables.review import Review
from citywright.server.tables.table import Table

SHOWN = 3  # actions, and the one that was played


class Advice(msgspec.Struct):
    """The best actions of a seat to act, best first, and what it played then. Without a seat: no advice."""

    ply: int
    seat: str | None = None
    played: str | None = None
    hints: list[Hint] = []


def request_at(review: Review, ply: int) -> BotRequest | None:
    """What the seat to act knew before a ply; none if nobody was to act, or the record does not tell."""
    actor = review.actor_known(ply)
    if actor is None:
        return None
    return position_request(review.match, actor, [played.code for played in review.plies_seen(ply, actor)])


class Hints:
    """Asks the bot workers. `before_thinking` is called before they are put to work: it may refuse."""

    def __init__(self, workers: BotWorkers) -> None:
        self._workers = workers

    async def at_ply(
        self, review: Review, ply: int, lang: str, before_thinking: Callable[[], None]
    ) -> Advice:
        """What was best at a ply of a finished game, by what the seat to act knew then."""
        request = request_at(review, ply)
        if request is None:
            return Advice(ply)
        if (ply, lang) not in review.hints:
            before_thinking()
            review.hints[ply, lang] = await self._workers.advise(request, lang)
        played = review.played(ply)
        hints = review.hints[ply, lang]
        worse = [hint for hint in hints[SHOWN:] if hint.action == played]
        return Advice(ply, seat_letter(request.seat), played, hints[:SHOWN] + worse)

    async def now(
        self, table: Table, guest_id: str, lang: str, before_thinking: Callable[[], None]
    ) -> Advice:
        """What is best now at a running table, for a person who plays against bots alone."""
        own = table.seats_of(guest_id)
        if table.terms.deal:
            raise Refusal(FORBIDDEN, "there are no hints in the deal of the day until you have finished it")
        if not own or not table.is_practice:
            raise Refusal(FORBIDDEN, "hints are given against bots only, or when the game is over")
        if table.actor not in own:
            raise Refusal(NOT_YOUR_TURN, "it is not your turn")
        before_thinking()
        request = position_request(table.match, table.actor)
        hints = await self._workers.advise(request, lang)
        return Advice(len(request.codes), seat_letter(request.seat), None, hints[:SHOWN])
