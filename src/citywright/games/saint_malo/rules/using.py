"""Using the dice of a turn of Saint Malo: paying, deliveries, and what is to be placed.

Trusts that the action is legal; what is legal is in legal.py.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import count_of, symbol_counts
from citywright.games.saint_malo.rules.persons import await_person
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import spaces_in_groups
from citywright.games.saint_malo.rules.turn import end_turn
from citywright.games.saint_malo.rules.walls import continue_walls


def usable_dice(swords: i64) -> i64:
    """SM-22: how many dice can be used when so many show swords, which are never turned."""
    return material.DICE_COUNT - swords


def turning_cost(used: i64, shown: i64) -> i64:
    """SM-21, SM-23: the coins for using so many dice of a symbol when `shown` dice show it."""
    return material.TURN_COST * max(used - shown, 0)


def delivery_cost(symbol: i64) -> i64:
    """SM-30: the coins for using a symbol at all: logs must be delivered."""
    return material.DELIVERY_COST if symbol == material.LOG else 0


def use(position: Position, code: i64) -> None:
    """SM-20: use dice of one symbol, or pass."""
    if code == codes.PASS:
        position.passes += 1
        if position.trace is not None:
            position.tell("pass", position.seat, "SM-20")
        end_turn(position)
        return
    position.passes = 0
    city: City = position.cities[position.seat]
    symbol: i64 = codes.symbol_of(code)
    used: i64 = codes.dice_used(code)
    cost: i64 = turning_cost(used, count_of(symbol_counts(position.dice), symbol))
    if cost > 0:
        pay_for_turning(position, city, symbol, cost)
    if symbol == material.LOG:
        deliver(position, city, used)
    elif symbol == material.CRATE:
        position.pieces_left = used
        position.allowed = spaces_in_groups(city.empty, used)  # SM-31
        position.phase = phases.PLACE_CRATE
    elif symbol == material.CROSS:
        position.piece = used  # SM-35
        position.allowed = city.empty
        position.phase = phases.PLACE_CHURCH
    elif symbol == material.HEAD:
        await_person(position, city, code - codes.PERSON)
    else:
        position.pieces_left = used
        continue_walls(position, city)


def pay_for_turning(position: Position, city: City, symbol: i64, cost: i64) -> None:
    """Pay for the used dice that do not show the symbol."""
    city.coins -= cost
    if position.trace is not None:
        turned: i64 = cost // material.TURN_COST
        position.tell("turned dice", position.seat, "SM-21", 0, -cost, (symbol, turned))


def deliver(position: Position, city: City, logs: i64) -> None:
    """SM-30: have logs delivered."""
    cost: i64 = delivery_cost(material.LOG)
    city.coins -= cost
    city.logs += logs
    if position.trace is not None:
        position.tell("delivery", position.seat, "SM-30", 0, -cost, (logs,))
    end_turn(position)
