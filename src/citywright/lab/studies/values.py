"""What each card, tile, worker and use of the dice is worth: by lots, and beside it as players take them."""

from __future__ import annotations

from typing import Final

import numpy as np

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.lab.studies.estimates import Matrix, against_mean, least_squares
from citywright.lab.studies.lots import COMPARED, play_with_lots
from citywright.lab.studies.words import title_of, told
from citywright.lab.studies.work import Figures, Part, Row, What

NAME: Final = "values"
TITLE: Final = "What things are worth"
QUESTION: Final = (
    "What is each card of Die Mauerbauer, each tile and worker of Milestones, each person, church and wall "
    "of Saint Malo worth, in points and in games won?"
)
GAMES: Final = 4000
FEWEST: Final = 30  # times an item fell by lot; with fewer its worth is not told


def kinds(games_each: int) -> list[tuple[What, int]]:
    """Every game, for two journeymen."""
    return [({"game": name, "players": 2, "level": "journeyman"}, games_each) for name in COMPARED]


def play(part: Part) -> list[Row]:
    """Games with lots on the usual board."""
    game = find_game(part.what["game"])
    rng = Rng(part.seed)
    return [play_with_lots(game, game.default_layout, rng.below(1 << 30)) for _ in range(part.games)]


def evaluate(played: list[tuple[What, list[Row]]]) -> Figures:
    """A line for each item of each comparison."""
    return [
        {**what, **entry}
        for what, rows in played
        for number, compared in enumerate(COMPARED[what["game"]])
        for entry in compare(compared.name, [[*row[:2], *row[2 + number]] for row in rows])
    ]


def compare(name: str, rows: list[Row]) -> Figures:
    """The worth of each item. A row is lead, victory, and what was counted, as `lots` gives them."""
    drawn, seen, points = (_total(rows, column) for column in (3, 5, 6))
    items = sorted(item for item in drawn if drawn[item] >= min(FEWEST, len(rows) // 20))
    leads, wins = (np.array([row[column] for row in rows], dtype=float) for column in (0, 1))
    lots = _matrix(rows, 2, items)
    are_items = [item != "number" for item in items]
    worth = against_mean(*least_squares(lots, leads), are_items)
    chance = against_mean(*least_squares(lots, wins), are_items)
    association = against_mean(*least_squares(_matrix(rows, 4, items), leads), are_items)
    return [
        {
            "compared": name,
            "item": item,
            "games": len(rows),
            "drawn": round(drawn[item]),
            "taken": round(seen.get(item, 0.0) / len(rows) / 2, 3),  # by a player in a game
            "at once": round(points.get(item, 0.0) / max(seen.get(item, 0.0), 1.0), 3),
            "points": worth[place],
            "wins": chance[place],
            "association": association[place],
        }
        for place, item in enumerate(items)
    ]


def _matrix(rows: list[Row], column: int, items: list[str]) -> Matrix:
    return np.array([[row[column].get(item, 0.0) for item in items] for row in rows], dtype=float)


def _total(rows: list[Row], column: int) -> dict[str, float]:
    sums: dict[str, float] = {}
    for row in rows:
        for item, number in row[column].items():
            sums[item] = sums.get(item, 0.0) + number
    return sums


def of_comparison(figures: Figures, game: str, compared: str) -> Figures:
    """The items of a comparison, those worth most first."""
    mine = [one for one in figures if one["game"] == game and one["compared"] == compared]
    return sorted((one for one in mine if one["item"] != "number"), key=lambda one: -float(one["points"][0]))


def finding(figures: Figures) -> str:
    """The best and the worst of each comparison."""
    words = []
    for name, comparisons in COMPARED.items():
        for compared in comparisons:
            mine = of_comparison(figures, name, compared.name)
            best, worst = mine[0], mine[-1]
            sure = sum(not one["points"][1] <= 0 <= one["points"][2] for one in mine)
            words.append(
                f"- **{title_of(name)}, {compared.name}**: most worth is *{best['item']}* with "
                f"{told(best['points'], signed=True)} points against the mean, least *{worst['item']}* with "
                f"{told(worst['points'], signed=True)}; {sure} of {len(mine)} differ from the mean beyond "
                "their interval."
            )
    return "\n".join(words)
