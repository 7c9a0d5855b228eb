"""The pictures of Die Mauerbauer: what is gold, what answers why, other maps, shapes beside colours."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from xml.etree import ElementTree as ET

from citywright.draw.panel import MAIN, Panel
from citywright.engine.state import CHANCE
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing.coordinates import Spot
from citywright.games.mauerbauer.drawing.map_offers import TAP_SIZE, marked_lines, stands_apart
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.tray import PLACES, place_of
from citywright.games.mauerbauer.layout import parse_layout
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.view import view
from tests.games.mauerbauer.drawing.parts import chart_in, drawn
from tests.games.mauerbauer.table import TRIANGLE, Table
from tests.games.mauerbauer.test_layout import GOOD, SOURCE, STRIP, small


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


def test_every_place_of_the_map_belongs_to_a_line() -> None:
    """The tap targets of the lines leave no gaps."""
    chart = chart_in(view(Table().state, 0))
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


def chips(parts: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Where in the tray each colour that may be chosen is touched, by action."""
    found = {}
    for key, svg in parts.items():
        if key.startswith("tray-") and 'data-action="' in svg:
            action = re.findall(r'data-action="([^"]*)"', svg)[0]
            box = re.findall(r'class="hit" x="([\d.]+)" y="([\d.]+)"', svg)[0]
            found[action] = (float(box[0]), float(box[1]))
    return found


def test_mb_15_a_question_mark_offers_every_colour_in_the_tray() -> None:
    """Nothing hangs over the map, and the second house is not chosen where the first one was."""
    table = Table()
    table.play("wall c4 d4", "dice ? ? grey", "tower c4 grey")
    towers = chips(drawn(table))
    assert list(towers) == [f"tower d4 {colour}" for colour in TOWER_COLOURS]
    table.play("tower d4 black")
    parts = drawn(table)
    first = chips(parts)
    assert len(first) == len(HOUSE_COLOURS)
    assert "Houses go to the fields beside the wall just built (MB-15)" in parts["main-why"]
    name = next(iter(first)).split(" ")[1]
    assert "choose its colour below the map (MB-15)" in parts[f"main-house-{name}"]
    assert drawn(table, 1).keys() & {"main-why", f"main-house-{name}"} == set(), "others are not asked"
    table.play(next(iter(first)))
    second = chips(drawn(table))
    assert len(second) == len(HOUSE_COLOURS)
    places = [*towers.values(), *first.values(), *second.values()]
    assert len(set(places)) == len(places)


def test_mb_14_two_ends_with_several_colours_name_the_ends() -> None:
    table = Table()
    table.play("wall c4 d4", "dice red blue grey")
    table.state.land.towers &= ~0xFF00
    parts = drawn(table)
    assert set(chips(parts)) == {
        f"tower {end} {colour}" for end in ("c4", "d4") for colour in ("white", "black")
    }
    assert ">c4</text>" in parts["tray-tower-c4-white"]
    assert "None is left: grey tower (MB-14)" in parts["tray-tower-grey"]


def test_colours_that_cannot_be_chosen_say_why() -> None:
    table = Table()
    table.play("wall c4 d4", "dice red blue grey")
    parts = drawn(table)
    assert "The tower die shows grey (MB-13)" in parts["tray-tower-white"]
    assert "Tap the golden place on the map" in parts["tray-tower-grey"]
    assert "First the towers, then the houses (MB-10)" in parts["tray-house-red"]
    table.play("tower c4 grey", "tower d4 white")
    parts = drawn(table)
    assert "now the houses are built (MB-10)" in parts["tray-tower-white"]
    assert "The house dice show red and blue (MB-15)" in parts["tray-house-pink"]


def test_dice_are_large_and_shown_only_while_they_are_used() -> None:
    table = Table()
    assert not [key for key in drawn(table) if key.startswith("tray-die")]
    assert "tray-steps" in drawn(table)
    table.play("wall c4 d4", "dice red blue grey")
    for seat in (0, 1, CHANCE):
        assert len([key for key in drawn(table, seat) if key.startswith("tray-die")]) == 3
    table.play("tower c4 grey", "tower d4 white")
    assert len([key for key in drawn(table) if key.startswith("tray-die")]) == 2


# --- cities and cards -------------------------------------------------------------------


def two_cities() -> Table:
    """A city of one field beside another one, just closed."""
    table = Table(2, hands=("size1 size1 size2 city-towers outside-walls size7",))
    table.walls(*TRIANGLE, "c5 d5", houses="red blue")
    table.wall("d4 d5", "red blue")
    return table


def test_what_is_touched_for_a_city_never_covers_another() -> None:
    """There is a full tap target around its middle only if that reaches no other city that may be chosen."""
    chart = chart_in(view(Table().state, 0))
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
    assert ">–</text>" not in drawn(table)["tray-card-size1"], "no city, no points"
    table.wall(TRIANGLE[2])
    parts = drawn(table)
    card = ET.fromstring(parts["tray-card-size1"])
    variants = {element.get("data-when"): element for element in card.iter() if "data-when" in element.attrib}
    assert variants[""].get("class") == "variant on"
    assert variants["discard"].get("class") == "variant"
    assert 'data-toggle="discard"' in parts["tray-discard"]
    assert ">+6</text>" in parts["tray-card-size1"]
    assert "tray-city" in parts, "what is scored is told beside the buttons"
    assert ">×2</text>" in parts["tray-card-size1"]
    assert ">+3</text>" in parts["tray-card-city-towers"]


def test_mb_35_other_hands_are_backs_of_cards() -> None:
    table = Table(2, hands=("size1 size2", "size7 outside-water"))
    for seat, own, other in ((0, "size1", "size7"), (1, "size7", "size1")):
        parts = drawn(table, seat)
        assert f"tray-card-{own}" in parts
        assert not [key for key in parts if other in key]
    assert not [key for key in drawn(table, CHANCE) if key.startswith("tray-card-")]


def test_every_kind_of_button_has_its_own_place() -> None:
    places = [place_of(kind) for kind in PLACES]
    for (x, _, width, height), after in pairwise(places):
        assert x + width <= after[0]
        assert min(width, height) >= 560 / 8.15


# --- the last cards ------------------------------------------------------------------------


def last_choice() -> Table:
    """A city of one field is closed, and the last wall closes none."""
    table = Table(2, hands=("size1 size1 outside-walls city-towers size7 size2", "size2 city-red"))
    table.walls(*TRIANGLE)
    table.state.land.walls = 1
    table.state.apply(GAME.parse_action("wall a1 a2"))
    while table.phase != "choose city":
        table.state.apply(GAME.parse_action(table.options()[0]))
    return table


def test_mb_42_a_city_shows_what_the_best_two_cards_bring() -> None:
    table = last_choice()
    seat = table.state.actor()
    seen = view(table.state, seat)
    worth = sorted(table.worth(kind, 1) for kind in table.hand(seat))
    none = sorted(table.worth(kind) for kind in table.hand(seat))
    assert seen.prospects == {"city none": sum(none[-2:]), "city 1": sum(worth[-2:])}
    assert [(card.kind, card.by_city) for card in seen.hand] == [
        (card.kind, [table.worth(card.kind, 1)]) for card in seen.hand
    ]
    parts = drawn(table, seat)
    assert f">+{sum(worth[-2:])}</text>" in parts["main-pick-1"]
    assert f">+{sum(none[-2:])}</text>" in parts["tray-city"]
    assert "f-red" not in parts["tray-city"], "choosing nothing is no main button"
    for card in seen.hand:
        if card.kind.startswith(("size", "city-")):
            label = f"{card.by_city[0]} for city 1"
            assert label in parts[f"tray-card-{card.kind}"]
    other = view(table.state, 1 - seat)
    assert other.prospects == {}, "only for who chooses"
    assert view(table.state, CHANCE).prospects == {}


def test_marks_of_cities_stand_on_different_walls() -> None:
    chart = chart_in(view(Table().state, 0))
    cities: list[tuple[int, ...]] = [(field,) for field in range(0, 40, 2)]
    lines = marked_lines(chart, cities)
    assert len(set(lines)) == len(lines)
    assert all(line in chart.outline(fields) for line, fields in zip(lines, cities, strict=True))


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
    chart = chart_in(view(table.state, 0))
    assert all(0 < x < panel.width and 0 < y < panel.height for x, y in chart.spots)
    assert len(titles({"main": f"<g>{panel.body}</g>"})) == len(table.options())
