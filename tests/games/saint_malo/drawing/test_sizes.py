"""Saint Malo on a small phone: no letter is too small, thumbs hit what they aim at, panels fit."""

import re
from math import hypot
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.elements import width_of
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY
from citywright.draw.symbols import definition, symbols_in
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import panels
from citywright.games.saint_malo.drawing.city import flag
from citywright.games.saint_malo.drawing.city_plan import BASTION, COORDINATES, HEIGHT, STEPS, WIDTH, stone
from citywright.pictures import played_states

NAMES = ("Maximiliane-Friederike", "Bernd", "WWWWWWWWWWWWWWW", "D", "Eva")
# The panel's width by these numbers. The pirates also stand in a column of 288 pixels: 12 are a 24th of it.
LEAST_TEXT = {MAIN: 27, TRAY: 32, SIDE: 24, OTHER: 29}
LARGER = 26  # how large a page draws the smallest letters of a board that is small
HIGHEST = {MAIN: 545, TRAY: 445, SIDE: 320, OTHER: 545}
THUMB = 560 / 8.15


@pytest.fixture(scope="module")
def drawn():
    """The panels of one position of every phase, with two seats and with five."""
    shown = []
    for seats in (2, 5):
        seen = {}
        for state in played_states(GAME, seats, seed=3):
            view = GAME.view(state, max(state.actor(), 0))
            seen[view.phase, view.rolls_left] = view
        shown += [panels(view, lang, NAMES) for view in seen.values() for lang in ("de", "en")]
    return shown


def letters(element, scale=1.0):
    """All letters in a drawing with their size."""
    for factor in re.findall(r"scale\(([-\d.]+)", element.get("transform", "")):
        scale *= abs(float(factor))
    if element.tag == "text" and element.text and element.get("font-size"):
        yield float(element.get("font-size")) * scale, element.text
    if element.tag == "use":
        symbol = definition(element.get("href")[1:])
        yield from letters(ET.fromstring(symbol), scale)
    for child in element:
        yield from letters(child, scale)


def test_no_letter_is_too_small(drawn):
    for picture in drawn:
        for panel in picture:
            least = panel.width / LEAST_TEXT[panel.role]
            for size, words in letters(ET.fromstring(f"<g>{panel.body}</g>")):
                assert size >= least, (panel.id, words, size)


def test_panels_are_no_higher_than_a_phone_has_room_for(drawn):
    for picture in drawn:
        for panel in picture:
            assert (panel.width, panel.height <= HIGHEST[panel.role]) == (560, True)


def targets(panel):
    """The tap targets of what is drawn in a tray, by the part they are in."""
    for part in panel.parts:
        if "data-action" in part.svg or "data-toggle" in part.svg:
            svg = part.svg + "".join(map(definition, symbols_in(part.svg)))
            for box in set(
                re.findall(r'class="hit" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', svg)
            ):
                yield part.id, tuple(map(float, box))


def test_targets_in_the_tray_are_as_large_as_a_thumb_and_apart(drawn):
    for picture in drawn:
        found = list(targets(picture[1]))
        for key, (x, y, width, height) in found:
            assert min(width, height) >= THUMB, key
            for other, (x2, y2, width2, height2) in found:
                if other != key:
                    apart = x + width <= x2 or x2 + width2 <= x or y + height <= y2 or y2 + height2 <= y
                    assert apart, (key, other)


def test_the_figures_of_the_bastions_stay_inside_when_a_page_draws_them_larger():
    half_wide, half_high = width_of("75") * LARGER / 2, LARGER * 0.36
    assert hypot(half_wide, half_high) <= BASTION + 1
    for step in range(0, STEPS, STEPS // 4):
        x, y = stone(step)
        assert BASTION < x < WIDTH - BASTION
        assert BASTION < y < HEIGHT - BASTION


@pytest.mark.parametrize("points", [-12, 0, 1, 24, 25, 49, 50, 74, 75, 76, 88, 98, 99, 100, 150])
def test_the_flag_stays_on_the_board_whose_corners_are_round(points):
    drawn = flag("main", 0, points, "en").svg
    x, y = map(float, re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", drawn).groups())
    wide = float(re.search(r'width="(\d+)"', drawn)[1])
    corner = 18
    for left, top in ((x - wide / 2 - 2, y - 18), (x + wide / 2 + 6, y - 15), (x - wide / 2 - 2, y + 19)):
        across = max(corner - left, left - (WIDTH - corner), 0)
        down = max(corner - top, top - (HEIGHT - corner), 0)
        assert hypot(across, down) <= corner


def test_names_of_columns_and_rows_keep_off_the_bastions_and_each_other():
    boards = re.findall(
        r'<rect class="thin f-card" x="([^"]*)" y="([^"]*)" width="25" height="24"', COORDINATES
    )
    assert len(boards) == 14
    middles = [(float(x) + 12.5, float(y) + 12) for x, y in boards]
    bastions = [stone(step) for step in range(0, STEPS, STEPS // 4)]
    for x, y in middles:
        assert all(hypot(x - bx, y - by) > BASTION + 18 for bx, by in bastions)
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a in middles for b in middles if a != b) > 30
