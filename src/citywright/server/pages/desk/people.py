"""People at the desk: a search by name, and a page for each with what was reported and what followed."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.desk.acts import DELETE
from citywright.server.desk.roles import RANKS
from citywright.server.language import words_of
from citywright.server.pages.desk import words
from citywright.server.pages.desk.asking import acting, at_desk, durations, order_from
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import TheServices


@get("/desk/people")
async def people(request: AnyRequest, services: TheServices) -> Response[str]:
    """Find people by a part of their name."""
    guest = await at_desk(request, services)
    name = request.query_params.get("name", "")[:40]
    found = await services.desk.reading.search(name)
    return page(request, "desk/people.html", guest=guest, name=name, found=found, words=words)


@get("/desk/people/{guest_id:str}")
async def person(request: AnyRequest, services: TheServices, guest_id: FromPath[str]) -> Response[str]:
    """Somebody."""
    guest = await at_desk(request, services)
    known = await services.desk.reading.person(guest.id, guest_id)
    entries, _ = await services.desk.log.page(subject_id=guest_id)
    return page(
        request,
        "desk/person.html",
        guest=guest,
        known=known,
        person=known.found,
        entries=entries,
        may_act=known.found.guest_id != guest.id and RANKS[known.found.role] < RANKS[guest.role],
        is_self=known.found.guest_id == guest.id,
        words=words,
        durations=durations(words_of(lang_of(request))),
        done=request.query_params.get("done", ""),
    )


@post("/desk/people/{guest_id:str}")
async def act(request: AnyRequest, services: TheServices, guest_id: FromPath[str]) -> Redirect:
    """Do something about somebody."""
    guest = await acting(request, services)
    form = await request.form()
    order = order_from(form, guest_id)
    if order.act == DELETE:
        await services.tries.spend("try a password", request, f"guest {guest.id}")
    await services.desk.act(guest, order, str(form.get("password", "")))
    if order.act == "role" and guest_id == guest.id and not order.role:
        return Redirect("/account", status_code=303)
    return Redirect(f"/desk/people/{guest_id}?done={order.act}", status_code=303)


HANDLERS = [people, person, act]
