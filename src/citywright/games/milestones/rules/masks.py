"""The masks of the map: where each begins in `Land.words`. Fields take two words, plots four, lines six."""

from __future__ import annotations

from typing import Final

UNTOUCHED: Final = 0  # fields no road touches
MIDDLES: Final = 2  # untouched fields with an untouched neighbour: a milestone could go there
ENDS: Final = 4  # ends of roads that are no market
STARTS: Final = 6  # ends and markets from which a section can be built
MILESTONES: Final = 8
MARKETS: Final = 10
SACKS: Final = 12  # markets that were delivered to
BORDERED: Final = 14  # plots with a road piece on an edge
HOUSES: Final = 18
LINES: Final = 22  # lines with a road piece
WORDS: Final = 28
