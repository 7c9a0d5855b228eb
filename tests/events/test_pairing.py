"""Who meets whom: everybody everybody in a round robin, nobody again in a Swiss round, all seats evenly."""

from __future__ import annotations

import time
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citywright.engine.rng import Rng
from citywright.events.evenness import evenness
from citywright.events.round_robin import round_robin
from citywright.events.swiss import swiss_round
from citywright.events.tables import Table, cheapest, cut, shuffled, table_sizes


@given(st.integers(3, 64), st.integers(2, 8), st.integers(2, 3))
def test_a_round_has_as_few_and_as_even_tables_as_there_can_be(people: int, seats: int, least: int) -> None:
    sizes = table_sizes(people, max(seats, least), least)
    assert all(least <= size <= max(seats, least) for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    assert people - sum(sizes) < least, "nobody sits out who could have a table"


@settings(max_examples=12)
@given(st.integers(3, 14), st.integers(2, 5), st.integers(0, 1000))
def test_in_a_round_robin_everybody_meets_everybody(people: int, seats: int, seed: int) -> None:
    numbers = list(range(100, 100 + people))
    rounds = round_robin(numbers, seats, seed=seed)
    for tables in rounds:
        sitting = Counter(person for table in tables for person in table)
        assert set(sitting.values()) == {1}
        assert len(sitting) >= people - (people % 2 if seats == 2 else 0)
    found = evenness(numbers, rounds)
    assert found.never == 0
    assert found.seats <= 1, "at tables of one size everybody sits in all seats alike"
    assert found.most <= 4
    if people % seats == 0 or seats == 2:
        assert found.begins[1] - found.begins[0] <= 1
    if seats == 2:
        assert (found.again, found.sits_out) == (0, people % 2)
        assert found.rounds == people - 1 + people % 2


def test_the_same_seed_gives_the_same_rounds() -> None:
    assert round_robin(range(8), 3, seed=5) == round_robin(range(8), 3, seed=5)
    assert round_robin(range(8), 3, seed=5) != round_robin(range(8), 3, seed=6)


@pytest.mark.parametrize(("people", "seats"), [(9, 3), (16, 4), (25, 5)])
def test_where_a_perfect_design_is_known_it_is_found(people: int, seats: int) -> None:
    found = evenness(range(people), round_robin(range(people), seats, seed=3))
    assert (found.never, found.again, found.rounds) == (0, 0, seats + 1)


@settings(max_examples=10)
@given(st.integers(6, 40), st.integers(2, 5), st.integers(0, 1000))
def test_in_a_swiss_tournament_nobody_meets_anybody_again_while_that_can_be_avoided(
    people: int, seats: int, seed: int
) -> None:
    rng = Rng(seed)
    before: list[Table] = []
    sat_out: list[int] = []
    rounds: list[list[Table]] = []
    for number in range(4):
        order = shuffled(range(people), rng)
        tables = swiss_round(order, before, seats, sat_out=sat_out, seed=seed + number)
        rounds.append(tables)
        before += tables
        playing = {person for table in tables for person in table}
        sat_out += [person for person in range(people) if person not in playing]
    found = evenness(range(people), rounds)
    assert found.begins[1] - found.begins[0] <= 2
    assert max(Counter(sat_out).values(), default=0) <= 1
    if people >= 4 * seats * seats:  # then there is always somebody new
        assert found.again == 0


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_pairs_are_as_cheap_as_they_can_be(seed: int) -> None:
    """For eight people all pairings are tried."""
    rng = Rng(seed)
    costs = [[0] * 8 for _ in range(8)]
    for one in range(8):
        for other in range(one):
            costs[one][other] = costs[other][one] = rng.below(1000)
    best = min(
        sum(costs[order[at]][order[at + 1]] for at in range(0, 8, 2))
        for order in permutations(range(8))
        if order[0] < order[1] and order[0] < order[2] < order[4] < order[6]
    )
    assert cheapest(costs, cut(range(8), [2] * 4), rng, 60)[1] == best


def test_sixty_four_people_are_paired_in_less_than_a_second() -> None:
    before = swiss_round(list(range(64)), [], 4)
    began = time.process_time()
    tables = swiss_round(list(range(64)), before, 4)
    assert time.process_time() - began < 1
    assert evenness(range(64), [before, tables]).again == 0
