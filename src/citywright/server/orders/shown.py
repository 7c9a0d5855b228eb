"""Orders in words, for their owner: pages and programs show the same."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from citywright.order_kinds import order_kinds_of, step_title
from citywright.orders.contract import Field, Kind
from citywright.orders.planned_turn import PlannedTurn, steps_of, titles_of
from citywright.server.language import words_of
from citywright.server.orders.deciding import Coming, look, seen_for
from citywright.server.orders.rows import Order
from citywright.server.orders.service import Own, Owner, seen_by


class ShownOrder(msgspec.Struct, frozen=True):
    """An order of the asker."""

    id: str
    kind: str
    fields: dict[str, str]
    words: str  # the order in a sentence
    now: str  # what it would do if its turn came now; empty if that depends on what comes
    state: str  # standing, done, void
    reason: str  # why it is void
    steps: list[str]  # of a planned turn, in words


class ShownKind(NamedTuple):
    """A kind of orders that can be given now."""

    id: str
    title: str
    about: str
    is_planned: bool  # on the board, not by fields


async def shown_orders(owner: Owner, own: Own, lang: str) -> list[ShownOrder]:
    """An owner's orders in words, in the order in which they are asked. Plans take a while to be tried."""
    return await asyncio.to_thread(_all_shown, owner, own, lang)


def _all_shown(owner: Owner, own: Own, lang: str) -> list[ShownOrder]:
    coming = look(owner.table, owner.seat, own.orders, own.plies).coming
    return [_shown(owner, order, coming, lang) for order in own.orders]


def _shown(owner: Owner, order: Order, coming: Coming | None, lang: str) -> ShownOrder:
    kind = order_kinds_of(owner.table.game).get(order.kind)
    words = order.kind
    if kind is not None:
        words = words_of_order(kind, order.values, lang)
    now = outlook_of(owner, order, coming, kind, lang) if kind is not None and order.is_standing else ""
    steps = [] if kind is None else step_words(owner, kind, order.values, lang)
    reason = order.reason.get(lang, "")
    return ShownOrder(order.id, order.kind, order.values, words, now, order.state, reason, steps)


def words_of_order(kind: Kind, values: Mapping[str, str], lang: str) -> str:
    """An order in a sentence; what cannot be read any more is called like its kind."""
    try:
        return kind.sentence(values, lang)
    except (KeyError, ValueError, IndexError):
        return kind.title(lang)


def outlook_of(owner: Owner, order: Order, coming: Coming | None, kind: Kind, lang: str) -> str:
    """What an order would do now: it is asked if its owner is to act, else it says what is to be expected."""
    t = words_of(lang)
    table = owner.table
    if coming is not None and coming.order.id == order.id:
        title = step_title(seen_for(table, order), table.game.format_action(coming.code), lang)
        return t("Now it plays: {action}", action=title)
    try:
        return kind.outlook(seen_for(table, order), order.values, lang)
    except (KeyError, ValueError, IndexError):
        return ""


def step_words(owner: Owner, kind: Kind, values: Mapping[str, str], lang: str) -> list[str]:
    """The steps of a planned turn in words, as far as it is possible now; empty for other kinds."""
    start = kind.position(seen_by(owner)) if isinstance(kind, PlannedTurn) else None
    if start is None or not values.get("steps"):
        return []
    return titles_of(start, steps_of(values), step_title, lang)


def kinds_offered(owner: Owner, lang: str) -> list[ShownKind]:
    """The kinds of orders that make sense now."""
    seen = seen_by(owner)
    return [
        ShownKind(kind.id, kind.title(lang), kind.about(lang), isinstance(kind, PlannedTurn))
        for kind in order_kinds_of(owner.table.game).values()
        if kind.is_offered(seen)
    ]


def fields_of(owner: Owner, kind: Kind, given: Mapping[str, str], lang: str) -> list[tuple[Field, str]]:
    """The fields of a new order, each with what is chosen: as given where that is possible."""
    fields = kind.fields(seen_by(owner), given, lang)
    return [(field, field.chosen(given)) for field in fields]
