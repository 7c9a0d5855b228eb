"""Where somebody is told: devices for push messages, a mail address, a webhook."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.exceptions import SerializationException
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.notices.devices import check_subscription, device_name
from citywright.server.notices.mail import check_mail
from citywright.server.notices.quiet import known_zone
from citywright.server.pages.notices.page import shown
from citywright.server.pages.requests import AnyRequest, guest_or_refuse, lang_of, page
from citywright.server.services import TheServices

UNKEPT = {"Cache-Control": "no-store"}
LARGEST = 4000  # bytes of what a browser tells of itself


# --- push messages ---------------------------------------------------------------------


@post("/notices/devices")
async def set_up_device(request: AnyRequest, services: TheServices) -> Response[Any]:
    """A browser that takes push messages tells where, in JSON; `replaces` is where it took them before."""
    values = await _json(request)
    guest = await guest_or_refuse(request, services)
    services.limits.spend("set up a device", request, f"guest {guest.id}")
    subscription = check_subscription(values, inner=services.settings.inner_addresses)
    lang = lang_of(request)
    name = device_name(request.headers.get("user-agent", ""))
    device_id = await services.notices.add_device(
        guest, subscription, name, lang, str(values.get("replaces") or "")
    )
    await services.notices.addresses.note_place(guest.id, lang, known_zone(str(values.get("zone") or "")))
    return Response({"device": device_id}, status_code=200, headers=UNKEPT)


@post("/notices/devices/away")
async def take_device_away(request: AnyRequest, services: TheServices) -> Response[Any]:
    """The browser that asks takes no more push messages; it names its endpoint, in JSON."""
    values = await _json(request)
    guest = await guest_or_refuse(request, services)
    await services.notices.devices.remove_here(guest, str(values.get("endpoint") or ""))
    return Response({}, status_code=200, headers=UNKEPT)


@post("/notices/devices/{device_id:str}/delete")
async def remove_device(request: AnyRequest, services: TheServices, device_id: FromPath[str]) -> Redirect:
    """Send nothing more to one of my devices."""
    guest = await guest_or_refuse(request, services)
    await services.notices.devices.remove(guest.id, device_id)
    return Redirect("/notices?done=removed#devices", status_code=303)


@get("/mine/waiting")
async def waiting(request: AnyRequest, services: TheServices) -> Response[Any]:
    """How many games wait for me, for the number on the icon of the installed app."""
    guest = await services.guests.guest_of(request)
    number = 0 if guest is None else await services.lists.waiting_for(guest.id)
    return Response({"waiting": number}, headers=UNKEPT)


async def _json(request: AnyRequest) -> dict[str, Any]:
    if len(await request.body()) > LARGEST:
        raise Refusal(MALFORMED, "this request cannot be read")
    try:
        values = await request.json()
    except SerializationException:
        values = None
    if not isinstance(values, dict):
        raise Refusal(MALFORMED, "this request cannot be read")
    return values


# --- mail ------------------------------------------------------------------------------


@post("/mine/mail")
async def set_mail(request: AnyRequest, services: TheServices) -> Redirect:
    """Ask for notices by mail: until the link in the first mail was followed, nothing else is sent."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    address = check_mail(str(form.get("mail", "")))
    whose = (f"guest {guest.id}", f"mail {address.casefold()}")
    await services.tries.spend("have a mail sent", request, *whose)
    await services.notices.addresses.ask_to_confirm(guest, address, lang_of(request))
    return Redirect("/notices?done=mail", status_code=303)


@post("/mine/mail/delete")
async def forget_mail(request: AnyRequest, services: TheServices) -> Redirect:
    """Send me no more mails."""
    guest = await guest_or_refuse(request, services)
    await services.notices.addresses.forget_mail(guest.id)
    return Redirect("/notices?done=nomail", status_code=303)


@get("/mail/{key:str}")
async def mail_page(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Response[str]:
    """Where the links in mails lead: to confirm an address, or to have no more mail."""
    notice = await services.notices.addresses.by_mail_key(key)
    return page(request, "confirm_mail.html", key=key, is_confirmed=notice.is_confirmed)


@post("/mail/{key:str}")
async def answer_mail(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Redirect:
    """Yes or no to mails."""
    form = await request.form()
    accepts = form.get("mail") == "yes"
    await services.notices.addresses.answer_mail(key, accepts=accepts)
    return Redirect(f"/account?done={'confirmed' if accepts else 'nomail'}", status_code=303)


# --- webhooks --------------------------------------------------------------------------


@post("/notices/webhook")
async def set_webhook(request: AnyRequest, services: TheServices) -> Redirect:
    """Have an address of my own called, with a new secret."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    services.limits.spend("have a webhook called", request, f"guest {guest.id}")
    await services.notices.set_hook(guest.id, str(form.get("address", "")).strip())
    return Redirect("/notices?done=webhook#webhook", status_code=303)


@post("/notices/webhook/delete")
async def remove_webhook(request: AnyRequest, services: TheServices) -> Redirect:
    """Have nothing called any more."""
    guest = await guest_or_refuse(request, services)
    await services.notices.hooks.remove(guest.id)
    return Redirect("/notices?done=removed#webhook", status_code=303)


@post("/notices/webhook/test")
async def test_webhook(request: AnyRequest, services: TheServices) -> Response[Any]:
    """Send a test to my webhook and say how that went."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("have a webhook called", request, f"guest {guest.id}")
    problem = await services.notices.test_hook(guest.id, words_of(lang_of(request)))
    if problem:
        return await shown(request, services, guest, problem=problem)
    return Redirect("/notices?done=tested#webhook", status_code=303)


HANDLERS = [
    set_up_device,
    take_device_away,
    remove_device,
    waiting,
    set_mail,
    forget_mail,
    mail_page,
    answer_mail,
    set_webhook,
    remove_webhook,
    test_webhook,
]
