"""Pictures that stand alone: flush boxes, name plates, facts, letters that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.compose.flush import Box, Column, Leaf, Row
from citywright.draw.compose.plates import Around, SeatPlate, cut_short, facts_line, facts_that_fit
from citywright.draw.compose.preview import preview
from citywright.draw.compose.whole import WIDTH, picture
from citywright.draw.elements import width_of
from citywright.draw.facts import Fact
from citywright.draw.panel import FIGURE, MAIN, OTHER, SIDE, TRAY, Panel, Part
from citywright.engine.game import Game
from citywright.engine.state import CHANCE
from citywright.engine.view import SEAT_LETTERS
from citywright.game_parts import facts_of
from citywright.pictures import picture_of, played_states
from tests.draw.conftest import DRAWN

NAMES = ("Anke", "Maximilian Hohenfels", "Chiara", "David", "Eva")
every_game = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
SCALE = re.compile(r"scale\(([\d.]+)")


def panel(number: int, role: str, width: int = 560, height: int = 300, seat: int = -1) -> Panel:
    return Panel(f"p{number}", role, "", width, height, (Part(f"p{number}-a", ""),), seat=seat)


# --- boxes ------------------------------------------------------------------------------


def test_columns_of_a_row_end_flush() -> None:
    left: Box[str] = Column([Leaf("a", 1), Leaf("b", 0.5, 40)], 10)
    right: Box[str] = Column([Leaf("c", 0.7, 20), Row([Leaf("d", 1), Leaf("e", 2)], 10)], 10)
    whole = Row([left, right], 10)
    placed = {each.content: each for each in whole.placed(5, 7, 1000)}
    bottom = 7 + whole.height(1000)
    for key in "bde":
        assert placed[key].y + placed[key].height == pytest.approx(bottom)
    assert placed["b"].height == pytest.approx(0.5 * placed["b"].width + 40)
    assert placed["e"].x + placed["e"].width == pytest.approx(1005)
    assert placed["c"].x == pytest.approx(placed["a"].x + placed["a"].width + 10)
    assert placed["d"].height == pytest.approx(placed["e"].height)
    assert placed["d"].width == pytest.approx(2 * placed["e"].width)


# --- words and facts ----------------------------------------------------------------------


def test_long_words_are_cut_and_facts_that_matter_least_left_out() -> None:
    assert cut_short("Anke", 20, 200) == "Anke"
    short = cut_short("Maximilian von Hohenfels", 20, 120)
    assert short.endswith("…")
    assert 20 * width_of(short) <= 120
    facts = [Fact(str(k), "<g/>", "12", "") for k in range(6)]
    assert facts_that_fit(facts, 20, 2000) == tuple(facts)
    some = facts_that_fit(facts, 20, 200)
    assert some == tuple(facts[: len(some)])
    assert 1 < len(some) < 6
    assert facts_line((), 0, 0, 20, 100, right=False) == ""


def test_facts_become_smaller_before_one_is_left_out() -> None:
    facts = [Fact(str(k), "", "1234", f"fact {k}") for k in range(6)]
    drawn = facts_line(facts, 0, 0, 20, 6 * 55, right=False)
    assert all(f"fact {k}" in drawn for k in range(6))
    assert {float(size) < 20 for size in re.findall(r'font-size="([\d.]+)"', drawn)} == {True}


# --- pictures -----------------------------------------------------------------------------


def boxes_of(svg: str) -> list[tuple[float, float, float, float]]:
    nested = [element for element in ET.fromstring(svg) if element.tag.endswith("svg")]
    x, y, width, height = (
        [float(element.get(key, 0)) for element in nested] for key in ("x", "y", "width", "height")
    )
    return list(zip(x, y, width, height, strict=True))


@pytest.mark.parametrize("others", range(6))
@pytest.mark.parametrize("shape", [(560, 545), (640, 437), (560, 194)])
def test_panels_stay_apart_and_within_whatever_their_shape(others: int, shape: tuple[int, int]) -> None:
    roles = [MAIN, TRAY, SIDE, *[OTHER] * others]
    panels = [
        panel(k, role, *(shape if role in (MAIN, OTHER) else (560, 400)), seat=k - 3)
        for k, role in enumerate(roles)
    ]
    seats = tuple(SeatPlate(seat, NAMES[seat], "3 points") for seat in range(others))
    svg = picture(panels, around=Around("Toy", "Do this", (), seats))
    boxes = boxes_of(svg)
    height = float(ET.fromstring(svg).get("height", 0))
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, "panels overlap"
    assert all(x >= 0 and y >= 0 and x + w <= WIDTH and y + h <= height for x, y, w, h in boxes)
    assert max(x + w for x, _, w, _ in boxes) == pytest.approx(WIDTH - min(x for x, *_ in boxes), abs=0.1)


@pytest.mark.parametrize("roles", [[MAIN], [TRAY], [SIDE, SIDE], [OTHER], [MAIN, OTHER], [FIGURE], []])
def test_a_game_may_have_few_panels(roles: list[str]) -> None:
    assert len(boxes_of(picture([panel(k, role) for k, role in enumerate(roles)]))) == len(roles)


def test_who_acts_and_who_has_won_is_marked() -> None:
    def drawn(acts: bool, rank: int) -> str:
        seat = SeatPlate(0, "Anke", "3 points", (), acts, rank)
        return picture([panel(0, MAIN, seat=0)], around=Around("Toy", "", (), (seat,)))

    waiting, acting, first, second = drawn(False, 0), drawn(True, 0), drawn(False, 1), drawn(False, 2)
    assert len({waiting, acting, first, second}) == 4
    assert "1." in first
    assert "2." in second


@every_game
def test_every_seat_is_named_with_its_points_and_facts(game: Game) -> None:
    for seats in (game.min_seats, game.max_seats):
        states = played_states(game, seats, 1)
        for state in (states[len(states) // 2], states[-1]):
            for viewer in (0, CHANCE):
                view = game.view(state, viewer)
                svg = picture_of(view, "de", names=NAMES)
                said = {element.text or "" for element in ET.fromstring(svg).iter()}
                for seat, points in enumerate(view.scores):
                    assert any(
                        NAMES[seat].startswith(words[:8]) for words in said if words[:4] == NAMES[seat][:4]
                    )
                    assert any(words.startswith(str(points).replace("-", "−") + " ") for words in said)
                facts = facts_of(game, view, "de")
                titles = {
                    f"{fact.value}: {fact.title}" for told in (facts.shared, *facts.seats) for fact in told
                }
                assert titles <= said, titles - said


def letters(element: ET.Element, symbols: dict[str, ET.Element], scale: float) -> Iterator[tuple[float, str]]:
    """Every text with the size it has in the picture."""
    found = SCALE.search(element.get("transform", ""))
    scale *= float(found[1]) if found else 1
    if element.tag.endswith("}svg") and (box := element.get("viewBox")):
        scale *= float(element.get("width", 0)) / float(box.split()[2])
    if element.tag.endswith("}text") and element.text:
        yield float(element.get("font-size", 0)) * scale, element.text
    if element.tag.endswith("}use"):
        yield from letters(symbols[element.get("href", "")[1:]], symbols, scale)
    if not element.tag.endswith("}defs") and "hide" not in element.get("class", "").split():
        for child in element:
            yield from letters(child, symbols, scale)


@every_game
def test_no_letters_are_too_small_in_a_picture_of_1200_pixels(game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        states = played_states(game, seats, 1)
        for state in (states[len(states) // 2], states[-1]):
            root = ET.fromstring(picture_of(game.view(state, 0), "de", names=NAMES))
            symbols = {key: each for each in root.iter() if (key := each.get("id")) and key[0] == "y"}
            for size, words in letters(root, symbols, 1200 / WIDTH):
                assert size >= 10.99 or words in SEAT_LETTERS, (
                    size,
                    words,
                )  # a figure's letter is on its plate


# --- previews of links ----------------------------------------------------------------------


def test_a_preview_has_the_board_and_what_fits_beside_it() -> None:
    panels = [panel(0, MAIN, 560, 545), panel(1, TRAY, 560, 900), panel(2, SIDE, 560, 300)]
    boxes = boxes_of(preview(panels, "Toy", 3))
    assert len(boxes) == 2, "the tray is too high"
    assert all(x >= 0 and y >= 0 and x + w <= 1200 and y + h <= 630 for x, y, w, h in boxes)
    assert len(boxes_of(preview(panels[:1], "A game with a very long name", 6))) == 1
    assert preview(panels[1:], "Toy", 2) == ""
