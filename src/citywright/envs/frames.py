"""Positions as what an environment's `render` returns: text, a drawing, pixels."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from citywright.engine.game import Game
from citywright.engine.state import State
from citywright.engine.view import indented_lines
from citywright.envs.arguments import check_choice
from citywright.envs.extra import needs_extra
from citywright.pictures import picture_of, png_of

HUMAN: Final = "human"
ANSI: Final = "ansi"
SVG: Final = "svg"
RGB_ARRAY: Final = "rgb_array"
RENDER_MODES: Final = (HUMAN, ANSI, SVG, RGB_ARRAY)
RENDER_FPS: Final = 2
WIDTH: Final = 800  # pixels

Frame = str | NDArray[np.uint8] | None


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """A mode there is, or None."""
    return None if mode is None else check_choice(mode, "render_mode", modes)


def frame_of(game: Game, state: State, seat: int, mode: str) -> Frame:
    """What a seat sees of a position. In the mode `human` it is printed, and None is returned."""
    view = game.view(state, seat)
    if mode == SVG:
        return picture_of(view, game=game)
    if mode == RGB_ARRAY:
        return pixels_of(picture_of(view, game=game))
    text = "\n".join(indented_lines(msgspec.to_builtins(view)))
    if mode == ANSI:
        return text
    print(text)
    return None


def pixels_of(svg: str) -> NDArray[np.uint8]:
    """An SVG document as an array: rows, columns, red, green and blue."""
    with needs_extra():
        from PIL import Image
    with Image.open(io.BytesIO(png_of(svg, WIDTH, with_system_fonts=False))) as image:
        return np.array(image.convert("RGB"), np.uint8)
