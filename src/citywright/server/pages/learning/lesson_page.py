"""What the page of a lesson shows: the drawing of a position as at a table, and the words of the lesson."""

from __future__ import annotations

from typing import Any

import msgspec

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.engine.game import Game
from citywright.engine.view import View
from citywright.game_parts import drawing_of, facts_of, text_of
from citywright.lessons.lesson import LEARNER, Both, Lesson, Step, fits
from citywright.lessons.playing import READ, LessonPosition
from citywright.lessons.reader import course_of
from citywright.server.language import words_of
from citywright.server.live import fragments
from citywright.server.live.seat_page import LOW, shape_of

MOST_NAMED = 4  # lit actions that are named for those who cannot see them


def lesson_values(game: Game, number: int, at: LessonPosition, lang: str) -> dict[str, Any]:
    """Everything the template of a lesson needs."""
    t = words_of(lang)
    lessons = course_of(game).lesson
    lesson = lessons[number - 1]
    view = shown_view(at)
    names = (t("You"), *(t("Bot {letter}", letter=letter) for letter in "BCDE"[: at.match.seats - 1]))
    panels = drawing_of(game).panels(view, lang, names)
    facts = facts_of(game, view, lang)
    drawn = {role: _drawn(panels, role) for role in (MAIN, TRAY, SIDE)}
    boards = {panel.seat: panel_svg(panel, sized=True) for panel in panels if panel.role == OTHER}
    facts_of_seats = [fragments.facts_line(own, t) for own in facts.seats or ((),) * at.match.seats]
    shared = fragments.facts_line(facts.shared, t) if facts.shared else ""
    return {
        "game": game,
        "lesson": lesson,
        "number": number,
        "lessons": lessons,
        "step": at.step,
        "steps_done": at.number,
        "read": READ,
        "lit": [] if at.step is None else list(at.step.lights),
        "lit_names": _lit_names(game, at.step, view, lang),
        "room": _sentences(lesson, lang),
        "prompt": text_of(game).prompt(view, lang, names),
        "choices": fragments.choices(game, view, t),
        "shape": shape_of(panels),
        "side_shape": _side_shape(panels),
        "drawn": drawn,
        "boards": boards,
        "names": names,
        "scores": at.match.state.scores(),
        "actor": at.match.actor,
        "facts": facts_of_seats,
        "shared_facts": shared,
        "symbols": sheet(symbols_in("".join([*drawn.values(), *boards.values(), *facts_of_seats, shared]))),
    }


def shown_view(at: LessonPosition) -> View:
    """What the learner sees. Where there is nothing to do nothing can be clicked."""
    view = at.match.view(LEARNER)
    is_to_act = at.step is not None and not at.step.is_read
    return view if is_to_act else msgspec.structs.replace(view, choices=[])


def _drawn(panels: list[Panel], role: str) -> str:
    return "".join(panel_svg(panel, sized=True) for panel in panels if panel.role == role)


def _side_shape(panels: list[Panel]) -> str:
    """Are the shared boards `low`, as on the table page?"""
    shared = [panel for panel in panels if panel.role == SIDE]
    return "low" if all(panel.width > LOW * panel.height for panel in shared) else "tall"


def _lit_names(game: Game, step: Step | None, view: View, lang: str) -> list[str]:
    """What the lit actions do, in words, if there are only a few."""
    actions = [choice.action for choice in view.choices if step and fits(choice.action, step.lights)]
    if len(actions) > MOST_NAMED:
        return []
    return [text_of(game).action_title(action, view, lang) for action in actions]


def _sentences(lesson: Lesson, lang: str) -> list[str]:
    """All that the lesson says in one place: the page keeps room for the longest of it."""
    said: list[Both] = [*(step.say for step in lesson.step), lesson.learnt]
    return [words.in_language(lang) for words in said]
