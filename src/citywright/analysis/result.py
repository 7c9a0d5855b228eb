"""What the analysis of a finished game finds: chances and points at every ply, luck, mistakes, and a ledger
for each seat. Data only.
"""

from __future__ import annotations

import msgspec


class Alternative(msgspec.Struct, frozen=True):
    """An action that was possible, and what it would have promised."""

    action: str  # notation
    chances: list[float]  # of all seats to win after it
    points: list[float]  # expected at the end, of all seats


class PlyAnalysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ply: how the game stood before it, and what it changed."""

    ply: int  # number of the action, from 0
    actor: int  # seat, or CHANCE (-1)
    action: str  # what was done, in notation
    chances: list[float]  # of all seats, before the action
    points: list[float]  # expected points at the end, of all seats, before it
    luck: list[float] = []  # of all seats, for plies of chance
    lost: float = 0.0  # decisions: win chance of the actor given away, never below 0
    points_lost: float = 0.0
    rejudged: list[float] = []  # difference between two judgements of the same position, booked here
    mark: str = ""  # "", "inaccuracy", "mistake", "blunder"
    best: list[Alternative] = []  # decisions: the best actions, best first (where there was a choice)


class SeatLedger(msgspec.Struct, frozen=True):
    """Where the result of a seat comes from: start, luck, own mistakes and others' add up to it."""

    start: float
    luck: float
    mistakes: float
    others: float
    result: float
    accuracy: float  # 0 to 100
    points_luck: float
    points_mistakes: float
    marks: dict[str, int]


class Ledger(msgspec.Struct, frozen=True):
    """The analysis of a whole game."""

    game: str
    rules_version: int
    depth: str
    version: int
    seats: list[SeatLedger]
    plies: list[PlyAnalysis]
    final_chances: list[float]
    best_moments: list[int]  # plies, largest luck first
    worst_moments: list[int]  # plies, largest mistake first
