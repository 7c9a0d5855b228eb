"""The pictures in the rules of Die Mauerbauer: the worked examples, and those of the page that teaches."""

from __future__ import annotations

from citywright.games.mauerbauer.drawing.rule_figures.examples import figures
from citywright.games.mauerbauer.drawing.rule_figures.teaching import teaching_figures

__all__ = ["figures", "teaching_figures"]
