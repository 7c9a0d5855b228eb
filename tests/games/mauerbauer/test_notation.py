"""Words and codes, without state or layout."""

import pytest

from citywright.engine.game import NotationError
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.notation import format_action, parse_action, point_name, point_number
from citywright.games.mauerbauer.rules.codes import MAX_POINTS, POINT_PAIRS, WALL


def all_codes() -> list[int]:
    """Every code some action has."""
    codes = []
    for code in range(WALL + POINT_PAIRS + 10):
        try:
            format_action(code)
        except ValueError:
            continue
        codes.append(code)
    return codes


def test_every_code_round_trips_and_is_unique():
    codes = all_codes()
    words = [format_action(code) for code in codes]
    assert len(set(words)) == len(words) == 4 + 31 + 144 + 2 * 23 + 3 * 30 + 2 + 360 + 600 + 7140
    assert [parse_action(text) for text in words] == codes


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("start A", 0),
        ("draw size1", 4),
        ("draw hidden", 34),
        ("dice red red white", 40),
        ("dice ? red grey", 40 + 36 + 30),
        ("dice pink ?", 40 + 108 + 29),
        ("join none", 190),
        ("join 2", 192),
        ("city 22", 242),
        ("play closed-cities", 279),
        ("discard size1", 280),
        ("stop", 310),
        ("exchange outside-red", 335),
        ("done", 350),
        ("tower a1 black", 362),
        ("house b1 pink", 720 + 60 + 4),
        ("wall a1 a2", 1320),
        ("wall i12 j12", 1320 + 119 * 118 // 2 + 107),
    ],
)
def test_codes_stay_as_they_are(words, code):
    """Records are for ever: these numbers and words may never change."""
    assert parse_action(words) == code
    assert format_action(code) == words


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("", "actions begin with wall, dice"),
        ("build a1 a2", "actions begin with wall, dice"),
        ("wall a1", "there must be 2"),
        ("wall a1 k1", "a point a1 to j12"),
        ("wall a2 a1", "two points in order"),
        ("wall a1 a1", "two points in order"),
        ("wall  a1 a2", "there must be 2"),
        ("house a1 purple", "red, green, yellow, blue, pink"),
        ("tower a1 red", "white, grey, black"),
        ("dice red", "there must be 3"),
        ("dice red white grey", "red, green, yellow, blue, pink, ?"),
        ("play nothing", "size1, size2"),
        ("join 0", "none, 1, 2"),
        ("join 01", "none, 1, 2"),
        ("stop now", "there must be 0"),
        ("start E", "A, B, C, D"),
    ],
)
def test_errors_tell_what_is_possible(words, hint):
    with pytest.raises(NotationError, match=hint.replace("?", r"\?")):
        parse_action(words)


def test_points_have_names():
    names = [point_name(number) for number in range(MAX_POINTS)]
    assert names[0] == "a1"
    assert names[-1] == "j12"
    assert [point_number(name) for name in names] == list(range(MAX_POINTS))
    for name in ("a0", "a13", "k1", "a01", "A1", "a", "", "a1 ", "a１"):
        assert point_number(name) is None


def test_no_action_has_another_code():
    for code in (-1, 39, 184, 243, 311, WALL + POINT_PAIRS):
        with pytest.raises(ValueError, match=f"No action has the code {code}"):
            GAME.format_action(code)
