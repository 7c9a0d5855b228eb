"""My games: a calendar of whose turn it is, finished games, and how to be told: by feed and by mail."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import select

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.pages.account import me
from citywright.server.pages.seats import address_of
from citywright.server.pages.table import lang_of, page
from citywright.server.players.notifications import check_mail
from citywright.server.services import Services, TheServices
from citywright.server.storage.schema import seats, tables
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.table import Table
from citywright.text import Words

AnyRequest = Request[Any, Any, Any]
DAY = 24 * 3600 * 1000
MOST_FINISHED = 50


async def finished_tables(services: Services, guest_id: str) -> list[Table]:
    """The games a guest has played, the last first."""
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.guest_id == guest_id, tables.c.ended.is_not(None))
        .order_by(tables.c.ended.desc())
        .limit(MOST_FINISHED)
    )
    async with services.database.read() as connection:
        ids = list(dict.fromkeys((await connection.execute(query)).scalars()))
    found = []
    for table_id in ids:
        try:
            found.append(await services.tables.find(table_id))
        except Refusal:
            continue  # rules this server does not know any more
    return found


def calendar(
    running: list[Table], guest_id: str, t: Words
) -> list[tuple[str, list[tuple[Table, str, int | None]]]]:
    """Running games by the day their decision is due: heading, then table, who is awaited, deadline."""
    days: dict[str, list[tuple[Table, str, int | None]]] = {}
    due = sorted(running, key=lambda table: deadline_of(table) or 1 << 60)
    for table in due:
        deadline = deadline_of(table)
        actor = table.match.actor
        if actor in table.seats_of(guest_id) and table.seats[actor].deputy is None:
            whom = t("you")
        else:
            whom = names_of(table, t)[actor] if actor >= 0 else ""
        days.setdefault(_day(deadline, t), []).append((table, whom, deadline))
    return list(days.items())


def _day(deadline: int | None, t: Words) -> str:
    if deadline is None:
        return t("Without a time limit")
    days = deadline // DAY - now_ms() // DAY
    if days <= 0:
        return t("Due today")
    if days == 1:
        return t("Due tomorrow")
    return t("Due on {date}", date=datetime.fromtimestamp(deadline / 1000, UTC).strftime("%Y-%m-%d"))


@get("/mine")
async def my_games(request: AnyRequest, services: TheServices) -> Response[str]:
    """Whose turn it is, where and until when."""
    guest = await services.guests.guest_of(request)
    t = words_of(lang_of(request))
    if guest is None:
        return page(
            request, "mine.html", guest=None, days=[], finished=[], feed="", notice=None, has_mail=False
        )
    notice = await services.notifications.of(guest.id)
    return page(
        request,
        "mine.html",
        guest=guest,
        days=calendar(await services.tables.tables_of(guest.id), guest.id, t),
        finished=await finished_tables(services, guest.id),
        feed=f"{address_of(request, services)}/feed/{notice.feed}",
        notice=notice,
        has_mail=bool(services.settings.smtp),
    )


# --- the feed --------------------------------------------------------------------------


@get("/feed/{key:str}")
async def feed(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Response[str]:
    """The tables that wait for a guest, as an Atom feed; its address is the guest's secret."""
    guest = await services.notifications.owner(key)
    t, base = words_of(lang_of(request)), address_of(request, services)
    entries = []
    for table in await services.tables.tables_of(guest.id):
        actor = table.match.actor
        if actor in table.seats_of(guest.id) and table.seats[actor].deputy is None:
            entries.append(_entry(table, base, t("Your turn at {game}", game=table.game.titles[t.lang])))
    for table in (await finished_tables(services, guest.id))[:10]:
        entries.append(_entry(table, base, t("{game} is over", game=table.game.titles[t.lang])))
    title = t("Your tables")
    xml = (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>tag:citywright,2026:{escape(guest.id)}</id><title>Citywright: {escape(title)}</title>"
        f"<updated>{_stamp(now_ms())}</updated><author><name>Citywright</name></author>"
        f"<link href={quoteattr(base + '/mine')}/>{''.join(entries)}</feed>\n"
    )
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(xml, media_type="application/atom+xml; charset=utf-8", headers=headers)


def _entry(table: Table, base: str, title: str) -> str:
    epoch, ply = table.at
    others = ", ".join(seat.name for seat in table.seats)
    return (
        f"<entry><id>tag:citywright,2026:{table.id}.{epoch}.{ply}</id><title>{escape(title)}</title>"
        f"<updated>{_stamp(table.moved)}</updated><summary>{escape(others)}</summary>"
        f"<link href={quoteattr(f'{base}/t/{table.id}')}/></entry>"
    )


def _stamp(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@post("/mine/feed")
async def new_feed(request: AnyRequest, services: TheServices) -> Redirect:
    """Another address for the feed; the old one works no more."""
    await services.notifications.renew_feed((await me(request, services)).id)
    return Redirect("/mine", status_code=303)


# --- mail ------------------------------------------------------------------------------


@post("/mine/mail")
async def set_mail(request: AnyRequest, services: TheServices) -> Redirect:
    """Ask to be told by mail: nothing but one letter with a link is sent until that link was followed."""
    form = await request.form()
    guest = await me(request, services)
    address = check_mail(str(form.get("mail", "")))
    services.limits.spend("have a mail sent", request, f"guest {guest.id}")
    await services.notifications.ask_to_confirm(
        guest, address, lang_of(request), address_of(request, services)
    )
    return Redirect("/account?done=mail", status_code=303)


@get("/mail/{key:str}")
async def mail_page(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Response[str]:
    """Where the links in mails lead: to confirm an address, or to have no more mail."""
    notice = await services.notifications.by_mail_key(key)
    return page(request, "mail.html", key=key, is_confirmed=notice.is_confirmed)


@post("/mail/{key:str}")
async def answer_mail(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Redirect:
    """Yes or no to mails."""
    form = await request.form()
    wanted = form.get("mail") == "yes"
    await services.notifications.settle(key, wanted=wanted)
    return Redirect(f"/account?done={'confirmed' if wanted else 'nomail'}", status_code=303)


HANDLERS = [my_games, feed, new_feed, set_mail, mail_page, answer_mail]
