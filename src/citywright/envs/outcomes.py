"""Asks about thousands of chance outcomes at once. Compiled."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.state import State


def are_consecutive(state: State) -> bool:
    """While chance acts: is every ticket an outcome of its own, and are their codes consecutive numbers?"""
    first: i64 = state.chance_at(0)
    for ticket in range(state.chance_total()):  # noqa: SIM110  a generator would be no faster than Python
        if state.chance_at(ticket) != first + ticket:
            return False
    return True
