"""Small phrases every game says alike: names of players, points, coins, gains, who has won.

`t` translates: a game's own words, or the common ones. Nothing here knows a particular game.
"""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.view import SEAT_LETTERS, View
from citywright.text import Words


def capital(words: str) -> str:
    """The words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def player_name(seat: str | int, names: Sequence[str]) -> str:
    """What the player of a seat (letter or number) is called; empty for chance and spectators."""
    number = SEAT_LETTERS.find(seat) if isinstance(seat, str) else seat
    if number < 0:
        return ""
    return names[number] if number < len(names) else SEAT_LETTERS[number]


def with_minus(number: int) -> str:
    """A number alone; below zero with a minus sign."""
    return f"{_minus(number)}{abs(number)}"


def points_phrase(t: Words, points: int) -> str:
    """`3 points`; below zero with a minus sign."""
    return _minus(points) + t.plural("{n} point", "{n} points", abs(points))


def coins_phrase(t: Words, coins: int) -> str:
    """`1 coin`; below zero with a minus sign."""
    return _minus(coins) + t.plural("{n} coin", "{n} coins", abs(coins))


def signed_points(t: Words, points: int) -> str:
    """`+3 points`, `−1 point`."""
    return _plus(points) + points_phrase(t, points)


def signed_coins(t: Words, coins: int) -> str:
    """`+1 coin`, `−2 coins`."""
    return _plus(coins) + coins_phrase(t, coins)


def gains_phrase(t: Words, points: int, coins: int) -> str:
    """`+6 points, −2 coins`; what is zero is left out."""
    gains = [signed_points(t, points)] if points else []
    if coins:
        gains.append(signed_coins(t, coins))
    return ", ".join(gains)


def result_phrase(t: Words, view: View, names: Sequence[str]) -> str:
    """Who has won, and with how many points."""
    winners = [player_name(seat, names) for seat, rank in enumerate(view.ranks or []) if rank == 1]
    points = points_phrase(t, max(view.scores))
    if len(winners) > 1:
        return t("{winners} win together with {points}", winners=t.listed(winners), points=points)
    return t("{winner} wins with {points}", winner=t.listed(winners), points=points)


def _minus(number: int) -> str:
    return "−" if number < 0 else ""


def _plus(number: int) -> str:
    return "+" if number >= 0 else ""
