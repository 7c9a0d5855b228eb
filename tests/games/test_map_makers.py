"""New layouts of every game: the same for the same stream, each other one, and what a good map must have."""

import pytest

from citywright.catalogue import games
from citywright.engine.layout.making import connected_parts, shuffled
from citywright.engine.layout.text import format_layout
from citywright.engine.rng import Rng
from citywright.game_parts import map_maker_of
from citywright.games.mauerbauer.layout import MauerbauerLayout
from citywright.games.milestones.map_maker import BEYOND, _moved_to_the_corner
from citywright.games.milestones.notation import parse_plot
from citywright.games.milestones.rules.grid import COLUMNS, corners, field_at, neighbours
from tests.toy import GAME as TOY

SEEDS = range(24)
LISTED = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def made(name):
    """Some maps of a game: their values, and the layouts read from them."""
    game = games()[name]
    values = [map_maker_of(game).make_map(Rng(seed)) for seed in SEEDS]
    return [(one, game.parse_layout(format_layout(one))) for one in values]


@LISTED
def test_the_same_stream_makes_the_same_map(game):
    maker = map_maker_of(game)
    assert maker.make_map(Rng(5)) == maker.make_map(Rng(5)) != maker.make_map(Rng(6))
    assert maker.VERSION


def test_a_game_need_not_make_maps():
    assert map_maker_of(TOY) is None


def test_items_are_shuffled_and_parts_are_found():
    assert sorted(shuffled(Rng(1), range(30))) == list(range(30)) != shuffled(Rng(1), range(30))
    parts = connected_parts([1, 5, 2, 9, 3], lambda number: (number - 1, number + 1))
    assert parts == [{1, 2, 3}, {5}, {9}]


# --- Milestones ----------------------------------------------------------------------------


def test_maps_of_milestones_are_varied_lands():
    """One market at the rim, low numbers near it, fifteen bushes apart from it."""
    sizes, near_numbers, far_numbers = set(), [], []
    for values, layout in made("milestones"):
        board = layout.board
        rows = [row.split() for row in values["map"]["rows"]]
        fields = {field_at(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
        sizes.add(len(fields))
        assert 3 <= len(fields.intersection(neighbours(board.start))) <= 4
        around = [field for field in neighbours(board.start) if field in fields]
        near_numbers += [board.numbers[field] for field in around]
        far_numbers += [board.numbers[field] for field in fields if field != board.start]
        assert not any(board.start in corners(parse_plot(plot)) for plot in values["map"]["bushes"])
        assert any(fields.issuperset([field_at(row, 0)]) for row in range(len(rows)))  # as far left as can be
    assert len(sizes) > 8
    assert sum(near_numbers) / len(near_numbers) < sum(far_numbers) / len(far_numbers) - 0.5


def test_tiles_of_milestones_are_as_many_of_each_kind():
    for values, _ in made("milestones"):
        workers = [worker for tile in values["tiles"]["workers"] for worker in tile.split()]
        kinds = [worker[:-1] for worker in workers]
        assert {kinds.count(kind) for kind in kinds} == {14}
        alike = sum(left[:-1] == right[:-1] for left, right in map(str.split, values["tiles"]["workers"]))
        assert alike <= 8
        assert all(left[-1] <= right[-1] for left, right in map(str.split, values["tiles"]["workers"]))


def test_a_land_is_moved_to_the_corner_of_the_grid():
    """Row by row it keeps its shape; what is as broad as the grid may not fit there."""
    land = {field_at(3, 4), field_at(3, 5), field_at(4, 5)}
    moved = _moved_to_the_corner(land)
    assert moved == {field_at(0, 0), field_at(0, 1), field_at(1, 0)}
    assert [len(moved.intersection(neighbours(field))) for field in moved] == [2, 2, 2]
    broad = {field_at(row, column) for row in (1, 2) for column in range(COLUMNS)}
    assert BEYOND in _moved_to_the_corner(broad)


# --- Die Mauerbauer ------------------------------------------------------------------------


def test_maps_of_die_mauerbauer_have_even_regions_that_hang_together():
    lakes = 0
    for values, layout in made("mauerbauer"):
        assert isinstance(layout, MauerbauerLayout)
        sizes = [len(region["fields"]) for region in values["regions"]]
        assert max(sizes) - min(sizes) <= 2
        assert 81 <= sum(sizes) <= 96
        for region in values["regions"]:
            fields = [frozenset(field.split()) for field in region["fields"]]
            beside = {one: [other for other in fields if len(one & other) == 2] for one in fields}
            assert len(connected_parts(fields, beside.__getitem__)) == 1
        assert 8 <= len(values["water"]) <= 45
        assert sum(values["cards"].values()) == 60
        assert set(values["cards"].values()) <= {1, 2, 3}
        board = layout.board  # Euler: points - lines + fields is 1 without a lake, one less for each
        lakes += 1 - (board.point_count - board.line_count + board.field_count)
    assert lakes > 2


# --- Saint Malo ----------------------------------------------------------------------------


def test_boards_of_saint_malo_stay_near_the_printed_ones():
    plans = set()
    for values, layout in made("saint-malo"):
        plans.add(tuple(values["plan"]))
        assert 3 <= "".join(values["plan"]).count("c") <= 5
        gives = sorted(tower["gives"] for tower in values["towers"].values())
        assert gives == ["coins", "coins", "person", "points"]
        strengths = list(layout.board.strengths)
        assert all(
            abs(one - printed) <= 1 for one, printed in zip(strengths, (1, 3, 6, 8, 10, 12), strict=True)
        )
        assert (values["start"]["coins"] in (2, 3, 4), values["start"]["logs"] in (1, 2, 3)) == (True, True)
    assert len(plans) > 15
