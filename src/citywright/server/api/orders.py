"""Standing orders over the API: one's own alone. The service is that of the pages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from citywright.engine.view import seat_letter
from citywright.order_kinds import order_kinds_of
from citywright.orders.planned_turn import PlannedTurn
from citywright.server.api.requests import PROBLEMS, Asker, Lang, Seat, known, own_seat
from citywright.server.api.types import NO_NUL, Letter, Word
from citywright.server.http.requests import AnyRequest
from citywright.server.language import choose_language
from citywright.server.orders.service import LONGEST, MOST_ORDERS, Owner
from citywright.server.orders.shown import ShownOrder, fields_of, kinds_offered, shown_orders
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices

Text = Annotated[str, Meta(max_length=LONGEST, pattern=NO_NUL)]


class OrderOption(msgspec.Struct):
    """One answer to a field."""

    value: str
    words: str


class OrderField(msgspec.Struct):
    """A field of a kind of orders. Some answers change what follows: a refusal names what is wanted."""

    name: str
    label: str
    options: list[OrderOption]


class OrderKind(msgspec.Struct):
    """A kind of orders that can be given now. A planned turn has `steps`: actions, `; ` between them."""

    id: str
    title: str
    about: str
    fields: list[OrderField]


class OrderList(msgspec.Struct):
    """The asker's orders at a table, the first is asked first; and what else can be ordered."""

    seat: str
    orders: list[ShownOrder]
    kinds: list[OrderKind]
    plies: list[int]  # that orders have played


class NewOrder(msgspec.Struct, forbid_unknown_fields=True):
    """An order to be given; fields that are left out have their first answer."""

    kind: Word
    fields: Annotated[dict[Word, Text], Meta(max_length=20)] = {}
    seat: Letter | None = None


class Arrange(msgspec.Struct, forbid_unknown_fields=True):
    """The ids of one's orders, the first to be asked first; those left out come after."""

    ids: Annotated[list[Word], Meta(min_length=1, max_length=MOST_ORDERS)]
    seat: Letter | None = None


async def _owner(services: Services, asker: Guest | None, table_id: str, seat: str | None) -> Owner:
    table = await services.tables.find(table_id)
    return Owner(table, own_seat(table, asker, seat), known(asker).id)


async def _listed(services: Services, owner: Owner, lang: str) -> OrderList:
    own = await services.orders.of(owner)
    kinds = order_kinds_of(owner.table.game)
    offered = [
        OrderKind(
            kind.id,
            kind.title,
            kind.about,
            [OrderField("steps", "steps", [])]
            if isinstance(kinds[kind.id], PlannedTurn)
            else [
                OrderField(field.name, field.label, [OrderOption(*option) for option in field.options])
                for field, _ in fields_of(owner, kinds[kind.id], {}, lang)
            ],
        )
        for kind in kinds_offered(owner, lang)
    ]
    return OrderList(seat_letter(owner.seat), await shown_orders(owner, own, lang), offered, own.plies)


@get("/tables/{table_id:str}/orders", responses=PROBLEMS)
async def list_orders(
    services: TheServices, asker: Asker, table_id: FromPath[str], seat: Seat = None, lang: Lang = "en"
) -> OrderList:
    """Your own orders at a table, and the kinds that can be given now."""
    owner = await _owner(services, asker, table_id, seat)
    return await _listed(services, owner, choose_language(lang, ""))


@post("/tables/{table_id:str}/orders", responses=PROBLEMS)
async def give_order(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    data: JSONBody[NewOrder],
) -> OrderList:
    """Give an order; it is asked after those that stand, unless it is one to be asked first."""
    owner = await _owner(services, asker, table_id, data.seat)
    services.limits.spend("change your orders", request, f"guest {owner.guest_id}")
    await services.orders.add(owner, data.kind, data.fields)
    return await _listed(services, owner, "en")


@post("/tables/{table_id:str}/orders/arrange", status_code=200, responses=PROBLEMS)
async def arrange_orders(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    data: JSONBody[Arrange],
) -> OrderList:
    """Choose which order is asked first."""
    owner = await _owner(services, asker, table_id, data.seat)
    services.limits.spend("change your orders", request, f"guest {owner.guest_id}")
    await services.orders.arrange(owner, data.ids)
    return await _listed(services, owner, "en")


@delete("/tables/{table_id:str}/orders/{order_id:str}", status_code=204, responses=PROBLEMS)
async def remove_order(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    order_id: FromPath[str],
    seat: Seat = None,
) -> None:
    """Take an order back."""
    owner = await _owner(services, asker, table_id, seat)
    services.limits.spend("change your orders", request, f"guest {owner.guest_id}")
    await services.orders.remove(owner, order_id)


HANDLERS = [list_orders, give_order, arrange_orders, remove_order]
