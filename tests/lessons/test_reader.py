"""Reading lessons, and playing those that are not as they should be: errors say where and why."""

from __future__ import annotations

import msgspec
import pytest

from citywright.catalogue import find_game
from citywright.lessons.lesson import Both, Course, Lesson, Step, fits
from citywright.lessons.playing import READ, judge, position
from citywright.lessons.reader import LessonError, course_of, read_course
from tests.toy import GAME as TOY

SAID = Both("Words", "Worte")
ROLLED = "* roll crate wall crate head log"
LESSON = Lesson(
    "short",
    SAID,
    SAID,
    SAID,
    ("SM-10",),
    (Step(SAID), Step(SAID, ("stop",), otherwise=SAID), Step(SAID, ("use crate *",), then=("A place d2",))),
    moves=ROLLED,
)
TEXT = """
[[lesson]]
id = "one"
title = { en = "a", de = "b" }
aim = { en = "a", de = "b" }
learnt = { en = "a", de = "b" }
rules = []
step = []
"""


def test_a_game_without_the_file_has_no_lessons() -> None:
    assert course_of(TOY) == Course()


def test_a_file_is_read_and_its_faults_are_named() -> None:
    course = read_course(TEXT)
    assert course.number_of("one") == 1
    assert course.number_of("two") == 0
    for text, reason in (
        (TEXT.replace('de = "b"', "de = 3"), r"Expected `str`, got `int`.*\$\.lesson\[0\]\.title\.de"),
        (TEXT.replace("step = []", 'step = []\nstpe = "x"'), "unknown field `stpe`"),
        (TEXT + TEXT, "several lessons with the id 'one'"),
        ("[[", "cannot be read"),
    ):
        with pytest.raises(LessonError, match=reason):
            read_course(text)


def test_patterns() -> None:
    assert fits("place c3", ["use *", "place [bc]3"])
    assert not fits("place d3", ["place [bc]3", "place d", "d3"])


def test_what_was_done_is_the_whole_state() -> None:
    game = find_game("saint-malo")
    at = position(game, LESSON, [])
    assert (at.number, judge(at, READ).is_right, judge(at, "stop").is_right) == (0, True, False)
    at = position(game, LESSON, [READ])
    assert judge(at, "stop").is_right
    assert judge(at, "keep 1") == (False, SAID)
    assert judge(at, "place c3") == (False, None)
    assert judge(at, "nonsense") == (False, None)
    at = position(game, LESSON, [READ, "stop", "use crate 2"])
    assert (at.step, at.match.legal_words()) == (None, ["place d1", "place e2", "place d3"])
    assert judge(at, "place d3") == (False, None)
    assert position(game, LESSON, []).match.ply == 1  # nothing of that is left


@pytest.mark.parametrize(
    ("did", "reason"),
    [
        (["stop"], "nothing to do here but to read"),
        ([READ, "keep 1"], "'keep 1' is none of stop"),
        ([READ, "stop", "use crate 9"], "'A use crate 9' cannot be played"),
        ([READ, "stop", "use crate 2", READ], "has 3 steps, not 4"),
    ],
)
def test_what_does_not_lead_through_a_lesson_is_refused(did: list[str], reason: str) -> None:
    with pytest.raises(LessonError, match=reason):
        position(find_game("saint-malo"), LESSON, did)


def test_a_lesson_whose_moves_cannot_be_played() -> None:
    for change, reason in (
        ({"moves": "* roll crate"}, "'\\* roll crate' cannot be played"),
        ({"moves": f"{ROLLED}\n# a heading\nB stop"}, "'B stop' cannot be played"),
        ({"seats": 9}, "not for 9 seats"),
    ):
        with pytest.raises(LessonError, match=reason):
            position(find_game("saint-malo"), msgspec.structs.replace(LESSON, **change), [])
