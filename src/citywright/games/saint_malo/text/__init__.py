"""Saint Malo in words: what `game_parts.GameText` asks for. Translations are in de.po."""

from __future__ import annotations

from citywright.games.saint_malo.text.log import sentence
from citywright.games.saint_malo.text.names import end_reason, outcome_name, source_name, statistic_name
from citywright.games.saint_malo.text.prompts import action_title, prompt
from citywright.games.saint_malo.text.tutorial import tutorial_lights, tutorial_words

__all__ = [
    "action_title",
    "end_reason",
    "moments",
    "outcome_name",
    "prompt",
    "sentence",
    "source_name",
    "statistic_name",
    "tutorial_lights",
    "tutorial_words",
]

moments = {"attack": "strike", "lost cannon": "strike", "repelled": "joy", "wall bonus": "joy", "end": "joy"}
