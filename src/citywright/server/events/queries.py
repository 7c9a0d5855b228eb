"""What the conductor looks for every few seconds: each by an index, whatever was played in all the years."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, exists, select

from citywright.server.events.event import RUNNING
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import analyses, event_rounds, event_tables, events, tables

MOST_AT_ONCE = 100
MOST_ANALYSED = 20  # analyses read in one look


def due_events(now: int) -> Select[Any]:
    """The ids of events in which something is to be done, the longest waiting ones first."""
    return select(events.c.id).where(events.c.due <= now).order_by(events.c.due).limit(at_most(MOST_AT_ONCE))


def unmade_tables() -> Select[Any]:
    """The ids of running events with tables that are not made."""
    unmade = select(event_tables.c.event_id).join(events, events.c.id == event_tables.c.event_id)
    return unmade.where(event_tables.c.made.is_(None), events.c.state == RUNNING).distinct()


def untold_rounds() -> Select[Any]:
    """The ids of events with a round whose tables are all made, and of which people were not told."""
    of_event = event_tables.c.event_id == event_rounds.c.event_id
    unmade = exists().where(of_event, event_tables.c.made.is_(None))
    return select(event_rounds.c.event_id).where(event_rounds.c.told.is_(None), ~unmade).limit(MOST_AT_ONCE)


def unnoted_results() -> Select[Any]:
    """Tables whose game is over, with their events."""
    found = select(event_tables.c.table_id, event_tables.c.event_id)
    found = found.join(tables, tables.c.id == event_tables.c.table_id)
    return found.where(event_tables.c.ended.is_(None), tables.c.ended.is_not(None)).limit(MOST_AT_ONCE)


def new_analyses() -> Select[Any]:
    """Analyses of games of events that go on."""
    known = select(event_tables.c.table_id, analyses.c.result)
    known = known.join(analyses, analyses.c.table_id == event_tables.c.table_id)
    known = known.join(events, events.c.id == event_tables.c.event_id)
    return known.where(
        event_tables.c.ended.is_not(None),
        event_tables.c.adjusted.is_(None),
        ~event_tables.c.is_judged,
        events.c.state == RUNNING,
        analyses.c.result.is_not(None),
    ).limit(MOST_ANALYSED)
