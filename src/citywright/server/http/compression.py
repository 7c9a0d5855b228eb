"""Live connections on which large messages are compressed, for pages that can read that: all browsers can.

Most changes are small: compressing them would cost more time than it saves. What a page is sent first, at
its first turn and at the end is large, and repeats itself: a phone on a slow network waits for it. Nothing is
kept from one message to the next, so a connection needs no more memory than before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LARGE = 4000  # bytes
LEVEL = 3  # of zlib: more takes longer than the bytes it saves


class LargeMessages(PerMessageDeflate):
    """Compresses what is large."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < LARGE else super().encode(frame)


class LargeMessagesFactory(ServerPerMessageDeflateFactory):
    """Agrees with a page on compressing."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], LargeMessages]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LargeMessages(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


_FACTORY = LargeMessagesFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": LEVEL}
)


class LiveProtocol(WebSocketsSansIOProtocol):
    """How uvicorn speaks to an open page."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.available_extensions = [_FACTORY]
