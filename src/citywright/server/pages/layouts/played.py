"""Which board a game is played on, for the pages of a table and of a review."""

from __future__ import annotations

import msgspec

from citywright.engine.layout.about import About
from citywright.match.match import Match, layout_hash
from citywright.server.layouts.entry import one_line
from citywright.server.services import Services


class PlayedBoard(msgspec.Struct, frozen=True):
    """A board that is not the usual one."""

    name: str
    author: str
    layout_id: str  # of the layout on the public shelf that describes it; empty: there is none


async def played_board(services: Services, match: Match) -> PlayedBoard | None:
    """The board of a match; None if it is the usual one."""
    if match.layout is match.game.default_layout or match.has_default_layout:
        return None
    about = getattr(match.layout, "about", About())
    entry = await services.layouts.public_with_hash(match.game.id, layout_hash(match.layout))
    return PlayedBoard(one_line(about.name), one_line(about.author), entry.id if entry is not None else "")
