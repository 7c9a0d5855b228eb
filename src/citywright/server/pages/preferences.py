"""Preferences: as a page for those without script, and kept as a form or a script sends them."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import SerializationException
from litestar.response import Redirect

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.pages.requests import AnyRequest, page, preference_cookies, preferred
from citywright.server.players.preferences import Preferences, check_choice, with_choice
from citywright.server.services import Services, TheServices

UNKEPT = {"Cache-Control": "no-store"}


@get("/preferences")
async def preferences_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """All preferences in one form; a page with script has them in a dialog of its own."""
    await services.guests.guest_of(request)
    return page(request, "preferences.html", back=own_place(request.query_params.get("next", "/")))


@post("/preferences")
async def preferences(request: AnyRequest, services: TheServices) -> Response[Any]:
    """Keep what was chosen, all or some of it. A form leads back to its page, never to another site; JSON is
    answered with everything that is preferred now.
    """
    if request.content_type[0] == RequestEncodingType.JSON:
        kept = await _keep(request, services, await _values_of_json(request))
        told = dict(kept.words()) | {"lang": kept.lang}
        return Response(told, status_code=200, headers=UNKEPT, cookies=preference_cookies(kept))
    form = await request.form()
    values: dict[str, Any] = {name: form.getall(name)[-1] for name in form if name != "next"}
    if "sounds" in values:
        values["sounds"] = " ".join(str(sound) for sound in form.getall("sounds"))
    kept = await _keep(request, services, values)
    return Redirect(own_place(str(form.get("next", "/"))), status_code=303, cookies=preference_cookies(kept))


async def _values_of_json(request: AnyRequest) -> dict[str, Any]:
    try:
        values = await request.json()
    except SerializationException:
        values = None
    if not isinstance(values, dict):
        raise Refusal(MALFORMED, "this request cannot be read")
    return values


async def _keep(request: AnyRequest, services: Services, values: dict[str, Any]) -> Preferences:
    """Keep what was chosen: of a guest in the database, of others in the cookies of the answer."""
    services.limits.spend("change your preferences", request)
    chosen = check_choice(values)
    guest = await services.guests.guest_of(request)
    so_far = preferred(request) or Preferences()
    if guest is None:
        return with_choice(so_far, chosen)
    return await services.guests.prefer(guest, chosen, so_far)


def own_place(to: str) -> str:
    """An address of this server to go on to."""
    return to if to.startswith("/") and to[1:2] not in ("/", "\\") else "/"


HANDLERS = [preferences_page, preferences]
