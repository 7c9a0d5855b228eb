"""What the handlers of all pages need: language, preferences, templates, who is asking and where they sit.

A browser has its preferences in cookies. Of a guest the database has them too, and is right where they
differ: it is read with the guest, and its values are given to the browser, for pages that ask for no guest.
"""

from __future__ import annotations

from litestar import Response
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from msgspec import structs

from citywright.server.errors import FORBIDDEN, Refusal, Suspended
from citywright.server.http.requests import AnyConnection, AnyRequest
from citywright.server.language import choose_language, words_of
from citywright.server.players.guests import NAME_LENGTH, Guest, clean_name, known_guest
from citywright.server.players.preferences import COOKIE, COOKIE_AGE, Preferences, from_cookies
from citywright.server.services import Services
from citywright.server.tables.table import Table
from citywright.server.templates import render
from citywright.text.phrases import capital

PUT_AWAY = "put_away"  # the cookie with the numbers of announcements that need not be shown any more

__all__ = [
    "PUT_AWAY",
    "AnyRequest",
    "address_of",
    "guest_named",
    "guest_or_refuse",
    "lang_of",
    "page",
    "preference_cookies",
    "preferred",
    "seated",
    "sentence_of",
    "shown_again",
    "told_at_form",
]


def preferred(request: AnyRequest) -> Preferences | None:
    """What is preferred by whoever asks: as the database has it, if the guest was looked up, else by cookies.

    None: nothing was ever chosen.
    """
    here, guest = from_cookies(request.cookies), known_guest(request)
    if guest is None or guest.preferences is None:
        return here
    if here is None or guest.preferences.lang:
        return guest.preferences
    return structs.replace(guest.preferences, lang=here.lang)


def preference_cookies(preferences: Preferences) -> list[Cookie]:
    """The cookies in which a browser keeps preferences."""
    kept = [Cookie(COOKIE, value=preferences.as_cookie(), httponly=True)]
    if preferences.lang:
        kept.append(Cookie("lang", value=preferences.lang))
    for cookie in kept:
        cookie.path, cookie.max_age, cookie.samesite = "/", COOKIE_AGE, "lax"
    return kept


def lang_of(request: AnyRequest) -> str:
    """The language of a request: from the link, the preference or the browser."""
    chosen = request.query_params.get("lang") or (preferred(request) or Preferences()).lang
    return choose_language(chosen, request.headers.get("accept-language", ""))


def _news(request: AnyRequest, lang: str) -> list[tuple[int, str]]:
    """The announcements of the host that stand on a page: those that were not put away here."""
    services: Services | None = request.app.state.get("services")
    if services is None:
        return []
    away = request.cookies.get(PUT_AWAY, "").split(".")
    shown = services.desk.announcements.shown()
    return [(one.id, one.words(lang)) for one in shown if str(one.id) not in away]


def _reports_waiting(number: int, lang: str) -> str:
    """How many reports wait at the desk, for those whose business they are."""
    return words_of(lang).plural("{n} report waits", "{n} reports wait", number) if number else ""


def page(
    request: AnyRequest, template: str, status: int = 200, cache: str = "no-store", **values: object
) -> Response[str]:
    """A page from a template; `cache` is its Cache-Control."""
    preferences, lang, guest = preferred(request), lang_of(request), known_guest(request)
    html = render(
        template,
        lang,
        host_news=_news(request, lang),
        preferences=preferences or Preferences(),
        path=request.scope["path"],
        me=guest,
        reports_waiting=_reports_waiting(guest.open_reports if guest else 0, lang),
        **values,
    )
    headers = {"Vary": "Cookie, Accept-Language", "Cache-Control": cache}
    is_new_here = preferences is not None and preferences != from_cookies(request.cookies)
    cookies = preference_cookies(preferences) if preferences is not None and is_new_here else []
    return Response(html, media_type=MediaType.HTML, status_code=status, headers=headers, cookies=cookies)


def sentence_of(refusal: Refusal, lang: str) -> str:
    """What a refusal says, as a sentence of its own."""
    return f"{capital(refusal.translated(words_of(lang))).rstrip('.')}."


def told_at_form(request: AnyRequest, refusal: Refusal) -> str:
    """What a refusal says above a form that comes back as it was filled in. What no form can mend, since the
    server has failed or whoever asks may not play, is refused as everywhere.
    """
    if refusal.status >= 500 or isinstance(refusal, Suspended):
        raise refusal
    services: Services | None = request.app.state.get("services")
    if services is not None:
        services.metrics.refused(refusal.code)
    return sentence_of(refusal, lang_of(request))


def shown_again(name: str) -> str:
    """A name as it was typed into a form that comes back, as far as it can be shown."""
    return clean_name(name[:NAME_LENGTH], "")


def address_of(request: AnyConnection, services: Services) -> str:
    """The address people reach this server at, without a slash at the end."""
    asked_at = str(request.base_url)
    if asked_at.startswith("ws"):
        asked_at = f"http{asked_at.removeprefix('ws')}"  # a live connection is to the same place
    return (services.settings.address or asked_at).rstrip("/")


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
        guest, cookie = await services.guests.welcome(
            clean_name(name or newcomer, t("Guest")), preferred(request)
        )
        return guest, [cookie]
    name = clean_name(name, guest.name)
    if name != guest.name:
        services.limits.spend_for("change your name", f"guest {guest.id}")
        await services.accounts.rename(guest.id, name)
    return guest, []


async def seated(request: AnyRequest, services: Services, table_id: str) -> tuple[Table, Guest]:
    """The table, and the guest who asks and sits at it."""
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    if guest is None or not table.seats_of(guest.id):
        raise Refusal(FORBIDDEN, "only players at this table can do that")
    return table, guest
