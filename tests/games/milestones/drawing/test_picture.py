"""What the pictures of Milestones show: gains in their places, reasons where nothing can be done, any map."""

from __future__ import annotations

import re
from html import unescape

import pytest

from citywright.draw.panel import Panel, offers_by_place
from citywright.games.milestones import GAME
from citywright.games.milestones.drawing.coordinates import RISE, WIDTH, chart_of
from citywright.games.milestones.drawing.picture import panels
from citywright.games.milestones.layout import parse_layout
from citywright.games.milestones.notation import format_field, format_plot
from citywright.games.milestones.rules.grid import PLOTS, corners
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, builder


def drawn(table: Table, lang: str = "en") -> dict[str, str]:
    """Every part as the acting seat sees it, by id."""
    shown = panels(view(table.state, table.state.actor()), lang)
    return {part.id: part.svg for panel in shown for part in panel.parts}


def why_not(table: Table, place: str) -> str:
    """Why the acting seat can do nothing at a place of the map."""
    offer = offers_by_place(panels(view(table.state, table.state.actor()), "en")[0])[place]
    return offer.title if not offer.action else ""


def actions(svg: str) -> list[str]:
    return re.findall(r'data-action="([^"]+)"', svg)


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def reason(svg: str) -> str:
    match = re.search(r'data-why="([^"]+)"', svg)
    return unescape(match[1]) if match else ""


def test_stops_on_the_path_tell_their_goods_ms_20() -> None:
    table = Table().begin().path("stone1 coin3 - stone5 wood5* coin5 grain6 -").goods()
    parts = drawn(table)
    assert "+2" in texts(parts["tray-path-4"])
    assert "To the quarryman 5: +2 stone (MS-20)" in parts["tray-path-4"]
    assert texts(parts["tray-path-5"]) == ["5", "+1", "+1"]  # MS-21: a wood, and a point for the bonus tile
    assert "To path 3: nobody works there (MS-12)" in parts["tray-path-3"]
    assert actions(parts["tray-mill"]) == ["go mill"]


def test_what_lies_behind_the_figure_says_why_not_ms_11() -> None:
    table = Table().begin().path("stone1 coin3 - stone5 - - - -").goods().at("path 4")
    parts = drawn(table)
    assert not actions(parts["tray-path-2"])
    assert "MS-11" in reason(parts["tray-path-2"])
    assert actions(parts["tray-castle"]) == ["go castle"]


def test_a_field_may_take_a_market_and_start_a_road_ms_41_ms_43() -> None:
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=1, sand=1)
    parts = drawn(table)
    assert actions(parts["main-b3-market-place"]) == ["market b3"]
    assert actions(parts["main-b3-road-place"]) == ["road b3"]
    assert texts(parts["main-b3-market-place"]) == ["+2"]
    assert texts(parts["main-b3-road-place"]) == []


def test_each_kind_of_places_has_a_switch_in_the_tray_if_there_are_several() -> None:
    parts = drawn(builder().road("b1 b2 b3").visit("building office", stone=1, wood=1, sand=1))
    kinds = {kind for svg in parts.values() for kind in re.findall(r'data-kind="(\w+)"', svg)}
    switches = {kind for svg in parts.values() for kind in re.findall(r'data-filter="(\w+)"', svg)}
    assert kinds == switches == {"road", "house", "market"}
    assert "MS-60" in reason(parts["tray-card-sack"])
    parts = drawn(builder().road("b1 b2 b3").visit("building office", stone=1, wood=1))
    assert not any("data-filter" in svg for svg in parts.values())
    assert reason(parts["tray-card-road"]) == "You lack 1 sand for a road (MS-40)"


def test_of_one_kind_no_place_overlaps_another() -> None:
    """Targets are told apart by hexagons around fields and by plots, which meet but do not overlap."""
    chart = chart_of(view(Table().begin().state, 0))
    for name, near in chart.near.items():
        xs = [x for x, _ in chart.cell(name)]
        for other in near:
            if other[0] == name[0] and chart.spots[other] > chart.spots[name]:
                assert max(xs) <= min([x for x, _ in chart.cell(other)]) + 0.1


def test_houses_tell_their_points_and_others_why_not_ms_42() -> None:
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=1)
    parts = drawn(table)
    assert actions(parts["main-a3-b2-b3-house-place"]) == ["house a3 b2 b3"]
    assert "+3" in texts(parts["main-a3-b2-b3-house-place"])
    assert "road piece" in why_not(table, "e3 e4 f3")
    assert "milestone" in why_not(table, "b2")
    assert why_not(table, "b3") == (
        "You lack 1 sand for a road (MS-40). You lack 1 sand for a market (MS-43)"
    )


def test_a_road_is_led_step_by_step_ms_40() -> None:
    table = builder().visit("building office", stone=1, sand=1)
    assert actions(drawn(table)["main-b1-road-place"]) == ["road b1"]
    table.play("road b1")
    parts = drawn(table)
    assert actions(parts["main-b2-milestone-place"]) == ["milestone b2"]
    assert "+1" in texts(parts["main-b2-milestone-place"])
    assert "MS-41" in why_not(table, "d4")
    table.play("milestone b2")
    parts = drawn(table)
    assert actions(parts["main-b3-end-place"]) == ["end b3"]
    assert 'class="piece"' in parts["main-b2"]


def test_deliveries_tell_the_two_best_numbers_ms_61() -> None:
    table = builder().road("b1 b2 b3", "b3 b4 b5", "b5 a6 a7").market("b5").visit("mill", grain=2)
    parts = drawn(table)
    assert texts(parts["main-b5-deliver-place"]) == ["+7"]  # and a coin, drawn
    assert "MS-60" in why_not(table, "b3")
    table.play("deliver b5")
    assert "+4" in texts(drawn(table)["main-b6-count-place"])


def test_a_tile_shows_whether_the_numbers_still_rise_ms_30() -> None:
    table = Table().begin().path("stone1 - - - - - - stone8").goods(coin=2).at("path 8")
    table.play("go trading house")
    hire = table.options_of("hire")[0]
    table.play(f"hire {hire}")
    parts = drawn(table)
    titles = [parts[f"tray-between-{left}"] for left in range(1, 8)]
    assert all(actions(svg) == [f"place {left} {left + 1}"] for left, svg in enumerate(titles, 1))
    assert "on fields 1 and 2 of the path (MS-32). Covers the quarryman 1." in titles[0]
    assert any("Rising numbers: +1 coin (MS-30)" in svg for svg in titles)


def test_several_bonus_tiles_on_one_worker_share_his_field_ms_50() -> None:
    """Two bushes at one corner, both with stone: each has its own element on the only quarryman."""
    text = GAME.default_layout.source.replace('"a4 a5 b4"', '"a3 b2 b3"')
    text = re.sub(r"(?m)^(wood|sand|grain|coin) = 3$", r"\1 = 0", text).replace("stone = 3", "stone = 15")
    table = Table(layout=parse_layout(text)).begin().path("stone1 - - - - - - sand8").goods()
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone b2", "end b3")
    parts = drawn(table)
    assert sorted(actions(parts["tray-path-1"])) == ["claim a2 a3 b2 1", "claim a3 b2 b3 1"]
    assert actions(parts["tray-leave"]) == ["leave"]
    assert not actions(parts["tray-main"])  # Done, which comes next, has a place of its own


MAPS = {
    "broad": ["1 2 3 4 5 1 2 3 4 5 1 2 3 4 5", "* 1 2 3 4 5 1 2 3 4 5 1 2 3 4"],
    "tall": ["1 2 1", "* 1 2", "2 1 3", "1 2 1", "3 1 2", "2 4 1", "1 2 3", "2 1 2"],
    "holes": ["1 . 1 2 3", "* 1 . 3 1", "2 1 3 1 2", ". 2 1 4 .", "1 2 3 4 5", "1 . 2 3 4"],
}


@pytest.mark.parametrize("rows", MAPS.values(), ids=MAPS)
def test_any_map_fits_its_panel(rows: list[str]) -> None:
    marks = {
        f"{'abcdefgh'[r]}{c + 1}": mark
        for r, row in enumerate(rows)
        for c, mark in enumerate(row.split())
        if mark != "."
    }
    plots = [
        format_plot(plot)
        for plot in range(PLOTS)
        if corners(plot) and all(format_field(corner) in marks for corner in corners(plot))
    ]
    text = GAME.default_layout.source
    text = re.sub(r"(?s)rows = \[.*?\n\]", f"rows = {rows!r}".replace("'", '"'), text)
    text = re.sub(r"(?s)bushes = \[.*?\n\]", f"bushes = {plots[:15]!r}".replace("'", '"'), text)
    table = Table(layout=parse_layout(text)).begin()
    shown = view(table.state, 0)
    chart = chart_of(shown)
    main: Panel = panels(shown, "en")[0]
    assert (main.width, main.height) == (WIDTH, chart.height)
    assert all(20 <= x <= WIDTH - 20 and 20 <= y <= chart.height - 20 for x, y in chart.spots.values())
    for name, near in chart.near.items():
        for other in near:
            dx = abs(chart.spots[name][0] - chart.spots[other][0]) / chart.step
            dy = abs(chart.spots[name][1] - chart.spots[other][1]) / chart.step / RISE
            assert (round(dx, 1), round(dy, 1)) in ((1.0, 0.0), (0.5, 1.0))


def _start_tiles(parts: dict[str, str]) -> dict[str, str]:
    """The actions on start tiles, by the part they are in."""
    return {
        key: action for key, svg in parts.items() for action in actions(svg) if key.startswith("tray-start")
    }


def test_tiles_that_were_taken_are_shown_ms_5() -> None:
    table = Table(3)
    table.deal()
    before = drawn(table)
    places = {
        key: action for key in before for action in actions(before[key]) if key.startswith("tray-start")
    }
    table.play(places["tray-start-1"])
    parts = drawn(table)
    assert "tray-waiting" in parts
    assert "took" in parts["tray-start-1"]
    assert "taken" in parts["tray-waiting"]
    assert _start_tiles(parts) == {key: action for key, action in places.items() if key != "tray-start-1"}


def test_what_is_lost_for_good_is_marked_at_its_place_ms_52() -> None:
    table = Table().begin().path("stone1* sand2 wood3 - - - - -").goods().at("mill")
    table.play("go castle")
    parts = drawn(table)
    assert parts["tray-path-1"].count("<use") == parts["tray-path-2"].count("<use") + 2  # tile and warning


def test_pairs_to_sell_keep_their_places_ms_34() -> None:
    table = Table().begin().visit("trading house", stone=1, wood=2)
    parts = drawn(table)
    assert actions(parts["tray-sell-wood-wood"]) == ["sell wood wood"]
    assert reason(parts["tray-sell-stone-stone"]) == "You lack 1 stone to sell these two (MS-34)"
    assert reason(parts["tray-tile-0"]) == "You have 1 coin; a tile costs 2 (MS-32)"
