"""Closing, clearing, palaces and joining: MB-20 to MB-25, and the examples MB-X3 and MB-X4."""

from citywright.engine.rng import Rng
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import cities
from citywright.games.mauerbauer.rules.contents import CITY_WALL, FREE, INSIDE_CITY, WALL
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from tests.games.mauerbauer.table import HEXAGON, MIXED, RING, TRIANGLE, Table


def names(events):
    return [event.name for event in events]


def test_mb_20_three_walls_close_a_field():
    table = Table()
    table.walls("c4 c5", "c4 d4")
    assert table.state.land.city_count == 0
    table.wall("c5 d4")
    assert table.phase == "play card"
    assert table.size(1) == 1


def test_mb_20_an_open_rim_line_leads_out_of_a_rim_city():
    table = Table()
    table.walls("a1 b1", "a2 b1")  # only the rim line a1 a2 is missing
    assert table.state.land.city_count == 0
    table.wall("a1 a2")
    assert (table.phase, table.size(1)) == ("play card", 1)


def test_mb_20_walls_that_meet_without_a_ring_close_nothing():
    table = Table()
    table.walls("c4 c5", "c5 c6", "c4 d4", "d4 d5")
    assert table.state.land.city_count == 0
    assert len([event for event in table.events if event.name == "close"]) == 0


def test_mb_20_a_wall_closes_at_most_one_city():
    """The two sides of a wall: one is the city, from the other a way still leads out."""
    table = Table()
    table.walls("a1 a2", "a2 a3", "a1 b1", "b1 b2", "a3 b2")  # a row of three fields
    assert table.size(1) == 3
    assert table.state.land.city_count == 1


def test_mb_20_a_ring_a_city_that_encloses_another():
    table = Table()
    table.walls(*TRIANGLE)
    table.walls(*RING[:-1])
    table.wall(RING[-1])
    assert table.phase == "join city"
    assert (table.size(1), table.size(2)) == (1, 12)
    assert table.towers(2) == 9 + 3  # MB-75: around the hole too
    assert table.state.land.open_walls == 0


def test_mb_21_free_walls_and_towers_go_back():
    table = Table()
    table.walls("c4 d4", "b1 b2")  # a spoke inside, one wall elsewhere
    table.walls(*HEXAGON[:-1])
    walls = table.state.land.walls
    happened = table.wall(HEXAGON[-1])
    assert table.state.land.walls == walls - 1 + 1
    assert table.tower("d4") is None
    assert table.tower("c4") == "white"  # a surrounding wall touches it
    assert table.line("c4 d4") == INSIDE_CITY
    assert table.towers(1) == 6
    assert [len(event.args) for event in happened if event.name == "free walls"] == [1]
    assert [len(event.args) for event in happened if event.name == "free towers"] == [1]


def test_mb_21_a_wall_that_stands_alone_inside_goes_back_with_both_towers():
    table = Table()
    table.walls("c4 c5")  # will stand free in the middle
    outline = ("b3 b4", "b4 b5", "b5 c6", "c6 d5", "d4 d5", "d3 d4", "c3 d3", "b3 c3")
    table.walls(*outline[:-1])
    table.wall(outline[-1])
    assert table.size(1) == 10
    assert (table.tower("c4"), table.tower("c5")) == (None, None)
    assert table.line("c4 c5") == INSIDE_CITY


def test_mb_22_two_red_houses_become_a_palace_before_the_scoring():
    """MB-X3"""
    table = Table()
    table.wall("c4 c5", "red red")
    table.wall("c4 d4", MIXED)
    happened = table.wall("c5 d4", "red red")
    assert table.phase == "play card"
    assert table.palaces(1) == {"red": 1}
    assert "red" not in table.houses(1)
    assert "palace" in names(happened)
    assert table.state.land.palaces == 0x0303030302


def test_mb_22_the_houses_go_back():
    table = Table()
    for line in ("a1 a2", "a1 b1"):
        table.wall(line, "red red")
    assert table.state.land.houses & 255 == 10
    table.wall("a2 b1", MIXED)
    assert table.state.land.houses & 255 == 12


def test_mb_22_a_colour_whose_palaces_have_run_out():
    table = Table()
    corners = [("a1 a2", "a1 b1", "a2 b1"), ("a8 a9", "a9 b8", "a8 b8")]
    corners += [("g1 g2", "f1 g1", "f1 g2"), ("g8 g9", "f8 g9", "f8 g8")]
    for number, (first, second, third) in enumerate(corners, 1):
        table.wall(first, "red red")
        table.wall(second, "red red")
        table.wall(third, MIXED)
        if number < 4:
            assert table.palaces(number) == {"red": 1}
            table.settle()
    assert table.palaces(4) == {}
    assert table.houses(4)["red"] == 2
    assert table.worth("city-red", 4) == 2


def test_mb_23_no_line_inside_a_closed_city_is_ever_free_again():
    table = Table()
    table.walls(*HEXAGON)
    for spoke in ("c4 d4", "c5 d4", "d3 d4", "d4 d5", "d4 e4", "d4 e5"):
        assert table.line(spoke) == INSIDE_CITY
        assert f"wall {spoke}" not in table.options()
    assert table.line("b4 c4") == FREE


def x4() -> Table:
    """City 3 was just closed; it touches city 1 with two walls and city 2 with one."""
    table = Table()
    table.walls("b4 c4", "b4 b5", "b5 c6", "c6 d5", "c5 d5", "c4 c5", houses=MIXED)
    table.walls("c4 d3", "d3 d4", "c4 d4", houses=MIXED)
    table.wall("d4 d5", MIXED)
    assert [table.size(number) for number in (1, 2, 3)] == [4, 1, 2]
    return table


def test_mb_24_one_neighbour_or_none():
    """MB-X4"""
    table = x4()
    assert table.options() == ["join none", "join 1", "join 2"]


def test_mb_24_joining_takes_all_walls_between_the_two():
    table = x4()
    walls = table.state.land.walls
    table.play("join 1")
    assert table.state.land.walls == walls + 2
    assert (table.line("c4 c5"), table.line("c5 d5"), table.line("c4 d4")) == (INSIDE_CITY, INSIDE_CITY, WALL)
    assert (table.state.land.city_count, table.size(1)) == (2, 6)
    assert table.worth("closed-cities") == 2


def test_mb_24_the_other_neighbour():
    table = x4()
    walls = table.state.land.walls
    table.play("join 2")
    assert table.state.land.walls == walls + 1
    assert (table.line("c4 c5"), table.line("c4 d4")) == (WALL, INSIDE_CITY)
    assert table.size(2) == 3


def test_mb_24_never_more_than_two_are_joined_in_a_turn():
    table = x4()
    table.play("join 2")
    assert table.phase == "play card"  # although the joined city touches city 1


def test_mb_24_without_joining_all_walls_stay():
    table = x4()
    walls = table.state.land.walls
    table.play("join none")
    assert table.state.land.walls == walls
    assert table.state.land.city_count == 3


def test_mb_24_a_join_that_frees_a_tower():
    table = x4()
    assert table.tower("c5") == "white"
    happened = table.play("join 1")
    assert table.tower("c5") is None
    freed = [event for event in happened if event.name == "free towers"]
    assert [(len(event.args), event.rule) for event in freed] == [(1, "MB-24")]
    assert table.towers(1) == 6 + 1 + 1 - 2  # b4 b5 c6 d5 c4 and d4


def test_mb_24_a_join_of_a_ring_with_its_hole_frees_the_towers_between():
    table = Table()
    table.walls(*TRIANGLE, *RING[:-1])
    table.wall(RING[-1])
    towers = table.state.land.towers
    table.play("join 1")
    assert table.state.land.towers == towers + 3
    assert (table.size(1), table.towers(1)) == (13, 9)


def test_mb_24_two_houses_paired_only_after_a_join():
    table = Table()
    table.wall("c5 d4", "red red")  # a red house on either side
    for line, houses in (("c4 c5", "yellow blue"), ("c4 d4", "green pink"), ("c5 d5", "yellow blue")):
        table.wall(line, houses)
        table.settle()
    table.wall("d4 d5", "green pink")
    assert "red" not in table.palaces(1) | table.palaces(2)
    assert (table.houses(1)["red"], table.houses(2)["red"]) == (1, 1)
    happened = table.play("join 1")
    assert table.palaces(1)["red"] == 1
    assert "red" not in table.houses(1)
    assert ("palace", "MB-22") in [(event.name, event.rule) for event in happened]


def test_mb_25_the_joined_city_is_scored():
    table = x4()
    table.play("join 1")
    assert table.state.scored_city == 1
    assert table.worth("size2", table.state.scored_city) == 0
    assert table.worth("city-towers", table.state.scored_city) == 6


def test_a_city_with_no_closed_neighbour_is_scored_at_once():
    table = Table()
    table.walls("c4 c5", "c4 d4")
    assert names(table.wall("c5 d4"))[-1] in ("close", "palace")
    assert table.phase == "play card"


def test_cities_that_only_meet_at_a_point_are_no_neighbours():
    table = Table()
    table.walls(*TRIANGLE)
    table.walls("b3 c4", "b3 c3")
    table.wall("c3 c4")
    assert table.phase == "play card"
    assert table.state.land.city_count == 2


def test_mb_20_what_each_wall_would_close_is_told_of_all_lines_at_once():
    told = 0
    for seed in range(4):
        match, rng = Match(GAME, 2, dealer=Dealer.seeded(seed)), Rng(seed)
        while not match.over:
            match.play(match.actor, match.state.random_action(rng))
            land = match.state.land
            free = [line for line, content in enumerate(land.lines) if content == FREE]
            one_by_one = [(line, cities.size_if_walled(land, line)) for line in free]
            assert cities.sizes_if_walled(land) == [(line, size) for line, size in one_by_one if size]
            told += len(cities.sizes_if_walled(land))
    assert told > 100


def test_mb_86_the_walls_of_closed_cities_are_told_apart():
    table = Table()
    table.walls(*TRIANGLE[:2], "e4 e5")
    table.wall(TRIANGLE[2])
    land = table.state.land
    kinds = land.line_kinds()
    assert (kinds.count(CITY_WALL), kinds.count(WALL)) == (3, 1)
    assert [kind if kind != CITY_WALL else WALL for kind in kinds] == list(land.lines)
