"""The triangle grid."""

from citywright.games.milestones.rules.grid import (
    LINES,
    PLOTS,
    corners,
    field_at,
    grid_fields,
    line_between,
    line_fields,
    neighbours,
)


def test_neighbours_are_mutual_and_six_at_most():
    for field in grid_fields():
        assert neighbours(field) == sorted(neighbours(field))
        assert len(neighbours(field)) <= 6
        assert all(field in neighbours(near) for near in neighbours(field))
    assert len(neighbours(field_at(2, 5))) == 6
    assert neighbours(field_at(0, 0)) == [field_at(0, 1), field_at(1, 0)]


def test_a_plot_is_three_mutual_neighbours_and_every_such_three_are_a_plot():
    plots = {tuple(corners(plot)) for plot in range(PLOTS) if corners(plot)}
    threes = {
        (a, b, c)
        for a in grid_fields()
        for b in neighbours(a)
        for c in neighbours(b)
        if a < b < c and c in neighbours(a)
    }
    assert plots == threes


def test_a_line_joins_two_neighbours_and_is_found_from_both():
    lines = [line for line in range(LINES) if line_fields(line)]
    assert len(lines) == sum(len(neighbours(field)) for field in grid_fields()) // 2
    for line in lines:
        one, other = line_fields(line)
        assert other in neighbours(one)
        assert line_between(one, other) == line_between(other, one) == line
