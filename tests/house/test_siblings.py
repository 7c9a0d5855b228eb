"""Tests that only `-m long` runs are named by hand: each name is that of a test there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.siblings import DATABASES, GAMES, ON_BOTH_DATABASES, ONE_GAME, SIBLINGS, database_of, is_long

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", [*ONE_GAME, *SIBLINGS])
def test_a_name_is_that_of_a_test(name: str) -> None:
    path, _, test = name.partition("::")
    assert f"def {test.partition('[')[0]}" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "kept"), ONE_GAME.items())
def test_one_game_stays_in_the_gate(name: str, kept: str) -> None:
    assert [game for game in GAMES if not is_long(f"{name}[{game}]")] == [kept]


def test_a_test_that_is_not_named_is_not_long() -> None:
    assert not is_long("tests/browser/test_games.py::test_two_clicks_lead_to_the_first_move[saint-malo]")


def test_the_gate_tries_half_of_what_needs_a_database_on_either() -> None:
    tried = [
        database_of(f"tests/server/tables/test_tables.py::test_number_{number}") for number in range(100)
    ]
    assert all(35 < tried.count(database) < 65 for database in DATABASES)
    assert [database_of(f"{folder}test_any.py::test_it") for folder in ON_BOTH_DATABASES] == ["", ""]
    assert all((ROOT / folder).is_dir() for folder in ON_BOTH_DATABASES)
