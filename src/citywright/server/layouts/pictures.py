"""Pictures of layouts, drawn in a process beside the server: their boards may come from anybody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

import citywright
from citywright.catalogue import find_game
from citywright.engine.game import LayoutError
from citywright.pictures import NoPicture, layout_picture, png_of
from citywright.server.errors import TOO_LARGE, TOO_MANY, UNKNOWN, Refusal
from citywright.server.layouts.entry import Layout
from citywright.server.templates import asset_version
from citywright.server.worker import TooLong, Worker

SECONDS = 5.0  # for one picture
MOST_WAITING = 100
MOST_KEPT = 8_000_000  # bytes of pictures in memory
PNG_WIDTH = 1200
SVG, PNG = "svg", "png"

Key = tuple[str, str, str, str, str]  # game, hash of the layout, kind, theme, language


class LayoutPictures:
    """Draws layouts; those drawn last are kept."""

    def __init__(self) -> None:
        self._worker = Worker(SECONDS)
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[Key, asyncio.Future[bytes]] = {}

    async def draw(
        self, layout: Layout, kind: str, theme: str, lang: str, count: Callable[[], None]
    ) -> bytes:
        """The board of a layout as SVG or PNG; `count` is called, and may refuse, if it must be drawn."""
        key = (layout.game.id, layout.hash, kind, theme, lang)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            if self._worker.jobs >= MOST_WAITING:
                raise Refusal(TOO_MANY, "too many pictures are being drawn; try again in a few seconds")
            count()
            drawing = self._drawing[key] = asyncio.ensure_future(self._draw(key, layout.text))
            drawing.add_done_callback(_note_end)
        return await asyncio.shield(self._drawing[key])  # who goes away stops nobody else's

    async def _draw(self, key: Key, text: str) -> bytes:
        game_id, _, kind, theme, lang = key
        try:
            drawn = await self._worker.run(drawn_layout, game_id, text, kind, theme, lang)
        except TooLong:
            raise Refusal(TOO_LARGE, "drawing this takes too long") from None
        finally:
            del self._drawing[key]
        if not drawn:
            raise Refusal(UNKNOWN, "there is no such picture")
        self._keep(key, drawn)
        return drawn

    def _keep(self, key: Key, drawn: bytes) -> None:
        self._kept[key] = drawn
        self._size += len(drawn)
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])

    @property
    def waiting(self) -> int:
        """How many pictures are not drawn yet."""
        return self._worker.jobs

    async def close(self) -> None:
        """End the process."""
        await self._worker.close()


def _note_end(drawing: asyncio.Future[bytes]) -> None:
    """It may have failed after everybody had gone away."""
    if not drawing.cancelled():
        drawing.exception()


def tag_of(layout: Layout, kind: str, theme: str, lang: str) -> str:
    """What changes whenever the picture may: an ETag."""
    return f'"{layout.hash}-{kind}-{theme}-{lang}-{citywright.__version__}-{asset_version()}"'


# --- in the process -------------------------------------------------------------------


def drawn_layout(game_id: str, text: str, kind: str, theme: str, lang: str) -> bytes:
    """The picture; empty if there is none, or the layout cannot be read any more."""
    game = find_game(game_id)
    try:
        svg = layout_picture(game, game.parse_layout(text), lang, theme)
    except (NoPicture, LayoutError):
        return b""
    return svg.encode() if kind == SVG else png_of(svg, PNG_WIDTH)
