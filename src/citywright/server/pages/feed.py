"""The Atom feed of a guest: the tables that wait for them and the games that ended last."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.clock import now_ms
from citywright.server.language import words_of
from citywright.server.pages.requests import AnyRequest, address_of, guest_or_refuse, lang_of
from citywright.server.services import TheServices
from citywright.server.templates import render

MOST_FINISHED = 10


@get("/feed/{key:str}")
async def feed(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Response[str]:
    """The feed; its address is the guest's secret."""
    guest = await services.notifications.owner(key)
    lang = lang_of(request)
    t = words_of(lang)
    entries = [
        (t("Your turn at {game}", game=table.game.titles[lang]), table, _timestamp(table.moved))
        for table in await services.lists.running_of(guest.id)
        if table.waits_for(guest.id)
    ]
    entries += [
        (t("{game} is over", game=table.game.titles[lang]), table, _timestamp(table.moved))
        for table in (await services.lists.finished_of(guest.id, most=MOST_FINISHED)).tables
    ]
    base, now = address_of(request, services), _timestamp(now_ms())
    xml = render(
        "feed.xml.jinja", lang, guest=guest, base=base, now=now, title=t("Your tables"), entries=entries
    )
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(xml, media_type="application/atom+xml; charset=utf-8", headers=headers)


@post("/mine/feed")
async def new_feed(request: AnyRequest, services: TheServices) -> Redirect:
    """Give the feed another address; the old one works no more."""
    guest = await guest_or_refuse(request, services)
    await services.notifications.renew_feed(guest.id)
    return Redirect("/mine", status_code=303)


def _timestamp(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


HANDLERS = [feed, new_feed]
