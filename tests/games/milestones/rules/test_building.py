"""The building office: MS-40 to MS-44."""

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.games.milestones import GAME, new_state
from citywright.games.milestones.audit import audit
from citywright.games.milestones.rules import codes, masks, phases
from citywright.games.milestones.rules.grid import FIELDS, neighbours
from citywright.games.milestones.rules.material import (
    DELIVERY_PRICE,
    KIND_NAMES,
    ROAD_PRICE,
    can_pay,
    goods_listed,
    pack_goods,
)
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, builder, named, points_of


def sections_from(table: Table, start: str) -> list[str]:
    """Every section that is offered from a field."""
    sections = []
    for words in [f"road {start}"] if start in table.options_of("road") else []:
        first = Table()
        first.state = table.state.clone()
        first.play(words)
        for middle in first.options_of("milestone"):
            second = Table()
            second.state = first.state.clone()
            second.play(f"milestone {middle}")
            sections += [f"{start} {middle} {end}" for end in second.options_of("end")]
    return sections


def test_ms_40_a_section_costs_stone_and_sand_and_scores_its_milestone():
    table = builder(stone=2, sand=1)
    table.play("road b1")
    assert table.stock(0) == {"stone": 2, "sand": 1}
    events = table.play("milestone b2")
    assert points_of(events, "roads") == 1
    assert table.stock(0) == {"stone": 1}
    table.play("end b3")
    shown = view(table.state, 0)
    assert shown.lines == [("b1", "b2"), ("b2", "b3")]
    assert [field.name for field in shown.fields if field.piece == "milestone"] == ["b2"]
    assert [field.name for field in shown.fields if field.road == "end"] == ["b3"]
    assert table.options() == ["done"]


def test_ms_40_straight_bent_and_sharply_bent():
    table = builder(stone=1, sand=1)
    offered = sections_from(table, "b1")
    assert "b1 b2 b3" in offered  # straight
    assert "b1 b2 c3" in offered  # bent
    assert "b1 b2 a2" in offered  # sharply: a2 touches b1, too
    assert len(offered) == len(set(offered)) == 1 + 3 + 5 + 2 + 5  # over a1, a2, b2, c1, c2


def test_ms_41_the_first_section_starts_at_the_start_market():
    assert builder(stone=1, sand=1).options_of("road") == ["b1"]


def test_ms_41_a_road_that_would_join_another_cross_it_or_close_a_loop_is_not_offered():
    table = (
        builder()
        .road("b1 b2 b3", "b1 c2 c3", "b3 a4 a5", "c3 c4 c5")
        .visit("building office", stone=1, sand=1)
    )
    touched = {"b1", "b2", "b3", "c2", "c3", "a4", "a5", "c4", "c5"}
    assert table.options_of("road") == ["a5", "b1", "c5"]
    for start in table.options_of("road"):
        for section in sections_from(table, start):
            assert not touched & set(section.split(" ")[1:]), section
    assert "c5 b4 b5" in sections_from(table, "c5")
    assert "a5 b4 b5" in sections_from(table, "a5")
    table.play("road c5", "milestone b4", "end b5")
    assert "a5 b5 b6" not in sections_from(
        table.visit("building office", stone=1, sand=1), "a5"
    )  # would join
    assert audit(table.state) == []


def test_ms_41_a_middle_needs_an_untouched_field_to_go_on_to():
    table = builder().road("b1 a2 a3").visit("building office", stone=1, sand=1)
    assert not [
        section for section in sections_from(table, "b1") if section.startswith("b1 a1")
    ]  # a dead end
    assert [section for section in sections_from(table, "b1") if section.startswith("b1 b2")]


def test_ms_41_roads_branch_only_at_markets():
    table = builder().road("b1 b2 b3", "b3 b4 b5")
    assert table.visit("building office", stone=1, sand=1).options_of("road") == ["b1", "b5"]
    table.play("done")
    table.market("b3").visit("building office", stone=1, sand=1)
    assert table.options_of("road") == ["b1", "b3", "b5"]
    table.play("done")
    table.road("b3 c4 c5")
    assert "b3" in table.visit("building office", stone=1, sand=1).options_of("road")
    assert audit(table.state) == []


def test_ms_41_the_far_end_stays_free():
    table = builder().road("b1 b2 b3").visit("building office", wood=1, sand=1)
    assert table.options_of("market") == ["b3"]


def test_ms_41_what_is_offered_is_what_the_rule_says():
    """Against a plain search over the whole map, in games of the steward."""
    compared = 0
    for seed in range(2):
        state, rng, player = new_state(3, LOT, GAME.default_layout), Rng(seed), GAME.policy("steward")
        while state.actor() != OVER:
            if state.phase == phases.BUILD and any(
                codes.ROAD <= code < codes.MILESTONE for code in state.legal_actions()
            ):
                land = state.land
                untouched = {field for field in range(FIELDS) if land.has(masks.UNTOUCHED, field)}
                wanted = {
                    (a, b, c)
                    for a in range(FIELDS)
                    if land.has(masks.ENDS, a) or land.has(masks.MARKETS, a)
                    for b in neighbours(a)
                    for c in neighbours(b)
                    if b in untouched and c in untouched
                }
                assert _offered(state) == wanted
                compared += 1
            chance = state.actor() == CHANCE
            state.apply(state.sample_chance(rng) if chance else player.choose(state.clone(), rng))
    assert compared > 20


def _offered(state):
    """The sections the three decisions lead to."""
    sections = set()
    for a in [code - codes.ROAD for code in state.legal_actions() if codes.ROAD <= code < codes.MILESTONE]:
        started = state.clone()
        started.apply(codes.ROAD + a)
        for b in [code - codes.MILESTONE for code in started.legal_actions()]:
            half = started.clone()
            half.apply(codes.MILESTONE + b)
            sections |= {(a, b, code - codes.ROAD_END) for code in half.legal_actions()}
    return sections


def test_ms_42_a_house_costs_stone_and_wood_and_needs_a_road_piece_on_an_edge():
    table = builder(stone=1, wood=1)
    assert table.options_of("house") == []
    table = builder().road("b1 b2 b3").visit("building office", stone=2, wood=1)
    assert table.options_of("house") == ["b1 b2 c2", "b2 b3 c3", "a2 b1 b2", "a3 b2 b3"]
    events = table.play("house a3 b2 b3")
    assert points_of(events, "houses") == 1 + 2  # a3 and b3; the milestone on b2 does not count
    assert table.stock(0) == {"stone": 1}
    table.visit("building office", stone=1, wood=1)
    assert "a3 b2 b3" not in table.options_of("house")
    assert audit(table.state) == []


def test_ms_43_a_market_costs_wood_and_sand_at_an_end_or_between_sections():
    table = builder().road("b1 b2 b3", "b3 b4 b5").visit("building office", wood=2, sand=1)
    assert table.options_of("market") == ["b3", "b5"]
    assert points_of(table.play("market b3"), "markets") == 2
    assert table.stock(0) == {"wood": 1}
    table.visit("building office", wood=1, sand=1)
    assert table.options_of("market") == ["b5"]
    assert audit(table.state) == []


def test_ms_44_nothing_beyond_the_supply():
    table = builder().road("b1 b2 b3")
    land = table.state.land
    assert (land.sections_left, land.markets_left, land.houses_left) == (23, 11, 12)
    land.sections_left = land.markets_left = land.houses_left = 1
    table.visit("building office", stone=4, wood=4, sand=4)
    table.play("road b3", "milestone b4", "end b5", "market b3", "house b2 b3 c3")
    assert table.options() == ["done"]
    assert len(named(table.events, "houses")) == 1


def test_ms_44_any_number_of_builds_in_any_order():
    table = builder(stone=3, wood=2, sand=3)
    table.play("road b1", "milestone b2", "end b3", "house b2 b3 c3", "road b3", "milestone b4", "end b5")
    table.play("market b3")
    assert table.options() == ["done"]
    assert table.stock(0) == {}


def test_the_starts_follow_every_build():
    """Cutting a market off takes it from the offers."""
    table = builder().road("b1 a2 a3", "b1 b2 b3", "b1 c2 c3")
    table.visit("building office", stone=1, sand=1)
    assert sections_from(table, "b1") == ["b1 c1 d1"]
    table.play("road b1", "milestone c1", "end d1")
    assert "b1" not in table.visit("building office", stone=1, sand=1).options_of("road")
    assert audit(table.state) == []


def test_prices_are_goods():
    names = [KIND_NAMES[kind] for kind in goods_listed(DELIVERY_PRICE + ROAD_PRICE)]
    assert names == ["stone", "sand", "grain", "grain"]
    assert can_pay(pack_goods([0, 0, 0, 2, 0]), DELIVERY_PRICE)
    assert not can_pay(pack_goods([9, 9, 9, 1, 9]), DELIVERY_PRICE)
    assert can_pay(pack_goods([1, 0, 1, 0, 0]), ROAD_PRICE)
    assert not can_pay(pack_goods([0, 5, 1, 0, 0]), ROAD_PRICE)
