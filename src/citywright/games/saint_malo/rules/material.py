"""The things of Saint Malo by number and by name: faces, pieces, persons, sides, prices, end reasons."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec

MIN_SEATS: Final = 2  # SM-1
MAX_SEATS: Final = 5

# --- dice: the faces of a die (SM-2) ------------------------------------------------
DICE_COUNT: Final = 5
FACE_COUNT: Final = 6
LOG: Final = 0
CRATE: Final = 1
WALL: Final = 2
CROSS: Final = 3
HEAD: Final = 4
SWORDS: Final = 5
FACE_NAMES: Final = ("log", "crate", "wall", "cross", "head", "swords")

# --- pieces: what is drawn into a city; a city has a mask of spaces for each kind -------
CITIZEN: Final = 0
SOLDIER: Final = 1
PRIEST: Final = 2
ARCHITECT: Final = 3
MERCHANT: Final = 4
JUGGLER: Final = 5
NOBLE: Final = 6
PERSON_KINDS: Final = 7
CRATES: Final = 7
WALLS: Final = 8
HOUSES: Final = 9
CHURCHES: Final = 10  # all of them; those with the number n are also in CHURCHES + n
HIGHEST_CHURCH: Final = 5
PIECE_KINDS: Final = 16

# --- persons (SM-40 to SM-46) -------------------------------------------------------
PERSON_NAMES: Final = ("citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble")
LEVELS: Final[vec[i64]] = vec[i64]([1, 2, 2, 3, 3, 4, 5])  # heads needed, by kind
PERSONS_UP_TO: Final[vec[i64]] = vec[i64]([0, 0b1, 0b111, 0b11111, 0b111111, 0b1111111])  # kinds, by level
HIGHEST_BONUS_LEVEL: Final = 3  # SM-34: no tower gives a juggler or a noble

# --- the sides of the city, clockwise, and what their towers give (SM-6) ----------------
SIDE_COUNT: Final = 4
SIDE_NAMES: Final = ("top", "right", "bottom", "left")
GIVES_COINS: Final = 0
GIVES_POINTS: Final = 1
GIVES_PERSON: Final = 2
BONUS_NAMES: Final = ("coins", "points", "person")

# --- prices and points ------------------------------------------------------------------
TURN_COST: Final = 2  # SM-21: coins for turning a die
DELIVERY_COST: Final = 2  # SM-30: coins for a delivery of logs
MOST_HOUSES: Final = 3  # SM-43: for one architect
HOUSE_POINTS: Final = 3
FULL_CITY_POINTS: Final = 5  # SM-61
CANNON_POINTS: Final = -5  # SM-61: for each lost cannon

# --- the end (SM-60) --------------------------------------------------------------------
FULL_CITY: Final = "full city"
PASSES: Final = "passes"
END_REASONS: Final = (FULL_CITY, PASSES)
