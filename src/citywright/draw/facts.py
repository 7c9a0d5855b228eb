"""What is worth knowing at a glance, as a small drawing with a short value: of each seat, and of all.

A page shows facts beside names and boards, in letters of its own size; a picture draws them (see compose).
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """One fact. What matters most comes first in its list: where there is little room it alone is shown."""

    key: str  # unique in its list, the same through the whole game
    icon: str  # a drawing in a box of 58 by 58; empty: the value stands alone
    value: str  # short: "3", "4/6", "+12"
    title: str  # what the value is of and what that is good for: "Coins: two turn a die (SM-21)"
    warns: bool = False  # does it need attention now?


class Facts(NamedTuple):
    """The facts of one view."""

    shared: tuple[Fact, ...] = ()  # supplies, threats, how near the end is
    seats: tuple[tuple[Fact, ...], ...] = ()  # what each seat owns, beside its points
