"""Hands, pile and discards as counts, and what is known of them (MB-31 to MB-35). Knows no points.

All know what a new pile is made of. So a hand has two parts, cards *kept* from before and *drawn* since;
what a viewer has not seen are two heaps (others' kept cards; others' drawn cards with the pile), and they mix
only when a card is laid that may have come from either."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.rng import Rng
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.board import NO_TABLE
from citywright.games.mauerbauer.rules.codes import HIDDEN, KINDS, one_of, tally

WHOLE: Final = -2  # `viewer` of a state that hides nothing


class Cards:
    """Rows of counts per kind: kept by each seat, drawn by each seat, pile, discards, others' kept cards."""

    __slots__ = ("discards", "drawn", "kept", "pile", "rows", "seats", "viewer")

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.viewer: i64 = WHOLE
        self.rows: vec[i64] = NO_TABLE
        self.kept: i64 = 0  # packed by seat: cards held since before the pile was last made
        self.drawn: i64 = 0  # packed by seat: cards drawn from this pile
        self.pile: i64 = 0
        self.discards: i64 = 0

    def clone(self) -> Cards:
        cards = Cards()
        cards.seats = self.seats
        cards.viewer = self.viewer
        cards.rows = self.rows[:]
        cards.kept = self.kept
        cards.drawn = self.drawn
        cards.pile = self.pile
        cards.discards = self.discards
        return cards

    # --- where the rows begin -----------------------------------------------------------

    def drawn_row(self, seat: i64) -> i64:
        return KINDS * (self.seats + seat)

    def pile_row(self) -> i64:
        return KINDS * 2 * self.seats

    def discard_row(self) -> i64:
        return KINDS * (2 * self.seats + 1)

    def others_row(self) -> i64:
        return KINDS * (2 * self.seats + 2)

    # --- hands --------------------------------------------------------------------------

    def sees(self, seat: i64) -> bool:
        """Is that seat's hand known here?"""
        return self.viewer == WHOLE or self.viewer == seat

    def hand_size(self, seat: i64) -> i64:
        return tally(self.kept, seat) + tally(self.drawn, seat)

    def held(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind are in a known hand."""
        return self.rows[KINDS * seat + kind] + self.rows[self.drawn_row(seat) + kind]

    def hand(self, seat: i64) -> i64:
        """A mask of the kinds in a hand; for a hand not seen, of all that may be in it."""
        kept: i64 = KINDS * seat
        drawn: i64 = self.drawn_row(seat)
        if not self.sees(seat):
            kept = self.others_row() if tally(self.kept, seat) else drawn
            drawn = self.pile_row() if tally(self.drawn, seat) else kept
        mask: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if self.rows[kept + kind] or self.rows[drawn + kind]:
                mask |= bit(kind)
            kind += 1
        return mask

    # --- drawing ------------------------------------------------------------------------

    def draw_total(self, seat: i64) -> i64:
        """Tickets for the next card of `seat`: cards it may be; one if it will stay hidden."""
        if self.viewer == WHOLE:
            return self.pile
        if self.viewer != seat:
            return 1
        first: i64 = self.pile_row()
        result: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            result += self.rows[first + kind]
            kind += 1
        return result

    def draw_at(self, seat: i64, ticket: i64) -> i64:
        """The kind a ticket draws."""
        if not self.sees(seat):
            return HIDDEN
        return self.pick(self.pile_row(), ticket)

    def pick(self, row: i64, ticket: i64) -> i64:
        """The kind of the ticket-th card of a row."""
        kind: i64 = 0
        while ticket >= self.rows[row + kind]:
            ticket -= self.rows[row + kind]
            kind += 1
        return kind

    def draw(self, seat: i64, kind: i64) -> bool:
        """The top card goes to a hand. True if the discards became a new pile (MB-33)."""
        self.drawn += one_of(seat)
        self.pile -= 1
        if kind != HIDDEN:
            self.move(self.pile_row() + kind, self.drawn_row(seat) + kind)
        return self.pile == 0 and self.make_pile()

    def make_pile(self) -> bool:
        """Shuffle the discards into a new pile (MB-33); False if there are none."""
        if self.discards == 0:
            return False
        kind: i64 = 0
        while kind < KINDS:
            seat: i64 = 0
            while seat < self.seats:
                self.pour(self.drawn_row(seat) + kind, KINDS * seat + kind)
                seat += 1
            self.pour(self.pile_row() + kind, self.others_row() + kind)  # unseen, and the pile is empty
            self.pour(self.discard_row() + kind, self.pile_row() + kind)  # MB-35: everybody remembers them
            kind += 1
        self.kept += self.drawn
        self.drawn = 0
        self.pile = self.discards
        self.discards = 0
        return True

    # --- laying -------------------------------------------------------------------------

    def lay(self, seat: i64, kind: i64) -> None:
        """A card leaves a hand for the discards, open to all (MB-35)."""
        from_drawn: bool = tally(self.kept, seat) == 0
        if not from_drawn and tally(self.drawn, seat):
            from_drawn = self.among(kind, self.seats, self.pile_row())
            if from_drawn and self.among(kind, 0, self.others_row()):
                self.mix()  # it may have come from either heap
        source: i64
        if from_drawn:
            self.drawn -= one_of(seat)
            source = self.drawn_row(seat) if self.sees(seat) else self.pile_row()
        else:
            self.kept -= one_of(seat)
            source = KINDS * seat if self.sees(seat) else self.others_row()
        self.move(source + kind, self.discard_row() + kind)
        self.discards += 1

    def among(self, kind: i64, first: i64, pool: i64) -> bool:
        """Is a kind in the pooled row or in one of the seats' rows from `first` on?"""
        if self.rows[pool + kind]:
            return True
        seat: i64 = 0
        while seat < self.seats:
            if self.rows[KINDS * (first + seat) + kind]:
                return True
            seat += 1
        return False

    def mix(self) -> None:
        """Forget which cards were kept from before the pile was made."""
        kind: i64 = 0
        while kind < KINDS:
            seat: i64 = 0
            while seat < self.seats:
                self.pour(KINDS * seat + kind, self.drawn_row(seat) + kind)
                seat += 1
            self.pour(self.others_row() + kind, self.pile_row() + kind)
            kind += 1
        self.drawn += self.kept
        self.kept = 0

    def move(self, source: i64, target: i64) -> None:
        """One card from cell to cell."""
        self.rows[source] -= 1
        self.rows[target] += 1

    def pour(self, source: i64, target: i64) -> None:
        """All cards of a cell into another."""
        self.rows[target] += self.rows[source]
        self.rows[source] = 0

    # --- hidden things ------------------------------------------------------------------

    def observe(self, viewer: i64) -> Cards:
        """What `viewer` (CHANCE: a spectator) knows."""
        cards = self.clone()
        cards.viewer = viewer
        seat: i64 = 0
        while seat < self.seats:
            kind: i64 = 0
            while kind < KINDS and seat != viewer:
                cards.pour(KINDS * seat + kind, self.others_row() + kind)
                cards.pour(self.drawn_row(seat) + kind, self.pile_row() + kind)
                kind += 1
            seat += 1
        return cards

    def imagine(self, rng: Rng) -> Cards:
        """Deal the unseen cards out of their heaps, every deal as likely as the other."""
        cards = self.clone()
        if self.viewer == WHOLE:
            return cards
        cards.viewer = WHOLE
        unseen_kept: i64 = 0
        unseen_drawn: i64 = self.pile
        seat: i64 = 0
        while seat < self.seats:
            if seat != self.viewer:
                unseen_kept += tally(self.kept, seat)
                unseen_drawn += tally(self.drawn, seat)
            seat += 1
        seat = 0
        while seat < self.seats:
            if seat != self.viewer:
                cards.deal(self.others_row(), unseen_kept, KINDS * seat, tally(self.kept, seat), rng)
                cards.deal(self.pile_row(), unseen_drawn, self.drawn_row(seat), tally(self.drawn, seat), rng)
                unseen_kept -= tally(self.kept, seat)
                unseen_drawn -= tally(self.drawn, seat)
            seat += 1
        return cards

    def deal(self, source: i64, size: i64, target: i64, number: i64, rng: Rng) -> None:
        """So many random cards of a row of the given size into another."""
        while number > 0:
            kind: i64 = self.pick(source, rng.below(size))
            self.move(source + kind, target + kind)
            size -= 1
            number -= 1

    def snapshot(self) -> list[int]:
        numbers: list[int] = [self.viewer, self.kept, self.drawn, self.pile, self.discards]
        numbers.extend(self.rows)
        return numbers


def new_cards(seats: i64, copies: vec[i64], size: i64) -> Cards:
    """All cards in the pile, nobody has any."""
    cards = Cards()
    cards.seats = seats
    cards.pile = size
    cards.rows = vec[i64]([0] * (KINDS * (2 * seats + 3)))
    kind: i64 = 0
    while kind < KINDS:
        cards.rows[cards.pile_row() + kind] = copies[kind]
        kind += 1
    return cards
