"""The lessons of the games: each is played to its end by every way, and says and lights what it must."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.state import OVER
from citywright.game_parts import drawing_of
from citywright.lessons.lesson import LEARNER, Both, Lesson, fits
from citywright.lessons.playing import READ, LessonPosition, judge, position
from citywright.lessons.reader import course_of
from citywright.text import LANGUAGES

NAMES = ("Ada", "Bot B")
LONGEST = 260  # letters of a sentence beside the board: a phone has room for so many
LESSONS = [(game, lesson.id) for game in sorted(games()) for lesson in course_of(find_game(game)).lesson]
ALL_LESSONS = pytest.mark.parametrize(("game_id", "lesson_id"), LESSONS)
PLACE_OF = re.compile(r'(?:id|data-place|data-action)="([^"]+)"')


def find_lesson(game_id: str, lesson_id: str) -> Lesson:
    course = course_of(find_game(game_id))
    return course.lesson[course.number_of(lesson_id) - 1]


def right_actions(at: LessonPosition) -> list[str]:
    if at.step is not None and at.step.is_read:
        return [READ]
    return [words for words in at.match.legal_words() if judge(at, words).is_right]


def ways_through(game_id: str, lesson: Lesson) -> Iterator[list[str]]:
    """What can be done before each step: the first right action of every step, and at one step any other."""
    game = find_game(game_id)
    usual: list[str] = []
    for number in range(len(lesson.step)):
        yield usual
        first, *others = right_actions(position(game, lesson, usual))
        for other in others:
            did = [*usual, other]
            while len(did) < len(lesson.step):
                yield did
                did.append(right_actions(position(game, lesson, did))[0])
            yield did
        usual = [*usual, first]
        assert len(usual) == number + 1
    yield usual


def drawn(at: LessonPosition, lang: str) -> set[str]:
    """The ids of all elements in the drawing of a position, and all actions that can be clicked there."""
    panels = drawing_of(at.match.game).panels(at.match.view(LEARNER), lang, NAMES)
    return set(PLACE_OF.findall("".join(panel.body for panel in panels)))


def test_every_game_has_six_to_ten_lessons() -> None:
    for game_id in games():
        assert 6 <= len(course_of(find_game(game_id)).lesson) <= 10


@ALL_LESSONS
def test_a_lesson_can_be_played_to_its_end_by_every_way(game_id: str, lesson_id: str) -> None:
    lesson = find_lesson(game_id, lesson_id)
    ends = 0
    for did in ways_through(game_id, lesson):
        at = position(find_game(game_id), lesson, did)
        if at.step is None:
            ends += 1
        elif not at.step.is_read:
            assert at.match.actor == LEARNER, did
            assert right_actions(at), did
    assert ends


@ALL_LESSONS
def test_wrong_actions_are_answered_with_a_reason(game_id: str, lesson_id: str) -> None:
    lesson = find_lesson(game_id, lesson_id)
    wrong = 0
    for did in ways_through(game_id, lesson):
        at = position(find_game(game_id), lesson, did)
        if at.step is None or at.step.is_read:
            continue
        for words in at.match.legal_words():
            verdict = judge(at, words)
            wrong += not verdict.is_right
            assert verdict.is_right or verdict.answer is not None, (did, words)
    assert wrong


@ALL_LESSONS
def test_everything_that_is_expected_or_answered_can_happen(game_id: str, lesson_id: str) -> None:
    """No pattern is there in vain: on some way through the lesson an action fits it."""
    lesson = find_lesson(game_id, lesson_id)
    unused = {
        (number, pattern)
        for number, step in enumerate(lesson.step)
        for patterns in (step.expect, *(wrong.when for wrong in step.wrong))
        for pattern in patterns
    }
    for did in ways_through(game_id, lesson):
        legal = position(find_game(game_id), lesson, did).match.legal_words()
        unused -= {it for it in unused if it[0] == len(did) and any(fits(words, [it[1]]) for words in legal)}
    assert not unused


@ALL_LESSONS
def test_what_is_lit_is_in_the_drawing(game_id: str, lesson_id: str) -> None:
    lesson = find_lesson(game_id, lesson_id)
    did: list[str] = []
    while (at := position(find_game(game_id), lesson, did)).step is not None:
        for lang in LANGUAGES:
            there = drawn(at, lang)
            lit = {name for name in at.step.lights if any(fits(it, [name.removeprefix("#")]) for it in there)}
            assert lit, at.number
            assert {name for name in at.step.lights if name.startswith("#")} <= lit
        did.append(right_actions(at)[0])


def sentences(lesson: Lesson) -> Iterator[Both]:
    yield from (lesson.title, lesson.aim, lesson.learnt)
    for step in lesson.step:
        yield step.say
        yield from (wrong.say for wrong in step.wrong)
        if step.otherwise is not None:
            yield step.otherwise


@ALL_LESSONS
def test_sentences_are_there_in_both_languages_and_short(game_id: str, lesson_id: str) -> None:
    for said in sentences(find_lesson(game_id, lesson_id)):
        assert said.en != said.de
        for lang in LANGUAGES:
            words = said.in_language(lang)
            assert 5 <= len(words) <= LONGEST, words
            assert words == words.strip()


@ALL_LESSONS
def test_the_rules_it_names_exist(game_id: str, lesson_id: str) -> None:
    game, lesson = find_game(game_id), find_lesson(game_id, lesson_id)
    assert lesson.rules
    for rule in lesson.rules:
        for lang in LANGUAGES:
            assert f"**{rule}**" in game.rules(lang), rule


@pytest.mark.parametrize("game_id", sorted(games()))
def test_the_first_lesson_is_short_and_ends_in_a_move_and_the_last_one_in_the_end(game_id: str) -> None:
    game = find_game(game_id)
    first, last = course_of(game).lesson[0], course_of(game).lesson[-1]
    assert first.minutes <= 2
    assert not first.step[-1].is_read
    ends = [position(game, last, did) for did in ways_through(game_id, last)]
    assert {at.match.actor for at in ends if at.step is None} == {OVER}
