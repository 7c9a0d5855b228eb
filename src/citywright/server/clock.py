"""The clocks of the server. Tests that play over days put them forward.

`now_ms` is for what is written down and shown; somebody may set that clock. `steady` only ever goes on: for
what is measured within this process.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

_ahead = 0.0  # seconds that tests let pass without waiting for them
_set_by = 0.0  # seconds by which tests have set the clock of the machine


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000 + int(1000 * (_ahead + _set_by))


def today() -> str:
    """The day by UTC, as in 2026-11-18."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


def is_past(day: str) -> bool:
    """Is a day over, by UTC?"""
    return day < today()


def steady() -> float:
    """Seconds since some moment in the past."""
    return time.monotonic() + _ahead


def put_forward(seconds: float) -> None:
    """Let time pass in this process without waiting for it."""
    global _ahead  # noqa: PLW0603 - one clock for the whole process
    _ahead += seconds


def set_by(seconds: float) -> None:
    """Set the clock forward or back, as somebody may do with the clock of the machine."""
    global _set_by  # noqa: PLW0603 - one clock for the whole process
    _set_by += seconds
