"""What bots know about playing Milestones well: what `game_parts.GameKnowledge` asks for."""

from __future__ import annotations

from citywright.games.milestones.knowledge.evaluation import new_knowledge

__all__ = ["new_knowledge"]
