"""Bonus tiles: MS-50 to MS-52."""

from citywright.games.milestones import GAME
from citywright.games.milestones.layout import parse_layout
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, named, points_of

CROWDED = GAME.default_layout.source.replace('"c3 c4 d3"', '"a3 b2 b3"').replace('"e2 e3 f2"', '"b2 b3 c3"')


def test_ms_50_a_milestone_at_a_corner_offers_the_tile_for_a_worker_of_its_kind():
    table = Table().begin().tile("a2 a3 b2", "wood").path("wood1 stone2 wood3* wood4 - - - -")
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone b2", "end b3")
    assert table.options() == ["leave", "claim a2 a3 b2 1", "claim a2 a3 b2 4"]
    assert view(table.state, 0).building.offered == ["a2 a3 b2"]
    assert points_of(table.play("claim a2 a3 b2 4"), "bonus tiles") == 1
    assert table.shown(0) == "wood1 stone2 wood3* wood4* - - - -"
    assert table.options() == ["done"]


def test_ms_50_the_end_of_a_section_offers_nothing():
    table = Table().begin().tile("a2 a3 b2", "wood").path("wood1 - - - - - - -")
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone a2", "end b2")
    assert "leave" in table.options()  # a2 is a corner, too
    table = Table().begin().tile("a2 a3 b2", "wood").tile("c1 c2 d1", None).path("wood1 - - - - - - -")
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone c2", "end b2")
    assert table.options() == ["done"]


def test_ms_50_a_market_at_a_corner_offers_the_tile():
    table = Table().begin().tile("a2 a3 b2", "wood").road("b1 c2 b2").path("wood1 - - - - - - -")
    table.visit("building office", wood=1, sand=1).play("market b2")
    assert table.options() == ["leave", "claim a2 a3 b2 1"]


def test_ms_50_without_a_free_worker_of_the_kind_nothing_is_offered():
    table = Table().begin().tile("a2 a3 b2", "wood").path("wood1* stone2 - - - - - -")
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone b2", "end b3")
    assert table.options() == ["done"]


def crowded() -> Table:
    """A map where b2 is a corner of three bush plots with stone, wood and wood."""
    table = Table(layout=parse_layout(CROWDED)).begin().path("stone1 wood2 - - - - - -")
    table.tile("a2 a3 b2", "wood").tile("a3 b2 b3", "stone").tile("b2 b3 c3", "wood")
    table.visit("building office", stone=1, sand=1)
    table.play("road b1", "milestone b2", "end c2")
    return table


def test_ms_50_several_plots_offer_at_once_in_any_order():
    table = crowded()
    assert table.options() == ["leave", "claim a2 a3 b2 2", "claim b2 b3 c3 2", "claim a3 b2 b3 1"]
    table.play("claim b2 b3 c3 2")
    assert table.options() == ["leave", "claim a3 b2 b3 1"]  # no other free wood worker
    table.play("claim a3 b2 b3 1")
    assert table.shown(0) == "stone1* wood2* - - - - - -"
    assert table.options() == ["done"]
    assert table.board(0).points == 1 + 2


def test_ms_50_of_several_some_are_left():
    table = crowded()
    table.play("claim a3 b2 b3 1", "leave")
    assert table.shown(0) == "stone1* wood2 - - - - - -"
    bonus = {plot.name: plot.bonus for plot in view(table.state, 0).plots if plot.bush}
    assert (bonus["a2 a3 b2"], bonus["a3 b2 b3"], bonus["b2 b3 c3"]) == ("wood", None, "wood")


def test_ms_51_left_with_a_milestone_the_tile_stays_for_later():
    table = Table().begin().tile("a2 a3 b2", "wood").path("wood1 - - - - - - -").road("b1 b2 a3")
    assert table.shown(0) == "wood1 - - - - - - -"
    table.visit("building office", wood=1, sand=1).play("market a3", "claim a2 a3 b2 1")
    assert table.shown(0) == "wood1* - - - - - - -"


def test_ms_51_a_house_on_a_bush_plot_without_a_fitting_worker_is_not_offered():
    table = Table().begin().tile("a2 a3 b2", "wood").road("b1 b2 a3")
    for path, offered in [
        ("stone1 - - - - - - -", False),
        ("wood1* - - - - - - -", False),
        ("wood1 - - - - - - -", True),
    ]:
        table.path(path).visit("building office", stone=1, wood=1)
        assert ("a2 a3 b2" in table.options_of("house")) == offered
        table.play("done")


def test_ms_51_a_house_must_take_the_tile():
    table = Table().begin().tile("a2 a3 b2", "wood").road("b1 b2 a3").path("wood1 wood2 - - - - - -")
    table.visit("building office", stone=1, wood=1).play("house a2 a3 b2")
    assert table.options() == ["claim a2 a3 b2 1", "claim a2 a3 b2 2"]
    table.play("claim a2 a3 b2 1")
    assert table.options() == ["done"]


def test_ms_51_a_house_where_the_tile_is_gone_takes_nothing():
    table = Table().begin().tile("a2 a3 b2", None).road("b1 b2 a3")
    table.visit("building office", stone=1, wood=1).play("house a2 a3 b2")
    assert table.options() == ["done"]


def test_ms_52_building_over_a_worker_with_a_bonus_tile_removes_it():
    table = Table().begin().path("wood8* stone1* - - - - - -").visit("trading house", coin=2)
    events = table.play(f"hire {table.options_of('hire')[0]}", "place 2 3")
    assert named(events, "bonus tile lost")[0].args == (0, 1)
    assert table.board(0).bonus == 1
    assert view(table.state, 0).bonus_lost["stone"] == 1


def test_ms_52_covering_a_worker_with_a_bonus_tile_removes_it():
    table = Table().begin().path("wood8* stone1 grain2 - - - - -").visit("castle")
    events = table.play("cover 1")
    assert named(events, "bonus tile lost")[0].args == (1, 0)
    assert table.shown(0) == "x stone1 grain2 - - - - -"
