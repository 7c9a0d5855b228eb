"""The clock of the server. Tests that play over days put it forward."""

from __future__ import annotations

import time

_ahead = 0


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000 + _ahead


def put_forward(seconds: float) -> None:
    """Let time pass in this process without waiting for it."""
    global _ahead  # noqa: PLW0603 - one clock for the whole process
    _ahead += int(1000 * seconds)
