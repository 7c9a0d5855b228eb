"""Checks the dice against figures that follow from the rules: what a collector has after a turn."""

from __future__ import annotations

from math import comb, sqrt

from citywright.games.saint_malo.knowledge.policies import tally_turns
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.board import Board

# A die matches after three rolls with this probability; one that does not shows any of the other five faces.
MATCH = 1 - (5 / 6) ** 3
SWORDS_LEFT = (1 - MATCH) / 5


def at_least(number: int) -> float:
    """The probability of at least so many matching dice of five."""
    return sum(comb(5, hits) * MATCH**hits * (1 - MATCH) ** (5 - hits) for hits in range(number, 6))


def check_figures(
    board: Board, turns: int = 1_000_000, seed: int = 1, tolerance: float = 0.01, errors: float = 0.0
) -> list[str]:
    """Sentences about every figure that is off by more than `tolerance` and so many standard errors."""
    tally = tally_turns(board, turns, material.CRATE, seed)
    problems = []

    def compare(name: str, measured: float, exact: float, deviation: float) -> None:
        if abs(measured - exact) > tolerance * exact + errors * deviation / sqrt(turns):
            problems.append(f"{name}: {measured:.4f} in {turns} turns instead of {exact:.4f}")

    matching = sum(number * tally[number] for number in range(6)) / turns
    compare("mean matching dice", matching, 5 * MATCH, sqrt(5 * MATCH * (1 - MATCH)))
    for number in range(1, 6):
        exact = at_least(number)
        measured = sum(tally[number:6]) / turns
        compare(f"at least {number} matching", measured, exact, sqrt(exact * (1 - exact)))
    compare("mean swords", tally[6] / turns, 5 * SWORDS_LEFT, sqrt(5 * SWORDS_LEFT * (1 - SWORDS_LEFT)))
    return problems
