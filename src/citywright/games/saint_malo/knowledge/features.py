"""The features of a city of Saint Malo: what is measured of it, by number, with the names in weights.toml."""

from __future__ import annotations

from typing import Final

ONE: Final = 0  # always 1: what every city is worth

# --- coins --------------------------------------------------------------------------
COINS_TO_4: Final = 1
COINS_TO_10: Final = 2
COINS_BEYOND: Final = 3

# --- pirates ------------------------------------------------------------------------
LOST_CANNONS: Final = 4
DEFENCE: Final = 5
NEXT_ATTACK_WOULD_HURT: Final = 6
NEXT_ATTACK_HURTS_AND_IS_NEAR: Final = 7
SECOND_ATTACK_WOULD_HURT: Final = 8
LATER_ATTACKS_WOULD_HURT: Final = 9
MISSING_DEFENCE: Final = 10
BOXES_LEFT: Final = 11

# --- logs and pieces ----------------------------------------------------------------
LOGS_TO_3: Final = 12
LOGS_TO_6: Final = 13
LOGS_BEYOND: Final = 14
CHURCH_POINTS: Final = 15
FIRST_CHURCH_SERIES: Final = 16
SECOND_CHURCH_SERIES: Final = 17
CHURCHES_ABOVE_THE_SERIES: Final = 18
SPARE_CHURCHES: Final = 19
COMPLETE_SIDES: Final = 20
WALLS_OF_OPEN_COIN_SIDES: Final = 21
WALLS_OF_AN_OPEN_PERSON_SIDE: Final = 22
WALLS_OF_AN_OPEN_POINT_SIDE: Final = 23
OPEN_SIDES: Final = 24
CRATES_ROUND_A_FREE_SPACE: Final = 25
FREE_SPACES_AMONG_CRATES: Final = 26
CHURCHES_ROUND_A_FREE_SPACE: Final = 27
KINDS_ROUND_A_FREE_SPACE: Final = 28
KINDS_OF_PERSON: Final = 29
FREE_SPACES: Final = 30
FREE_INNER_SPACES: Final = 31
FREE_SPACES_OF_THE_FULLEST_OTHER_CITY: Final = 32
AHEAD_OF_OTHERS_IN_FILLING: Final = 33

COUNT: Final = 34

# Where the features of coins, of pirates, and of logs and pieces begin.
FIRST_OF_COINS: Final = COINS_TO_4
FIRST_OF_PIRATES: Final = LOST_CANNONS
FIRST_OF_PIECES: Final = LOGS_TO_3

NAMES: Final[list[str]] = [
    "one",
    "coins to 4",
    "coins to 10",
    "coins beyond",
    "lost cannons",
    "defence",
    "next attack would hurt",
    "next attack hurts and is near",
    "second attack would hurt",
    "later attacks would hurt",
    "missing defence",
    "boxes left",
    "logs to 3",
    "logs to 6",
    "logs beyond",
    "church points",
    "first church series",
    "second church series",
    "churches above the series",
    "spare churches",
    "complete sides",
    "walls of open coin sides",
    "walls of an open person side",
    "walls of an open point side",
    "open sides",
    "crates round a free space",
    "free spaces among crates",
    "churches round a free space",
    "kinds round a free space",
    "kinds of person",
    "free spaces",
    "free inner spaces",
    "free spaces of the fullest other city",
    "ahead of others in filling",
]
