"""The mill: flour for markets, a coin and the points of two free numbers around them (MS-60, MS-61)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.engine.options import Options
from citywright.games.milestones.rules import codes, material, phases, turns
from citywright.games.milestones.rules.grid import FIELD_WORDS
from citywright.games.milestones.rules.land import Land
from citywright.games.milestones.rules.position import Position

COUNTED: Final = 2  # free numbers around a market that score


def deliver_options(position: Position, options: Options) -> None:
    """Done, and every market without a sack for two grain (MS-60)."""
    options.add(codes.DONE, 1)
    if position.land.sacks_left and position.own_board().can_pay(material.DELIVERY_PRICE):
        options.add(codes.DELIVER, position.land.open_markets(0))
        options.add(codes.DELIVER + 64, position.land.open_markets(1))


def deliver(position: Position, field: i64) -> None:
    """A sack on a market and a coin; the numbers follow without a question if there is no choice (MS-61)."""
    own_board = position.own_board()
    own_board.pay(material.DELIVERY_PRICE)
    own_board.gain(material.COIN, 1)
    position.land.deliver(field)
    position.tell("delivery", position.seat, "MS-60", 0, 1, field)
    position.delivery_market = field
    position.countable_0 = position.land.free_near(field, 0)
    position.countable_1 = position.land.free_near(field, 1)
    position.counts_left = COUNTED
    position.phase = phases.COUNT_FIELD
    if popcount(position.countable_0) + popcount(position.countable_1) <= COUNTED:
        while position.countable_0:
            count_field(position, lowest_bit(position.countable_0))
        while position.countable_1:
            count_field(position, 64 + lowest_bit(position.countable_1))
        end_delivery(position)


def best_delivery(land: Land, market: i64) -> i64:
    """The most points a delivery can bring: the two highest free numbers around the market (MS-61)."""
    highest: i64 = 0
    second: i64 = 0
    for word in range(i64(FIELD_WORDS)):
        around: i64 = land.free_near(market, word)
        while around:
            number: i64 = land.board.numbers[64 * word + lowest_bit(around)]
            second = max(second, min(number, highest))
            highest = max(highest, number)
            around &= around - 1
    return highest + second


def count_options(position: Position, options: Options) -> None:
    """Any free number around the market that was not counted yet (MS-61)."""
    options.add(codes.COUNT, position.countable_0)
    options.add(codes.COUNT + 64, position.countable_1)


def count_field(position: Position, field: i64) -> None:
    """The number of a field around the market scores (MS-61)."""
    if field < 64:
        position.countable_0 &= ~bit(field)
    else:
        position.countable_1 &= ~bit(field & 63)
    position.counts_left -= 1
    turns.award(
        position, "deliveries", "MS-61", position.board.numbers[field], position.delivery_market, field
    )
    if position.counts_left == 0:
        end_delivery(position)


def end_delivery(position: Position) -> None:
    """More deliveries may follow (MS-60)."""
    position.delivery_market = material.NOBODY
    position.countable_0 = 0
    position.countable_1 = 0
    position.counts_left = 0
    position.phase = phases.DELIVER
