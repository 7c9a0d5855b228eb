"""What the orders of a seat do at a table's position. Reads and writes nothing.

Whoever has begun a turn by hand goes on by hand: orders act only in a chain of decisions that they have made
alone, from the last decision of another seat, or the beginning of the turn, on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE
from citywright.match.match import Match
from citywright.order_kinds import order_kinds_of
from citywright.orders.contract import UNKNOWN_KIND, Ask, Play, Seen, Void, decide, problem
from citywright.server.language import words_of_game
from citywright.server.orders.rows import Order
from citywright.server.tables.table import Table
from citywright.text import LANGUAGES

Reason = Mapping[str, str]  # by language


class Coming(NamedTuple):
    """An order that acts at the position, and its action."""

    order: Order
    code: int


class Look(NamedTuple):
    """What became of the orders of a seat."""

    coming: Coming | None = None
    void: tuple[tuple[Order, Reason], ...] = ()
    done: tuple[Order, ...] = ()


NOTHING = Look()


def may_have_orders(table: Table) -> bool:
    """Are orders of any use here: do several people play, each at a screen of their own?"""
    return not (table.is_practice or table.terms.one_screen or table.match.over)


def chain_start(match: Match, seat: int) -> int:
    """The first ply of what a seat has decided without another deciding in between, in this turn."""
    turn, start = match.state.turns(), match.ply
    for ply in reversed(match.plies):
        if ply.turn != turn or ply.actor not in (seat, CHANCE):
            break
        start -= 1
    return start


def is_by_hand(table: Table, seat: int, orders: Sequence[Order], by_orders: Collection[int]) -> bool:
    """Does the owner see to this turn, by having played in it, taken back in it, or stopped an order?"""
    start = chain_start(table.match, seat)
    own = [start + n for n, ply in enumerate(table.match.plies[start:]) if ply.actor == seat]
    if any(ply not in by_orders for ply in own):
        return True
    return any(order.held[0] == table.epoch and order.held[1] >= start for order in orders)


def seen_for(table: Table, order: Order) -> Seen:
    """The position as the owner of an order sees it; how often it has acted counts for one turn."""
    state = table.match.state.observe(order.seat)
    progress = order.progress if order.turn == state.turns() else 0
    return Seen(table.game, state, order.seat, progress)


def is_over(table: Table, order: Order) -> bool:
    """Has an order acted, and does another decide now, or has the next turn begun?"""
    has_ended = table.actor != order.seat or order.turn != table.match.state.turns()
    return order.progress > 0 and has_ended


def look(table: Table, seat: int, orders: Sequence[Order], by_orders: Collection[int]) -> Look:
    """What the standing orders of a seat do now; those that are void or done are told whoever acts."""
    owner = table.seats[seat]
    standing = [order for order in orders if order.is_standing and order.guest_id == owner.guest_id]
    if not standing or table.match.over:
        return NOTHING
    is_asked = table.actor == seat and owner.deputy is None
    decides = is_asked and not is_by_hand(table, seat, standing, by_orders)
    is_final = table.match.ply == table.match.undo_floor()  # nobody can take back what made it void
    void: list[tuple[Order, Reason]] = []
    done: list[Order] = []
    for order in standing:
        kind = order_kinds_of(table.game).get(order.kind)
        if kind is None:
            void.append((order, reason_of(table, UNKNOWN_KIND)))
            continue
        if is_over(table, order) and kind.is_once(order.values):
            done.append(order)
            continue
        seen = seen_for(table, order)
        trouble = problem(kind, seen, order.values) if is_final and not is_asked else None
        decision = decide(kind, seen, order.values) if decides else None
        if isinstance(decision, Void):
            trouble = decision.reason
        if trouble is not None:
            void.append((order, reason_of(table, trouble)))
        elif isinstance(decision, Play):
            return Look(Coming(order, decision.code), tuple(void), tuple(done))
        elif isinstance(decision, Ask):
            decides = False
    return Look(None, tuple(void), tuple(done))


def reason_of(table: Table, sentence: Sentence) -> Reason:
    """Why an order is void, in every language: what it was about may be gone when it is read."""
    return {lang: sentence.translated(words_of_game(table.game, lang)) for lang in LANGUAGES}
