"""Die Mauerbauer in words: what `game_parts.GameText` asks for. Translations are in de.po."""

from __future__ import annotations

from citywright.games.mauerbauer.text.log import sentence
from citywright.games.mauerbauer.text.names import end_reason, outcome_name, source_name, statistic_name
from citywright.games.mauerbauer.text.prompts import action_title, prompt
from citywright.games.mauerbauer.text.tutorial import tutorial_lights, tutorial_words

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

moments = {"close": "joy", "last turn": "joy", "end": "joy"}
