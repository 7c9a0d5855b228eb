"""The page of an event that has gone on for long: it stays short, and every round can be found."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import insert

from citywright.events.round_robin import round_robin
from citywright.server.events.event import RUNNING
from citywright.server.events.options import ROBIN, Options
from citywright.server.load.page_client import Guest
from citywright.server.pages.events.page import MOST_TABLES
from citywright.server.storage.schema import event_players, event_rounds, event_tables, events, guests
from tests.server.players.rows import changed
from tests.server.server_thread import serving

PEOPLE = range(64)


def write_long_tournament(database: str) -> int:
    """Everybody has played everybody; returns how many rounds that took."""
    rounds = round_robin(PEOPLE, 2, seed=1)
    options = Options(kind=ROBIN, seats=2, most=64).as_json()
    event = {"id": "long", "title": "Long", "game": "saint-malo", "options": options, "is_public": True}
    event |= {"opens": 1, "closes": 2, "state": RUNNING, "round": len(rounds), "seed": 4, "version": 0}
    times = {"started": 1, "ends": 2, "ended": 3, "told": 1}
    tables = [
        {"table_id": f"{number}-{place}", "event_id": "long", "round": number, "number": place}
        | {"people": " ".join(map(str, table)), "secret": b"s", "made": 1, "ended": 2}
        | {"shares": "840 0", "scores": "80 70"}
        for number, tables in enumerate(rounds, 1)
        for place, table in enumerate(tables, 1)
    ]
    for statement in (
        insert(guests).values([{"id": f"g{n}", "name": f"Guest {n}", "created": 1} for n in PEOPLE]),
        insert(events).values(event | {"created": 1}),
        insert(event_players).values(
            [{"event_id": "long", "number": n, "guest_id": f"g{n}", "entered": 1} for n in PEOPLE]
        ),
        insert(event_rounds).values(
            [{"event_id": "long", "number": n + 1, "sitting": "", **times} for n in range(len(rounds))]
        ),
        *(insert(event_tables).values(tables[first : first + 500]) for first in range(0, len(tables), 500)),
    ):
        changed(database, statement)
    return len(rounds)


def test_a_long_tournament_has_a_page_for_each_round(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        rounds = write_long_tournament(server.settings.database)
        guest = Guest(server.base)
        page = guest.request("GET", "/events/long?lang=en").text
        assert 0 < page.count('<li class="event-table') <= MOST_TABLES
        assert f'id="round-{rounds}"' in page
        assert 'id="round-1"' not in page
        links = re.findall(r'href="(/events/long\?round=\d+)"', page)
        assert len(links) == rounds
        first = guest.request("GET", f"{links[0]}&lang=en").text
        assert first.count('<li class="event-table') == len(PEOPLE) // 2
        assert 'id="round-1"' in first
        assert f'id="round-{rounds}"' not in first
        for odd in ("0", "99", "x"):
            assert guest.request("GET", f"/events/long?round={odd}").status == 404
