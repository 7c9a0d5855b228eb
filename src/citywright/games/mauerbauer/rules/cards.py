"""Hands, pile and discards as counts, and what is known of them (MB-31 to MB-35). Knows no points.

Everybody knows which cards a new pile is made of. So a hand has two parts: cards *kept* from before and cards
*drawn* since. The cards a viewer has not seen form two pools: others' kept cards, and others' drawn cards
together with the pile. The pools are mixed only when a card is laid that may have come from either."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.rng import Rng
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import counts
from citywright.games.mauerbauer.rules.board import NO_TABLE
from citywright.games.mauerbauer.rules.material import HIDDEN, KINDS

NOTHING_HIDDEN: Final = -2  # the `viewer` of a whole state


class Cards:
    """Rows of counts by kind: kept by each seat, drawn by each seat, pile, discards, others' kept cards."""

    __slots__ = ("discards", "drawn", "kept", "pile", "rows", "seat_count", "viewer")

    def __init__(self) -> None:
        self.seat_count: i64 = 0
        self.viewer: i64 = NOTHING_HIDDEN  # whose observation this is; CHANCE: a spectator's
        self.rows: vec[i64] = NO_TABLE
        self.kept: i64 = 0  # packed by seat: cards held since before the pile was last made
        self.drawn: i64 = 0  # packed by seat: cards drawn from this pile
        self.pile: i64 = 0
        self.discards: i64 = 0

    def clone(self) -> Cards:
        cards = Cards()
        cards.seat_count = self.seat_count
        cards.viewer = self.viewer
        cards.rows = self.rows[:]
        cards.kept = self.kept
        cards.drawn = self.drawn
        cards.pile = self.pile
        cards.discards = self.discards
        return cards

    def snapshot(self) -> list[int]:
        numbers: list[int] = [self.seat_count, self.viewer, self.kept, self.drawn, self.pile, self.discards]
        numbers.extend(self.rows)
        return numbers

    # --- where the rows begin -----------------------------------------------------------

    def kept_row(self, seat: i64) -> i64:
        return KINDS * seat

    def drawn_row(self, seat: i64) -> i64:
        return KINDS * (self.seat_count + seat)

    def pile_row(self) -> i64:
        """The pile; in an observation together with the cards others have drawn."""
        return KINDS * 2 * self.seat_count

    def discard_row(self) -> i64:
        return KINDS * (2 * self.seat_count + 1)

    def others_row(self) -> i64:
        """In an observation: the cards others have kept."""
        return KINDS * (2 * self.seat_count + 2)

    # --- hands --------------------------------------------------------------------------

    def sees(self, seat: i64) -> bool:
        """Is that seat's hand known here?"""
        return self.viewer == NOTHING_HIDDEN or self.viewer == seat

    def hand_size(self, seat: i64) -> i64:
        return counts.count_of(self.kept, seat) + counts.count_of(self.drawn, seat)

    def held(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind are in a known hand."""
        return self.rows[self.kept_row(seat) + kind] + self.rows[self.drawn_row(seat) + kind]

    def discarded(self, kind: i64) -> i64:
        """How many cards of a kind lie on the discards."""
        return self.rows[self.discard_row() + kind]

    def discarded_copies(self) -> list[int]:
        """How many cards of each kind lie on the discards."""
        first: i64 = self.discard_row()
        copies: list[int] = []
        for kind in range(i64(KINDS)):
            copies.append(self.rows[first + kind])
        return copies

    def hand(self, seat: i64) -> i64:
        """A mask of the kinds in a hand; for a hand not seen, of all that may be in it."""
        kept: i64 = self.kept_row(seat)
        drawn: i64 = self.drawn_row(seat)
        if not self.sees(seat):
            kept = self.others_row() if counts.count_of(self.kept, seat) else drawn
            drawn = self.pile_row() if counts.count_of(self.drawn, seat) else kept
        rows: vec[i64] = self.rows
        mask: i64 = 0
        for kind in range(i64(KINDS)):
            if rows[kept + kind] or rows[drawn + kind]:
                mask |= bit(kind)
        return mask

    # --- drawing ------------------------------------------------------------------------

    def draw_total(self, seat: i64) -> i64:
        """Tickets for the next card of `seat`: one for each card it may be; one if it will stay hidden."""
        if self.viewer == NOTHING_HIDDEN:
            return self.pile
        if self.viewer != seat:
            return 1
        first: i64 = self.pile_row()
        tickets: i64 = 0
        for kind in range(i64(KINDS)):
            tickets += self.rows[first + kind]
        return tickets

    def draw_at(self, seat: i64, ticket: i64) -> i64:
        """The kind a ticket draws."""
        if not self.sees(seat):
            return HIDDEN
        return self.kind_at(self.pile_row(), ticket)

    def kind_at(self, row: i64, index: i64) -> i64:
        """The kind of a card of a row, counted from 0 in the order of kinds."""
        kind: i64 = 0
        while index >= self.rows[row + kind]:
            index -= self.rows[row + kind]
            kind += 1
        return kind

    def pile_left(self, copies: vec[i64]) -> i64:
        """A mask of the printed cards, counted kind by kind, that are in the pile: of each kind the first."""
        row: i64 = self.pile_row()
        mask: i64 = 0
        first: i64 = 0
        for kind in range(i64(KINDS)):
            mask |= (bit(self.rows[row + kind]) - 1) << first
            first += copies[kind]
        return mask

    def draw(self, seat: i64, kind: i64) -> bool:
        """The top card goes to a hand. True if the discards became a new pile (MB-33)."""
        self.drawn += counts.one(seat)
        self.pile -= 1
        if kind != HIDDEN:
            self.move(self.pile_row() + kind, self.drawn_row(seat) + kind)
        return self.pile == 0 and self.make_pile()

    def make_pile(self) -> bool:
        """Shuffle the discards into a new pile (MB-33); False if there are none."""
        if self.discards == 0:
            return False
        for seat in range(self.seat_count):
            self.move_row(self.drawn_row(seat), self.kept_row(seat))
        # The pile is empty: what an observation has in that row was drawn by others.
        self.move_row(self.pile_row(), self.others_row())
        self.move_row(self.discard_row(), self.pile_row())  # MB-35: everybody remembers them
        self.kept += self.drawn
        self.drawn = 0
        self.pile = self.discards
        self.discards = 0
        return True

    # --- laying -------------------------------------------------------------------------

    def lay(self, seat: i64, kind: i64) -> None:
        """A card leaves a hand for the discards, open to all (MB-35)."""
        was_drawn: bool = counts.count_of(self.kept, seat) == 0
        if not was_drawn and counts.count_of(self.drawn, seat):
            was_drawn = self.may_be_drawn(kind)
            if was_drawn and self.may_be_kept(kind):
                self.mix()
        source: i64
        if was_drawn:
            self.drawn -= counts.one(seat)
            source = self.drawn_row(seat) if self.sees(seat) else self.pile_row()
        else:
            self.kept -= counts.one(seat)
            source = self.kept_row(seat) if self.sees(seat) else self.others_row()
        self.move(source + kind, self.discard_row() + kind)
        self.discards += 1

    def may_be_drawn(self, kind: i64) -> bool:
        """Is a card of a kind in the pile or among those drawn from it?"""
        if self.rows[self.pile_row() + kind]:
            return True
        return any(self.rows[self.drawn_row(seat) + kind] for seat in range(self.seat_count))

    def may_be_kept(self, kind: i64) -> bool:
        """Is a card of a kind among those held since before the pile was made?"""
        if self.rows[self.others_row() + kind]:
            return True
        return any(self.rows[self.kept_row(seat) + kind] for seat in range(self.seat_count))

    def mix(self) -> None:
        """Forget which cards were kept from before the pile was made."""
        for seat in range(self.seat_count):
            self.move_row(self.kept_row(seat), self.drawn_row(seat))
        self.move_row(self.others_row(), self.pile_row())
        self.drawn += self.kept
        self.kept = 0

    def move(self, source: i64, target: i64) -> None:
        """One card from cell to cell."""
        self.rows[source] -= 1
        self.rows[target] += 1

    def move_row(self, source: i64, target: i64) -> None:
        """All cards of a row into another."""
        rows: vec[i64] = self.rows
        for kind in range(i64(KINDS)):
            rows[target + kind] += rows[source + kind]
            rows[source + kind] = 0

    # --- hidden things ------------------------------------------------------------------

    def observe(self, viewer: i64) -> Cards:
        """What `viewer` (CHANCE: a spectator) knows."""
        cards = self.clone()
        cards.viewer = viewer
        for seat in range(self.seat_count):
            if seat != viewer:
                cards.move_row(self.kept_row(seat), self.others_row())
                cards.move_row(self.drawn_row(seat), self.pile_row())
        return cards

    def imagine(self, rng: Rng) -> Cards:
        """Deal the unseen cards out of their pools, every deal as likely as the other."""
        cards = self.clone()
        if self.viewer == NOTHING_HIDDEN:
            return cards
        cards.viewer = NOTHING_HIDDEN
        unseen_kept: i64 = 0
        unseen_drawn: i64 = self.pile
        for seat in range(self.seat_count):
            if seat != self.viewer:
                unseen_kept += counts.count_of(self.kept, seat)
                unseen_drawn += counts.count_of(self.drawn, seat)
        for seat in range(self.seat_count):
            if seat != self.viewer:
                kept: i64 = counts.count_of(self.kept, seat)
                drawn: i64 = counts.count_of(self.drawn, seat)
                cards.deal(self.others_row(), unseen_kept, self.kept_row(seat), kept, rng)
                cards.deal(self.pile_row(), unseen_drawn, self.drawn_row(seat), drawn, rng)
                unseen_kept -= kept
                unseen_drawn -= drawn
        return cards

    def deal(self, source: i64, size: i64, target: i64, number: i64, rng: Rng) -> None:
        """So many random cards of a row of the given size into another."""
        for dealt in range(number):
            kind: i64 = self.kind_at(source, rng.below(size - dealt))
            self.move(source + kind, target + kind)


def kind_of_card(copies: vec[i64], card: i64) -> i64:
    """The kind of a printed card, counted kind by kind."""
    kind: i64 = 0
    while card >= copies[kind]:
        card -= copies[kind]
        kind += 1
    return kind


def new_cards(seat_count: i64, copies: vec[i64], size: i64) -> Cards:
    """All cards in the pile, nobody has any."""
    cards = Cards()
    cards.seat_count = seat_count
    cards.pile = size
    cards.rows = vec[i64]([0] * (KINDS * (2 * seat_count + 3)))
    for kind in range(i64(KINDS)):
        cards.rows[cards.pile_row() + kind] = copies[kind]
    return cards
