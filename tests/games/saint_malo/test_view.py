"""What a seat sees."""

import msgspec

from citywright.engine.state import CHANCE, LOT, OVER
from citywright.games.saint_malo.view import Piece, view
from tests.games.saint_malo.table import Table


def choices(table: Table, seat: int = 0) -> dict[str, tuple[int, int]]:
    return {choice.action: (choice.points, choice.coins) for choice in view(table.state, seat).choices}


def test_before_the_first_turn():
    shown = view(Table(3, LOT).state, 0)
    assert (shown.actor, shown.phase, shown.start, shown.turn, shown.round) == ("*", "draw start", None, 0, 0)
    assert shown.dice == []
    assert shown.choices == []


def test_the_city_is_told_piece_by_piece():
    table = Table().draw("church 3", "d4").draw("soldier", "b1").draw("wall", "g2 g3 g4 g5 g6 b7")
    city = view(table.state, CHANCE).cities[0]
    assert city.pieces[0] == Piece("b1", "soldier")
    assert city.pieces[1] == Piece("b2", "crate", printed=True)
    assert Piece("d4", "church", 3) in city.pieces
    assert len(city.pieces) + len(city.empty) == 45
    assert city.sides == {"top": "destroyed", "right": "complete", "bottom": "open", "left": "open"}
    assert (city.defence, city.cannons, city.lost_cannons, city.church_points) == (3, 6, 0, 0)


def test_dice_in_the_hand_are_not_shown():
    table = Table()
    assert view(table.state, 0).dice == [None] * 5
    table.play("roll log crate wall cross head", "keep 2")
    assert view(table.state, 0).dice == [None, "crate", None, None, None]
    assert view(table.state, 0).rolls_left == 2


def test_choices_say_what_they_bring_and_only_to_whom_they_belong():
    table = Table().rich(6).draw("church 1", "c3").rolled("head head head log log")
    assert choices(table)["use log 3"] == (0, -4)
    assert choices(table, 1) == {}
    assert choices(table, CHANCE) == {}
    table.play("use head 2 priest")
    assert choices(table)["place d4"] == (1, 0)
    assert choices(table)["place f6"] == (0, 0)


def test_a_choice_that_ends_the_game_does_not_count_the_final_points():
    table = Table().fill("house", but="d4", seat=1).passed(1).rolled("head log log log log")
    table.play("use head 1 citizen")
    assert choices(table, 1) == {"place d4": (1, 0)}


def test_what_is_in_hand():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall wall head cross cross")
    table.play("use wall 2")
    shown = view(table.state, 0)
    assert (shown.phase, shown.placing, shown.left, shown.tower) == ("place wall", "wall", 2, None)
    table.play("place f1")
    shown = view(table.state, 0)
    assert (shown.phase, shown.placing, shown.left, shown.tower) == ("choose bonus", None, 1, "top")
    table.play("bonus architect")
    assert view(table.state, 0).placing == "architect"
    table.play("place e3", "place f3")
    shown = view(table.state, 0)
    assert (shown.placing, shown.houses_left, shown.group) == ("house", 1, ["f3"])
    table = Table().rolled("cross cross log log log")
    table.play("use cross 2")
    assert (view(table.state, 0).placing, view(table.state, 0).number) == ("church", 2)


def test_the_end():
    table = Table(2).passed(6)
    shown = view(table.state, 1)
    assert table.state.actor() == OVER
    assert (shown.actor, shown.phase, shown.reason, shown.ranks, shown.dice) == (
        None,
        "over",
        "passes",
        [1, 1],
        [],
    )


def test_it_is_plain_data():
    shown = view(Table(5).rolled("swords log log log log").state, 0)
    data = msgspec.json.decode(msgspec.json.encode(shown))
    assert data["pirates"] == {"strengths": [1, 3, 6, 8, 10, 12], "row_length": 10, "crossed": 0}
    assert data["cities"][4]["seat"] == "E"
