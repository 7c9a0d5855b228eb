"""What each optional part of a game has to offer, as types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from citywright.draw.editor_sheet import Sheet
from citywright.draw.facts import Facts
from citywright.draw.panel import Panel
from citywright.engine.arrays import Encoder
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

    def statistic_name(self, name: str, lang: str) -> str:
        """What a figure about a player's games is called; see the module `statistics` of the game."""

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

    # What follows may be left out; functions of `game_parts` stand in.

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
