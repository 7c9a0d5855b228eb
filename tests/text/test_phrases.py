"""The phrases all games share, in both languages."""

import pytest

from citywright.engine.view import View
from citywright.text import translate
from citywright.text.phrases import (
    capital,
    coins_phrase,
    gains_phrase,
    player_name,
    points_phrase,
    result_phrase,
    signed_coins,
    signed_points,
)

ENGLISH, GERMAN = translate("en"), translate("de")


def finished(ranks, scores):
    return View(
        game="toy", seat="*", actor=None, phase="over", turn=1, scores=scores, choices=[], ranks=ranks
    )


def test_capitals():
    assert capital("stone wall") == "Stone wall"
    assert capital("") == ""


@pytest.mark.parametrize(
    ("seat", "name"), [(0, "Ada"), ("A", "Ada"), (2, "C"), ("C", "C"), (-1, ""), ("*", "")]
)
def test_players_are_called_by_name_or_by_the_letter_of_their_seat(seat, name):
    assert player_name(seat, ["Ada", "Ben"]) == name


def test_points_and_coins_are_counted():
    assert [points_phrase(ENGLISH, n) for n in (0, 1, -1, 3)] == [
        "0 points",
        "1 point",
        "−1 point",
        "3 points",
    ]
    assert [coins_phrase(GERMAN, n) for n in (1, 2, -2)] == ["1 Münze", "2 Münzen", "−2 Münzen"]
    assert [signed_points(GERMAN, n) for n in (0, 1, -3)] == ["+0 Punkte", "+1 Punkt", "−3 Punkte"]
    assert [signed_coins(ENGLISH, n) for n in (1, -1)] == ["+1 coin", "−1 coin"]


def test_gains_leave_out_what_is_zero():
    assert gains_phrase(ENGLISH, 6, -2) == "+6 points, −2 coins"
    assert gains_phrase(ENGLISH, 0, 1) == "+1 coin"
    assert gains_phrase(ENGLISH, 0, 0) == ""


def test_results_name_all_winners():
    names = ["Ada", "Ben"]
    assert result_phrase(ENGLISH, finished([2, 1], [3, 9]), names) == "Ben wins with 9 points"
    assert (
        result_phrase(GERMAN, finished([1, 1], [4, 4]), names) == "Ada und Ben gewinnen gemeinsam: 4 Punkte"
    )
