"""What brings nothing or cannot be had now looks quieter than what can; offers are seen on a phone."""

from __future__ import annotations

import re

import pytest

from citywright.draw.elements import width_of
from citywright.draw.panel import OTHER
from citywright.draw.symbols import definition, symbols_in
from citywright.games.milestones import GAME
from citywright.games.milestones.drawing import ring
from citywright.games.milestones.drawing.coordinates import WIDTH
from citywright.games.milestones.drawing.picture import panels
from citywright.games.milestones.drawing.pieces import good, home, market
from citywright.games.milestones.view import view
from citywright.pictures import played_states
from citywright.text import LANGUAGES
from tests.games.milestones.drawing.test_picture import actions, drawn, reason, texts
from tests.games.milestones.table import Table, builder

GOLD = '<rect class="may" x='  # a mark filled with gold; the flat one has no fill
FLAT = 'class="may" fill-opacity="0" stroke-opacity'
PHONE = 390


def test_a_building_where_nothing_follows_is_flat_and_can_still_be_chosen_ms_12() -> None:
    table = builder().road("b1 b2 b3").path("stone2 stone1 - - - - - -").goods().at("path 8")
    parts = drawn(table)
    for place in ring.PLACES:
        svg = parts[f"tray-{place.replace(' ', '-')}"]
        assert actions(svg) == [f"go {place}"]
        assert "–" in texts(svg), place
        assert FLAT in svg, place
        assert GOLD not in svg, place


def test_a_building_where_something_follows_is_gold_and_tells_what_ms_12() -> None:
    table = builder().road("b1 b2 b3").path("stone2 stone3 wood3 - - - - -")
    table.goods(stone=2, wood=1, grain=2).at("path 8")
    parts = drawn(table)
    for place in ring.PLACES:
        svg = parts[f"tray-{place.replace(' ', '-')}"]
        assert "–" not in texts(svg), place
        assert GOLD in svg, place
    assert "−2" in texts(parts["tray-castle"])
    assert "+1" in texts(parts["tray-trading-house"])
    assert home(1) in parts["tray-building-office"]
    assert market(1) not in parts["tray-building-office"]


def test_a_stop_that_brings_nothing_is_flat_ms_12() -> None:
    table = Table().begin().path("stone1 x - stone5 - - - -").goods()
    parts = drawn(table)
    for number in (2, 3):
        assert FLAT in parts[f"tray-path-{number}"]
        assert GOLD not in parts[f"tray-path-{number}"]
    assert GOLD in parts["tray-path-4"]


def test_a_card_without_a_place_is_pale_and_says_so_ms_42() -> None:
    table = builder().goods(stone=1, wood=1, sand=1).at("path 8")
    parts = drawn(table)
    assert _is_bold(parts["tray-card-road"])
    assert not _is_bold(parts["tray-card-house"])
    assert reason(parts["tray-card-house"]).startswith("There is no plot at a road")
    assert reason(parts["tray-card-road"]) == "You build in the building office (MS-44)"


def _is_bold(card: str) -> bool:
    return 'class="t left"' in card


def test_the_cards_of_who_waits_follow_the_map_ms_42() -> None:
    """A house needs a road: once another player builds one, the card of a player who waits is bold."""
    table = builder().goods(1, stone=1, wood=1)
    assert not _is_bold(_tray_of(table, 1)["tray-card-house"])
    table.road("b1 b2 b3")
    assert _is_bold(_tray_of(table, 1)["tray-card-house"])


def _tray_of(table: Table, seat: int) -> dict[str, str]:
    return {part.id: part.svg for part in panels(view(table.state, seat), "en")[1].parts}


def test_tiles_that_can_be_hired_are_ringed_and_priced_all_others_pale_ms_32() -> None:
    table = Table().begin().path("stone2 stone1 - - - - - -").visit("trading house", stone=2, coin=2)
    tile = drawn(table)["tray-tile-0"]
    assert "fat s-mark" in tile
    assert "−2" in texts(tile)
    assert "quiet" not in tile
    table.visit("trading house", stone=2, coin=1)
    tile = drawn(table)["tray-tile-0"]
    assert not actions(tile)
    assert "fat s-mark" not in tile
    assert tile.count('class="quiet"') == 3  # both halves and the coin, not the numbers


def test_while_start_tiles_are_taken_the_display_is_pale_ms_5() -> None:
    table = Table()
    table.deal()
    parts = drawn(table)
    assert "quiet" in parts["tray-tile-0"]
    assert "fat s-mark" in parts["tray-start-0"]
    assert "quiet" not in parts["tray-start-0"]


@pytest.mark.parametrize("goods", [{"stone": 1, "sand": 1}, {"stone": 1, "sand": 1, "wood": 1}])
def test_each_start_of_a_road_has_one_plus_that_a_phone_shows_ms_41(goods: dict[str, int]) -> None:
    table = builder().road("b1 b2 b3").visit("building office", **goods)
    parts = drawn(table)
    starts = [svg for key, svg in parts.items() if key.endswith("-road-place")]
    assert len(starts) == 2  # the end of the road, and the start market
    for svg in starts:
        assert svg.count("s-dark") == 1
        radius = max([float(r) for r in re.findall(r'class="may fine" r="([\d.]+)"', svg)])
        assert 2 * radius * PHONE / WIDTH >= 20.5
        assert 2 * radius * PHONE / WIDTH + 2.2 * PHONE / WIDTH >= 22  # with its edge


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", ring.PLACES)
def test_the_figure_hides_no_name(place: str, lang: str) -> None:
    """Names are whole, inside their fields, and beside or below the figure that stands there."""
    names = re.findall(
        r'x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)">([^<]+)',
        ring.building_field("tray", place, None, (), lang).svg,
    )
    figure = ring.figure_on_ring("tray", 0, place, True, lang).svg
    x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", figure)[0])
    edge = ring.LEFT + ring.BROAD * (ring.PLACES.index(place) + 1) - 2
    for left, baseline, size, words in names:
        right = float(left) + float(size) * width_of(words)
        assert right < edge
        assert right < x - 21 or float(baseline) - 0.75 * float(size) > y + 5


def test_whole_names_of_the_buildings() -> None:
    said = {
        place: " ".join(texts(ring.building_field("tray", place, None, (), "en").svg))
        for place in ring.PLACES
    }
    assert said == {
        "castle": "Castle",
        "mill": "Mill",
        "building office": "Building office",
        "trading house": "Trading house",
    }


def test_what_lies_on_the_rings_of_others_is_seen_small() -> None:
    """Where they are 174 pixels wide, goods have boxes of 16 pixels, and a figure is higher than 15."""
    small = 174 / ring.WIDTH
    state = played_states(GAME, 4, seed=5)[90]
    others = [panel for panel in panels(view(state, 0), "en") if panel.role == OTHER]
    assert len(others) == 3
    for panel in others:
        board = view(state, 0).boards[panel.seat or 0]
        for part in panel.parts:
            if part.id.startswith(f"{panel.id}-path-"):
                worker = board.path[int(part.id[-1]) - 1].worker
                if worker is not None:
                    assert 58 * _scale_of_good(part.svg, worker.kind) * small >= 16
            if part.id.endswith("-figure"):
                assert 35 * float(re.findall(r"scale\(([\d.]+)\)", part.svg)[0]) * small > 15


def _scale_of_good(svg: str, kind: str) -> float:
    """How large the good of a worker is drawn, in the symbol of his field."""
    inside = "".join([definition(key) for key in symbols_in(svg)])
    return float(re.findall(rf"scale\(([\d.]+)\)\">{re.escape(good(kind))}", inside)[0])
