"""What bots think of a position on a board: everybody's chances to win, and the best actions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import msgspec

from citywright.bots.hints import Hint
from citywright.match.match import Match
from citywright.server.players.bot_workers import BotWorkers, position_request

BEST = 3  # actions that are shown
MOST_KEPT = 400  # positions
Key = tuple[object, ...]


class Thoughts(msgspec.Struct, frozen=True):
    """The chances of all seats, from 0 to 1, and the best actions of the one to act."""

    chances: list[float]
    hints: list[Hint] = []


_kept: OrderedDict[Key, Thoughts] = OrderedDict()


async def thoughts_of(
    workers: BotWorkers, match: Match, lang: str, before_thinking: Callable[[], None]
) -> Thoughts:
    """What bots think of a position; `before_thinking` is called unless that is known, and may refuse."""
    if match.over:
        return Thoughts(_result(match))
    every = [ply.code for ply in match.plies]
    request = position_request(match, max(0, match.actor), every)
    key = (
        request.game,
        request.rules_version,
        request.layout,
        request.seats,
        request.start,
        tuple(every),
        lang,
    )
    found = _kept.get(key)
    if found is None:
        before_thinking()
        chances = await workers.judge(request)
        hints = await workers.advise(position_request(match, match.actor), lang) if match.actor >= 0 else []
        found = _kept[key] = Thoughts(chances, hints[:BEST])
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
    return found


def _result(match: Match) -> list[float]:
    """Who has won, as shares."""
    ranks = match.state.standing().ranks
    winners = ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in ranks]
