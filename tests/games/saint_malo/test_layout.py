"""The layout file: the printed board, and every defect named at once."""

import pytest

from citywright.engine.game import LayoutError
from citywright.games.saint_malo import GAME, new_state
from citywright.games.saint_malo.layout import parse_layout
from citywright.games.saint_malo.rules import material
from tests.games.saint_malo.table import mask_of

SOURCE = GAME.default_layout.source


def problems_of(text: str) -> list[str]:
    with pytest.raises(LayoutError) as caught:
        parse_layout(text)
    return caught.value.problems


def test_the_printed_board():
    board = GAME.default_layout.board
    assert board.crates == mask_of("b2 c2 b3 b4")
    assert (board.coins, board.logs, board.cannons) == (3, 2, 6)
    assert list(board.strengths) == [1, 3, 6, 8, 10, 12]
    assert list(board.row_lengths) == [0, 0, 4, 6, 8, 10]
    assert list(board.series) == [0, 1, 4, 8, 13, 20]


def test_another_board_is_played_on():
    text = SOURCE.replace('"-.....-",\n    "-.....-",\n', '"-....c-",\n    "-.....-",\n').replace(
        "coins = 3", "coins = 9"
    )
    layout = parse_layout(text)
    assert layout.source == text
    state = new_state(2, 0, layout)
    assert state.cities[1].pieces[material.CRATES] == mask_of("b2 c2 b3 b4 f5")
    assert state.cities[1].coins == 9


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("coins = 3", "coins = -1", "start.coins must be a whole number from 0 to 1000, not -1"),
        ("coins = 3", "coins = true", "start.coins must be a whole number from 0 to 1000, not True"),
        ("logs = 2\n", "", "start.logs is missing: a whole number from 0 to 1000"),
        ("cannons = 6", "cannons = 5", "6 rows of pirates need as many cannons, not 5"),
        ("cannons = 6", "cannons = 6\nships = 1", "“ships” is not known: [start] has coins, logs, cannons"),
        ("saint-malo", "chess", 'the file must say game = "saint-malo", not “chess”'),
        ("[start]", "[begin]", "the table [start] with coins, logs, cannons is missing"),
        (
            "[start]",
            "[begin]",
            "“begin” is not known: a layout has game, plan, start, towers, pirates, churches",
        ),
        ('"-cc...-"', '"ccc...-"', "row 2, column 1 of plan must be “-”, not “c”"),
        ('"-cc...-"', '"-cx...-"', "row 2, column 3 of plan must be “.” or “c”, not “x”"),
        ('"-cc...-"', '"-cc..-"', "row 2 of plan has 6 spaces instead of 7"),
        ('    "#-----#",\n]', "]", "plan: 6 are listed, 7 are needed"),
        (
            '"person", amount = 3',
            '"person", amount = 4',
            "towers.top.amount must be a whole number from 1 to 3, not 4",
        ),
        (
            '"points", amount = 3',
            '"points"',
            "towers.bottom.amount is missing: a whole number from 1 to 1000",
        ),
        ('"points"', '"wine"', "towers.bottom.gives must be one of coins, points, person, not “wine”"),
        (
            "8, 10, 12]",
            "8, 10, 9]",
            "pirates.strengths must be 1 to 12 ascending whole numbers from 1 to 1000",
        ),
        ("strengths = [1, 3, 6, 8, 10, 12]", "strengths = []", "pirates.strengths must be 1 to 12 ascending"),
        ("boxes = [4, 6, 8, 10]", "boxes = [4, 6, 8]", "pirates.boxes must be 4 ascending whole numbers"),
        ("series = [1, 4, 8, 13, 20]", "series = 20", "churches.series must be 5 ascending whole numbers"),
    ],
)
def test_a_defect_is_named(old, new, problem):
    assert old in SOURCE
    assert any(problem in named for named in problems_of(SOURCE.replace(old, new)))


def test_all_defects_are_named_at_once():
    text = SOURCE.replace("coins = 3", "coins = x").replace("coins = x", 'coins = "many"')
    text = text.replace("boxes = [4, 6, 8, 10]", "boxes = [4]").replace('"-cc...-"', '"-cd...-"')
    assert len(problems_of(text)) == 3
    assert len(problems_of("")) > 5
