"""What a page is given."""

import msgspec

from citywright.engine.state import CHANCE
from citywright.games.milestones import GAME
from citywright.games.milestones.notation import parse_field
from citywright.games.milestones.rules.mill import best_delivery
from citywright.games.milestones.view import MilestonesView, PathField, ShownPosition, Worker, view
from tests.games.milestones.table import Table


def test_everything_is_typed_data_that_survives_json():
    table = Table(3).begin().road("b1 b2 b3").market("b3").path("stone1 x wood3* - - - - -")
    shown = view(table.state, 0)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=MilestonesView) == shown


def test_a_board():
    table = Table().begin().path("stone1 x wood3* - - - - -").goods(coin=2, sand=1).at("path 5")
    board = view(table.state, CHANCE).boards[0]
    assert board.position == "path 5"
    assert board.goods == {"stone": 0, "wood": 0, "sand": 1, "grain": 0, "coin": 2}
    assert board.path[:4] == [
        PathField(Worker("stone", 1), bonus=False, covered=False),
        PathField(None, bonus=False, covered=True),
        PathField(Worker("wood", 3), bonus=True, covered=False),
        PathField(None, bonus=False, covered=False),
    ]
    assert board.rising
    assert board.strengths == {"stone": 1, "wood": 2, "sand": 0, "grain": 0, "coin": 0}


def test_the_map():
    table = Table().begin().road("b1 b2 b3").market("b3")
    shown = view(table.state, CHANCE)
    fields = {field.name: field for field in shown.fields}
    assert (fields["b3"].piece, fields["b3"].road, fields["b3"].number) == ("market", "inner", 2)
    assert (fields["b2"].piece, fields["b2"].row, fields["b2"].column) == ("milestone", 1, 1)
    assert fields["a1"].road is None
    assert {plot.name for plot in shown.plots if plot.bordered} == {
        "b1 b2 c2",
        "b2 b3 c3",
        "a2 b1 b2",
        "a3 b2 b3",
    }
    assert shown.supplies == {"sections": 23, "markets": 10, "houses": 12, "sacks": 12}


def test_what_is_under_way():
    table = Table().begin().visit("building office", stone=1, sand=1)
    table.play("road b1", "milestone b2")
    building = view(table.state, 0).building
    assert (building.start, building.milestone) == ("b1", "b2")
    table = Table().begin().visit("trading house", coin=2)
    tile = table.options_of("hire")[0]
    table.play(f"hire {tile}")
    placing = view(table.state, 0).placing
    assert placing is not None
    assert placing.name == tile


def test_the_draft():
    table = Table()
    assert view(table.state, 0).start == "A"
    table.deal()
    table.play(table.options()[0])
    shown = view(table.state, 1)
    assert [len(board.taken) for board in shown.boards] == [0, 1]
    assert len(shown.start_tiles) == 4
    assert view(GAME.new_state(2, -1, GAME.default_layout), 0).start is None


def test_choices_tell_points_and_coins():
    table = Table().begin().road("b1 b2 b3").path("stone2 wood1 - - - - - -")
    table.visit("building office", stone=1, wood=1, sand=1)
    gains = {choice.action: (choice.points, choice.coins) for choice in view(table.state, 0).choices}
    assert gains["done"] == (0, 0)
    assert gains["market b3"] == (2, 0)
    assert gains["house b2 b3 c3"] == (5, 0)
    assert view(table.state, 1).choices == []
    table.visit("trading house", coin=2, sand=2)
    gains = {choice.action: (choice.points, choice.coins) for choice in view(table.state, 0).choices}
    assert gains["sell sand sand"] == (0, 1)
    assert gains["buy wood"] == (0, -2)


def test_choices_do_not_tell_the_majorities_of_the_end():
    table = Table().begin().path("stone1 - - - - - - -", 1)
    table.state.end_seat, table.state.end_reason, table.state.seat, table.state.moves_left = 0, 0, 1, 1
    assert {choice.points for choice in view(table.state, 1).choices} == {0}


def test_a_view_leads_back_to_the_rules():
    """What texts and drawings ask the rules about a view is what the rules say of the position itself."""
    table = Table().begin().road("b1 b2 b3", "b3 b4 b5").market("b3")
    table.path("stone1 x wood3* wood4 - - - -").goods(coin=2, sand=1).at("path 5")
    shown = ShownPosition(view(table.state, 0))
    own_board = table.state.own_board()
    assert shown.actor_board.snapshot() == own_board.snapshot()
    assert shown.best_delivery("b3") == best_delivery(table.state.land, parse_field("b3"))
    table.visit("building office", stone=1, sand=1)
    for start in table.options_of("road"):
        road = Table()
        road.state = table.state.clone()
        road.play(f"road {start}")
        assert shown.milestone_fields(start) == set(road.options_of("milestone"))
