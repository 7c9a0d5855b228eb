"""The lists of events, and the page of one: what it is, who stands where, rounds and tables, entering."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.events.event import OPEN, Event, EventTable, Round
from citywright.server.events.options import LEAGUE
from citywright.server.language import words_of
from citywright.server.pages.events import words
from citywright.server.pages.requests import (
    AnyRequest,
    address_of,
    guest_named,
    guest_or_refuse,
    lang_of,
    page,
)
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices
from citywright.server.tables.deadlines import deadline_of

MOST_TABLES = 200  # that are listed at once: the longest tournament has two thousand

Cross = list[tuple[int, list[str]]]  # a person's row: their number, and what came out against each


@get("/events")
async def events(request: AnyRequest, services: TheServices) -> Response[str]:
    """Own events, those that can be entered, those under way, past ones."""
    guest = await services.guests.guest_of(request)
    lists = await services.events.lists(guest.id if guest else None)
    return page(request, "events.html", lists=lists, words=words, now=now_ms())


@get("/events/{event_id:str}")
async def event_page(request: AnyRequest, services: TheServices, event_id: FromPath[str]) -> Response[str]:
    """One event."""
    guest = await services.guests.guest_of(request)
    event = await services.events.find(event_id)
    guest_id = guest.id if guest else None
    own = event.player_of(guest_id)
    is_maker = event.is_made_by(guest_id)
    running = await services.lists.running_of(guest.id) if guest and own else []
    here = {table.id for table in event.tables if table.ended is None}
    return page(
        request,
        "event.html",
        event=event,
        guest=guest,
        own=own if own is not None and not own.is_removed else None,
        is_maker=is_maker,
        next_tables=[table for table in running if table.id in here],
        deadline_of=deadline_of,
        ways_in=await _ways_in(services, event, own.number if own else None),
        groups=_groups(event),
        rounds=(shown := _shown_rounds(event, request.query_params.get("round", ""))),
        has_more_rounds=len(shown) < len(event.rounds),
        cross=_cross_table(event, lang_of(request)),
        stand_ins=await services.events.stand_ins(event) if is_maker else [],
        judged=[table for table in event.tables if table.is_judged],
        words=words,
        now=now_ms(),
        is_first=event.options.kind != LEAGUE,
        base=address_of(request, services),
        done=request.query_params.get("done", ""),
        newcomer=words_of(lang_of(request))("Guest"),
    )


def _groups(event: Event) -> list[tuple[int, list[object]]]:
    """The standings, of a league for each division."""
    groups = [(number, event.standings(number)) for number in range(event.divisions)]
    return [(number, list(rows)) for number, rows in groups if rows]


def _shown_rounds(event: Event, asked: str) -> list[Round]:
    """The rounds whose tables are listed, the last one first: the one asked for, or those that fit."""
    if asked:
        chosen = [one for one in event.rounds if str(one.number) == asked]
        if not chosen:
            raise Refusal(UNKNOWN, "there is no such round")
        return chosen
    shown: list[Round] = []
    tables = 0
    for one in reversed(event.rounds):
        tables += len(event.tables_of(one.number))
        if shown and tables > MOST_TABLES:
            break
        shown.append(one)
    return shown


async def _ways_in(services: Services, event: Event, own: int | None) -> set[str]:
    """The tables that are linked: all that exist; where nobody may watch, running ones only for players."""
    there = await services.events.ways_in(event)

    def is_shown(table: EventTable) -> bool:
        return event.options.may_watch or table.ended is not None or (own is not None and own in table.people)

    return {table.id for table in event.tables if table.id in there and is_shown(table)}


def _cross_table(event: Event, lang: str) -> Cross:
    """Of a round robin of few people at tables of two: what came out between each and each."""
    is_small = 0 < len(event.players) <= words.CROSS_TABLE and event.state not in (OPEN, "cancelled")
    if event.options.kind != "robin" or event.options.seats != 2 or not is_small:
        return []
    people = [row.person for row in event.standings()]
    got: dict[tuple[int, int], str] = {}
    for table in event.tables:
        if (
            table.shares
            and len(table.people) == 2
            and not (event.final and table.round == event.final.number)
        ):
            one, other = table.people
            got[one, other] = words.points(table.shares[0], lang)
            got[other, one] = words.points(table.shares[1], lang)
    return [(one, [got.get((one, other), "") for other in people]) for one in people]


# --- taking part ----------------------------------------------------------------------------


@post("/events/{event_id:str}/enter")
async def enter(request: AnyRequest, services: TheServices, event_id: FromPath[str]) -> Redirect:
    """Take part; a stranger is welcomed by the name they give."""
    services.limits.spend("enter an event", request)
    form = await request.form()
    await services.events.find(event_id)
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    await services.events.enter(event_id, guest.id)
    return Redirect(f"/events/{event_id}?done=entered", status_code=303, cookies=cookies)


@post("/events/{event_id:str}/withdraw")
async def withdraw(request: AnyRequest, services: TheServices, event_id: FromPath[str]) -> Redirect:
    """Take part no more."""
    guest = await _counted(request, services)
    await services.events.withdraw(event_id, guest.id)
    return Redirect(f"/events/{event_id}?done=withdrawn", status_code=303)


@post("/events/{event_id:str}/remove")
async def remove(request: AnyRequest, services: TheServices, event_id: FromPath[str]) -> Redirect:
    """The maker removes somebody, by their number."""
    form = await request.form()
    guest = await _counted(request, services)
    number = str(form.get("number", ""))
    if not (number.isascii() and number.isdecimal() and len(number) < 4):
        raise Refusal(MALFORMED, "{given!r} is not a number", given=number[:20])
    await services.events.remove(event_id, guest.id, int(number))
    return Redirect(f"/events/{event_id}?done=removed", status_code=303)


@post("/events/{event_id:str}/cancel")
async def cancel(request: AnyRequest, services: TheServices, event_id: FromPath[str]) -> Redirect:
    """The maker calls it off."""
    guest = await _counted(request, services)
    await services.events.cancel(event_id, guest.id)
    return Redirect(f"/events/{event_id}", status_code=303)


async def _counted(request: AnyRequest, services: Services) -> Guest:
    guest = await guest_or_refuse(request, services)
    services.limits.spend("enter an event", request, f"guest {guest.id}")
    return guest


HANDLERS = [events, event_page, enter, withdraw, remove, cancel]
