"""Tables, announcements, limits and the log at the desk."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.desk.announcements import check_moment
from citywright.server.desk.service import HOST_SETTINGS
from citywright.server.errors import Refusal
from citywright.server.pages.desk import words
from citywright.server.pages.desk.asking import acting, at_desk, number_in, whole_number
from citywright.server.pages.requests import AnyRequest, page, told_at_form
from citywright.server.services import TheServices

ADMINISTRATOR = "administrator"


@get("/desk/tables")
async def tables(request: AnyRequest, services: TheServices) -> Response[str]:
    """Find a table by its link."""
    guest = await at_desk(request, services)
    link, problem, found = request.query_params.get("link", "")[:300], "", None
    if link:
        try:
            found = await services.desk.closing.find(link)
        except Refusal as refusal:
            problem = told_at_form(request, refusal)
    return page(
        request,
        "desk/tables.html",
        guest=guest,
        link=link,
        problem=problem,
        found=found,
        words=words,
        done=request.query_params.get("done", ""),
    )


@post("/desk/tables/{table_id:str}/close")
async def close(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Close one."""
    guest = await acting(request, services)
    form = await request.form()
    await services.desk.closing.close(guest.id, table_id, str(form.get("reason", "")))
    return Redirect("/desk/tables?done=closed", status_code=303)


@get("/desk/announcements")
async def announcements(request: AnyRequest, services: TheServices) -> Response[str]:
    """What stands on all pages, or will."""
    guest = await at_desk(request, services, ADMINISTRATOR)
    found = await services.desk.announcements.all()
    done = request.query_params.get("done", "")
    return page(request, "desk/announcements.html", guest=guest, found=found, words=words, done=done)


@post("/desk/announcements")
async def announce(request: AnyRequest, services: TheServices) -> Redirect:
    """Announce something."""
    guest = await acting(request, services, ADMINISTRATOR)
    form = await request.form()
    said = {lang: str(form.get(lang, "")) for lang in ("en", "de")}
    since, until = (check_moment(str(form.get(name, ""))) for name in ("since", "until"))
    tell = form.get("tell") == "yes"
    await services.desk.announcements.add(guest.id, said, since, until, tell=tell)
    return Redirect("/desk/announcements?done=announced", status_code=303)


@post("/desk/announcements/{number:str}/remove")
async def remove(request: AnyRequest, services: TheServices, number: FromPath[str]) -> Redirect:
    """Take an announcement away."""
    guest = await acting(request, services, ADMINISTRATOR)
    await services.desk.announcements.remove(guest.id, number_in(number))
    return Redirect("/desk/announcements?done=removed", status_code=303)


@get("/desk/limits")
async def limits(request: AnyRequest, services: TheServices) -> Response[str]:
    """What the host can set while the server runs."""
    guest = await at_desk(request, services, ADMINISTRATOR)
    values = await services.desk.settings()
    done = request.query_params.get("done", "")
    return page(request, "desk/limits.html", guest=guest, settings=HOST_SETTINGS, values=values, done=done)


@post("/desk/limits")
async def set_limits(request: AnyRequest, services: TheServices) -> Redirect:
    """Set all of it."""
    guest = await acting(request, services, ADMINISTRATOR)
    form = await request.form()
    values = {
        name: whole_number(form, name, 0 if one.is_switch else None) for name, one in HOST_SETTINGS.items()
    }
    await services.desk.set(guest.id, values)
    return Redirect("/desk/limits?done=set", status_code=303)


@get("/desk/log")
async def log(request: AnyRequest, services: TheServices) -> Response[str]:
    """All that was done at the desk, the newest first."""
    guest = await at_desk(request, services)
    asked = request.query_params
    before = whole_number(asked, "before") if asked.get("before") else None
    entries, older = await services.desk.log.page(before)
    return page(
        request,
        "desk/log.html",
        guest=guest,
        entries=entries,
        older=older,
        is_later=before is not None,
        words=words,
    )


HANDLERS = [tables, close, announcements, announce, remove, limits, set_limits, log]
