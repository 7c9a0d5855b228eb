"""What depends on the reconstructed boards and what does not: the same games on the usual and made boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from citywright.bots.map_making import make_layout
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.lab.studies.estimates import mean_of, share_of
from citywright.lab.studies.lots import COMPARED, play_with_lots
from citywright.lab.studies.playing import games_of, won
from citywright.lab.studies.values import compare
from citywright.lab.studies.words import title_of
from citywright.lab.studies.work import Figures, Part, Row, What

NAME: Final = "boards"
TITLE: Final = "What depends on the board"
QUESTION: Final = (
    "The boards of Die Mauerbauer and Milestones are reconstructed. What would be different on other boards?"
)
GAMES: Final = 60
STUDIED: Final = ("mauerbauer", "milestones")
BOARDS: Final = 24  # made ones
USUAL: Final = 0  # the number of the board that is no made one
USUAL_TIMES: Final = 6  # more games there, since everything is compared with it
WORTH_TIMES: Final = 30  # games for the worth of things
WORTH: Final = {"mauerbauer": ("card dealt",), "milestones": ("worker at the start", "worker hired")}
MEASURES: Final = ("turns", "decisions", "winner", "last", "first seat wins")


def kinds(games_each: int) -> list[tuple[What, int]]:
    """Both games on every board; and once more with lots, each game on another board."""
    found: list[tuple[What, int]] = []
    for name in STUDIED:
        for board in range(BOARDS + 1):
            times = USUAL_TIMES if board == USUAL else 1
            found.append(({"game": name, "players": 2, "board": board}, games_each * times))
        for boards in ("usual", "made"):
            found.append(({"game": name, "players": 2, "lots": boards}, games_each * WORTH_TIMES))
    return found


@lru_cache(2 * (BOARDS + 1))
def board_of(name: str, number: int) -> Any:
    """A board by its number. No made board is left out for playing badly: they shall differ as they may."""
    game = find_game(name)
    return game.default_layout if number == USUAL else game.parse_layout(make_layout(game, number))


def play(part: Part) -> list[Row]:
    """Of each game what is measured; with lots, what `lots` counts."""
    return list(_with_lots(part) if "lots" in part.what else _plain(part))


def _plain(part: Part) -> Iterator[Row]:
    game = find_game(part.what["game"])
    layout = board_of(game.id, part.what["board"])
    for one in games_of(game, layout, 2, "journeyman", part.seed, part.games):
        yield [one.turns / 2, one.decisions / 2, max(one.scores), min(one.scores), won(one.ranks, 0)]


def _with_lots(part: Part) -> Iterator[Row]:
    game = find_game(part.what["game"])
    rng = Rng(part.seed)
    made = part.what["lots"] == "made"
    for number in range(part.games):
        board = 1 + (part.first + number) % BOARDS if made else USUAL
        yield play_with_lots(game, board_of(game.id, board), rng.below(1 << 30))


def evaluate(played: list[tuple[What, list[Row]]]) -> Figures:
    """Lines of three kinds: `board` (measures of one), `between` (how boards differ), `worth` (of things)."""
    figures: Figures = []
    for what, rows in played:
        if "lots" in what:
            figures += _worth(what, rows)
        else:
            figures.append({"line": "board", **what, "games": len(rows), **_measured(rows)})
    for name in STUDIED:
        figures += _between([one for one in figures if one["line"] == "board" and one["game"] == name])
    return figures


def _measured(rows: list[Row]) -> dict[str, list[float]]:
    columns = dict(zip(MEASURES, map(list, zip(*rows, strict=True)), strict=True))
    wins = columns.pop("first seat wins")
    means = {measure: mean_of(numbers) for measure, numbers in columns.items()}
    return means | {"first seat wins": share_of(sum(wins), len(wins))}


def _between(boards: Figures) -> Iterator[dict[str, Any]]:
    """How much boards truly differ: the spread of their means, without what chance adds to it."""
    usual, made = boards[0], boards[1:]
    for measure in MEASURES:
        values = [one[measure][0] for one in made]
        noise = [((one[measure][2] - one[measure][1]) / 3.92) ** 2 for one in made]
        mean = sum(values) / len(values)
        seen = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        yield {
            "line": "between",
            "game": usual["game"],
            "players": 2,
            "measure": measure,
            "usual": usual[measure],
            "made": mean_of(values),
            "spread seen": round(sqrt(seen), 4),
            "spread by chance": round(sqrt(sum(noise) / len(noise)), 4),
            "true spread": round(sqrt(max(seen - sum(noise) / len(noise), 0.0)), 4),
        }


def _worth(what: What, rows: list[Row]) -> Iterator[dict[str, Any]]:
    for number, compared in enumerate(COMPARED[what["game"]]):
        if compared.name in WORTH[what["game"]]:
            for entry in compare(compared.name, [[*row[:2], *row[2 + number]] for row in rows]):
                yield {"line": "worth", **what, **entry}


def agreement(figures: Figures, game: str, compared: str) -> float:
    """The correlation between the worth of things on the usual board and on made ones."""
    mine = [one for one in figures if one["line"] == "worth" and one["game"] == game]
    mine = [one for one in mine if one["compared"] == compared]
    usual, made = (
        {one["item"]: float(one["points"][0]) for one in mine if one["lots"] == boards}
        for boards in ("usual", "made")
    )
    items = sorted(usual.keys() & made.keys())
    means = [sum(values[item] for item in items) / len(items) for values in (usual, made)]
    apart = [
        [values[item] - mean for item in items] for values, mean in zip((usual, made), means, strict=True)
    ]
    together: float = sum(a * b for a, b in zip(*apart, strict=True))
    scale: float = sqrt(sum(a * a for a in apart[0]) * sum(b * b for b in apart[1]))
    return together / (scale or 1.0)


def finding(figures: Figures) -> str:
    """How much boards differ in length, points and the first seat, and whether cards keep their worth."""
    words = []
    for name in STUDIED:
        lines = {one["measure"]: one for one in figures if one["line"] == "between" and one["game"] == name}
        told = "; ".join(
            f"{title} {_number(lines[measure]['usual'][0], measure)} on the usual board, "
            f"{_number(lines[measure]['made'][0], measure)} on made ones, with a true spread of "
            f"{_number(lines[measure]['true spread'], measure)} from board to board"
            for measure, title in (
                ("turns", "turns of a player"),
                ("winner", "points of the winner"),
                ("first seat wins", "wins of the first seat"),
            )
        )
        kept = ", ".join(f"{agreement(figures, name, each):.2f} ({each})" for each in WORTH[name])
        words.append(
            f"- **{title_of(name)}**, for two: {told}. What things are worth on the usual "
            f"board and on made ones is correlated by {kept}."
        )
    return "\n".join(words)


def _number(value: float, measure: str) -> str:
    return f"{value:.1%}" if measure == "first seat wins" else f"{value:.1f}"
