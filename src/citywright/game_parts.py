"""The optional parts of a game, and the defaults where one is missing.

Each part is a sub-package of the game's package: `text` for its words, `drawing` for its pictures,
`knowledge` for bots, `orders`; `editing` and `map_maker`, for its layouts, and `arrays`, for programs that
learn, are modules. They are reached only through this module, and imported when first needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any, Protocol, cast

from citywright.draw.editor_sheet import Sheet
from citywright.draw.facts import Facts
from citywright.draw.kept import Kept
from citywright.draw.panel import Panel
from citywright.engine.arrays import Encoder
from citywright.engine.calibration import Calibration
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import Event, State
from citywright.engine.view import View
from citywright.orders.contract import Kind

Weights = dict[str, dict[str, list[float]]]  # table -> feature -> its values


class GameText(Protocol):
    """The sub-package `text` of a game."""

    def prompt(self, view: View, lang: str, names: Sequence[str] = ()) -> str:
        """What is to be decided now, and by whom."""

    def sentence(self, event: Event, names: Sequence[str], lang: str, action: str = "") -> str:
        """The line of the log for an event; empty if it has none."""

    def action_title(self, words: str, view: View, lang: str) -> str:
        """A sentence that describes an action given in notation."""

    def source_name(self, source: str, lang: str) -> str:
        """The name of a row of the score sheet."""

    def end_reason(self, reason: str, lang: str) -> str:
        """Why the game ended."""

    def tutorial_words(self, phase: str, lang: str) -> str:
        """The explanation in the tutorial for a phase; empty if it has none."""

    # What follows may be left out.

    moments: Mapping[str, str]
    """Events that deserve a moment of their own on the page, by name: `joy`, or `strike` for a blow."""

    def outcome_name(self, words: str, lang: str) -> str:
        """What a part of a roll or draw, given in notation, is called: a face of a die, a card, a tile."""

    tutorial_lights: Mapping[str, Sequence[str]]
    """What the tutorial lights in each phase that it explains, as lessons name it."""


class GameDrawing(Protocol):
    """The sub-package `drawing` of a game."""

    def panels(self, view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]:
        """The picture of a view, as panels made of keyed parts.

        With a fourth parameter, `kept`, it is told what the same picture was last drawn from.
        """

    def figures(self, lang: str) -> Mapping[str, Panel]:
        """The pictures of the rules, by the id of the rule they explain."""

    def moved(self, actions: Iterable[str]) -> list[str]:
        """The ids of the parts that these actions moved, including those that look the same as before."""

    # What follows may be left out; the functions at the end of this module stand in.

    tone: str
    """The colours around the board: a name in `draw.palette.TONES`."""

    def facts(self, view: View, lang: str) -> Facts:
        """What is worth knowing at a glance about each seat, and about what all share."""

    def traces(self, words: str, seat: int, view: View) -> list[str]:
        """The ids of the parts in which the picture of `view` shows what an action of a seat has changed."""

    def teaching_figures(self, lang: str) -> Mapping[str, Panel]:
        """The pictures of the page that teaches the game, by the names the page calls them."""


class GameKnowledge(Protocol):
    """The sub-package `knowledge` of a game."""

    def new_knowledge(self, weights: Weights) -> Knowledge:
        """Knowledge that uses these weights."""


class GameEditing(Protocol):
    """The module `editing` of a game: its layout as flat entries, place -> value, for an editor."""

    def entries_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The entries of a layout file."""

    def values_of(self, entries: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a layout file with these entries, in the order of the file."""

    def names_of(self, entries: Mapping[str, Any]) -> dict[str, str]:
        """How things are called in the file that have other ids among these entries."""


class GameEditor(Protocol):
    """The module `editor` of a game: what the editor page shows of its layout."""

    def sheet(self, lang: str) -> Sheet:
        """The places, numbers and names of the editor in a language."""


class GameMapMaker(Protocol):
    """The module `map_maker` of a game: new layouts."""

    VERSION: str
    """Raised whenever the same random stream makes another layout."""

    def make_map(self, rng: Rng) -> dict[str, Any]:
        """The values of a new layout file, in the order of the file, without [about]."""


class GameArrays(Protocol):
    """The module `arrays` of a game: its positions and actions as numbers."""

    def new_encoder(self, seats: int, layout: Any) -> Encoder:
        """The encoder of the game for so many seats on a layout."""

    # What follows may be left out; then OpenSpiel cannot play the game.

    def chance_codes(self, seats: int, layout: Any) -> list[int]:
        """Every outcome that chance can ever have there, by rising code."""


class GameOrders(Protocol):
    """The module `orders` of a game: the kinds of standing orders beside those that all games have."""

    KINDS: Sequence[Kind]
    """In the order in which they are offered."""

    # What follows may be left out, both together: then no turn can be planned.

    def next_turn(self, state: State, seat: int) -> State | None:
        """The position in which a seat's next turn would begin if it began now; None if none is to come."""

    def turn_begins(self, state: State, seat: int) -> bool:
        """Has the seat to make the first decision of its own turn?"""


class NoArrays(LookupError):
    """A game whose positions cannot be written as arrays; the message names it."""


class PlainText(GameText):
    """For a game without words of its own: notation, and the names the engine uses."""

    moments: Mapping[str, str] = {}
    tutorial_lights: Mapping[str, Sequence[str]] = {}

    def prompt(self, view: View, lang: str, names: Sequence[str] = ()) -> str:
        return view.phase

    def sentence(self, event: Event, names: Sequence[str], lang: str, action: str = "") -> str:
        who = f"{names[event.seat]}: " if event.seat >= 0 else ""
        points = f" {event.points:+d}" if event.points else ""
        return f"{who}{event.name}{points}"

    def action_title(self, words: str, view: View, lang: str) -> str:
        return words

    def outcome_name(self, words: str, lang: str) -> str:
        return words

    def source_name(self, source: str, lang: str) -> str:
        return source

    def end_reason(self, reason: str, lang: str) -> str:
        return reason

    def tutorial_words(self, phase: str, lang: str) -> str:
        return ""


class NoDrawing(GameDrawing):
    """For a game without pictures: the page shows the list of actions instead."""

    tone = ""

    def panels(self, view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]:
        return []

    def figures(self, lang: str) -> Mapping[str, Panel]:
        return {}

    def moved(self, actions: Iterable[str]) -> list[str]:
        return []

    def facts(self, view: View, lang: str) -> Facts:
        return Facts()

    def traces(self, words: str, seat: int, view: View) -> list[str]:
        return []

    def teaching_figures(self, lang: str) -> Mapping[str, Panel]:
        return {}


class NoKnowledge(GameKnowledge):
    """For a game whose bots see nothing but the points on the track."""

    def new_knowledge(self, weights: Weights) -> Knowledge:
        return Knowledge()


PLAIN_TEXT = PlainText()
NO_DRAWING = NoDrawing()
NO_KNOWLEDGE = NoKnowledge()


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
