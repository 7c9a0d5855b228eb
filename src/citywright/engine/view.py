"""What a seat or a spectator may see, as typed data: the part common to all games. Not compiled."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import msgspec

from citywright.engine.state import OVER, Event, State

SEAT_LETTERS = "ABCDEFGH"


def seat_letter(seat: int) -> str:
    """Seat 0 is A; chance and spectators are `*`."""
    return SEAT_LETTERS[seat] if seat >= 0 else "*"


def seat_number(letter: str) -> int:
    """A is seat 0; `*` is -1, for chance and spectators."""
    return SEAT_LETTERS.find(letter)


class Choice(msgspec.Struct, frozen=True):
    """A legal action in notation, and the points and coins it brings at once for certain."""

    action: str
    points: int = 0
    coins: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The part common to all games; each game adds its boards. `seat` is the viewer, `*` for a spectator."""

    game: str
    seat: str
    actor: str | None  # a seat letter, `*` while chance is awaited, None when the game is over
    phase: str  # what is awaited
    turn: int
    scores: list[int]
    choices: list[Choice]  # the legal actions, if the viewer is to act
    ranks: list[int] | None = None  # when over
    reason: str | None = None  # when over

    def _repr_svg_(self) -> str:
        """The picture a notebook shows. Imported by name: the engine imports nothing from above."""
        return str(import_module("citywright.pictures").picture_of(self))


def actor_letter(state: State) -> str | None:
    """The letter of the seat to act, `*` for chance, None when the game is over."""
    actor = state.actor()
    return None if actor == OVER else seat_letter(actor)


def gains_of(state: State, code: int, seat: int) -> list[Event]:
    """The events for `seat` if `code` were applied, tried on a copy."""
    trial = state.clone()
    trial.trace = []
    trial.apply(code)
    return [event for event in trial.trace if event.seat == seat]


def indented_lines(data: Any, depth: int = 0) -> list[str]:
    """Nested data, such as a view, as indented lines; short lists stay on one line."""
    pad = "  " * depth
    lines = []
    items = data.items() if isinstance(data, dict) else ((f"{i}", item) for i, item in enumerate(data))
    for key, item in items:
        flat = json.dumps(item, ensure_ascii=False)
        if isinstance(item, dict | list) and item and len(flat) > 90:
            lines.append(f"{pad}{key}:")
            lines.extend(indented_lines(item, depth + 1))
        else:
            lines.append(f"{pad}{key}: {item if isinstance(item, str) else flat}")
    return lines
