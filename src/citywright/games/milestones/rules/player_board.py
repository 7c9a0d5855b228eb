"""One seat's player board: the ring with its visible workers, goods and points. Knows no rule about turns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.games.milestones.rules import material
from citywright.games.milestones.rules.material import AMOUNT_BITS, KINDS, MOST, NO_TILE, PATH_MASK, PATHS

EVERY_KIND: Final = 0x0101010101  # path field 1 in each byte of `workers`


class PlayerBoard:
    """Goods and workers are packed by kind: twelve bits of `goods`, a byte of path fields in `workers`."""

    __slots__ = (
        "bonus",
        "covers",
        "first_tile",
        "goods",
        "numbers",
        "points",
        "ring_field",
        "second_tile",
        "workers",
    )

    def __init__(self) -> None:
        self.ring_field: i64 = 0  # where the figure stands
        self.points: i64 = 0
        self.goods: i64 = 0
        self.workers: i64 = 0  # byte k: path fields on which a worker of kind k is visible
        self.numbers: i64 = 0  # nibble p: the number of the worker on path field p, 0 without one
        self.bonus: i64 = 0  # path fields whose worker has a bonus tile
        self.covers: i64 = 0  # path fields on which a cover tile is visible
        self.first_tile: i64 = NO_TILE  # start tiles taken, but not placed yet
        self.second_tile: i64 = NO_TILE

    def clone(self) -> PlayerBoard:
        """An independent copy."""
        copy = PlayerBoard()
        copy.ring_field = self.ring_field
        copy.points = self.points
        copy.goods = self.goods
        copy.workers = self.workers
        copy.numbers = self.numbers
        copy.bonus = self.bonus
        copy.covers = self.covers
        copy.first_tile = self.first_tile
        copy.second_tile = self.second_tile
        return copy

    def snapshot(self) -> list[int]:
        """Every field."""
        return [
            self.ring_field,
            self.points,
            self.goods,
            self.workers,
            self.numbers,
            self.bonus,
            self.covers,
            self.first_tile,
            self.second_tile,
        ]

    # --- goods ------------------------------------------------------------------------

    def amount(self, kind: i64) -> i64:
        """How many goods of this kind are in store."""
        return self.goods >> AMOUNT_BITS * kind & MOST

    def gain(self, kind: i64, amount: i64) -> None:
        """Take goods from the supply, or give them back if the amount is negative."""
        self.goods += amount << AMOUNT_BITS * kind

    def can_pay(self, price: i64) -> bool:
        """Are all goods of a price in store?"""
        return material.can_pay(self.goods, price)

    def pay(self, price: i64) -> None:
        """The goods of a price go back to the supply."""
        self.goods -= price

    def total(self) -> i64:
        """How many goods there are, coins included."""
        goods: i64 = self.goods
        total: i64 = 0
        while goods:
            total += goods & MOST
            goods >>= AMOUNT_BITS
        return total

    def stocked(self, least: i64) -> i64:
        """The kinds, coins included, of which there are at least so many: one bit each."""
        kinds: i64 = 0
        for kind in range(i64(KINDS)):
            if self.goods >> AMOUNT_BITS * kind & MOST >= least:
                kinds |= bit(kind)
        return kinds

    def coins(self) -> i64:
        """How many coins are in store."""
        return self.goods >> AMOUNT_BITS * material.COIN

    # --- workers ----------------------------------------------------------------------

    def workers_of(self, kind: i64) -> i64:
        """The path fields on which a worker of this kind is visible."""
        return self.workers >> PATHS * kind & PATH_MASK

    def visible(self) -> i64:
        """The path fields on which any worker is visible."""
        folded: i64 = self.workers | self.workers >> 16 | self.workers >> 32
        return (folded | folded >> 8) & PATH_MASK

    def kind_at(self, path: i64) -> i64:
        """What the visible worker on this path field yields, or -1 without one."""
        column: i64 = self.workers >> path & EVERY_KIND
        return lowest_bit(column) >> 3 if column else -1

    def number_at(self, path: i64) -> i64:
        """The number of the visible worker on this path field, or 0 without one."""
        return self.numbers >> 4 * path & 15

    def worker_at(self, path: i64) -> i64:
        """The visible worker on a path field, kind and number in one as on tiles; -1 without one."""
        kind: i64 = self.kind_at(path)
        return material.worker_of(kind, self.number_at(path)) if kind >= 0 else -1

    def visited(self, kind: i64, origin: i64, path: i64) -> i64:
        """The workers of a kind between ring field `origin` and path field `path`: the one where the figure
        stops, and those it passes on the way (MS-20).
        """
        return self.workers_of(kind) & bit(path + 1) - bit(origin)

    def without_bonus(self, kind: i64) -> i64:
        """The path fields whose worker of a kind could take a bonus tile (MS-50)."""
        return self.workers_of(kind) & ~self.bonus

    def numbers_rise(self) -> bool:
        """Do the visible numbers never fall from left to right? Gaps are ignored (MS-30)."""
        numbers: i64 = self.numbers
        highest: i64 = 0
        while numbers:
            number: i64 = numbers & 15
            if number:
                if number < highest:
                    return False
                highest = number
            numbers >>= 4
        return True

    def strength(self, kind: i64) -> i64:
        """What the workers of a kind count for the majority: 1 each, 2 with a bonus tile (MS-82)."""
        workers: i64 = self.workers_of(kind)
        return popcount(workers) + popcount(workers & self.bonus)

    def clear_path(self, path: i64) -> i64:
        """Hide what is on a path field; returns the kind of the bonus tile that is lost, or -1 (MS-52)."""
        field: i64 = bit(path)
        lost: i64 = -1
        if self.bonus & field:
            lost = self.kind_at(path)
        self.bonus &= ~field
        self.covers &= ~field
        self.workers &= ~(EVERY_KIND * field)
        self.numbers &= ~(15 * bit(4 * path))
        return lost

    def place_worker(self, worker: i64, path: i64) -> None:
        """Put a worker on a path field that shows nothing."""
        self.workers |= bit(PATHS * material.worker_kind(worker) + path)
        self.numbers |= material.worker_number(worker) << 4 * path

    def place_tile(self, tile: i64, path: i64) -> None:
        """Put a tile over whatever is on a path field and the next one."""
        self.clear_path(path)
        self.clear_path(path + 1)
        self.place_worker(material.left_worker(tile), path)
        self.place_worker(material.right_worker(tile), path + 1)
