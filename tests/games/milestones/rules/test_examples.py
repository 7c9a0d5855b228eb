"""The worked examples: MS-X1 to MS-X6."""

from tests.games.milestones.table import Table, builder, finished, occupied, points_of


def test_ms_x1_two_stone_then_one_coin():
    table = Table().begin().path("stone1 coin3 - stone5 wood5 coin5 grain6 -").goods()
    table.play("go path 4")
    assert table.stock(0) == {"stone": 2}
    table.play("go path 6")
    assert table.stock(0) == {"stone": 2, "coin": 1}


def test_ms_x2_a_house_scores_its_free_corners():
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=1)
    assert points_of(table.play("house a3 b2 b3")) == 3  # 1 and 2; b2 has the milestone
    table = builder().road("b1 b2 b3")
    occupied(table, "c2").visit("building office", stone=1, wood=1)
    assert points_of(table.play("house b1 b2 c2")) == 0


def test_ms_x3_a_delivery_for_three_and_four():
    table = builder().road("b1 b2 b3", "b3 b4 b5", "b5 a6 a7").market("b5")
    free = {"b6": 4, "c5": 2, "c6": 2, "a5": 3}
    table.visit("mill", grain=2).play("deliver b5")
    assert table.options() == [f"count {field}" for field in sorted(free)]
    assert points_of(table.play("count a5", "count b6")) == 7
    assert table.stock(0) == {"coin": 1}


def test_ms_x4_two_two_and_one():
    table = finished("stone1* -", "stone1 stone2", "stone5 -")
    assert [table.board(seat).points for seat in range(3)] == [2, 2, 0]


def test_ms_x5_three_wood_and_a_point():
    table = Table().begin().path("stone1 wood2 wood3* wood5 - - - -").goods().at("path 1")
    assert points_of(table.play("go path 4")) == 1
    assert table.stock(0) == {"wood": 3}


def test_ms_x6_a_house_before_the_market_on_the_same_number_scores_both():
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=2, sand=1)
    assert points_of(table.play("house b2 b3 c3"), "houses") == 2 + 3
    assert points_of(table.play("market b3"), "markets") == 2
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=2, sand=1)
    assert points_of(table.play("market b3"), "markets") == 2
    assert points_of(table.play("house b2 b3 c3"), "houses") == 3


def test_ms_x6_a_house_before_the_milestone_on_the_same_number_scores_both():
    table = builder().road("b1 b2 b3").visit("building office", stone=2, wood=1, sand=1)
    assert points_of(table.play("house b2 b3 c3"), "houses") == 2 + 3
    assert points_of(table.play("road b3", "milestone c3", "end c4"), "roads") == 3
