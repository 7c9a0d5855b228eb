"""Letters and tap targets of Milestones are large enough on a phone of 360 pixels, in every position."""

from __future__ import annotations

import re

import pytest

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel
from citywright.games.milestones import GAME
from citywright.pictures import panels_of, played_states
from citywright.text import LANGUAGES

LEAST_LETTERS = {MAIN: 27, TRAY: 32, SIDE: 29, OTHER: 29}  # of the width of a panel
LEAST_TARGET = 68.7
NAMES = ("Maximiliane", "Bernd", "Chiara", "David")
Box = tuple[float, float, float, float]  # left, top, right, bottom


def shown(seats: int, lang: str) -> list[Panel]:
    """The panels of whoever acts in every third position of a game."""
    views = [GAME.view(state, max(state.actor(), 0)) for state in played_states(GAME, seats, seed=5)[::3]]
    return [panel for view in views for panel in panels_of(view, lang, NAMES)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_letters_are_large_enough(seats: int, lang: str) -> None:
    small = set()
    for panel in shown(seats, lang):
        least = panel.width / LEAST_LETTERS[panel.role]
        for part in panel.parts:
            found = re.findall(r'font-size="([\d.]+)">([^<]*)', part.svg)
            small |= {(part.id, words, size) for size, words in found if float(size) < least}
    assert small == set()


def test_targets_of_the_tray_are_large_enough_and_apart() -> None:
    for panel in shown(4, "en"):
        if panel.role == TRAY:
            boxes = [box for part in panel.parts for box in _hits(part.svg)]
            assert all(min(r - x, b - y) >= LEAST_TARGET for x, y, r, b in boxes), boxes
            for k, (x, y, right, bottom) in enumerate(boxes):
                for x2, y2, right2, bottom2 in boxes[k + 1 :]:
                    assert right <= x2 + 0.1 or right2 <= x + 0.1 or bottom <= y2 + 0.1 or bottom2 <= y + 0.1


def _hits(svg: str) -> list[Box]:
    """The tap targets of what may be clicked in a part."""
    numbers = r'x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    found = []
    for element in svg.split("<g id=")[1:]:
        if "data-action" in element:
            x, y, width, height = map(float, re.findall(rf'class="hit" {numbers}', element)[0])
            found.append((x, y, x + width, y + height))
    return found


def test_panels_are_low() -> None:
    for seats in (2, 4):
        main, tray, score, *others = shown(seats, "de")[: 2 + seats]
        assert main.width / main.height > 1.44
        assert tray.height <= 500
        assert score.height <= 300
        assert all(other.height < 200 for other in others)
        assert [other.seat for other in others] == ["ABCD".index(other.id[-1]) for other in others]
