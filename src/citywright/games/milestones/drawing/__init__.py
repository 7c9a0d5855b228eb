"""The pictures of Milestones: what `game_parts.GameDrawing` asks for."""

from __future__ import annotations

from citywright.draw.panel import nothing_moved as moved
from citywright.games.milestones.drawing.facts import facts
from citywright.games.milestones.drawing.picture import panels
from citywright.games.milestones.drawing.rule_figures import figures, teaching_figures
from citywright.games.milestones.drawing.traces import traces

__all__ = ["facts", "figures", "moved", "panels", "teaching_figures", "tone", "traces"]

tone = "farmland"
