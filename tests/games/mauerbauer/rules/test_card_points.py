"""The points of every card: MB-70 to MB-90, and the examples MB-X1 and MB-X2."""

import pytest

from tests.games.mauerbauer.table import HEXAGON, RING, TRIANGLE, Table

SEVEN = ("b4 c4", "b4 c5", "c5 d5", "d5 e5", "e4 e5", "d3 e4", "c4 d3")  # around d4, and b4 c4 c5


def city(*lines: str, houses: str = "red green", towers: str = "white white") -> Table:
    table = Table()
    table.walls(*lines[:-1], houses=houses, towers=towers)
    table.wall(lines[-1], houses, towers)
    return table


@pytest.mark.parametrize(
    ("lines", "size", "points"),
    [
        (TRIANGLE, 1, {"size1": 6, "size2": 0, "size3": 0, "size7": 0}),
        (("c4 c5", "c4 d4", "d4 d5", "c5 d5"), 2, {"size1": 0, "size2": 7, "size3": 0, "size7": 0}),
        (("c4 c5", "c4 d3", "d3 d4", "d4 d5", "c5 d5"), 3, {"size1": 0, "size2": 0, "size3": 8, "size7": 0}),
        (HEXAGON, 6, {"size1": 0, "size2": 0, "size3": 0, "size7": 0}),
        (SEVEN, 7, {"size1": 0, "size2": 0, "size3": 0, "size7": 9}),
        (RING, 13, {"size1": 0, "size2": 0, "size3": 0, "size7": 9}),
    ],
)
def test_mb_70_size(lines, size, points):
    table = city(*lines)
    assert table.size(1) == size
    assert {kind: table.worth(kind, 1) for kind in points} == points


@pytest.mark.parametrize(
    ("rolled", "colours", "points"),
    [
        (["red red"], 1, 0),
        (["red red", "blue blue", "red red"], 2, 4),
        (["red red", "blue blue", "pink pink"], 3, 4),
        (["red red", "blue blue", "pink pink", "green green"], 4, 7),
        (["red red", "blue blue", "pink pink", "green green", "yellow yellow"], 5, 7),
    ],
)
def test_mb_71_colours(rolled, colours, points):
    table = Table()
    for number, line in enumerate(HEXAGON):
        table.wall(line, rolled[number % len(rolled)])
    assert len(table.houses(1) | table.palaces(1)) == colours
    assert table.worth("city-colours", 1) == points


def test_mb_72_tower_colour():
    table = Table()
    table.wall("c4 c5", towers="grey black")
    table.wall("c4 d4", towers="grey")
    table.wall("c5 d4")
    assert [table.worth(kind, 1) for kind in ("city-white", "city-grey", "city-black")] == [0, 4, 2]


def test_mb_73_palaces_count_one_houses_nothing():
    table = city(*HEXAGON, houses="red blue")
    assert table.worth("city-palaces", 1) == sum(table.palaces(1).values()) > 0
    assert sum(table.palaces(1).values()) + sum(table.houses(1).values()) < 6


def test_mb_74_house_colour():
    table = Table()
    for number, line in enumerate(HEXAGON):  # one house of each wall is inside
        table.wall(line, "red red" if number < 3 else "blue blue")
    assert table.palaces(1) == {"red": 1, "blue": 1}
    assert table.houses(1) == {"red": 1, "blue": 1}
    assert table.worth("city-red", 1) == table.worth("city-blue", 1) == 3 + 1
    assert table.worth("city-pink", 1) == 0


def test_mb_75_shared_towers_count_for_both_cities():
    table = Table()
    table.walls(*TRIANGLE, "c5 d5")
    table.wall("d4 d5")
    assert [table.worth("city-towers", number) for number in (1, 2)] == [3, 3]


def test_mb_75_seven_fields_around_an_inner_point():
    """MB-X1"""
    table = city(*SEVEN)
    assert table.worth("city-towers", 1) == 7
    assert table.worth("size7", 1) == 9


def test_mb_80_outside_houses_of_a_colour():
    table = Table()
    table.walls("c4 d4", "e4 e5", houses="red blue")
    assert (table.worth("outside-red"), table.worth("outside-blue"), table.worth("outside-pink")) == (2, 2, 0)


def test_mb_80_houses_inside_a_closed_city_do_not_count():
    table = city(*TRIANGLE, houses="red red")
    assert table.worth("outside-red") == 3  # the other side of each wall
    assert sum(table.palaces(1).values()) == 1


def test_mb_81_houses_in_a_region():
    table = Table()
    table.walls("a1 a2", "c1 c2")
    table.walls("a8 a9")
    assert [table.worth(f"region{number}") for number in (1, 2, 3)] == [3, 0, 1]


def test_mb_82_outside_towers():
    """MB-82 counts all, MB-83 those of a colour."""
    table = Table()
    table.wall("c4 d4", towers="white grey")
    table.wall("e7 f7", towers="white black")
    assert table.worth("outside-towers") == 4
    assert [table.worth(f"outside-{colour}") for colour in ("white", "grey", "black")] == [4, 2, 2]


def test_mb_84_towers_at_the_water():
    table = Table()
    table.walls("a1 a2", "a4 b4", "d1 e1")  # d1 and e1 are on the rim, but not at the water
    assert table.worth("outside-water") == 6


def test_mb_85_outside_walls():
    table = city(*TRIANGLE)
    table.settle()
    table.walls("e1 e2", "c4 d3")  # one apart, one that meets the city
    assert table.worth("outside-walls") == 2


def test_mb_86_a_wall_that_meets_a_city_is_outside_its_tower_there_is_not():
    table = city(*TRIANGLE)
    table.settle()
    table.walls("c4 d3")
    assert table.worth("outside-walls") == 1
    assert table.worth("outside-towers") == 1  # d3, not c4


def test_mb_86_the_walls_and_towers_around_a_hole_are_the_citys():
    table = Table()
    table.walls(*TRIANGLE, *RING)
    assert table.worth("outside-walls") == 0
    assert table.worth("outside-towers") == 0


def test_mb_90_closed_cities():
    table = Table()
    assert table.worth("closed-cities") == 0
    table.walls(*TRIANGLE, "c5 d5")
    assert table.worth("closed-cities") == 1
    table.wall("d4 d5")
    assert table.worth("closed-cities") == 2
    table.play("join 1")
    assert table.worth("closed-cities") == 1


def test_mb_x2_what_stands_outside():
    table = Table()
    table.walls("a1 a2", "a3 b3", "a5 b5", "a7 b7", houses="red blue")  # 5 towers at the water
    table.walls("b3 c3", "b5 c5", houses="red yellow")  # six walls
    assert table.worth("outside-water") == 10
    assert table.worth("outside-walls") == 6
    assert table.worth("outside-red") == 6


def test_mb_x2_four_closed_cities_and_seven_houses_in_a_region():
    table = Table()
    for corner in (("a1 a2", "a1 b1", "a2 b1"), ("a8 a9", "a9 b8", "a8 b8"), ("g1 g2", "f1 g1", "f1 g2")):
        table.walls(*corner)
    table.walls("g8 g9", "f8 g9", "f8 g8")
    assert table.worth("closed-cities") == 4
    before = table.worth("region1")
    table.walls("c1 c2", "c1 d1", "d1 d2")
    while table.worth("region1") < 7:
        table.walls(next(words[5:] for words in table.options() if words.startswith("wall e1")))
    assert before < 7 == table.worth("region1")


def test_cards_about_a_city_score_nothing_without_one():
    table = city(*TRIANGLE)
    assert table.worth("size1", 1) == 6
    assert table.worth("size1", 0) == 0
