"""Ridge regression by normal equations, small and without other libraries. Compiled."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.vecs import vec


class Regression:
    """Fits weights so that the weighted sum of features comes close to the targets."""

    def __init__(self, count: i64) -> None:
        self.count: i64 = count
        self.samples: i64 = 0
        self.products: vec[float] = vec[float]([0.0] * (count * count))
        self.targets: vec[float] = vec[float]([0.0] * count)

    def add(self, features: list[float], target: float) -> None:
        """Add one sample."""
        count: i64 = self.count
        row: vec[float] = vec[float](features)
        for i in range(count):
            value: float = row[i]
            if value == 0.0:
                continue
            self.targets[i] += value * target
            for j in range(count):
                self.products[i * count + j] += value * row[j]
        self.samples += 1

    def solve(self, ridge: float, towards: list[float]) -> list[float]:
        """The weights; `ridge` keeps them close to `towards`, above all those of rare features."""
        count: i64 = self.count
        system: list[list[float]] = []
        for i in range(count):
            line: list[float] = [self.products[i * count + j] for j in range(count)]
            line[i] += ridge
            line.append(self.targets[i] + ridge * towards[i])
            system.append(line)
        return solve_linear(system)


def solve_linear(system: list[list[float]]) -> list[float]:
    """Gaussian elimination with pivots; each line holds the coefficients, then the right side."""
    count: i64 = len(system)
    for column in range(count):
        pivot: i64 = column
        for i in range(column + 1, count):
            if abs(system[i][column]) > abs(system[pivot][column]):
                pivot = i
        system[column], system[pivot] = system[pivot], system[column]
        top = system[column]
        for i in range(column + 1, count):
            factor: float = system[i][column] / top[column]
            if factor != 0.0:
                line = system[i]
                for j in range(column, count + 1):
                    line[j] -= factor * top[j]
    solution = [0.0] * count
    for row in range(count - 1, i64(-1), -1):
        line = system[row]
        rest: float = line[count]
        for j in range(row + 1, count):
            rest -= line[j] * solution[j]
        solution[row] = rest / line[row]
    return solution
