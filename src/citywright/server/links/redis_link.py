"""Short messages between server processes over a Redis channel; every process hears every message."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from citywright.server.links.link import LinkLost

TIMEOUT = 2.0  # seconds Redis may take to answer


class RedisLink:
    """The link of one process. A lost connection is told, never mended in secret: messages were missed."""

    def __init__(self, url: str, channel: str) -> None:
        self._channel = channel
        self._sending, self._receiving = (
            Redis.from_url(
                url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), retries)
            )
            for retries in (1, 0)
        )

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages to all processes, this one included."""
        try:
            async with self._sending.pipeline(transaction=False) as pipeline:
                for message in messages:
                    pipeline.publish(self._channel, message)
                await pipeline.execute()
        except (RedisError, OSError) as error:
            raise LinkLost(str(error)) from error

    async def messages(self) -> AsyncGenerator[str, None]:
        """Every message from now on; the first is empty and says that they are being received."""
        try:
            async with self._receiving.pubsub() as pubsub:
                await pubsub.subscribe(self._channel)
                async for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        yield ""
                    elif message["type"] == "message":
                        yield message["data"].decode()
        except (RedisError, OSError) as error:
            raise LinkLost(str(error)) from error

    async def close(self) -> None:
        """End the connections."""
        await self._sending.aclose()
        await self._receiving.aclose()
