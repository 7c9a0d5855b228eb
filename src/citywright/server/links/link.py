"""What a link between server processes does. It carries lines, and knows nothing of what they mean."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

LONGEST = 7000  # bytes of a message: PostgreSQL takes less than 8000


class LinkLost(Exception):
    """Messages cannot be sent, or may have been missed."""


class Link(Protocol):
    """How messages of one line reach all processes."""

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages to all processes, this one included, in order; LinkLost if that failed."""

    def messages(self) -> AsyncGenerator[str, None]:
        """Every message from now on; the first is empty. LinkLost when some may be missed."""

    async def close(self) -> None:
        """End the link."""
