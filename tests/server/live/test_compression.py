"""Large messages of live pages are compressed for those who can read that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from citywright.server.http.compression import LARGE
from tests.server.players_at_tables import two_guests
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio


@dataclass
class Seen:
    """What went over the wire."""

    compressed: list[int] = field(default_factory=list)
    plain: list[int] = field(default_factory=list)


class Noting(PerMessageDeflate):
    """Notes how messages arrive."""

    seen: Seen

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        (self.seen.compressed if frame.rsv1 else self.seen.plain).append(len(frame.data))
        return super().decode(frame, max_size=max_size)


class NotingFactory(ClientPerMessageDeflateFactory):
    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()

    def process_response_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> Noting:
        agreed = super().process_response_params(params, accepted_extensions)
        assert agreed.local_no_context_takeover
        assert agreed.remote_no_context_takeover, "a connection keeps nothing between messages"
        noting = Noting(True, True, agreed.remote_max_window_bits, agreed.local_max_window_bits)
        noting.seen = self.seen
        return noting


async def first_frames(connection: ClientConnection) -> list[bytes]:
    """The greeting, the whole page, and the answer to a request for it."""
    frames = [await connection.recv(decode=False)]
    await connection.send('{"do":"resync","id":7}')
    while b'"is":"done"' not in frames[-1]:
        frames.append(await connection.recv(decode=False))
    return frames


async def test_a_page_is_sent_the_same_in_fewer_bytes(served: ServerProcess) -> None:
    table, anke, _ = two_guests(served.base)
    page = anke.follow(table)
    headers = {"Cookie": anke.cookie}
    factory = NotingFactory()
    async with connect(page.address, additional_headers=headers, compression=None, proxy=None) as plain:
        sent = await first_frames(plain)
    async with connect(
        page.address, additional_headers=headers, compression=None, proxy=None, extensions=[factory]
    ) as compressed:
        same = await first_frames(compressed)
    large = [frame for frame in sent if b'"is":"done"' not in frame and len(frame) >= LARGE]
    assert large
    assert [json.loads(frame).keys() for frame in large] == [json.loads(frame).keys() for frame in same[:-1]]
    assert sum(factory.seen.compressed) < 0.3 * sum(map(len, same)), "repeats itself"
    assert factory.seen.plain
    assert max(factory.seen.plain) < LARGE
    assert min(factory.seen.compressed) > 0


async def until_closed(connection: ClientConnection) -> None:
    while True:
        await connection.recv()


async def test_a_message_that_unfolds_to_a_large_one_is_not_read(served: ServerProcess) -> None:
    """A few bytes that stand for many end the connection, as many bytes would; the server goes on."""
    table, anke, _ = two_guests(served.base)
    address, headers = anke.follow(table).address, {"Cookie": anke.cookie}
    async with connect(address, additional_headers=headers, compression="deflate", proxy=None) as hostile:
        await hostile.recv()
        await hostile.send(" " * 5_000_000)
        with pytest.raises(ConnectionClosed):
            await until_closed(hostile)
    async with anke.follow(table) as page:
        assert (await page.ask("ping")).is_ == "done"
