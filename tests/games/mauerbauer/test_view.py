"""What a view tells: complete for drawing the table, and only what its seat may know."""

import msgspec

from citywright.engine.state import CHANCE, LOT
from citywright.games.mauerbauer import GAME, new_state
from tests.games.mauerbauer.table import TRIANGLE, Table


def test_before_the_lot():
    view = GAME.view(new_state(3, LOT, GAME.default_layout), CHANCE)
    assert (view.phase, view.actor, view.active, view.seat, view.hand) == ("lot", "*", None, "*", [])


def test_during_a_turn():
    table = Table()
    table.play("wall c4 d4", "dice red ? grey", "tower c4 grey")
    view = GAME.view(table.state, 0)
    assert (view.game, view.phase, view.actor, view.active) == ("mauerbauer", "place other tower", "A", "A")
    assert (view.dice, view.tower_die) == (["red", "?"], "grey")
    line = view.lines[view.wall]
    assert [view.points[point].name for point in line.points] == ["c4", "d4"]
    assert line.what == "wall"
    assert [choice.action for choice in view.choices] == ["tower d4 white", "tower d4 grey", "tower d4 black"]
    assert GAME.view(table.state, 1).choices == []
    tower = next(point for point in view.points if point.name == "c4")
    assert (tower.tower, tower.in_city) == ("grey", False)


def test_a_scoring_tells_the_points_of_each_card():
    table = Table(2, hands=("size1 size1 size2 city-towers outside-walls size7",))
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    view = GAME.view(table.state, 0)
    assert view.scored == 1
    worth = {card.kind: (card.copies, card.points) for card in view.hand}
    assert worth["size1"] == (2, 6)
    assert worth["size2"] == (1, 0)
    assert worth["city-towers"] == (1, 3)
    points = {choice.action: choice.points for choice in view.choices}
    assert (points["play size1"], points["discard size1"], points["play outside-walls"]) == (6, 0, 0)
    assert next(card.source for card in view.hand if card.kind == "size1") == "city size"
    assert view.hand_sizes == [6, 6]
    assert GAME.view(table.state, 1).hand != view.hand


def test_a_closed_city():
    table = Table()
    table.walls(*TRIANGLE, "c5 d5", houses="red blue")
    table.wall("d4 d5", "red blue")
    view = GAME.view(table.state, CHANCE)
    first, second = view.cities
    assert (first.number, len(first.fields), first.neighbours) == (1, 1, [2])
    assert (second.number, second.neighbours) == (2, [1])
    assert sum(first.towers.values()) == 3
    assert view.fields[first.fields[0]].city == 1
    assert view.fields[first.fields[0]].houses == {}
    assert sum(1 for line in view.lines if line.what == "city wall") == 5
    assert view.outside.walls == 0
    assert sum(view.outside.regions) == sum(view.outside.houses.values()) > 0
    table.play("join 1")
    joined = GAME.view(table.state, CHANCE)
    assert [line.what for line in joined.lines].count("inside") == 1


def test_the_outside_is_told():
    table = Table()
    table.wall("a4 b4", "red blue", "grey black")
    outside = GAME.view(table.state, 0).outside
    assert (outside.walls, outside.towers, outside.towers_at_water) == (1, {"grey": 1, "black": 1}, 1)
    assert outside.houses == {"red": 1, "blue": 1}


def test_the_end():
    table = Table()
    table.state.land.walls = 1
    table.state.apply(GAME.parse_action("wall c4 d4"))
    assert GAME.view(table.state, 0).last_turn == "walls"
    while table.state.actor() >= CHANCE:
        table.state.apply(GAME.parse_action(table.options()[-1]))
    view = GAME.view(table.state, 0)
    assert (view.actor, view.reason, view.ranks) == (None, "walls", [1, 1])


def test_a_view_is_plain_data():
    view = GAME.view(Table().state, 0)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
