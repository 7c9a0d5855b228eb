"""How often each place in the turn order wins, for every game and number of players."""

from __future__ import annotations

from typing import Final

from citywright.catalogue import find_game, games
from citywright.lab.studies.estimates import mean_of, share_of
from citywright.lab.studies.playing import games_of, lead, won
from citywright.lab.studies.words import title_of
from citywright.lab.studies.work import Figures, Part, Row, What

NAME: Final = "seats"
TITLE: Final = "Who begins, and who wins"
QUESTION: Final = (
    "How often does each place in the turn order win, and does that depend on how well people play?"
)
GAMES: Final = 1500
LEVELS: Final = ("random", "journeyman")


def kinds(games_each: int) -> list[tuple[What, int]]:
    """Every game, number of players and level."""
    return [
        ({"game": game.id, "players": players, "level": level}, games_each)
        for game in games().values()
        for players in range(game.min_seats, game.max_seats + 1)
        for level in LEVELS
    ]


def play(part: Part) -> list[Row]:
    """Of each game: the points and the ranks by seat."""
    game = find_game(part.what["game"])
    players, level = part.what["players"], part.what["level"]
    played = games_of(game, game.default_layout, players, level, part.seed, part.games)
    return [[one.scores, one.ranks] for one in played]


def evaluate(played: list[tuple[What, list[Row]]]) -> Figures:
    """A line for each seat."""
    figures: Figures = []
    for what, rows in played:
        for seat in range(what["players"]):
            share = share_of(sum(won(ranks, seat) for _, ranks in rows), len(rows))
            leads = mean_of([lead(scores, seat) for scores, _ in rows])
            figures.append({**what, "seat": seat + 1, "games": len(rows), "wins": share, "lead": leads})
    return figures


def finding(figures: Figures) -> str:
    """Which seat of two is better off, and where an even share is out of the question."""
    words = []
    for game in games().values():
        two = [one for one in figures if one["game"] == game.id and one["level"] == "journeyman"]
        first, second = (one for one in two if one["players"] == 2)
        uneven = [one for one in two if not one["wins"][1] <= 1 / one["players"] <= one["wins"][2]]
        reach = (first["wins"][2] - first["wins"][1]) / 2
        words.append(
            f"- **{title_of(game.id)}**: of two journeymen the first wins {first['wins'][0]:.1%} of the "
            f"games and the second {second['wins'][0]:.1%} (± {reach:.1%}). Over all numbers of players, "
            f"{len(uneven)} of {len(two)} places win more or less often than an even share beyond their "
            f"interval, where chance alone would give {0.05 * len(two):.1f}."
        )
    return "\n".join(words)
