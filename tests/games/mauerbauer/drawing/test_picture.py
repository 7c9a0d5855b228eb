"""The pictures of Die Mauerbauer: what is gold, what answers why, other maps, shapes beside colours."""

from __future__ import annotations

import re
from math import dist
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.panel import MAIN, Panel
from citywright.engine.state import CHANCE
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing.cards import picture
from citywright.games.mauerbauer.drawing.coordinates import Chart, Spot, chart_of
from citywright.games.mauerbauer.drawing.map_pieces import TAP_SIZE, stands_apart
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.pieces import arms, house, palace, tower
from citywright.games.mauerbauer.drawing.tray import HAND, slots
from citywright.games.mauerbauer.layout import parse_layout
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, KIND_NAMES, TOWER_COLOURS
from citywright.games.mauerbauer.view import MauerbauerView, view
from tests.games.mauerbauer.table import TRIANGLE, Table
from tests.games.mauerbauer.test_layout import GOOD, SOURCE, STRIP, small


def drawn(table: Table, seat: int = 0, lang: str = "en") -> dict[str, str]:
    """Every part of a picture by its id."""
    shown = panels(GAME.view(table.state, seat), lang)
    parts = {part.id: part.svg for panel in shown for part in panel.parts}
    lines = shown[0]._replace(parts=tuple(part for part in shown[0].parts if part.id == "main-lines"))
    return parts | ({"main-lines": lines.body} if lines.parts else {})  # with the walls that are offered


def board(table: Table) -> Panel:
    return next(panel for panel in panels(GAME.view(table.state, 0), "en") if panel.role == MAIN)


def titles(parts: dict[str, str]) -> dict[str, str]:
    """The titles of everything that may be clicked, by action."""
    found = {}
    for svg in parts.values():
        for element in ET.fromstring(svg).iter():
            if action := element.get("data-action"):
                found[action] = element.get("aria-label", "")
    return found


# --- walls ------------------------------------------------------------------------------


def test_mb_20_a_wall_that_closes_a_city_says_so_before_the_click() -> None:
    table = Table()
    table.walls(*TRIANGLE[:2])
    seen = view(table.state, 0)
    last = f"wall {TRIANGLE[2]}"
    assert seen.closing == {last: 1}
    title_of = titles(drawn(table))
    assert title_of[last].endswith("closes a city of 1 field (MB-11, MB-20)")
    assert [action for action, title in title_of.items() if "closes" in title] == [last]
    assert view(table.state, 1).closing == {}, "only for who builds"


def test_what_closes_agrees_with_the_rules_over_a_game() -> None:
    table = Table()
    ring = "c4 d3", "c4 d4", "d3 e4", "d4 e4", "b3 c4", "b3 b4", "b4 c4", "c3 d3", "b3 c3"
    checked = 0
    for line in ring:
        for action, size in view(table.state, table.state.actor()).closing.items():
            trial = Table()
            trial.state = table.state.clone()
            trial.wall(action.removeprefix("wall "))
            assert trial.size(trial.state.land.city_count) == size
            checked += 1
        if f"wall {line}" in table.options():
            table.walls(line)
    assert checked > 3


def test_mb_11_walls_and_cities_answer_why_not() -> None:
    table = Table()
    table.walls(*TRIANGLE)
    parts = drawn(table)
    walls = [svg for key, svg in parts.items() if key.startswith("main-wall-")]
    assert len(walls) == 3
    assert all('data-why="A wall stands here already (MB-11)"' in svg for svg in walls)
    assert "A wall may not stand inside a closed city (MB-11)" in parts["main-city-1"]


def _holds(corners: list[Spot], spot: Spot) -> bool:
    """Is a place inside a convex shape?"""
    sides = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        sides.append((bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax))
    return all(side >= -0.5 for side in sides) or all(side <= 0.5 for side in sides)


def _chart(seen: MauerbauerView) -> Chart:
    return chart_of(
        tuple((point.name, point.x, point.y, point.water) for point in seen.points),
        tuple(line.points for line in seen.lines),
        tuple((field.points, field.region) for field in seen.fields),
    )


def test_every_place_of_the_map_belongs_to_a_line() -> None:
    """The tap targets of the lines leave no gaps."""
    chart = _chart(view(Table().state, 0))
    shapes = [chart.tap_area(line) for line in range(len(chart.lines))]
    for field, corners in enumerate(chart.fields):
        x, y = chart.centres[field]
        for corner in corners:
            cx, cy = chart.spots[corner]
            for part in (0.0, 0.3, 0.7, 0.95):
                spot = (x + (cx - x) * part, y + (cy - y) * part)
                assert any(_holds(shape, spot) for shape in shapes)


# --- towers and houses ---------------------------------------------------------------------


def test_mb_13_the_rolled_tower_stands_in_gold_at_both_ends() -> None:
    table = Table()
    table.play("wall c4 d4", "dice red ? grey")
    parts = drawn(table)
    assert titles(parts) == {
        "tower c4 grey": "Grey tower on c4 (MB-13)",
        "tower d4 grey": "Grey tower on d4 (MB-13)",
    }
    assert "Towers go to the free ends of the wall just built (MB-13)" in parts["main-why"]


def test_mb_15_a_question_mark_offers_every_colour_in_one_bubble() -> None:
    table = Table()
    table.play("wall c4 d4", "dice ? ? grey", "tower c4 grey", "tower d4 black")
    parts = drawn(table)
    bubbles = [key for key, svg in parts.items() if svg.count("data-action") == len(HOUSE_COLOURS)]
    assert len(bubbles) == 1
    assert "Houses go to the fields beside the wall just built (MB-15)" in parts["main-why"]
    assert drawn(table, 1).keys() & {"main-why", *bubbles} == set(), "others are not asked"


# --- cities and cards -------------------------------------------------------------------


def two_cities() -> Table:
    """A city of one field beside another one, just closed."""
    table = Table(2, hands=("size1 size1 size2 city-towers outside-walls size7",))
    table.walls(*TRIANGLE, "c5 d5", houses="red blue")
    table.wall("d4 d5", "red blue")
    return table


def test_what_is_touched_for_a_city_never_covers_another() -> None:
    """There is a full tap target around its middle only if that reaches no other city that may be chosen."""
    chart = _chart(view(Table().state, 0))
    middle = chart.centres[0]
    apart = [field for field in range(1, len(chart.fields)) if stands_apart(chart, (0,), [[field]])]
    assert len(chart.fields) // 2 < len(apart) < len(chart.fields) - 6
    for field in apart:
        corners = [chart.spots[corner] for corner in chart.fields[field]]
        sides = [(corners[k - 1], corners[k]) for k in range(3)]
        steps = [
            (ax + (bx - ax) * part / 9, ay + (by - ay) * part / 9)
            for (ax, ay), (bx, by) in sides
            for part in range(10)
        ]
        assert min(dist(middle, step) for step in steps) > TAP_SIZE / 2
    assert stands_apart(chart, (0,), [])


def test_mb_24_joining_shows_the_other_city_and_what_it_would_be() -> None:
    table = two_cities()
    seat = table.state.actor()
    parts = drawn(table, seat)
    assert titles(parts) == {
        "join none": "Leave the cities as they are, join none (MB-24)",
        "join 1": "Join the new city with city 1: 2 fields together, 1 wall goes back (MB-24)",
    }
    assert ">= 2</text>" in parts["main-pick-1"]
    assert "w-gold" in parts["main-city-2"]
    assert "w-gold" not in parts["main-city-1"]


def test_mb_30_cards_say_what_they_bring_and_mb_31_a_switch_discards() -> None:
    table = Table(2, hands=("size1 size1 size2 city-towers outside-walls size7",))
    table.walls(*TRIANGLE[:2])
    assert "Cards are played when a city has been closed (MB-30)" in drawn(table)["tray-card-size1"]
    assert ">–</text>" in drawn(table)["tray-card-size1"], "no city, no points"
    table.wall(TRIANGLE[2])
    parts = drawn(table)
    card = ET.fromstring(parts["tray-card-size1"])
    variants = {element.get("data-when"): element for element in card.iter() if "data-when" in element.attrib}
    assert variants[""].get("class") == "variant on"
    assert variants["discard"].get("class") == "variant"
    assert 'data-toggle="discard"' in parts["tray-discard"]
    assert ">+6</text>" in parts["tray-card-size1"]
    assert ">×2</text>" in parts["tray-card-size1"]
    assert ">+3</text>" in parts["tray-card-city-towers"]


def test_mb_35_other_hands_are_backs_of_cards() -> None:
    table = Table(2, hands=("size1 size2", "size7 outside-water"))
    for seat, own, other in ((0, "size1", "size7"), (1, "size7", "size1")):
        parts = drawn(table, seat)
        assert f"tray-card-{own}" in parts
        assert not [key for key in parts if other in key]
    assert not [key for key in drawn(table, CHANCE) if key.startswith("tray-card-")]


@pytest.mark.parametrize("number", range(1, 31))
def test_any_hand_fits_into_the_tray(number: int) -> None:
    left, top, width, height = HAND
    spots = slots(number)
    assert len(set(spots)) == number
    for x, y, size in spots:
        assert left <= x
        assert x + 84 * size <= left + width
        assert top <= y
        assert y + 122 * size <= top + height + 1
        assert size > 0.4


# --- told by shape as well as colour --------------------------------------------------------


def _strokes(svg: str) -> str:
    """Which strokes a drawing is made of, without their places and colours."""
    return re.sub(r"[-\d.\s]+", " ", re.sub(r'class="[^"]*"', "", svg))


@pytest.mark.parametrize(
    "shapes",
    [
        [house(colour) for colour in HOUSE_COLOURS] + [palace(colour) for colour in HOUSE_COLOURS],
        [tower(colour) for colour in TOWER_COLOURS],
        [arms(region) for region in range(3)],
        [picture(kind) for kind in KIND_NAMES],
    ],
    ids=["houses", "towers", "arms", "cards"],
)
def test_nothing_is_told_by_colour_alone(shapes: list[str]) -> None:
    assert len({_strokes(svg) for svg in shapes}) == len(shapes)


def test_the_supply_warns_of_what_runs_out() -> None:
    table = Table()
    assert "f-red" not in drawn(table)["supply-walls"]
    table.state.land.walls = 3
    view = GAME.view(table.state, CHANCE)
    walls = next(
        part.svg for panel in panels(view, "en") for part in panel.parts if part.id == "supply-walls"
    )
    assert 'class="f-red"' in walls
    assert "Walls: 3 of 33 left" in walls


# --- maps of one's own ----------------------------------------------------------------------


def test_scale_and_origin_of_a_layout_do_not_matter() -> None:
    def moved(match: re.Match[str]) -> str:
        return f"{match[1]} = [{7.5 * float(match[2]) - 40:.6f}, {7.5 * float(match[3]) + 12:.6f}]"

    far = re.sub(r"(?m)^([a-j]\d+) = \[([\d.]+), ([\d.]+)\]", moved, SOURCE)
    assert far != SOURCE
    assert board(Table(layout=parse_layout(far))) == board(Table())


def test_a_small_map_without_a_northern_coast_is_drawn() -> None:
    table = Table(layout=parse_layout(small(STRIP, *GOOD)))
    panel = board(table)
    ET.fromstring("<g>" + "".join(part.svg for part in panel.parts) + "</g>")
    chart = _chart(view(table.state, 0))
    assert all(0 < x < panel.width and 0 < y < panel.height for x, y in chart.spots)
    assert len(titles({"main": f"<g>{panel.body}</g>"})) == len(table.options())
