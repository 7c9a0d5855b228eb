"""What bots know about playing Saint Malo well: what `game_parts.GameKnowledge` asks for."""

from __future__ import annotations

from citywright.games.saint_malo.knowledge.evaluation import new_knowledge

__all__ = ["new_knowledge"]
