"""Layout files: the default one, others, and every defect by its name."""

import re

import pytest

from citywright.engine.game import LayoutError
from citywright.games.milestones import GAME
from citywright.games.milestones.layout import parse_layout
from citywright.games.milestones.view import view
from citywright.testing import play_checked
from tests.games.milestones.table import Table

SOURCE = GAME.default_layout.source


def problems(*changes: tuple[str, str], source: str = SOURCE) -> list[str]:
    """What is wrong with the default layout after some changes."""
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    with pytest.raises(LayoutError) as caught:
        parse_layout(source)
    return caught.value.problems


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("1 2 1 2 3 1", "1 2 100 2 3 1", "field a3: “100” is neither a number 1 to 99 nor * nor ."),
        ("1 2 1 2 3 1", "1 2 0 2 3 1", "field a3: “0” is neither a number 1 to 99 nor * nor ."),
        ("1 2 1 2 3 1", "1 2 06 2 3 1", "field a3: “06” is neither a number 1 to 99 nor * nor ."),
        (" * 1 2", " 1 1 2", "exactly one field is the start market *, here none"),
        ("1 2 1 2 3 1", "* 2 1 2 3 1", "exactly one field is the start market *, here a1, b1"),
        (
            '2 5 2",',
            '2 5 2 . 1",',
            "the map is not connected; not reached from its first field: f12",
        ),
        ('3 1 3",', '3 1 3", "1", "1",', "map.rows: 9 are listed, 1 to 8 are needed"),
        ("1 2 1 2 3 1", "1 1 1 1 1 1 2 1 2 3 1", "map.rows, row 1: 16 fields, at most 15 are possible"),
        ('    "a2 a3 b2",\n', "", "map.bushes: 14 are listed, 15 are needed"),
        ('"a2 a3 b2"', '"a4 a5 b4"', "'a4 a5 b4' is listed twice"),
        ('"a2 a3 b2"', '"a11 a12 b11"', "'a11 a12 b11' is not on the map: a12, b11 is missing"),
        (
            '"a2 a3 b2"',
            '"a2 b2 a3"',
            "map.bushes, number 1: 'a2 b2 a3' is no plot; a plot is its three corners row by row",
        ),
        ('"stone1 grain1", ', "", "tiles.workers: 34 are listed, 35 are needed"),
        (
            '"stone1 grain1"',
            '"stone9 grain1"',
            "tiles.workers, number 1: 'stone9' is no worker; a worker is a kind and a number 1 to 8",
        ),
        ("stone = 3", "stone = 4", "16 bonus tiles for 15 bushes"),
        ("stone = 3", "stone = true", "tiles.bonus.stone must be a whole number from 0 to 15, not True"),
        ("houses = 12", "houses = 0", "supplies.houses must be a whole number from 1 to 99, not 0"),
        ("sacks = 12", "bags = 12", "supplies.sacks is missing: a whole number from 1 to 99"),
        (
            "sacks = 12",
            "sacks = 12\nbags = 1",
            "“bags” is not known: [supplies] has sections, markets, houses, sacks",
        ),
        ("2 = 67", "2 = 1000", "end.2 must be a whole number from 1 to 999, not 1000"),
        ("[supplies]", "[stock]", "the table [supplies] with sections, markets, houses, sacks is missing"),
        ('game = "milestones"', 'game = "chess"', 'the file must say game = "milestones"'),
        ('game = "milestones"', "", 'the file must say game = "milestones"'),
        ("[supplies]", "[stock]", "“stock” is not known: a layout has game, map, tiles, supplies, end"),
        (
            "[tiles.bonus]",
            "[tiles.gifts]",
            "the table [tiles.bonus] with stone, wood, sand, grain, coin is missing",
        ),
        ("bushes = [", "bushes = [1,", "map.bushes[1] must be a text, not 1"),
        ("rows = [", "lines = [", "map.rows is missing: a list of 1 to 8 texts"),
    ],
)
def test_a_defect_is_named(old, new, problem):
    assert any(named.startswith(problem) for named in problems((old, new)))


def test_every_defect_is_named_at_once():
    defects = problems(("2 = 67", "2 = 0"), ("sacks = 12", "sacks = -1"), ('"a2 a3 b2"', '"a2"'))
    assert len(defects) == 3


def test_empty_lists_are_defects():
    emptied = re.sub(r"(?s)\[\n    .*?\n\]", "[]", SOURCE)
    assert problems(source=emptied) == [
        "map.rows: 0 are listed, 1 to 8 are needed",
        "exactly one field is the start market *, here none",
        "map.bushes: 0 are listed, 15 are needed",
        "tiles.workers: 0 are listed, 35 are needed",
    ]


def test_numbers_of_two_digits_score():
    """MS-40, MS-42: the rulebook states no highest number."""
    source = SOURCE.replace(" * 1 2 3 1 4", " * 99 98 3 1 4").replace("1 2 1 2 3 1 2", "1 2 97 2 3 1 2")
    table = Table(layout=parse_layout(source)).begin()
    assert {field.name: field.number for field in view(table.state, 0).fields}["b3"] == 98
    table.visit("building office", stone=2, sand=1, wood=1)
    table.play("road b1", "milestone b2", "end b3")
    assert table.state.scores() == [99, 0]
    table.play("house a3 b2 b3")
    assert table.state.scores() == [99 + 97 + 98, 0]


def test_a_map_with_gaps_of_the_largest_size():
    """Eight rows of fifteen with a hole and bushes at the edges, tiles that look alike: games hold."""
    rows = ["1 2 3 4 5 1 2 3 4 5 1 2 3 4 5"] * 8
    rows[0] = "* 2 3 4 5 1 2 3 4 5 1 2 3 4 5"
    rows[3] = "1 2 3 . 5 1 2 3 4 5 1 2 3 4 5"
    bushes = [
        f"{row}{n} {row}{n + 1} {'bdh'['acg'.index(row)]}{n}" for row in "acg" for n in (1, 6, 8, 11, 14)
    ]
    text = "\n".join(
        [
            'game = "milestones"',
            "[map]",
            f"rows = {rows}",
            f"bushes = {bushes}",
            "[tiles]",
            f"workers = {['stone1 wood2'] * 17 + ['sand1 coin8'] * 18}",
            "[tiles.bonus]",
            "stone = 11\nwood = 1\nsand = 1\ngrain = 1\ncoin = 1",
            "[supplies]\nsections = 40\nmarkets = 20\nhouses = 30\nsacks = 3",
            "[end]\n2 = 20\n3 = 20\n4 = 20",
        ]
    )
    layout = parse_layout(text)
    table = Table(layout=layout)
    assert len(view(table.state, 0).fields) == 8 * 15 - 1
    while table.options()[0].startswith("bonus"):
        table.play(table.options()[0])
    assert table.state.chance_outcomes() == [
        (GAME.parse_action("reveal stone1 wood2"), 17),
        (GAME.parse_action("reveal sand1 coin8"), 18),
    ]
    table.deal()
    assert len(table.options()) <= 2  # tiles that look alike are one option
    for name in ("random", "walker", "steward"):
        for seats in (2, 4):
            play_checked(GAME, seats, [GAME.policy(name)] * seats, 5, layout=layout, every=7)
