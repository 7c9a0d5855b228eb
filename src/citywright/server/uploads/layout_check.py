"""What is right and wrong with a layout that somebody edits or uploads. Runs in a worker process."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from citywright.catalogue import find_game
from citywright.engine.game import LayoutError, Problem
from citywright.engine.layout.about import TEXTS, About, Origin, about_values
from citywright.engine.layout.entries import place_in_file
from citywright.engine.layout.file import LayoutFile, read_values
from citywright.engine.layout.text import format_layout
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash

MOST_TOLD = 200  # problems of a layout

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


class Inspection(NamedTuple):
    """What a layout was found to be. If anything is wrong with it there are problems and nothing else."""

    problems: list[Problem]  # the first two hundred
    total: int  # of all problems
    sureness: dict[str, int]  # how many of its values are printed, reconstructed and unknown
    text: str = ""
    hash: str = ""
    about: About = About()


class DraftInspection(Struct):
    """What was found about a draft: the same as of a file, its text, and the names of points that had ids."""

    found: Inspection
    text: str
    names: dict[str, str]


def inspect(game_id: str, text: str, origin: Origin | None) -> Inspection:
    """Read a layout as a game would, and count what of it is sure."""
    game = find_game(game_id)
    try:
        if origin is not None:
            text = with_origin(text, origin)
        layout = game.parse_layout(text)
    except LayoutError as error:
        return Inspection(error.found[:MOST_TOLD], len(error.found), {})
    about = getattr(layout, "about", About())  # a game of another package may know nothing of that
    editing = editing_of(game)
    places = editing.entries_of(read_values(text)) if editing is not None else ()
    return Inspection([], 0, about.sureness(places), text, layout_hash(layout), about)


def with_origin(text: str, origin: Origin) -> str:
    """The text of a layout that names its origin; as it is if it does so already."""
    values = read_values(text)
    about = values.get("about", {})
    if not isinstance(about, dict):
        return text  # it will be refused for that
    named = about.get("origin")
    if isinstance(named, dict) and named.get("layout") == origin.layout:
        return text
    told = {key: value for key, value in origin._asdict().items() if value}
    return format_layout({**values, "about": {**about, "origin": told}})


def inspect_draft(draft: Draft) -> DraftInspection:
    """What is right and wrong with a layout that is being edited; its text is made of it."""
    editing = editing_of(find_game(draft.game))
    assert editing is not None  # who asks has made sure
    names = editing.names_of(draft.entries)
    sources = {place_in_file(place, names): source for place, source in draft.sources.items()}
    texts = {key: getattr(draft, key).strip() for key in TEXTS}
    known = {key: draft.origin[key] for key in Origin._fields if draft.origin.get(key)}
    about = about_values(About(**texts, origin=Origin(**known), sources=sources))
    text = format_layout({**editing.values_of(draft.entries), "about": about})
    return DraftInspection(inspect(draft.game, text, None), text, names)


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
