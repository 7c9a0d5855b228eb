"""What the pictures of a seat would show after an action that waits for being confirmed.

It is made from what the seat knows, without dice or cards: nobody learns from it what chance will decide.
"""

from __future__ import annotations

from typing import NamedTuple

from citywright.draw.panel import MAIN, TRAY
from citywright.draw.symbols import definition, symbols_in
from citywright.game_parts import drawing_of, traces_of
from citywright.server.live.changes import Position
from citywright.server.tables.table import Table


class Preview(NamedTuple):
    """Parts of pictures as they would be, and the symbols they use."""

    parts: dict[str, list[str]]  # panel -> drawings
    symbols: list[str]


NOTHING = Preview({}, [])


def preview_of(table: Table, seat: int, words: str, at: Position, lang: str) -> Preview:
    """What a legal action would change on the seat's board and tray; nothing if the table has moved on."""
    if table.at != at:
        return NOTHING
    game = table.game
    state = table.match_seen(seat).state.clone()
    state.apply(game.parse_action(words))
    view = game.view(state, seat)
    shown = {*traces_of(game, words, seat, view)}
    parts = {
        panel.id: [part.svg for part in panel.parts if part.id in shown]
        for panel in (drawing_of(game).panels(view, lang) if shown else [])
        if panel.role in (MAIN, TRAY)
    }
    parts = {panel: drawn for panel, drawn in parts.items() if drawn}
    used = dict.fromkeys(key for drawn in parts.values() for svg in drawn for key in symbols_in(svg))
    return Preview(parts, [*map(definition, used)])
