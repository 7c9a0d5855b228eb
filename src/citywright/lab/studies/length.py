"""How long games are and how many points they bring, by the level of the players."""

from __future__ import annotations

from typing import Final

from citywright.catalogue import find_game, games
from citywright.lab.studies.estimates import mean_of, spread_of
from citywright.lab.studies.playing import LEVELS, MASTER, SIMULATIONS, games_of
from citywright.lab.studies.words import title_of
from citywright.lab.studies.work import Figures, Part, Row, What

NAME: Final = "length"
TITLE: Final = "Length and points"
QUESTION: Final = "How long is a game, and how many points does it bring, the better the players are?"
GAMES: Final = 100
SLOWER: Final = 10  # a master's games, in so many times fewer: it searches
MEASURES: Final = ("turns", "decisions", "winner", "last")


def kinds(games_each: int) -> list[tuple[What, int]]:
    """Every game, number of players and level; masters only in twos."""
    found: list[tuple[What, int]] = []
    for game in games().values():
        for players in range(game.min_seats, game.max_seats + 1):
            for level in LEVELS:
                found.append(({"game": game.id, "players": players, "level": level}, games_each))
        slow = {"game": game.id, "players": game.min_seats, "level": MASTER, "simulations": SIMULATIONS}
        found.append((slow, max(games_each // SLOWER, 1)))
    return found


def play(part: Part) -> list[Row]:
    """Of each game: turns of a player, decisions of a player, points of the first and of the last."""
    game = find_game(part.what["game"])
    players = part.what["players"]
    played = games_of(game, game.default_layout, players, part.what["level"], part.seed, part.games)
    return [
        [one.turns / players, one.decisions / players, max(one.scores), min(one.scores)] for one in played
    ]


def evaluate(played: list[tuple[What, list[Row]]]) -> Figures:
    """A line for each kind of game: means with intervals, and how much single games vary."""
    figures: Figures = []
    for what, rows in played:
        columns = dict(zip(MEASURES, map(list, zip(*rows, strict=True)), strict=True))
        means = {name: mean_of(numbers) for name, numbers in columns.items()}
        spreads = {f"{name} spread": spread_of(numbers) for name, numbers in columns.items()}
        figures.append({**what, "games": len(rows), **means, **spreads})
    return figures


def finding(figures: Figures) -> str:
    """Turns and points of the winner for two, from the weakest to the strongest."""
    words = []
    for game in games().values():
        two = {one["level"]: one for one in figures if one["game"] == game.id and one["players"] == 2}
        steps = ", ".join(
            f"{level} {two[level]['turns'][0]:.0f} turns and {two[level]['winner'][0]:.0f} points"
            for level in (*LEVELS, MASTER)
        )
        words.append(f"- **{title_of(game.id)}**, for two (turns of each, points of the winner): {steps}.")
    return "\n".join(words)
