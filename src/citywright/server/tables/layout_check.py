"""What is right and wrong with a layout that somebody edits or uploads. Runs in a worker process."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from citywright.catalogue import find_game
from citywright.engine.game import LayoutError, Problem
from citywright.engine.layout_about import TEXTS, About, Origin, about_values
from citywright.engine.layout_entries import place_in_file
from citywright.engine.layout_file import LayoutFile, read_values
from citywright.engine.layout_text import format_layout
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash

MOST_PROBLEMS = 200  # more than that nobody reads

Value = str | bool | int | float | list[int | float]  # a whole number stays one: the hash tells 0 from 0.0


class Draft(Struct, forbid_unknown_fields=True):
    """A layout as the editor has it: entries and sources by places, whose ids may be no names yet."""

    game: str
    entries: dict[str, Value]
    sources: dict[str, str] = field(default_factory=dict)
    name: str = ""
    author: str = ""
    version: str = ""
    notes: str = ""
    origin: dict[str, str] = field(default_factory=dict)


class Inspection(Struct):
    """What was found: problems, or the hash of a sound layout; and how much of it is sure."""

    game: str
    text: str
    hash: str = ""
    about: About = About()
    problems: list[Problem] = field(default_factory=list)
    sureness: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # the names of points that had ids

    @property
    def is_sound(self) -> bool:
        """Can it be played on?"""
        return not self.problems


def inspect_text(game_id: str, text: str) -> Inspection:
    """What is right and wrong with the text of a layout file."""
    game = find_game(game_id)
    try:
        layout = game.parse_layout(text)
    except LayoutError as error:
        return Inspection(game_id, text, problems=error.found[:MOST_PROBLEMS])
    editing = editing_of(game)
    about = getattr(layout, "about", About())
    places = [] if editing is None else list(editing.entries_of(read_values(text)))
    return Inspection(game_id, text, layout_hash(layout), about, sureness=about.sureness(places))


def inspect_draft(draft: Draft) -> Inspection:
    """The same of a layout that is being edited; its text is made of it."""
    editing = editing_of(find_game(draft.game))
    assert editing is not None  # who asks has made sure
    names = editing.names_of(draft.entries)
    sources = {place_in_file(place, names): source for place, source in draft.sources.items()}
    texts = {key: getattr(draft, key).strip() for key in ("name", "author", "version", "notes")}
    known = {key: draft.origin[key] for key in Origin._fields if draft.origin.get(key)}
    about = about_values(About(**texts, origin=Origin(**known), sources=sources))
    values: dict[str, Any] = editing.values_of(draft.entries)
    inspection = inspect_text(draft.game, format_layout({**values, "about": about}))
    inspection.names = names
    return inspection


def draft_of(game_id: str, text: str) -> Draft:
    """A layout file as the editor has it, sound or not; LayoutError if it cannot be read at all."""
    values = read_values(text)
    editing = editing_of(find_game(game_id))
    assert editing is not None  # who asks has made sure
    told = LayoutFile(text, game_id, tuple(values)).about  # whatever else is wrong with it
    texts = {key: getattr(told, key) for key in TEXTS}
    texts["name"] = texts["name"] or _text(values.get("name"))
    origin = {key: value for key, value in told.origin._asdict().items() if value}
    entries = {place: value for place, value in editing.entries_of(values).items() if _is_value(value)}
    return Draft(game_id, entries, dict(told.sources), **texts, origin=origin)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _is_value(value: object) -> bool:
    """Is this something an entry can be?"""
    if isinstance(value, list):
        return all(isinstance(item, int | float) for item in value)
    return isinstance(value, str | bool | int | float)
