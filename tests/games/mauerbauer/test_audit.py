"""The recount finds whatever is wrong: each counter and piece changed by hand is named."""

import pytest

from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import contents, counts
from tests.games.mauerbauer.table import HEXAGON, TRIANGLE, Table


def two_cities() -> Table:
    table = Table()
    table.walls(*TRIANGLE, "c5 d5", "d4 d5", "a1 a2")
    return table


@pytest.mark.parametrize(
    ("counter", "problem"),
    [
        ("free_lines", "free lines"),
        ("walls", "walls"),
        ("towers", "towers"),
        ("houses", "houses"),
        ("palaces", "palaces"),
        ("open_walls", "outside walls"),
        ("open_towers", "outside towers"),
        ("open_water", "towers at the water"),
        ("open_houses", "outside houses"),
        ("open_regions", "outside houses by region"),
    ],
)
def test_a_wrong_counter_is_found(counter, problem):
    table = two_cities()
    assert GAME.audit(table.state) == []
    setattr(table.state.land, counter, getattr(table.state.land, counter) + 1)
    assert any(text.startswith(f"{problem}:") for text in GAME.audit(table.state))


@pytest.mark.parametrize(
    ("cell", "problem"),
    [(contents.SIZE, "size of city 1"), (contents.TOWERS, "towers of city 1"), (contents.HOUSES, "houses")],
)
def test_a_wrong_city_is_found(cell, problem):
    table = two_cities()
    table.state.land.cities[contents.CITY_ROW + cell] += 1
    assert any(text.startswith(f"{problem}:") for text in GAME.audit(table.state))


def test_houses_that_should_be_a_palace_are_found():
    table = two_cities()
    table.state.land.cities[contents.CITY_ROW + contents.HOUSES] = 2 * counts.one(4)
    assert any("that are no palace" in text for text in GAME.audit(table.state))


def test_a_divided_city_is_found():
    """MB-23"""
    table = Table()
    table.walls(*HEXAGON)
    land = table.state.land
    first = next(field for field in range(len(land.fields)) if land.city_of(field) == 1)
    for side in range(3):
        land.lines[land.board.field_lines[3 * first + side]] = contents.WALL
    problems = GAME.audit(table.state)
    assert any("divided or open" in text for text in problems)
    assert any("enclosed parts that are no city" in text for text in problems)


def test_an_open_city_is_found():
    table = two_cities()
    line = list(table.state.land.lines).index(contents.WALL)
    table.state.land.lines[line] = contents.FREE
    assert GAME.audit(table.state)


def test_a_city_too_many_is_found():
    table = two_cities()
    table.state.land.city_count -= 1
    assert any(text.startswith("closed fields") for text in GAME.audit(table.state))
    assert any(text.startswith("numbers of cities") for text in GAME.audit(table.state))


def test_a_tower_of_the_wrong_side_is_found():
    table = two_cities()
    point = next(n for n, content in enumerate(table.state.land.points) if content > contents.CITY_TOWER)
    table.state.land.points[point] -= contents.CITY_TOWER
    assert any(text.startswith("towers of cities") for text in GAME.audit(table.state))


def test_cards_are_counted():
    """MB-4"""
    table = two_cities()
    cards = table.state.cards
    cards.rows[cards.pile_row()] += 1
    assert any(text.startswith("size1: 3 cards of 2") for text in GAME.audit(table.state))
    cards.rows[cards.pile_row()] -= 1
    cards.rows[cards.pile_row() + 29] -= 3
    assert "a number of cards is negative" in GAME.audit(table.state)
    cards.rows[cards.pile_row() + 29] += 3
    cards.pile += 1
    assert any("not 60" in text for text in GAME.audit(table.state))
    assert any(text.startswith("row 4 of the cards") for text in GAME.audit(table.state))


def test_observations_are_audited_too():
    table = two_cities()
    seen = table.state.observe(0)
    assert GAME.audit(seen) == []
    seen.cards.drawn += counts.one(1)
    assert GAME.audit(seen)
