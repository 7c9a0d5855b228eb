"""What players of Die Mauerbauer like to look back on: figures about a seat, kept from finished games."""

from __future__ import annotations

from citywright.engine.statistic import AT_ONCE, SIZE, TOTAL, Statistic
from citywright.games.mauerbauer.rules.material import KIND_SOURCES

STATISTICS = (
    Statistic("cities", ("close",)),
    Statistic("largest city", ("close",), SIZE),
    Statistic("best card", tuple(dict.fromkeys(KIND_SOURCES)), AT_ONCE),
    Statistic("palaces", ("palace",)),
    Statistic("towers", ("tower",), told=TOTAL),
    Statistic("houses", ("house",), told=TOTAL),
)
