"""The list of one's own orders at a table, and what its forms do; the table page shows it in a drawer."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from citywright.order_kinds import order_kinds_of, step_title
from citywright.orders.contract import Values
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.orders.deciding import may_have_orders, seen_for
from citywright.server.orders.service import MOST_ORDERS, NONE, Own, Owner
from citywright.server.orders.shown import fields_of, kinds_offered, shown_orders, words_of_order
from citywright.server.pages.requests import AnyRequest, lang_of, page, seated
from citywright.server.services import Services, TheServices
from citywright.server.tables.table import Table

FIELD = "f-"  # begins the names of an order's own fields in addresses and forms
LONGEST_FIELD = 4000


class Coming(Struct):
    """What an order is about to play; without words: none is."""

    at: tuple[int, int]
    words: str = ""  # the action
    order: str = ""
    seconds: float = 0.0


async def owner_of(request: AnyRequest, services: Services, table_id: str, chosen: str) -> Owner:
    """Whoever asks, at a seat of their own."""
    table, guest = await seated(request, services, table_id)
    return Owner(table, table.seat_for(guest.id, chosen), guest.id)


async def own_orders(services: Services, table: Table, seat: int) -> Own:
    """The orders of the seat that a page is made for; none for spectators, and where orders are of no use."""
    guest_id = table.seats[seat].guest_id if seat >= 0 else None
    if guest_id is None or table.is_practice or table.terms.one_screen:
        return NONE
    return await services.orders.of(Owner(table, seat, guest_id))


def values_in(form: Any) -> dict[str, str]:
    """The fields of an order in an address or a form."""
    names = [str(name) for name in form if str(name).startswith(FIELD)]
    return {name.removeprefix(FIELD): str(form.get(name))[:LONGEST_FIELD] for name in names[:20]}


@get("/t/{table_id:str}/orders")
async def orders_page(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """All orders of whoever asks at one seat; with `kind` the form of a new one."""
    query = request.query_params
    owner = await owner_of(request, services, table_id, query.get("seat", ""))
    own = await services.orders.of(owner)
    lang = lang_of(request)
    may_order = may_have_orders(owner.table)
    new = new_order(owner, query.get("kind", ""), values_in(query), lang) if may_order else None
    shown = await shown_orders(owner, own, lang)
    if query.get("quiet") != "yes":
        await services.orders.tell(owner)
    return page(
        request,
        "orders.html",
        table=owner.table,
        seat=owner.seat,
        own=own,
        orders=shown,
        kinds=kinds_offered(owner, lang) if may_order else [],
        new=new,
        may_order=may_order,
        most=MOST_ORDERS,
    )


def new_order(owner: Owner, kind_id: str, given: Values, lang: str) -> dict[str, Any] | None:
    """The form of a new order with what is chosen so far, and the order in words; None: no kind is chosen."""
    kind = order_kinds_of(owner.table.game).get(kind_id)
    if kind is None or kind_id not in [offered.id for offered in kinds_offered(owner, lang)]:
        return None
    fields = fields_of(owner, kind, given, lang)
    values = {field.name: chosen for field, chosen in fields}
    return {
        "kind": kind_id,
        "title": kind.title(lang),
        "fields": fields,
        "words": words_of_order(kind, values, lang),
    }


@post("/t/{table_id:str}/orders")
async def change_orders(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """One change, named by `do`; leads to the list."""
    form = await request.form()
    chosen = str(form.get("seat", ""))
    owner = await owner_of(request, services, table_id, chosen)
    services.limits.spend("change your orders", request, f"guest {owner.guest_id}")
    orders, order_id = services.orders, str(form.get("order", ""))[:40]
    do, _, rest = str(form.get("do", "")).partition(" ")
    order_id = rest[:40] or order_id
    if do == "add":
        await orders.add(owner, str(form.get("kind", ""))[:40], values_in(form))
    elif do == "remove":
        await orders.remove(owner, order_id)
    elif do in ("up", "down"):
        await orders.move(owner, order_id, -1 if do == "up" else 1)
    elif do == "clear":
        await orders.clear(owner)
    elif do == "stop":
        await orders.stop(owner)
    else:
        raise Refusal(MALFORMED, "there is nothing called {given!r} to do with orders", given=do[:20])
    return Redirect(f"/t/{table_id}/orders?seat={owner.seat}", status_code=303)


@get("/t/{table_id:str}/orders/coming")
async def coming(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[Coming]:
    """What an order of whoever asks is about to play at the table's position."""
    owner = await owner_of(request, services, table_id, request.query_params.get("seat", ""))
    about = await services.orders.about_to_act(owner)
    found = Coming(owner.table.at)
    if about is not None:
        lang = lang_of(request)
        kind = order_kinds_of(owner.table.game)[about.order.kind]
        title = step_title(seen_for(owner.table, about.order), about.words, lang)
        sentence = words_of_order(kind, about.order.values, lang)
        found = Coming(owner.table.at, title, sentence, about.seconds)
    return Response(found, headers={"Cache-Control": "no-store"})


HANDLERS = [orders_page, change_orders, coming]
