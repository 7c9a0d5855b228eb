"""The optional parts of a game, the one way to them, and the defaults where one is missing.

Sub-packages: `text`, `drawing`, `knowledge` for bots. Modules: `editing` and `map_maker` for layouts,
`arrays` for programs, `orders` for turns while a player is away, `statistics` for profiles of players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any, cast

from citywright.draw.editor_sheet import Sheet as Sheet
from citywright.draw.facts import Facts
from citywright.draw.kept import Kept
from citywright.draw.panel import Panel
from citywright.engine.arrays import Encoder
from citywright.engine.calibration import Calibration
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng as Rng
from citywright.engine.state import Event as Event
from citywright.engine.state import State as State
from citywright.engine.statistic import Statistic
from citywright.engine.view import View
from citywright.game_parts.contract import (
    GameArrays,
    GameDrawing,
    GameEditing,
    GameEditor,
    GameKnowledge,
    GameMapMaker,
    GameOrders,
    GameText,
    Weights,
)
from citywright.game_parts.defaults import NO_DRAWING, NO_KNOWLEDGE, PLAIN_TEXT
from citywright.orders.contract import Kind as Kind


class NoArrays(LookupError):
    """A game whose positions cannot be written as arrays; the message names it."""


@cache
def _part(package: str, name: str) -> object | None:
    """A sub-package of the game's package, or None if there is none."""
    if not hasattr(import_module(package), "__path__"):
        return None  # the whole game is one module
    part = f"{package}.{name}"
    return None if find_spec(part) is None else import_module(part)


def text_of(game: Game) -> GameText:
    """The words of a game."""
    return cast("GameText", _part(game.package, "text") or PLAIN_TEXT)


def drawing_of(game: Game) -> GameDrawing:
    """The pictures of a game."""
    return cast("GameDrawing", _part(game.package, "drawing") or NO_DRAWING)


def editing_of(game: Game) -> GameEditing | None:
    """How the layout of a game is edited; None if only by hand."""
    return cast("GameEditing | None", _part(game.package, "editing"))


def editor_of(game: Game) -> GameEditor | None:
    """What the editor page shows of a game's layout; None if it has no editor."""
    return cast("GameEditor | None", _part(game.package, "editor"))


def map_maker_of(game: Game) -> GameMapMaker | None:
    """How new layouts of a game are made; None if they are not."""
    return cast("GameMapMaker | None", _part(game.package, "map_maker"))


def orders_of(game: Game) -> GameOrders | None:
    """The kinds of standing orders of a game; None if it has none of its own."""
    return cast("GameOrders | None", _part(game.package, "orders"))


def has_arrays(game: Game) -> bool:
    """Can the positions and actions of a game be written as arrays?"""
    return _part(game.package, "arrays") is not None


def encoder_of(game: Game, seats: int, layout: Any) -> Encoder:
    """How the positions and actions of a game are written as arrays; NoArrays if they are not."""
    part = cast("GameArrays | None", _part(game.package, "arrays"))
    if part is None:
        raise NoArrays(f"{game.id} has no module `arrays`: its positions cannot be written as arrays")
    return part.new_encoder(seats, layout)


def lists_chance(game: Game) -> bool:
    """Does a game that has arrays also list all that chance can do?"""
    return hasattr(_part(game.package, "arrays"), "chance_codes")


def chance_codes_of(game: Game, seats: int, layout: Any) -> list[int]:
    """Every outcome that chance can ever have in a game, by rising code; NoArrays if they are not listed."""
    if not lists_chance(game):
        raise NoArrays(f"{game.id} has no `arrays` with `chance_codes`: what chance can do is not listed")
    return cast("GameArrays", _part(game.package, "arrays")).chance_codes(seats, layout)


def drawn_again(game: Game, kept: Kept, view: View, lang: str, names: Sequence[str]) -> list[Panel]:
    """The panels of a picture that is drawn after every move: `kept` is what it was last drawn from."""
    panels = drawing_of(game).panels
    if _takes_kept(game.package):
        return cast("Callable[..., list[Panel]]", panels)(view, lang, names, kept)
    return panels(view, lang, names)


@cache
def _takes_kept(package: str) -> bool:
    drawing = _part(package, "drawing")
    return drawing is not None and "kept" in signature(cast("GameDrawing", drawing).panels).parameters


def moments_of(game: Game) -> Mapping[str, str]:
    """The events that deserve a moment of their own."""
    return cast("Mapping[str, str]", getattr(text_of(game), "moments", {}))


def outcome_name(game: Game, words: str, lang: str) -> str:
    """What a part of a roll or draw is called; as in notation where a game does not say."""
    named = getattr(text_of(game), "outcome_name", None)
    return words if named is None else cast("str", named(words, lang))


def statistics_of(game: Game) -> tuple[Statistic, ...]:
    """The figures about a player that are kept from finished games; none where a game does not say."""
    return tuple(getattr(_part(game.package, "statistics"), "STATISTICS", ()))


def statistic_name(game: Game, name: str, lang: str) -> str:
    """What one of these figures is called."""
    named = getattr(text_of(game), "statistic_name", None)
    return name if named is None else cast("str", named(name, lang))


def tutorial_lights(game: Game, phase: str) -> tuple[str, ...]:
    """What the tutorial lights in a phase."""
    lights = cast("Mapping[str, Sequence[str]]", getattr(text_of(game), "tutorial_lights", {}))
    return tuple(lights.get(phase, ()))


def tutorial_room(game: Game, lang: str) -> tuple[str, ...]:
    """Everything the tutorial may say, so that a page can keep room for it."""
    text = text_of(game)
    lights = cast("Mapping[str, Sequence[str]]", getattr(text, "tutorial_lights", {}))
    return tuple(text.tutorial_words(phase, lang) for phase in lights)


def tone_of(game: Game) -> str:
    """The name of the colours around the board; empty: those of all pages."""
    return getattr(drawing_of(game), "tone", "")


def facts_of(game: Game, view: View, lang: str) -> Facts:
    """What is worth knowing at a glance; nothing where a game does not say."""
    facts = getattr(drawing_of(game), "facts", None)
    return Facts() if facts is None else cast("Facts", facts(view, lang))


def traces_of(game: Game, words: str, seat: int, view: View) -> list[str]:
    """The ids of the parts that show what an action has changed; none where a game does not say."""
    traces = getattr(drawing_of(game), "traces", None)
    return [] if traces is None else cast("list[str]", traces(words, seat, view))


def teaching_figures_of(game: Game, lang: str) -> Mapping[str, Panel]:
    """The pictures of the page that teaches a game; none where a game does not draw them."""
    figures = getattr(drawing_of(game), "teaching_figures", None)
    return {} if figures is None else cast("Mapping[str, Panel]", figures(lang))


def is_drawn(game: Game) -> bool:
    """Does the game have pictures?"""
    return drawing_of(game) is not NO_DRAWING


@cache
def _read_weights(path: Path) -> Weights:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def learned_weights(game: Game) -> Weights:
    """The learned weights of a game's knowledge, from its weights.toml; empty if it has none."""
    path = game.data / "weights.toml"
    return _read_weights(path) if path.is_file() else {}


def knowledge_of(game: Game, weights: Weights | None = None) -> Knowledge:
    """New knowledge of a game, by default with its learned weights. It caches results: one for each bot."""
    part = cast("GameKnowledge", _part(game.package, "knowledge") or NO_KNOWLEDGE)
    return part.new_knowledge(learned_weights(game) if weights is None else weights)


def calibration_of(game: Game, seats: int) -> Calibration | None:
    """How chances follow from what a game's knowledge expects, by its calibration.toml; None: not fitted."""
    path = game.data / "calibration.toml"
    tables = _read_weights(path) if path.is_file() else {}
    figures = tables.get(f"seats-{seats}")
    if figures is None:
        return None
    return Calibration(figures["pace"], figures["spread"], figures["turn"], figures["points"])
