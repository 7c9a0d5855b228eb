"""A page keeps only the end of a long game's log, however often it is asked for; viewers miss nothing."""

from __future__ import annotations

import gc
import tracemalloc

import msgspec
import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.server.live import seat_page
from citywright.server.live.changes import Change
from citywright.server.live.open_pages import OpenPages
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.redraw import sample_table
from citywright.server.tables.table import Table
from citywright.server.templates import fragment


def play(table: Table, rng: Rng, plies: int = 10**6) -> None:
    for _ in range(plies):
        if not table.match.over:
            table.match.play(table.match.actor, table.match.state.random_action(rng))


def test_viewers_of_a_long_game_get_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_page, "LOG_SHOWN", 10)
    table, rng = sample_table(find_game("milestones"), with_bot=False), Rng(1)
    play(table, rng, 40)
    page = SeatPage(table, CHANCE, "en")
    opened = table.match.ply
    shown = dict(enumerate(page.recent_log(), opened - 10))
    while not table.match.over:
        play(table, rng, 1 + rng.below(25))
        if not rng.below(3) and table.match.can_undo(table.match.actor):
            table.match.undo(table.match.actor)
        frame = page.update()
        assert len(page.recent_log()) <= 10
        if frame is not None:
            change = msgspec.json.decode(frame, type=Change)
            shown = {ply: entry for ply, entry in shown.items() if ply < change.keep}
            shown |= dict(enumerate(change.log, change.keep))
    again = SeatPage(table, CHANCE, "en")
    assert max(shown) + 1 == table.match.ply > 100
    assert [shown[ply] for ply in sorted(shown)][-10:] == again.recent_log() == page.recent_log()
    monkeypatch.setattr(seat_page, "LOG_SHOWN", 10**6)
    whole = SeatPage(table, CHANCE, "en").recent_log()
    assert [shown[ply] for ply in range(opened, table.match.ply)] == whole[opened:]
    greeting = msgspec.json.decode(page.greeting(f"{table.at[0]}.{table.at[1]}"), type=Change)
    assert (greeting.keep, greeting.log) == (table.match.ply, [])


def test_pages_that_were_only_asked_for_cost_little() -> None:
    tables = [sample_table(find_game("milestones"), with_bot=False, seed=seed) for seed in range(8)]
    for seed, table in enumerate(tables):
        table.id = f"table {seed}"
        play(table, Rng(seed))
        table.match_seen(CHANCE)
    pages = OpenPages()
    pages.page_of(tables[0], CHANCE, "en")
    gc.collect()
    tracemalloc.start()
    try:
        for lang in ("en", "de"):
            for table in tables:
                pages.page_of(table, CHANCE, lang)
        fragment.cache_clear()  # bounded by itself
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept / 15 < 500_000  # with what all pages share
