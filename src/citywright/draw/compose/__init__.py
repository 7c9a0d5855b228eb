"""Panels laid out as pictures that stand alone, with what a page says beside them: names, points, facts."""

from __future__ import annotations

from citywright.draw.compose.plates import Around, SeatPlate
from citywright.draw.compose.preview import preview
from citywright.draw.compose.whole import board, picture

__all__ = ["Around", "SeatPlate", "board", "picture", "preview"]
