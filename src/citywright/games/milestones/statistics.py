"""What players of Milestones like to look back on: figures about a seat, kept from finished games."""

from __future__ import annotations

from citywright.engine.statistic import MEAN, POINTS, TOTAL, Statistic

STATISTICS = (
    Statistic("deliveries", ("delivery",)),
    Statistic("houses", ("houses",)),
    Statistic("markets", ("markets",)),
    Statistic("workers hired", ("hire",), told=MEAN),
    Statistic("majorities", ("majorities",), POINTS),
    Statistic("roads", ("roads",), told=TOTAL),
)
