"""The kinds of standing orders at a table: those of its game, and those that all games have."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citywright.engine.game import Game
from citywright.game_parts import orders_of, text_of
from citywright.game_parts.contract import GameOrders
from citywright.orders.contract import Kind, Seen
from citywright.orders.only_choice import OnlyChoice
from citywright.orders.planned_turn import PlannedTurn

RULE_IDS = re.compile(r" ?\([A-Z]{2}-[^)]*\)")  # as titles name them: (MB-30)


def order_kinds_of(game: Game) -> Mapping[str, Kind]:
    """The kinds of orders by their ids, in the order in which they are offered."""
    if game.package not in _KINDS:
        _KINDS[game.package] = _kinds(orders_of(game))
    return _KINDS[game.package]


_KINDS: dict[str, Mapping[str, Kind]] = {}  # by the package of the game


def _kinds(part: GameOrders | None) -> Mapping[str, Kind]:
    kinds: list[Kind] = [] if part is None else list(part.KINDS)
    if part is not None and hasattr(part, "next_turn"):
        kinds.insert(0, PlannedTurn(part.next_turn, part.turn_begins, step_title))
    return {kind.id: kind for kind in [*kinds, OnlyChoice()]}


def step_title(seen: Seen, words: str, lang: str) -> str:
    """What an action does, in a few words. One that is not possible may have no name but its notation."""
    try:
        view = seen.game.view(seen.state, seen.seat)
        title = text_of(seen.game).action_title(words, view, lang)
    except (LookupError, ValueError, AssertionError):
        return words
    return RULE_IDS.sub("", title)
