"""Points of tables of any size, and what decides between equal points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citywright.events.scores import UNIT, Result, shares_of, standings


@given(st.lists(st.integers(1, 5), min_size=2, max_size=8))
def test_every_table_gives_half_a_point_on_average(ranks: list[int]) -> None:
    shares = shares_of(ranks)
    assert 2 * sum(shares) == UNIT * len(ranks)
    assert all(0 <= share <= UNIT for share in shares)
    for one, rank in zip(shares, ranks, strict=True):
        assert all((one > other) == (rank < another) for other, another in zip(shares, ranks, strict=True))


def won(winner: int, loser: int, scores: tuple[int, int] = (10, 5), luck: float | None = 0.0) -> Result:
    adjusted = None if luck is None else (1 - luck, luck)
    return Result((winner, loser), (UNIT, 0), scores, adjusted)


def order(people: list[int], results: list[Result], **more: object) -> list[int]:
    return [row.person for row in standings(people, results, **more)]  # type: ignore[arg-type]


def test_points_decide_then_opponents_then_the_share_of_points() -> None:
    # 1 and 2 have a point each; 1 has beaten somebody who has beaten somebody.
    results = [won(1, 3), won(3, 4), won(2, 4)]
    assert order([1, 2, 3, 4], results)[:2] == [1, 3], "who beat the stronger comes first"
    assert order([1, 2, 3, 4], [won(1, 3, (20, 5)), won(2, 4, (12, 11))])[0] == 1
    assert order([1, 2, 3, 4], [won(1, 3, (12, 11)), won(2, 4, (20, 5))])[0] == 2
    assert order([1, 2, 3, 4], results, last=[1])[-1] == 1, "whoever withdrew comes last"


def test_luck_decides_where_every_game_was_analysed() -> None:
    lucky, skilled = won(1, 3, luck=0.4), won(2, 4, luck=0.1)
    rows = standings([1, 2, 3, 4], [lucky, skilled])
    assert [row.person for row in rows][:2] == [2, 1]
    assert rows[0].adjusted == 0.9
    some = standings([1, 2, 3, 4], [won(1, 3, luck=None), skilled])
    assert {row.adjusted for row in some} == {None}
    assert all(row.by_lot for row in some)


def test_the_lot_is_the_same_whenever_it_is_drawn_and_another_for_another_seed() -> None:
    people = list(range(20))
    assert order(people, [], seed=1) == order(people, [], seed=1)
    assert order(people, [], seed=1) != order(people, [], seed=2)


def test_who_sits_out_gets_half_a_point() -> None:
    rows = {row.person: row for row in standings([1, 2, 3], [won(1, 2)], [3])}
    assert (rows[3].points, rows[3].games) == (UNIT // 2, 0)
