"""A layout as flat entries, place -> value, for editors: what the `editing` of all games shares.

Places are those of `Problem` and of [about.sources]. Not compiled.
"""

from __future__ import annotations

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


def table_in(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of a file; an empty one if there is none."""
    found = values.get(key)
    return found if isinstance(found, dict) else {}


def list_in(values: Mapping[str, Any], key: str) -> list[Any]:
    """A list of a file; an empty one if there is none."""
    found = values.get(key)
    return found if isinstance(found, list) else []
