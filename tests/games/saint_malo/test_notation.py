"""Codes and words: exact both ways, and errors that help."""

import pytest

from citywright.engine.game import NotationError
from citywright.games.saint_malo.notation import WORDS, format_action, parse_action, spaces_of
from citywright.games.saint_malo.rules import codes
from citywright.games.saint_malo.rules.spaces import CITY

LAST_ROLL = codes.ROLL + 6 + 36 + 216 + 1296 + 7776 - 1


def test_every_code_has_its_own_words_and_they_lead_back():
    all_codes = [*WORDS, *range(codes.ROLL, LAST_ROLL + 1)]
    words = [format_action(code) for code in all_codes]
    assert len(set(words)) == len(all_codes) == 32 + 28 + 45 + 1 + 5 + 5 + 9330
    assert [parse_action(text) for text in words] == all_codes


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "keep none"),
        (5, "keep 1 3"),
        (31, "stop"),
        (32, "use log 1"),
        (39, "use crate 3"),
        (46, "use wall 5"),
        (51, "use cross 5"),
        (54, "use head 2 priest"),
        (58, "use head 5 noble"),
        (59, "pass"),
        (65, "place b1"),
        (90, "place c4"),
        (119, "done"),
        (124, "bonus merchant"),
        (129, "start B"),
        (136, "roll log"),
        (178 + 36 + 2 * 6 + 4, "roll crate wall head"),
        (LAST_ROLL, "roll swords swords swords swords swords"),
    ],
)
def test_codes_are_stable_for_ever(code, words):
    assert format_action(code) == words
    assert parse_action(words) == code


@pytest.mark.parametrize("code", [-1, 60, 64, 127, 135, LAST_ROLL + 1, 10**9])
def test_other_numbers_are_no_codes(code):
    with pytest.raises(KeyError):
        format_action(code)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("", "an action begins with one of keep, stop"),
        ("dance", "an action begins with one of"),
        ("Pass", "an action begins with one of"),
        ("keep 1 2 3 4 5", "all five: `stop`"),
        ("keep 3 1", "ascending"),
        ("keep  1", "ascending"),
        ("use swords 1", "`use log 3`"),
        ("use head 1 soldier", "2 soldier, 2 priest"),
        ("use head 2", "2 soldier, 2 priest"),
        ("use wall 6", "one to five dice"),
        ("place a1", "no corner"),
        ("place h4", "a column a to g"),
        ("bonus juggler", "citizen, soldier, priest, architect, merchant"),
        ("start F", "from A to E"),
        ("roll", "one to five dice"),
        ("roll log log log log log log", "one to five dice"),
        ("roll cat", "log, crate, wall"),
        ("pass pass", "`pass` alone"),
        ("done ", "`done` alone"),
    ],
)
def test_other_words_are_refused_with_what_is_possible(words, hint):
    with pytest.raises(NotationError) as caught:
        parse_action(words)
    assert hint in str(caught.value)
    assert f"“{words}”" in str(caught.value)


def test_an_error_does_not_repeat_a_whole_book():
    with pytest.raises(NotationError) as caught:
        parse_action("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_spaces_are_named_row_by_row():
    names = spaces_of(CITY)
    assert len(names) == 45
    assert names[:6] == ["b1", "c1", "d1", "e1", "f1", "a2"]
