"""The desk's first page: reports that wait, with their context, and what is done about them in place."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.desk.acts import DELETE
from citywright.server.language import words_of
from citywright.server.pages.desk import words
from citywright.server.pages.desk.asking import acting, at_desk, durations, number_in, order_from
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import TheServices


@get("/desk")
async def desk_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """The reports that wait."""
    guest = await at_desk(request, services)
    waiting = await services.desk.reading.open_reports(guest.id)
    return page(
        request,
        "desk/reports.html",
        guest=guest,
        reports=waiting,
        words=words,
        durations=durations(words_of(lang_of(request))),
        done=request.query_params.get("done", ""),
    )


@post("/desk/reports/{number:str}")
async def decide(request: AnyRequest, services: TheServices, number: FromPath[str]) -> Redirect:
    """Answer a report."""
    guest = await acting(request, services)
    form = await request.form()
    order = order_from(form)
    if order.act == DELETE:
        await services.tries.spend("try a password", request, f"guest {guest.id}")
    await services.desk.decide(guest, number_in(number), order, str(form.get("password", "")))
    return Redirect("/desk?done=decided", status_code=303)


HANDLERS = [desk_page, decide]
