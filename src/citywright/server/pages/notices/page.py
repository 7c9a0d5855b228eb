"""The page where people choose what they are told of, over which channels, and when not."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.notices.addresses import Notice
from citywright.server.notices.hooks import problem_words
from citywright.server.notices.kinds import CHANNELS, CHOSEN, FEED, KINDS, MAIL, OF_THE_DESK, PUSH, WEBHOOK
from citywright.server.notices.quiet import check_time, check_zone, time_words
from citywright.server.pages.requests import (
    AnyRequest,
    address_of,
    guest_or_refuse,
    lang_of,
    page,
    seated,
)
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices

USUAL_HOURS = "22:00", "08:00"  # that the form offers


@get("/notices")
async def notices_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """What I am told, where and when."""
    guest = await services.guests.guest_of(request)
    if guest is None:
        return page(request, "notices.html", guest=None)
    return await shown(request, services, guest, request.query_params.get("done", ""))


async def shown(
    request: AnyRequest, services: Services, guest: Guest, done: str = "", problem: str = ""
) -> Response[str]:
    """The page; `problem` is why a test of the webhook has failed."""
    told, lang = services.notices, lang_of(request)
    await told.addresses.note_place(guest.id, lang, None)
    notice = await told.addresses.of(guest.id)
    devices = await told.devices.of(guest.id, guest.digest)
    hook = await told.hooks.of(guest.id)
    settings, t = services.settings, words_of(lang)
    last = hook.problem if hook and hook.problem else ""
    return page(
        request,
        "notices.html",
        guest=guest,
        notice=notice,
        devices=devices,
        hook=hook,
        hook_problem=problem_words(problem or last, t) if problem or last else "",
        rows=_rows(notice, has_role=bool(guest.role)),
        channels=_channels(services, notice, bool(devices), hook is not None),
        hours=_hours(notice),
        feed=f"{address_of(request, services)}/feed/{notice.feed}",
        push_key=told.push.public_key,
        sends_mail=settings.sends_mail,
        lacks_address=bool(settings.smtp and not settings.address),
        done=done,
        failed=bool(problem),
    )


def _rows(notice: Notice, *, has_role: bool) -> list[tuple[str, str, frozenset[str], bool]]:
    """Each kind: its name, title, channels, and whether it stands further down."""
    chosen = notice.chosen
    return [
        (name, KINDS[name].title, frozenset(chosen.get(name, KINDS[name].usual)), KINDS[name].is_seldom)
        for name in CHOSEN
        if has_role or name not in OF_THE_DESK
    ]


def _channels(services: Services, notice: Notice, has_device: bool, has_hook: bool) -> list[str]:
    """The channels that are set up: there is nothing to choose about others."""
    there = {
        PUSH: has_device,
        MAIL: services.settings.sends_mail and notice.mail is not None,
        FEED: True,
        WEBHOOK: has_hook,
    }
    return [name for name in CHANNELS if there[name]]


def _hours(notice: Notice) -> tuple[bool, str, str]:
    """Are there quiet hours, and from when to when (else what the form offers)?"""
    if notice.quiet_from is None or notice.quiet_to is None:
        return False, *USUAL_HOURS
    return True, time_words(notice.quiet_from), time_words(notice.quiet_to)


@post("/notices")
async def choose(request: AnyRequest, services: TheServices) -> Redirect:
    """Keep which kinds go over which channels: of those that the form has shown."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    services.limits.spend("change how you are told", request, f"guest {guest.id}")
    chosen: dict[str, set[str]] = {}
    for name in form:
        if name not in ("shown", *CHOSEN):
            raise Refusal(MALFORMED, "there is no kind of notice {name!r}", name=name[:20])
        if name != "shown":
            chosen[name] = {str(channel) for channel in form.getall(name)}
    await services.notices.addresses.choose(guest.id, chosen, set(map(str, form.getall("shown", []))))
    return Redirect("/notices?done=saved", status_code=303)


@post("/notices/quiet")
async def set_quiet(request: AnyRequest, services: TheServices) -> Redirect:
    """Keep quiet hours."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    services.limits.spend("change how you are told", request, f"guest {guest.id}")
    zone = check_zone(str(form.get("zone", "")) or "UTC")
    hours = None
    if form.get("quiet") == "on":
        hours = check_time(str(form.get("from", ""))), check_time(str(form.get("to", "")))
        if hours[0] == hours[1]:
            raise Refusal(MALFORMED, "quiet hours that begin and end at the same time would never end")
    await services.notices.addresses.set_quiet(guest.id, hours, zone)
    return Redirect("/notices?done=saved", status_code=303)


@post("/t/{table_id:str}/notices")
async def of_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Keep how much I want to hear of one table."""
    form = await request.form()
    table, guest = await seated(request, services, table_id)
    services.limits.spend("change how you are told", request, f"guest {guest.id}")
    await services.notices.addresses.choose_table(guest.id, table.id, str(form.get("hear", "")))
    return Redirect(f"/t/{table_id}", status_code=303)


HANDLERS = [notices_page, choose, set_quiet, of_table]
