"""The Atom feed of a guest: tables that wait for them, games that ended last, and what else happened."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.language import words_of
from citywright.server.notices.kinds import FEED, OVER, TURN, channels_of
from citywright.server.notices.words import Call, say
from citywright.server.pages.requests import AnyRequest, address_of, guest_or_refuse, lang_of
from citywright.server.services import Services, TheServices
from citywright.server.tables.lists import TableSummary
from citywright.server.templates import render
from citywright.text import Words

MOST_FINISHED = 10


class Entry(NamedTuple):
    """One entry of the feed."""

    key: str
    title: str
    time: str
    summary: str
    address: str


@get("/feed/{key:str}")
async def feed(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Response[str]:
    """The feed; its address is the guest's secret."""
    guest, notice = await services.notices.addresses.owner(key)
    lang = lang_of(request)
    t = words_of(lang)
    entries: list[Entry] = []
    if FEED in channels_of(notice.chosen, TURN):
        entries += [
            _of_table(t("Your turn at {game}", game=table.game.titles[lang]), table)
            for table in await services.lists.running_of(guest.id)
            if table.waits_for(guest.id)
        ]
    if FEED in channels_of(notice.chosen, OVER):
        entries += [
            _of_table(t("{game} is over", game=table.game.titles[lang]), table)
            for table in (await services.lists.finished_of(guest.id, most=MOST_FINISHED)).tables
        ]
    for call in await services.notices.book.in_feed(guest.id):
        entries.append(await _of_call(services, call, t, notice.zone))
    base, now = address_of(request, services), _timestamp(now_ms())
    xml = render(
        "feed.xml.jinja", lang, guest=guest, base=base, now=now, title=t("Your tables"), entries=entries
    )
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(xml, media_type="application/atom+xml; charset=utf-8", headers=headers)


def _of_table(title: str, table: TableSummary) -> Entry:
    names = ", ".join(seat.name for seat in table.seats)
    key = f"{table.id}.{table.epoch}.{table.ply}"
    return Entry(key, title, _timestamp(table.moved), names, f"/t/{table.id}")


async def _of_call(services: Services, call: Call, t: Words, zone: str | None) -> Entry:
    try:
        table = None if call.table_id is None else await services.tables.find(call.table_id)
    except Refusal:  # its game is not known here any more
        table = None
    said = say(call, table, t, zone)
    return Entry(f"call.{call.id}", said.title, _timestamp(call.created), said.line, said.address)


@post("/mine/feed")
async def new_feed(request: AnyRequest, services: TheServices) -> Redirect:
    """Give the feed another address; the old one works no more."""
    guest = await guest_or_refuse(request, services)
    await services.notices.addresses.renew_feed(guest.id)
    return Redirect("/notices?done=saved#feed", status_code=303)


def _timestamp(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


HANDLERS = [feed, new_feed]
