"""The notation: every code there is round-trips; what cannot be read is named."""

import re

import pytest

from citywright.engine.game import NotationError
from citywright.games.milestones.notation import format_action, parse_action
from citywright.games.milestones.rules import codes
from citywright.games.milestones.rules.grid import PLOTS, corners, grid_fields
from citywright.games.milestones.rules.material import WORKERS


def every_code() -> list[int]:
    """All codes of the game on the whole grid."""
    numbers = [
        *range(14),
        *range(16, 20),
        *range(24, 29),
        *range(48, 56),
        *range(56, 63),
        *range(codes.START, 68),
    ]
    numbers += [codes.SELL + 4 * one + other for one in range(4) for other in range(one, 4)]
    numbers += [base + field for base in (128, 256, 384, 512, 640, 768) for field in grid_fields()]
    plots = [plot for plot in range(PLOTS) if corners(plot)]
    numbers += [codes.HOUSE + plot for plot in plots]
    numbers += [codes.CLAIM + 8 * plot + path for plot in plots for path in range(8)]
    numbers += [codes.BONUS + 8 * plot + kind for plot in plots for kind in range(5)]
    tiles = [64 * left + right for left in range(WORKERS) for right in range(WORKERS)]
    return numbers + [base + tile for base in (codes.TAKE, codes.HIRE, codes.REVEAL) for tile in tiles]


def test_every_code_round_trips_and_no_words_are_used_twice():
    numbers = every_code()
    words = [format_action(code) for code in numbers]
    assert len(set(words)) == len(numbers)
    assert [parse_action(text) for text in words] == numbers


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "done"),
        (3, "go path 3"),
        (9, "go trading house"),
        (12, "go castle"),
        (13, "leave"),
        (16, "buy stone"),
        (28, "give coin"),
        (38, "sell wood sand"),
        (50, "cover 3"),
        (58, "place 3 4"),
        (65, "start B"),
        (146, "road b3"),
        (256, "milestone a1"),
        (398, "end a15"),
        (640 + 112, "deliver h1"),
        (1025, "house a2 a3 b2"),
        (2048 + 8 + 4, "claim a2 a3 b2 5"),
        (4096 + 8 * 144 + 1, "bonus a2 b1 b2 wood"),
        (8192 + 64 * 7 + 32, "take stone8 coin1"),
    ],
)
def test_codes_and_words_are_stable(code, words):
    assert format_action(code) == words
    assert parse_action(words) == code


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "is no action"),
        ("jump b3", "is no action; an action is or begins with one of done, leave, go"),
        ("done ", "is no action"),
        ("go home", "is no place on the ring"),
        ("go castle ", "is no place on the ring"),
        ("road b16", "'b16' is no field; a field is a letter a to h and a number 1 to 15, like b3"),
        ("road b03", "is no field"),
        ("road B3", "is no field"),
        ("road", "is no field"),
        ("house a1 a2", "is no plot"),
        ("house a5 b4 a4", "like 'a4 a5 b4'"),
        ("house a1 a3 b1", "is no plot"),
        ("claim a2 a3 b2 9", "'9' is no path field; it is a number 1 to 8"),
        ("claim a2 a3 b2 x", "is no path field"),
        ("bonus a2 a3 b2 gold", "'gold' is no kind; the kinds are stone, wood, sand, grain, coin"),
        ("buy coin", "coins are neither bought nor sold"),
        ("sell stone", "are not two goods"),
        ("sell wood stone", "are not two goods in the order"),
        ("sell stone  wood", "is no kind"),
        ("place 3 5", "are not two neighbouring path fields"),
        ("place 3", "are not two neighbouring path fields"),
        ("place 8 9", "is no path field"),
        ("start E", "is no seat"),
        ("take stone1", "is no tile"),
        ("hire stone0 wood1", "is no worker"),
        ("reveal gold1 wood1", "is no kind"),
    ],
)
def test_what_cannot_be_read_is_named(words, reason):
    with pytest.raises(NotationError, match=re.escape(reason)):
        parse_action(words)
