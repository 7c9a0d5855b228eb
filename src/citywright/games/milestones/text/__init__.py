"""Milestones in words: what `game_parts.GameText` asks for. Translations are in de.po."""

from __future__ import annotations

from citywright.games.milestones.text.log import sentence
from citywright.games.milestones.text.names import end_reason, outcome_name, source_name, statistic_name
from citywright.games.milestones.text.prompts import prompt
from citywright.games.milestones.text.titles import action_title
from citywright.games.milestones.text.tutorial import tutorial_lights, tutorial_words

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

moments = {"end triggered": "joy", "game over": "joy"}
