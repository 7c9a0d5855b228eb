"""How the apprentice plays Saint Malo: it takes what brings most at once and looks no further."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import count_of, dice_showing, symbol_counts
from citywright.games.saint_malo.rules.persons import houses_possible
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.games.saint_malo.rules.using import turning_cost

# In points, for what may bring none at once.
DIE_VALUES: Final[vec[float]] = vec[float]([0.8, 0.6, 0.9, 1.2])  # of each log, crate, wall, cross
PERSON_VALUES: Final[vec[float]] = vec[float]([1.0, 2.0, 1.0, 1.5, 2.0, 3.0, 7.0])  # by kind
COIN_VALUE: Final = 0.6


def dice_to_keep(state: SaintMaloState) -> i64:
    """Keep the symbol there is most of, never swords; heads before others."""
    counts: i64 = symbol_counts(state.dice)
    best: i64 = material.HEAD
    for symbol in range(i64(material.LOG), i64(material.SWORDS)):
        if count_of(counts, symbol) > count_of(counts, best):
            best = symbol
    return dice_showing(state.dice, best)


def first_value(state: SaintMaloState, code: i64) -> float:
    """What an action brings at once, with a rough value of what brings nothing yet."""
    if code in (codes.PASS, codes.DONE):
        return 0.0
    city = state.city()
    if state.phase == phases.USE_DICE:
        return use_value(state, city, code)
    after = state.clone()
    after.apply(code)
    changed: City = after.cities[state.seat]
    return float(changed.points - city.points) + COIN_VALUE * float(changed.coins - city.coins)


def use_value(state: SaintMaloState, city: City, code: i64) -> float:
    """A rough value of a use of the dice, less its cost."""
    symbol: i64 = codes.symbol_of(code)
    used: i64 = codes.dice_used(code)
    cost: i64 = turning_cost(used, count_of(symbol_counts(state.dice), symbol))
    value: float
    if symbol == material.HEAD:
        value = PERSON_VALUES[code - codes.PERSON]
        if code == codes.PERSON + material.ARCHITECT and city.logs > 0:
            value = float(material.HOUSE_POINTS * houses_possible(city))
    else:
        value = DIE_VALUES[symbol] * float(used)
        if symbol == material.CROSS and city.pieces[material.CHURCHES + used]:
            value = 0.5
        if symbol == material.WALL and popcount(city.empty) < 10:
            value = 0.5 * value
    return value - COIN_VALUE * float(cost) - (1.0 if symbol == material.LOG else 0.0)
