"""What numbers say about what they were drawn from: means, shares and least squares, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from citywright.bots.balance import win_share

DEVIATIONS: Final = 1.96  # of an interval that holds the true value 19 times out of 20
DEPENDENT: Final = 1e-6  # columns whose sum varies less than that depend on each other
Interval = list[float]  # value, low, high
Matrix = NDArray[np.float64]


def mean_of(numbers: Sequence[float]) -> Interval:
    """The mean. One number alone has no interval: it is told without."""
    count = len(numbers)
    mean = sum(numbers) / count
    error = sqrt(sum((number - mean) ** 2 for number in numbers) / (count - 1) / count) if count > 1 else 0.0
    return around(mean, error)


def spread_of(numbers: Sequence[float]) -> float:
    """The standard deviation."""
    mean = sum(numbers) / len(numbers)
    return round(sqrt(sum((number - mean) ** 2 for number in numbers) / max(len(numbers) - 1, 1)), 3)


def share_of(won: float, games: int) -> Interval:
    """A share of games, from 0 to 1."""
    found = win_share(won, games)
    return [found.share, found.low, found.high]


def around(value: float, error: float) -> Interval:
    """A value with its standard error as an interval."""
    reach = DEVIATIONS * error
    return [round(value, 4), round(value - reach, 4), round(value + reach, 4)]


def least_squares(rows: Matrix, targets: Matrix) -> tuple[Matrix, Matrix]:
    """Coefficients (smallest where columns depend on each other) and their covariance.

    The covariance holds for targets that vary more for some rows than for others (White's). A column of ones
    is added for the constant and left out of the answer.
    """
    full = np.column_stack([np.ones(len(rows)), rows])
    bread = np.linalg.pinv(full.T @ full, rcond=DEPENDENT, hermitian=True)
    coefficients = bread @ (full.T @ targets)
    scaled = full * (targets - full @ coefficients)[:, None]
    spare = max(len(full) - np.linalg.matrix_rank(bread), 1)
    covariance = bread @ (scaled.T @ scaled) @ bread * (len(full) / spare)
    return coefficients[1:], covariance[1:, 1:]


def against_mean(coefficients: Matrix, covariance: Matrix, items: Sequence[bool]) -> list[Interval]:
    """Each coefficient less the mean of those that are items; the others (no items) as they are."""
    chosen = np.array(items, dtype=float)
    contrast = np.eye(len(chosen)) - np.outer(chosen, chosen / max(chosen.sum(), 1.0))
    values = contrast @ coefficients
    errors = np.sqrt(np.clip(np.diag(contrast @ covariance @ contrast.T), 0.0, None))
    return [around(float(value), float(error)) for value, error in zip(values, errors, strict=True)]
