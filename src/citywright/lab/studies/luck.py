"""How much of a result is luck, how much the seat and how much skill: the same deals, played again and again.

Every deal is played by a stronger and a weaker player in both seatings, and each of those twice with other
random streams of the players. What the games of a deal have in common is the luck of the deal.
"""

from __future__ import annotations

from math import ceil
from typing import Any, Final

import numpy as np

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.lab.studies.estimates import Matrix, share_of
from citywright.lab.studies.playing import lead, play_dealt, won
from citywright.lab.studies.words import title_of
from citywright.lab.studies.work import Figures, Part, Row, What
from citywright.match.dealer import Dealer

NAME: Final = "luck"
TITLE: Final = "Luck, seat and skill"
QUESTION: Final = "How much of a result is luck of the dice and cards, how much the seat, how much skill?"
GAMES: Final = 200  # deals; each is played four times
PAIRS: Final = (
    ("apprentice", "random"),
    ("journeyman", "random"),
    ("journeyman", "apprentice"),
    ("journeyman", "journeyman"),
)
SHARES: Final = ("skill", "seat", "deal", "deal and play", "players' own lots")
RESAMPLED: Final = 400


def kinds(games_each: int) -> list[tuple[What, int]]:
    """Every game and pair of levels."""
    return [
        ({"game": game.id, "players": 2, "stronger": stronger, "weaker": weaker}, games_each)
        for game in games().values()
        for stronger, weaker in PAIRS
    ]


def play(part: Part) -> list[Row]:
    """Of each deal: lead and victory of the first seat, by seating (the stronger first, second), twice."""
    game = find_game(part.what["game"])
    levels = [part.what["stronger"], part.what["weaker"]]
    rng = Rng(part.seed)
    rows: list[Row] = []
    for deal in range(part.first, part.first + part.games):
        dealer = Dealer.seeded(part.study_seed * 1_000_003 + deal)
        row: list[list[list[float]]] = []
        for seating in (levels, levels[::-1]):
            twice = [
                play_dealt(game, game.default_layout, seating, dealer, rng.below(1 << 30)) for _ in range(2)
            ]
            row.append([[lead(one.scores, 0), won(one.ranks, 0)] for one in twice])
        rows.append(row)
    return rows


def evaluate(played: list[tuple[What, list[Row]]]) -> Figures:
    """For each pair the shares of the variance, of points and of victories, with intervals by resampling."""
    figures: Figures = []
    for what, rows in played:
        every = np.array(rows, dtype=float)  # deals, seatings, repetitions, (lead, victory)
        stronger = float(every[:, 0, :, 1].sum() + (1 - every[:, 1, :, 1]).sum())
        entry: dict[str, Any] = {
            **what,
            "deals": len(rows),
            "stronger wins": share_of(stronger / 4, len(rows)),
        }
        for outcome, place in (("points", 0), ("victory", 1)):
            one = every[..., place]
            found = components(one)
            entry[f"{outcome} shares"] = _with_intervals(one)
            entry[f"{outcome} variance"] = round(sum(found.values()), 4)
            half = (one[:, 0].mean() - one[:, 1].mean()) / 2
            entry[f"{outcome} skill"] = round(float(half), 4)
            entry[f"{outcome} seat"] = round(float(one.mean() - (0.5 if place else 0.0)), 4)
        entry["games to tell"] = games_to_tell(entry["stronger wins"][0])
        figures.append(entry)
    return figures


def components(leads: Matrix) -> dict[str, float]:
    """The parts of the variance of one game in which the seating is drawn by lot.

    `leads`, of the first seat, has deals, the two seatings, and two games of each.
    skill: half the difference between the seatings, squared.
    seat: the mean, squared (of victories: its distance from a half).
    deal: what games of a deal have in common in both seatings.
    deal and play: what they have in common only if the same players sit in the same seats.
    players' own lots: what differs although deal and seating are the same.
    """
    means = leads.mean(axis=(0, 2))
    within = float(((leads[..., 0] - leads[..., 1]) ** 2).mean()) / 2
    centred = leads - means[None, :, None]
    by_seating = centred.mean(axis=2)
    spare = len(leads) / max(len(leads) - 1, 1)
    same_seating = float((centred[..., 0] * centred[..., 1]).mean()) * spare
    deal = float((by_seating[:, 0] * by_seating[:, 1]).mean()) * spare
    doubt = float(by_seating.mean(axis=1).var()) / max(len(leads) - 1, 1)  # of the mean, by chance
    doubt_of_half = float((by_seating[:, 0] - by_seating[:, 1]).var()) / 4 / max(len(leads) - 1, 1)
    even = 0.5 if float(leads.min()) >= 0 and float(leads.max()) <= 1 else 0.0
    return {
        "skill": max(float((means[0] - means[1]) / 2) ** 2 - doubt_of_half, 0.0),
        "seat": max(float(means.mean() - even) ** 2 - doubt, 0.0),
        "deal": max(deal, 0.0),
        "deal and play": max(same_seating - max(deal, 0.0), 0.0),
        "players' own lots": within,
    }


def _with_intervals(leads: Matrix) -> dict[str, list[float]]:
    """The shares, and between what they lie in 19 of 20 resamplings of the deals."""
    source = np.random.default_rng(1)
    found = _shares(leads)
    again = np.array([_shares(leads[source.integers(0, len(leads), len(leads))]) for _ in range(RESAMPLED)])
    low, high = np.quantile(again, [0.025, 0.975], axis=0)
    return {
        name: [round(float(number), 4) for number in (found[place], low[place], high[place])]
        for place, name in enumerate(SHARES)
    }


def _shares(leads: Matrix) -> list[float]:
    found = components(leads)
    total = sum(found.values()) or 1.0
    return [found[name] / total for name in SHARES]


def games_to_tell(share: float) -> int | None:
    """How many games it takes until the stronger has won most of them 19 times out of 20; None if never."""
    if share <= 0.5:
        return None
    return ceil(1.645**2 * share * (1 - share) / (share - 0.5) ** 2) or 1


def finding(figures: Figures) -> str:
    """The shares of luck for the two best levels, and how often the stronger wins."""
    words = []
    for game in games().values():
        (one,) = (each for each in figures if each["game"] == game.id and each["weaker"] == "apprentice")
        shares = one["points shares"]
        chance = sum(shares[name][0] for name in SHARES[2:])
        words.append(
            f"- **{title_of(game.id)}**, journeyman against apprentice: of the variance of the lead in "
            f"points {shares['skill'][0]:.0%} is skill, {chance:.0%} luck and {shares['seat'][0]:.1%} the "
            f"seat; the journeyman wins {one['stronger wins'][0]:.0%} of the games."
        )
    return "\n".join(words)
