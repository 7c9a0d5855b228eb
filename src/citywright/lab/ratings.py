"""Evaluates the results of an arena: win rate, points, rating (with intervals) and time of each bot."""

from __future__ import annotations

import math
from typing import Any

from openskill.models import PlackettLuce

from citywright.lab.arena import Contest, Result

NORMAL_95 = 1.96


def summary(contest: Contest, results: list[Result]) -> list[dict[str, Any]]:
    """One entry for each bot, in the contest's order. A name that sits several times has one entry."""
    ratings = _ratings(contest, results)
    entries = []
    for name in dict.fromkeys(contest.bots):
        places = [place for place, bot in enumerate(contest.bots) if bot == name]
        shares = [[_share(result, place) for place in places] for result in results]
        won = sum(map(sum, shares))
        games = len(results) * len(places)
        scores = [result.scores[place] for result in results for place in places]
        times = sorted(ms for result in results for place in places for ms in result.decide_ms[place])
        entries.append(
            {
                "bot": name,
                "games": games,
                "wins": round(won, 2),
                "win_rate": round(won / games, 4),
                "interval": win_interval(contest, results, [sum(row) / len(places) for row in shares]),
                "mean_score": round(sum(scores) / games, 2),
                "rating": _rating_of([ratings[place] for place in places]),
                "decide_ms": _times(times),
            }
        )
    return entries


def placed_scores(results: list[Result]) -> list[float]:
    """The mean points of winners, of those in second place, and so on."""
    sorted_scores = [sorted(result.scores, reverse=True) for result in results]
    return [round(sum(column) / len(results), 1) for column in zip(*sorted_scores, strict=True)]


def _share(result: Result, place: int) -> float:
    """1 for a win, the part of a shared win, or 0."""
    return (result.ranks[place] == 1) / result.ranks.count(1)


def win_interval(contest: Contest, results: list[Result], shares: list[float]) -> list[float]:
    """The 95 % interval of the win rate. Games of one deal are not independent, so deals are counted."""
    deals: dict[int, list[float]] = {}
    for result, share in zip(results, shares, strict=True):
        deals.setdefault(result.number // len(contest.bots), []).append(share)
    means = [sum(deal) / len(deal) for deal in deals.values()]
    count = len(means)
    mean = sum(means) / count
    variance = sum((value - mean) ** 2 for value in means) / max(count - 1, 1)
    if variance == 0.0:
        return _wilson(mean, count)
    reach = NORMAL_95 * math.sqrt(variance / count)
    return [round(max(mean - reach, 0.0), 4), round(min(mean + reach, 1.0), 4)]


def _wilson(rate: float, count: int) -> list[float]:
    """Wilson's interval, for rates of 0 or 1, where the normal interval has no width."""
    square = NORMAL_95**2
    middle = (rate + square / (2 * count)) / (1 + square / count)
    reach = NORMAL_95 / (1 + square / count)
    reach *= math.sqrt(rate * (1 - rate) / count + square / (4 * count**2))
    return [round(max(middle - reach, 0.0), 4), round(min(middle + reach, 1.0), 4)]


def _ratings(contest: Contest, results: list[Result]) -> list[Any]:
    """A rating for each place, after all games in their order."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in contest.bots]
    for result in sorted(results, key=lambda result: result.number):
        teams = model.rate([[rating] for rating in ratings], ranks=[float(rank) for rank in result.ranks])
        ratings = [team[0] for team in teams]
    return ratings


def _rating_of(ratings: list[Any]) -> dict[str, Any]:
    mu = sum(rating.mu for rating in ratings) / len(ratings)
    sigma = math.sqrt(sum(rating.sigma**2 for rating in ratings)) / len(ratings)
    interval = [round(mu - NORMAL_95 * sigma, 2), round(mu + NORMAL_95 * sigma, 2)]
    return {"mu": round(mu, 2), "sigma": round(sigma, 2), "interval": interval}


def _times(times: list[float]) -> dict[str, float]:
    if not times:
        return {"mean": 0.0, "p95": 0.0, "max": 0.0}
    p95 = times[min(int(0.95 * len(times)), len(times) - 1)]
    return {"mean": round(sum(times) / len(times), 3), "p95": p95, "max": times[-1]}
