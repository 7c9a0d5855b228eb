"""Standing orders of Die Mauerbauer: what is answered when a city is closed, and at the end."""

from __future__ import annotations

from citywright.engine.state import State
from citywright.games.mauerbauer.orders.any_card import AskMe, BestCard, LastCards
from citywright.games.mauerbauer.orders.certain_card import CertainCard, DiscardCard, ExchangeCards
from citywright.games.mauerbauer.rules import material, phases, turn
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.orders.contract import Kind

__all__ = ["KINDS", "next_turn", "turn_begins"]

KINDS: tuple[Kind, ...] = (BestCard(), CertainCard(), DiscardCard(), AskMe(), ExchangeCards(), LastCards())


def turn_begins(state: State, seat: int) -> bool:
    """Has the seat to build its wall (MB-10)?"""
    assert isinstance(state, MauerbauerState)
    return bool(state.phase == phases.PLACE_WALL and state.seat == seat)


def next_turn(state: State, seat: int) -> State | None:
    """The position with a new turn of the seat; none if the game ends with this turn (MB-40)."""
    assert isinstance(state, MauerbauerState)
    if state.end_reason != material.NOT_ENDING or state.phase in (phases.DRAW_START, phases.DEAL):
        return None
    next_state = state.clone()
    turn.begin_turn(next_state, seat)
    return next_state
