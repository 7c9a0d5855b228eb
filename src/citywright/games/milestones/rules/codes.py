"""Action codes: a base plus what the action is about. Their numbers never change.

That is a field (0..127), a plot (0..255), a path field (0..7), a kind (0..4), a tile, or two of them packed.
Legal actions are always listed in ascending order of their codes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

DONE: Final = 0
GO: Final = 0  # + ring field 1..12
LEAVE: Final = 13  # every bonus tile still on offer
BUY: Final = 16  # + kind 0..3
GIVE: Final = 24  # + kind
SELL: Final = 32  # + a pair of kinds, the smaller first
COVER: Final = 48  # + path field
PLACE: Final = 56  # + left path field 0..6
START: Final = 64  # + seat: chance draws the start player
ROAD: Final = 128  # + field: where a section starts
MILESTONE: Final = 256  # + field: its middle
ROAD_END: Final = 384  # + field: its far end
MARKET: Final = 512  # + field
DELIVER: Final = 640  # + field of the market
COUNT: Final = 768  # + field
HOUSE: Final = 1024  # + plot
CLAIM: Final = 2048  # + a plot and a path field
BONUS: Final = 4096  # + a plot and a kind: chance lays a bonus tile
TAKE: Final = 8192  # + tile
HIRE: Final = 12288  # + tile
REVEAL: Final = 16384  # + tile: chance


# --- two things in one code


def pair(one: i64, other: i64) -> i64:
    """Two kinds of wares, as SELL carries them."""
    return 4 * one + other


def first_of_pair(packed: i64) -> i64:
    """The first kind of a pair."""
    return packed >> 2


def second_of_pair(packed: i64) -> i64:
    """The second kind of a pair."""
    return packed & 3


def on_plot(plot: i64, detail: i64) -> i64:
    """A plot and a path field (CLAIM), or a plot and a kind (BONUS)."""
    return 8 * plot + detail


def plot_of(packed: i64) -> i64:
    """The plot that `on_plot` packed."""
    return packed >> 3


def detail_of(packed: i64) -> i64:
    """The path field or kind that `on_plot` packed."""
    return packed & 7
