"""What a kept analysis says about luck, for those who compare results of many games."""

from __future__ import annotations

from citywright.server.analysis.job import unpack


def results_without_luck(packed: bytes) -> list[float]:
    """The result of every seat less what luck gave it, in chances to win."""
    return [seat.result - seat.luck for seat in unpack(packed).seats]
