"""Where the time of something goes: a request, a message or a bot's turn, in named spans.

Whatever takes longer than it should leaves one line in the log that says where the time went. The names are
fixed in the code: no table, address or person is among them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any, Literal, Self

READ = "read"  # from the database
WRITE = "write"  # to the database, other than moves
RULES = "rules"  # trying an action
COMMIT = "commit"  # until a move is durable
DRAW = "draw"  # what pages are sent
SEND = "send"  # an answer
WAITING = "waiting"  # for somebody else at the same table
THINKING = "thinking"  # in a process beside the server, with limits of its own: not counted as slow
OTHER = "other"

log = logging.getLogger("citywright.slow")

_current: ContextVar[Traced | None] = ContextVar("traced", default=None)


class Traced:
    """Surrounds one request, message or turn; nothing inside it needs to know of it."""

    __slots__ = ("_began", "_facts", "_limit", "_token", "_words", "inside", "spent", "until")

    def __init__(self, words: str, limit: float, **facts: object) -> None:
        """`words` begin the line that is logged after more than `limit` seconds; 0: never."""
        self._words = words
        self._limit = limit
        self._facts = facts
        self.spent: dict[str, float] = {}  # seconds by the name of the span
        self.inside = 0.0  # seconds of spans that have ended within the one that is open
        self.until = 0.0  # when it was answered, if that was before its end

    def __enter__(self) -> Self:
        self._token: Token[Traced | None] = _current.set(self)
        self._began = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _current.reset(self._token)
        seconds = (self.until or time.perf_counter()) - self._began
        if self._limit and seconds - self.spent.get(THINKING, 0.0) > self._limit:
            self._tell(seconds)

    def answered(self) -> None:
        """What follows, such as a stream, is not counted."""
        if not self.until:
            self.until = time.perf_counter()

    def note(self, **facts: object) -> None:
        """Name something in the line that is only known later."""
        self._facts |= facts

    def _tell(self, seconds: float) -> None:
        spent = self.spent | {OTHER: max(0.0, seconds - sum(self.spent.values()))}
        spans = {name: round(1000 * part, 1) for name, part in spent.items() if part >= 0.0001}
        facts: dict[str, Any] = self._facts | {"ms": round(1000 * seconds, 1), "spans": spans}
        log.warning(self._words, extra=facts)


class span:
    """`with span(READ):` counts its time for what is being traced, without that of spans inside it."""

    __slots__ = ("_began", "_name", "_outside", "_traced")

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        self._traced = traced = _current.get()
        if traced is not None:
            self._outside, traced.inside = traced.inside, 0.0
            self._began = time.perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        traced = self._traced
        if traced is not None:
            seconds = time.perf_counter() - self._began
            spent, name = traced.spent, self._name
            spent[name] = spent.get(name, 0.0) + max(0.0, seconds - traced.inside)
            traced.inside = self._outside + seconds


class TurnLock(asyncio.Lock):
    """A lock for which waiting is counted."""

    async def acquire(self) -> Literal[True]:
        """Wait for it."""
        with span(WAITING):
            return await super().acquire()
