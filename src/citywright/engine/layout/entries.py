"""A layout as flat entries, place -> value, for editors: what the `editing` of all games shares.

Places are those of `Problem` and of [about.sources]. Not compiled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def group_of(entries: Mapping[str, Any], group: str) -> dict[str, Any]:
    """The entries below a place, by the rest of their places."""
    beginning = f"{group}."
    return {
        place.removeprefix(beginning): value
        for place, value in entries.items()
        if place.startswith(beginning)
    }


def place_in_file(place: str, names: Mapping[str, str]) -> str:
    """The place of an entry as a file names it: ids become names, and several of them are put in order."""
    group, dot, rest = place.partition(".")
    words = [names.get(word, word) for word in rest.split(" ")]
    return f"{group}{dot}{' '.join(sorted(words, key=_natural) if len(words) > 1 else words)}"


def _natural(name: str) -> tuple[str, int, str]:
    """Names of points and fields in the order of the board: a2 before a10."""
    letters, digits = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
    return (letters, int(digits or 0), name)


def table_in(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of a file; an empty one if there is none."""
    found = values.get(key)
    return found if isinstance(found, dict) else {}


def list_in(values: Mapping[str, Any], key: str) -> list[Any]:
    """A list of a file; an empty one if there is none."""
    found = values.get(key)
    return found if isinstance(found, list) else []


def numbered(entries: Mapping[str, Any]) -> list[Any]:
    """The entries whose names are numbers, in the order of these."""
    numbers = [name for name in entries if re.fullmatch("[0-9]{1,6}", name)]
    return [entries[name] for name in sorted(numbers, key=int)]
