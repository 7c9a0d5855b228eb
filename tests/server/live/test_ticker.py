"""What a page tells in one sentence it makes of the log: that says what opens a turn and what was chance."""

from __future__ import annotations

import re

import msgspec
import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.server.live.changes import Change
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.redraw import sample_table
from tests.server.players_at_tables import GAMES

LINE = re.compile(r"<p class=\"of-(\w+)\"([^>]*)>([^<]*) <")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_line_that_opens_a_turn_is_marked(game_id: str) -> None:
    table, rng = sample_table(find_game(game_id), with_bot=False), Rng(1)
    page = SeatPage(table, CHANCE, "en")
    while table.match.state.turns() < 5:
        table.match.play(table.match.actor, table.match.state.random_action(rng))
    page.update()
    lines = LINE.findall("".join(page.recent_log()))
    opening = [words for _, about, words in lines if "data-opens" in about]
    assert opening == [words for *_, words in lines if re.match(r"(Turn|Round) \d+: \w+$", words)]
    assert len(opening) >= 4


@pytest.mark.parametrize("game_id", GAMES)
def test_the_one_sentence_is_about_a_decision_and_not_sent_again(game_id: str) -> None:
    """A page makes it of the log by itself; who reads without script finds the last decision there."""
    table, rng = sample_table(find_game(game_id), with_bot=False), Rng(2)
    page = SeatPage(table, 0, "en")
    for _ in range(60):
        table.match.play(table.match.actor, table.match.state.random_action(rng))
        frame = page.update()
        assert frame is not None
        assert "ticker" not in msgspec.json.decode(frame, type=Change).set
    found = re.search(r'class="words"><span>([^<]*)<', dict(page.elements())["ticker"])
    assert found is not None
    decided = [entry for entry in page.recent_log() if 'data-actor="-1"' not in entry]
    said = [words for *_, about, words in LINE.findall("".join(decided)) if "data-opens" not in about]
    assert found[1] == said[-1]
