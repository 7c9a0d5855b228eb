"""What a layout file tells about itself in its table [about]: names, notes, and what of it is sure.

None of it changes how a game is played, and none of it enters the hash by which a layout is known. Not
compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

PRINTED: Final = "printed"  # read off the box
RECONSTRUCTED: Final = "reconstructed"  # fits all that is known, but nobody has read it off the box
UNKNOWN: Final = "unknown"
SOURCES: Final = (PRINTED, RECONSTRUCTED, UNKNOWN)

LONGEST_NAME: Final = 60
LONGEST_NOTES: Final = 1000
TEXTS: Final = {"name": LONGEST_NAME, "author": LONGEST_NAME, "version": 20, "notes": LONGEST_NOTES}
ORIGIN: Final = {"layout": 16, "name": LONGEST_NAME, "author": LONGEST_NAME, "version": 20}
KEYS: Final = (*TEXTS, "origin", "sources")

DESCRIPTIVE: Final = ("about", "name")  # what of a file says nothing about the board


class Origin(NamedTuple):
    """The layout that another one was made from: its hash, and what it was called then."""

    layout: str = ""
    name: str = ""
    author: str = ""
    version: str = ""


class About(NamedTuple):
    """What a layout tells about itself."""

    name: str = ""
    author: str = ""
    version: str = ""
    notes: str = ""
    origin: Origin = Origin()
    sources: Mapping[str, str] = {}  # a place, or the beginning of places -> where its values are from

    def source_of(self, place: str) -> str:
        """Where the value at a place is from: the longest beginning of the place that is listed tells."""
        beginning = place
        while beginning not in self.sources:
            beginning, dot, _ = beginning.rpartition(".")
            if not dot:
                return self.sources.get("", UNKNOWN)
        return self.sources[beginning]

    def sureness(self, places: Iterable[str]) -> dict[str, int]:
        """How many of the values at these places are printed, reconstructed and unknown."""
        found = Counter(self.source_of(place) for place in places)
        return {source: found[source] for source in SOURCES}


def about_values(about: About) -> dict[str, Any]:
    """The table [about] of a file, without what is empty."""
    values: dict[str, Any] = {key: getattr(about, key) for key in TEXTS if getattr(about, key)}
    origin = {key: value for key, value in about.origin._asdict().items() if value}
    if origin:
        values["origin"] = origin
    if about.sources:
        values["sources"] = dict(about.sources)
    return values
