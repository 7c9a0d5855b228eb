"""The pictures of Die Mauerbauer can be read: on a phone, where pieces crowd, and without colours."""

from __future__ import annotations

import re

import pytest

from citywright.draw.panel import MAIN, SIDE, TRAY
from citywright.engine.state import CHANCE
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing import facts, map_pieces, printed_map
from citywright.games.mauerbauer.drawing.cards import picture
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.pieces import arms, house, palace, tower
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, KIND_NAMES, TOWER_COLOURS
from citywright.games.mauerbauer.view import view
from citywright.pictures import played_states
from citywright.text import LANGUAGES
from tests.games.mauerbauer.drawing.parts import chart_in, drawn
from tests.games.mauerbauer.table import TRIANGLE, Table

# --- legible on a phone ---------------------------------------------------------------------------


def test_no_letters_are_too_small_for_a_phone() -> None:
    least = {MAIN: 640 / 27, TRAY: 560 / 32, SIDE: 560 / 29}
    for state in played_states(GAME, 4, seed=3)[::5]:
        for lang in LANGUAGES:
            for panel in panels(GAME.view(state, max(state.actor(), 0)), lang):
                sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', panel.body)]
                assert min(sizes, default=99) >= least[panel.role], panel.id


def test_no_wave_runs_through_the_name_of_a_point() -> None:
    chart = chart_in(view(Table().state, 0))
    sea = drawn(Table())["main-ground"]
    waves = next(d for d in re.findall(r'class="thin s-foam" d="([^"]+)"', sea) if "q7-5" in d)
    begins = [(float(x), float(y)) for x, y in re.findall(r"M([\d.-]+) ([\d.-]+)q", waves)]
    assert len(begins) > 15
    for tx, ty in printed_map.name_spots(chart).values():
        left, right, top = tx - 18, tx + 18, ty - 20  # two letters, above the line they stand on
        assert not [(x, y) for x, y in begins if x < right and x + 28 > left and top < y < ty + 2]


def test_free_lines_whisper_and_those_that_close_a_city_do_not() -> None:
    table = Table()
    table.walls(*TRIANGLE[:2])
    lines = drawn(table)["main-lines"]
    assert lines.count('class="whisper"') == lines.count('class="loud') == len(view(table.state, 0).lines)
    assert lines.count("board-place can marked") == 1
    assert ">1</text>" in lines


# --- nothing hides behind anything ------------------------------------------------------------------


def _boxes(svg: str, box: tuple[float, float, float, float]) -> list[tuple[float, float, float, float]]:
    """What the pieces in a part cover (left, top, right, bottom); `box`: what one covers of its 58 by 58."""
    found = []
    for x, y, size in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", svg):
        left, top, right, bottom = (edge * float(size) for edge in box)
        found.append((float(x) + left, float(y) + top, float(x) + right, float(y) + bottom))
    return found


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("down", [False, True])
def test_houses_and_towers_of_a_field_do_not_cover_each_other(number: int, down: bool) -> None:
    chart = chart_in(view(Table().state, 0))
    field = next(k for k in range(len(chart.fields)) if chart.points_down(k) == down and k > 20)
    colours = [(HOUSE_COLOURS[k % 5], 1) for k in range(number)]
    pieces = _boxes(map_pieces.field(chart, field, tuple(colours), "West", "en").svg, (12, 12, 46, 50))
    for corner in chart.fields[field]:
        pieces += _boxes(map_pieces.tower_part(chart, corner, "white", "en").svg, (14, 8, 44, 53))
    assert len(pieces) == number + 3
    for k, (left, top, right, bottom) in enumerate(pieces):
        for other in pieces[:k]:
            across = min(right, other[2]) - max(left, other[0])
            along = min(bottom, other[3]) - max(top, other[1])
            assert min(across, along) < 4, "they may touch"


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
    seen = GAME.view(table.state, CHANCE)
    walls = next(
        part.svg for panel in panels(seen, "en") for part in panel.parts if part.id == "supply-walls"
    )
    assert 'class="f-red"' in walls
    assert "Walls: 3 of 33 left" in walls
    shared = {fact.key: fact for fact in facts(seen, "en").shared}
    assert shared["walls"].warns
    assert not shared["houses"].warns
