"""My games: running ones by the day a decision is due, and finished ones."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, get

from citywright.server.clock import now_ms
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.pages.rooms.shown import summary
from citywright.server.services import TheServices
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.lists import TableSummary
from citywright.text import Words

DAY = 24 * 3600 * 1000  # milliseconds
NEVER = 1 << 60

Due = tuple[TableSummary, str, int | None]  # a table, who is to act, and until when


def calendar(running: list[TableSummary], guest_id: str, t: Words) -> list[tuple[str, list[Due]]]:
    """Running games under the day their decision is due, the next day first."""
    days: dict[str, list[Due]] = {}
    for table in sorted(running, key=lambda table: deadline_of(table) or NEVER):
        deadline = deadline_of(table)
        if table.waits_for(guest_id):
            awaited = t("you")
        else:
            awaited = names_of(table, t)[table.actor] if table.actor >= 0 else ""
        days.setdefault(_day(deadline, t), []).append((table, awaited, deadline))
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
    if guest is None:
        return page(
            request,
            "my_games.html",
            guest=None,
            invitations=[],
            rooms=[],
            days=[],
            finished=[],
            older="",
            is_later=False,
        )
    before = request.query_params.get("before", "")
    finished = await services.lists.finished_of(guest.id, before)
    running = [] if before else await services.lists.running_of(guest.id)
    t = words_of(lang_of(request))
    return page(
        request,
        "my_games.html",
        guest=guest,
        invitations=[] if before else await services.invitations.of(guest.id),
        rooms=[] if before else await services.rooms.rooms_of(guest.id),
        room_summary=summary,
        days=calendar(running, guest.id, t),
        finished=finished.tables,
        older=finished.older,
        is_later=bool(before),
    )


HANDLERS = [my_games]
