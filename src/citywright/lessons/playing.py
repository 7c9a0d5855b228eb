"""A lesson being played: the position after what the learner did, and the answer to the next action.

Nothing is kept between two actions: what the learner did so far is the whole state of a lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citywright.engine.game import Game, NotationError
from citywright.engine.recent import Recent
from citywright.engine.view import seat_number
from citywright.lessons.lesson import LEARNER, Both, Lesson, Step
from citywright.lessons.reader import LessonError, course_of
from citywright.match.match import Match, MatchError

READ = "-"  # stands for an action where there is only something to read


class LessonPosition(NamedTuple):
    """Where a learner is in a lesson."""

    match: Match
    step: Step | None  # None: the lesson is done
    number: int  # of the step, from 0


class Verdict(NamedTuple):
    """What an action of the learner is worth."""

    is_right: bool
    answer: Both | None  # why it is not; None: the rules do not allow it


def position(game: Game, lesson: Lesson, did: Sequence[str]) -> LessonPosition:
    """The position after the actions of the learner; LessonError if they do not lead through the lesson."""
    match = _STARTS.get((game.id, lesson), lambda: _start(game, lesson)).copy()
    if len(did) > len(lesson.step):
        raise LessonError(f"lesson {lesson.id} has {len(lesson.step)} steps, not {len(did)}")
    for step, words in zip(lesson.step, did, strict=False):
        _take(match, lesson, step, words)
    number = len(did)
    return LessonPosition(match, lesson.step[number] if number < len(lesson.step) else None, number)


def judge(at: LessonPosition, words: str) -> Verdict:
    """Does an action fulfil the step, and why not?"""
    match, step, _ = at
    if step is None:
        return Verdict(False, None)
    if step.is_read:
        return Verdict(words == READ, None)
    if match.actor != LEARNER or words not in match.legal_words():
        return Verdict(False, None)
    if step.is_fulfilled_by(words):
        return Verdict(True, None)
    return Verdict(False, step.answer_to(words))


def _take(match: Match, lesson: Lesson, step: Step, words: str) -> None:
    """Take a step of the lesson: the action of the learner, then what follows it."""
    if step.is_read:
        if words != READ:
            raise LessonError(f"lesson {lesson.id}: there is nothing to do here but to read, not {words!r}")
    else:
        if not step.is_fulfilled_by(words):
            raise LessonError(f"lesson {lesson.id}: {words!r} is none of {', '.join(step.expect)}")
        _play(match, lesson, [f"A {words}"])
    _play(match, lesson, step.then)


_STARTS: Recent[Match] = Recent(64)


def _start(game: Game, lesson: Lesson) -> Match:
    """The match at the beginning of a lesson; nobody may change it."""
    if not game.min_seats <= lesson.seats <= game.max_seats:
        raise LessonError(f"lesson {lesson.id}: {game.id} is not for {lesson.seats} seats")
    match = Match(game, lesson.seats, start=LEARNER)
    if lesson.opens:
        _play(match, lesson, course_of(game).opening.splitlines())
    _play(match, lesson, lesson.moves.splitlines())
    return match


def _play(match: Match, lesson: Lesson, lines: Iterable[str]) -> None:
    """Play lines of a record: whose action it is, then the action. Lines with # are headings."""
    for move in [move.strip() for line in lines for move in line.split(";")]:
        actor, _, words = move.partition(" ")
        if not actor or actor.startswith("#"):
            continue
        try:
            code = match.game.parse_action(words)
            if actor == "*":
                match.play_chance(code)
            else:
                match.play(seat_number(actor), code)
        except (NotationError, MatchError) as error:
            raise LessonError(f"lesson {lesson.id}: {move!r} cannot be played: {error}") from None
