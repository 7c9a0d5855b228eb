"""Saint Malo on a small phone: no letter is too small, thumbs hit what they aim at, panels fit."""

import re
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY
from citywright.draw.symbols import definition, symbols_in
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import panels
from citywright.pictures import played_states

NAMES = ("Maximiliane-Friederike", "Bernd", "WWWWWWWWWWWWWWW", "D", "Eva")
LEAST_TEXT = {MAIN: 27, TRAY: 32, SIDE: 29, OTHER: 29}  # the panel's width by these numbers
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
