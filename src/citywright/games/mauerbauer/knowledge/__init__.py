"""What bots know about playing Die Mauerbauer well: what `game_parts.GameKnowledge` asks for."""

from __future__ import annotations

from citywright.games.mauerbauer.knowledge.evaluation import new_knowledge

__all__ = ["new_knowledge"]
