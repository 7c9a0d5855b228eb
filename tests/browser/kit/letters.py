"""The faces on a page that no server serves: ours within the style sheet, or only what stands in for them."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache

from citywright.server.face_style import face_style
from citywright.server.faces import kept, make_and_keep

OURS = "ours"
STAND_INS = "stand-ins"  # what people see until ours have arrived


@cache
def style(which: str = OURS) -> str:
    """A style sheet that follows `draw.theme.css`."""
    files = (kept() or make_and_keep()) if which == OURS else {}

    def within(address: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{b64encode(files.get(address[1], b'')).decode()})"

    return re.sub(r"url\(([^)]+)\)", within, face_style())
