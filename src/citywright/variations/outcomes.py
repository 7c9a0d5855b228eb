"""What a person can choose where chance acts: one list of outcomes, or the face of every die by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from citywright.engine.game import Game
from citywright.engine.state import CHANCE, State
from citywright.game_parts import outcome_name
from citywright.text.phrases import capital

MOST_TICKETS = 20_000  # of more outcomes than this none can be chosen


class Option(NamedTuple):
    """A part of an outcome in notation, and what it is called."""

    words: str
    title: str


class Picks(NamedTuple):
    """For every die, or for the one thing that is drawn, what it may show."""

    start: str  # how the outcome begins in notation
    dice: list[list[Option]]


def picks_of(game: Game, state: State, names: Sequence[str], lang: str) -> Picks | None:
    """What can be chosen in a position; none where chance does not act."""
    if state.actor() != CHANCE or state.chance_total() > MOST_TICKETS:
        return None
    outcomes = [game.format_action(code).split(" ") for code, _ in state.chance_outcomes()]
    if len({len(parts) for parts in outcomes}) > 1:
        return _one_list(game, outcomes, 0, names, lang)
    shared = 0  # so many words are the same in all outcomes
    while shared < len(outcomes[0]) - 1 and len({parts[shared] for parts in outcomes}) == 1:
        shared += 1
    faces = [
        list(dict.fromkeys(parts[place] for parts in outcomes)) for place in range(shared, len(outcomes[0]))
    ]
    if math.prod(map(len, faces)) != len(outcomes):  # not every face goes with every other
        return _one_list(game, outcomes, shared, names, lang)
    start = " ".join(outcomes[0][:shared])
    dice = [[Option(face, _title(game, face, names, lang)) for face in die] for die in faces]
    return Picks(start, dice)


def outcome_title(game: Game, state: State, words: str, names: Sequence[str], lang: str) -> str:
    """What chance brings in a position, in words."""
    picks = picks_of(game, state, names, lang)
    if picks is None:
        return words
    rest = words.removeprefix(picks.start).strip()
    parts = [rest] if len(picks.dice) == 1 else rest.split(" ")
    titles = [dict(die).get(part, part) for die, part in zip(picks.dice, parts, strict=False)]
    return ", ".join(titles)


def _one_list(game: Game, outcomes: list[list[str]], shared: int, names: Sequence[str], lang: str) -> Picks:
    """All outcomes in one list, by their titles."""
    options = []
    for parts in outcomes:
        words = " ".join(parts[shared:])
        options.append(Option(words, _title(game, words, names, lang)))
    options.sort(key=lambda option: option.title)
    return Picks(" ".join(outcomes[0][:shared]), [options])


def _title(game: Game, words: str, names: Sequence[str], lang: str) -> str:
    """What a part of an outcome is called; a seat by its player."""
    seats = dict(zip("ABCDEFGH", names, strict=False))
    return seats.get(words) or capital(outcome_name(game, words, lang))
