"""What would be placed is shown before it is confirmed, as it will look, and nothing is changed by that."""

from __future__ import annotations

import random

import pytest

from citywright.catalogue import find_game, games
from citywright.game_parts import is_drawn
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.live.preview import NOTHING, preview_of
from citywright.server.live.seat_page import SeatPage
from citywright.server.tables.table import Seat, Table
from tests.server.live.test_secrets import usual_row

PLACES = {
    "saint-malo": {"place"},
    "mauerbauer": {"house"},
    "milestones": {"go", "cover", "place", "take", "give"},
}
DRAWN = [game.id for game in games().values() if is_drawn(game)]


def table_of(match: Match) -> Table:
    return Table(usual_row("shown"), [Seat(n, None, None, "", "") for n in range(3)], match.game, match)


def drawn_now(table: Table, seat: int) -> str:
    """Everything on the page of a seat."""
    return "".join(html for _, html in SeatPage(table, seat, "en").elements())


@pytest.mark.parametrize("game_id", DRAWN)
def test_what_is_shown_before_is_what_stands_there_after(game_id: str) -> None:
    game, rng = find_game(game_id), random.Random(5)
    match = Match(game, 3, dealer=Dealer.seeded(5))
    shown: set[str] = set()
    while not match.over:
        seat = match.actor
        words = rng.choice(match.legal_words())
        after = match.copy()
        after.play_words(seat, words)
        if after.actor != seat:
            table, before = table_of(match), match.state.snapshot()
            preview = preview_of(table, seat, words, table.at, "en")
            assert table.match.state.snapshot() == before
            verb = words.split(" ")[0]
            if preview.parts:
                page = drawn_now(table_of(after), seat)
                if not after.over:
                    assert [svg for parts in preview.parts.values() for svg in parts if svg not in page] == []
                shown.add(verb)
        match = after
    assert shown <= PLACES[game_id]
    assert shown


def test_a_table_that_has_moved_on_has_nothing_to_show() -> None:
    match = Match(find_game("saint-malo"), 3, dealer=Dealer.seeded(5))
    table = table_of(match)
    epoch, ply = table.at
    assert preview_of(table, match.actor, "pass", (epoch, ply + 1), "en") == NOTHING
    assert preview_of(table, match.actor, "pass", (epoch + 1, ply), "en") == NOTHING
