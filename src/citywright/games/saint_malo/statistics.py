"""What players of Saint Malo like to look back on: figures about a seat, kept from finished games."""

from __future__ import annotations

from citywright.engine.statistic import MEAN, TOTAL, Statistic

STATISTICS = (
    Statistic("churches", ("church",)),
    Statistic("houses", ("houses",)),
    Statistic("sides", ("wall bonus",)),
    Statistic("nobles", ("nobles",), told=MEAN),
    Statistic("repelled", ("repelled",), told=TOTAL),
    Statistic("cannons", ("lost cannon",), told=TOTAL),
)
