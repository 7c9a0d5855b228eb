"""The pictures of Saint Malo: what `game_parts.GameDrawing` asks for."""

from __future__ import annotations

from citywright.games.saint_malo.drawing.facts import facts
from citywright.games.saint_malo.drawing.picture import moved, panels, traces
from citywright.games.saint_malo.drawing.rule_figures import figures, teaching_figures

__all__ = ["facts", "figures", "moved", "panels", "teaching_figures", "tone", "traces"]

tone = "harbour"
