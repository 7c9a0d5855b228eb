"""One seat's action board: the ring with its visible workers, goods and points. Knows no rule about turns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, popcount
from citywright.games.milestones.rules.codes import COIN, KINDS, PATHS, worker_kind, worker_number

SHIFT: Final = 12  # bits per kind in `goods`
AMOUNT: Final = (1 << SHIFT) - 1
PATH_MASK: Final = (1 << PATHS) - 1
EVERY_KIND: Final = 0x0101010101  # path field 1 in each byte of `workers`
NO_TILE: Final = -1


class Board:
    """Goods and workers are packed by kind: twelve bits of `goods`, a byte of path fields in `workers`."""

    __slots__ = ("bonus", "covers", "first", "goods", "numbers", "points", "position", "second", "workers")

    def __init__(self) -> None:
        self.position: i64 = 0
        self.points: i64 = 0
        self.goods: i64 = 0
        self.workers: i64 = 0  # byte k: path fields on which a worker of kind k is visible
        self.numbers: i64 = 0  # nibble p: the number of the worker on path field p, 0 without one
        self.bonus: i64 = 0  # path fields whose worker has a bonus tile
        self.covers: i64 = 0  # path fields on which a cover tile is visible
        self.first: i64 = NO_TILE  # start tiles taken, but not placed yet
        self.second: i64 = NO_TILE

    def clone(self) -> Board:
        """An independent copy."""
        board = Board()
        board.position = self.position
        board.points = self.points
        board.goods = self.goods
        board.workers = self.workers
        board.numbers = self.numbers
        board.bonus = self.bonus
        board.covers = self.covers
        board.first = self.first
        board.second = self.second
        return board

    def snapshot(self) -> list[int]:
        """Every field."""
        return [
            self.position,
            self.points,
            self.goods,
            self.workers,
            self.numbers,
            self.bonus,
            self.covers,
            self.first,
            self.second,
        ]

    # --- goods ------------------------------------------------------------------------

    def amount(self, kind: i64) -> i64:
        """How many goods of this kind are in store."""
        return self.goods >> SHIFT * kind & AMOUNT

    def gain(self, kind: i64, amount: i64) -> None:
        """Take goods from the supply, or give them back if the amount is negative."""
        self.goods += amount << SHIFT * kind

    def total(self) -> i64:
        """How many goods there are, coins included."""
        goods: i64 = self.goods
        total: i64 = 0
        while goods:
            total += goods & AMOUNT
            goods >>= SHIFT
        return total

    def stocked(self, least: i64) -> i64:
        """The kinds, coins included, of which there are at least so many: one bit each."""
        kinds: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if self.goods >> SHIFT * kind & AMOUNT >= least:
                kinds |= bit(kind)
            kind += 1
        return kinds

    def coins(self) -> i64:
        """How many coins are in store."""
        return self.goods >> SHIFT * COIN

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

    def unadorned(self, kind: i64) -> i64:
        """The workers of a kind that could take a bonus tile (MS-50)."""
        return self.workers_of(kind) & ~self.bonus

    def rising(self) -> bool:
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

    def bare(self, path: i64) -> i64:
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

    def employ(self, worker: i64, path: i64) -> None:
        """Put a worker on a bare path field."""
        self.workers |= bit(PATHS * worker_kind(worker) + path)
        self.numbers |= worker_number(worker) << 4 * path
