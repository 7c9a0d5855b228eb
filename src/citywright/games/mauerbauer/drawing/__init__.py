"""The pictures of Die Mauerbauer: what `game_parts.GameDrawing` asks for."""

from __future__ import annotations

from citywright.draw.panel import nothing_moved as moved
from citywright.games.mauerbauer.drawing.at_a_glance import facts
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.rule_figures import figures, teaching_figures
from citywright.games.mauerbauer.drawing.tracing import traces

tone = "map"

__all__ = ["facts", "figures", "moved", "panels", "teaching_figures", "tone", "traces"]
