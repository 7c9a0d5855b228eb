"""What training measures of a seat's cards: the features of table `cards` in weights.toml, in its order."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.games.mauerbauer.rules import card_points
from citywright.games.mauerbauer.rules.material import KINDS, OUTSIDE
from citywright.games.mauerbauer.rules.state import MauerbauerState

OUTSIDE_KINDS: Final = KINDS - OUTSIDE  # kinds whose points do not depend on a city
HELD: Final = 0  # + kind: cards of the kind in hand
OUTSIDE_NOW: Final = KINDS  # + kind - OUTSIDE: what those cards in hand would score now
ALL_CARDS: Final = KINDS + OUTSIDE_KINDS  # cards in hand
COUNT: Final = ALL_CARDS + 1


def outside_now(kind: i64) -> i64:
    """The feature of the points that cards of an outside kind would score now."""
    return OUTSIDE_NOW + kind - OUTSIDE


def features_of(state: MauerbauerState, seat: i64) -> list[float]:
    """All features of a known hand."""
    values = [0.0] * COUNT
    for kind in range(i64(KINDS)):
        held: i64 = state.cards.held(seat, kind)
        if held:
            values[HELD + kind] = float(held)
            values[ALL_CARDS] += float(held)
            if kind >= OUTSIDE:
                values[outside_now(kind)] = float(held * card_points.outside_points(state.land, kind))
    return values
