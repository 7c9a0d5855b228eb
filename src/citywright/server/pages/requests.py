"""What the handlers of all pages need: language, templates, who is asking, and at which table they sit."""

from __future__ import annotations

from litestar import Response
from litestar.datastructures import Cookie
from litestar.enums import MediaType

from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.language import choose_language, words_of
from citywright.server.players.guests import Guest, clean_name
from citywright.server.services import Services
from citywright.server.tables.table import Table
from citywright.server.templates import render

__all__ = ["AnyRequest", "address_of", "guest_named", "guest_or_refuse", "lang_of", "page", "seated"]

THEMES = ("light", "dark")


def lang_of(request: AnyRequest) -> str:
    """The language of a request: from the link, the preference or the browser."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang")
    return choose_language(chosen, request.headers.get("accept-language", ""))


def page(
    request: AnyRequest, template: str, status: int = 200, cache: str = "no-store", **values: object
) -> Response[str]:
    """A page from a template; `cache` is its Cache-Control."""
    theme = request.cookies.get("theme")
    html = render(
        template,
        lang_of(request),
        theme=theme if theme in THEMES else "auto",
        path=request.scope["path"],
        **values,
    )
    headers = {"Vary": "Cookie, Accept-Language", "Cache-Control": cache}
    return Response(html, media_type=MediaType.HTML, status_code=status, headers=headers)


def address_of(request: AnyRequest, services: Services) -> str:
    """The address people reach this server at, without a slash at the end."""
    return (services.settings.address or str(request.base_url)).rstrip("/")


async def guest_or_refuse(request: AnyRequest, services: Services) -> Guest:
    """The guest who asks; refused for strangers."""
    guest = await services.guests.guest_of(request)
    if guest is None:
        raise Refusal(FORBIDDEN, "nobody is logged in here")
    return guest


async def guest_named(
    request: AnyRequest, services: Services, name: str, newcomer: str = ""
) -> tuple[Guest, list[Cookie]]:
    """The guest who asks, renamed to `name` if that is given; for a stranger a new guest and its cookie.

    `newcomer` is the name of a new guest who gives none.
    """
    guest = await services.guests.guest_of(request)
    if guest is None:
        t = words_of(lang_of(request))
        guest, cookie = await services.guests.welcome(clean_name(name or newcomer, t("Guest")))
        return guest, [cookie]
    name = clean_name(name, guest.name)
    if name != guest.name:
        services.limits.spend_for("change your name", f"guest {guest.id}")
        await services.accounts.rename(guest, name)
    return guest, []


async def seated(request: AnyRequest, services: Services, table_id: str) -> tuple[Table, Guest]:
    """The table, and the guest who asks and sits at it."""
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    if guest is None or not table.seats_of(guest.id):
        raise Refusal(FORBIDDEN, "only who sits at this table can do that")
    return table, guest
