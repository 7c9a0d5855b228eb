"""What stands in for a part that a game does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from citywright.draw.facts import Facts
from citywright.draw.panel import Panel
from citywright.engine.knowledge import Knowledge
from citywright.engine.state import Event
from citywright.engine.view import View
from citywright.game_parts.contract import GameDrawing, GameKnowledge, GameText, Weights


class PlainText(GameText):
    """For a game without words of its own: notation, and the names the engine uses."""

    moments: Mapping[str, str] = {}
    tutorial_lights: Mapping[str, Sequence[str]] = {}

    def prompt(self, view: View, lang: str, names: Sequence[str] = ()) -> str:
        return view.phase

    def sentence(self, event: Event, names: Sequence[str], lang: str, action: str = "") -> str:
        who = f"{names[event.seat]}: " if event.seat >= 0 else ""
        points = f" {event.points:+d}" if event.points else ""
        return f"{who}{event.name}{points}"

    def action_title(self, words: str, view: View, lang: str) -> str:
        return words

    def outcome_name(self, words: str, lang: str) -> str:
        return words

    def statistic_name(self, name: str, lang: str) -> str:
        return name

    def source_name(self, source: str, lang: str) -> str:
        return source

    def end_reason(self, reason: str, lang: str) -> str:
        return reason

    def tutorial_words(self, phase: str, lang: str) -> str:
        return ""


class NoDrawing(GameDrawing):
    """For a game without pictures: the page shows the list of actions instead."""

    tone = ""

    def panels(self, view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]:
        return []

    def figures(self, lang: str) -> Mapping[str, Panel]:
        return {}

    def moved(self, actions: Iterable[str]) -> list[str]:
        return []

    def facts(self, view: View, lang: str) -> Facts:
        return Facts()

    def traces(self, words: str, seat: int, view: View) -> list[str]:
        return []

    def teaching_figures(self, lang: str) -> Mapping[str, Panel]:
        return {}


class NoKnowledge(GameKnowledge):
    """For a game whose bots see nothing but the points on the track."""

    def new_knowledge(self, weights: Weights) -> Knowledge:
        return Knowledge()


PLAIN_TEXT = PlainText()
NO_DRAWING = NoDrawing()
NO_KNOWLEDGE = NoKnowledge()
