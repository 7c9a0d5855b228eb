"""What the host tells: letters, announcements that are put away, house rules, and the page of whoever may not
play for now.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.desk.reports import LONGEST
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.pages.desk import words
from citywright.server.pages.desk.asking import number_in
from citywright.server.pages.preferences import own_place
from citywright.server.pages.requests import PUT_AWAY, AnyRequest, guest_or_refuse, lang_of, page
from citywright.server.services import TheServices

LARGEST_RULES = 20_000  # bytes of a host's own rules
MOST_PUT_AWAY = 20
A_YEAR = 365 * 24 * 3600


@get("/letters")
async def letters(request: AnyRequest, services: TheServices) -> Response[str]:
    """What the host has written to me."""
    guest = await guest_or_refuse(request, services)
    found = await services.desk.letters.read(guest.id)
    return page(request, "letters.html", letters=found, words=words)


@post("/announcements/{number:str}/put-away")
async def put_away(request: AnyRequest, services: TheServices, number: FromPath[str]) -> Redirect:
    """Show an announcement no more in this browser."""
    form = await request.form()
    if number_in(number) not in [one.id for one in services.desk.announcements.shown()]:
        raise Refusal(UNKNOWN, "there is no such announcement any more")
    known = [text for text in request.cookies.get(PUT_AWAY, "").split(".") if text.isdecimal()]
    kept = ".".join([*known, number][-MOST_PUT_AWAY:])
    cookie = Cookie(PUT_AWAY, value=kept, path="/", max_age=A_YEAR, httponly=True, samesite="lax")
    return Redirect(own_place(str(form.get("next", "/"))), status_code=303, cookies=[cookie])


@get("/house-rules")
async def house_rules(request: AnyRequest, services: TheServices) -> Response[str]:
    """How people treat each other here."""
    await services.guests.guest_of(request)
    file = services.settings.house_rules
    own = await asyncio.to_thread(own_rules, Path(file), lang_of(request)) if file else []
    return page(request, "house_rules.html", own=own)


def own_rules(file: Path, lang: str) -> list[str]:
    """The paragraphs of a host's own file for a language: those below its line, as `[de]`, and those above
    any such line. Without the file there are none.
    """
    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST_RULES).decode("utf-8", "replace")
    except OSError:
        return []
    paragraphs: list[str] = []
    now = ""
    for block in text.replace("\r", "").split("\n\n"):
        lines = [line.strip() for line in block.strip().split("\n")]
        if lines and lines[0] in ("[en]", "[de]"):
            now, lines = lines[0][1:3], lines[1:]
        if any(lines) and now in ("", lang):
            paragraphs.append(" ".join(lines))
    return paragraphs


@get("/suspended")
async def suspended(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Until when I may not play, why, and what I can do."""
    guest = await services.guests.guest_of(request)
    if guest is None or not guest.is_suspended:
        return Redirect("/", status_code=303)
    why = await services.desk.why_suspended(guest.id)
    login = await services.accounts.login_name(guest.id)
    done = request.query_params.get("done", "")
    return page(request, "suspended.html", why=why, login=login, longest=LONGEST, done=done)


@post("/suspended")
async def appeal(request: AnyRequest, services: TheServices) -> Redirect:
    """Write to the host."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    if guest.is_suspended:
        services.limits.spend("report somebody", request)
        await services.desk.reports.appeal(guest.id, str(form.get("words", "")))
    return Redirect("/suspended?done=sent", status_code=303)


HANDLERS = [letters, put_away, house_rules, suspended, appeal]
