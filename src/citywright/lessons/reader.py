"""Reads the lessons of a game from its lessons.toml. A game without that file has no lessons."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from citywright.engine.game import Game
from citywright.lessons.lesson import Course

FILE = "lessons.toml"


class LessonError(ValueError):
    """Lessons that cannot be read or played; the message says where and why."""


def course_of(game: Game) -> Course:
    """The lessons of a game."""
    return _course_in(game.data / FILE)


@cache
def _course_in(path: Path) -> Course:
    return read_course(path.read_text(encoding="utf-8"), path.name) if path.is_file() else Course()


def read_course(text: str, name: str = FILE) -> Course:
    """The lessons that a text describes; LessonError if it cannot be read."""
    try:
        course = msgspec.convert(tomllib.loads(text), Course)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{name} cannot be read: {error}") from None
    ids = [lesson.id for lesson in course.lesson]
    for lesson_id in ids:
        if ids.count(lesson_id) > 1:
            raise LessonError(f"{name} has several lessons with the id {lesson_id!r}")
    return course
