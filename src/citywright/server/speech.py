"""How a game speaks: its own wording and pictures, or plain ones for a game that has none yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from citywright.draw.panel import Panel
from citywright.engine.game import Game
from citywright.engine.state import Event
from citywright.engine.view import View


class Wording(Protocol):
    """The room `wording` of a game."""

    def prompt(self, view: View, lang: str, names: Sequence[str] = ()) -> str: ...

    def sentence(self, event: Event, names: Sequence[str], lang: str, action: str = "") -> str: ...

    def action_title(self, words: str, view: View, lang: str) -> str: ...

    def source_name(self, source: str, lang: str) -> str: ...

    def end_reason(self, reason: str, lang: str) -> str: ...


class Drawing(Protocol):
    """The room `svg` of a game."""

    def panels(self, view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]: ...


class PlainWording:
    """The notation itself, and the names of the engine."""

    def prompt(self, view: View, lang: str, names: Sequence[str] = ()) -> str:
        return view.phase

    def sentence(self, event: Event, names: Sequence[str], lang: str, action: str = "") -> str:
        who = f"{names[event.seat]}: " if event.seat >= 0 else ""
        points = f" {event.points:+d}" if event.points else ""
        return f"{who}{event.name}{points}"

    def action_title(self, words: str, view: View, lang: str) -> str:
        return words

    def source_name(self, source: str, lang: str) -> str:
        return source

    def end_reason(self, reason: str, lang: str) -> str:
        return reason


class NoDrawing:
    """No picture: the page shows the list of actions instead."""

    def panels(self, view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]:
        return []


PLAIN_WORDING = PlainWording()
NO_DRAWING = NoDrawing()


@cache
def _room(package: str, name: str) -> object | None:
    room = f"{package}.{name}"
    return None if find_spec(room) is None else import_module(room)


def wording_of(game: Game) -> Wording:
    """How a game says things."""
    return cast("Wording", _room(game.package, "wording") or PLAIN_WORDING)


def drawing_of(game: Game) -> Drawing:
    """How a game is drawn."""
    return cast("Drawing", _room(game.package, "svg") or NO_DRAWING)


def moved_by(game: Game, actions: Iterable[str]) -> list[str]:
    """The ids of what these actions moved, even where it looks the same afterwards."""
    moved = getattr(drawing_of(game), "moved", None)
    return list(moved(actions)) if moved is not None else []


def is_drawn(game: Game) -> bool:
    """Does the game have pictures?"""
    return drawing_of(game) is not NO_DRAWING


def guide_words(game: Game, phase: str, lang: str) -> str:
    """What a first game says at a kind of decision; nothing if the game has no guide."""
    room = _room(game.package, "guide")
    return str(cast("Any", room).advice(phase, lang)) if room is not None else ""
