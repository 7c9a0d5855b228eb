"""Drawing a table again: a bot at the table costs no search for installed packages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from citywright.bots import forget_bots_of_packages
from citywright.catalogue import find_game
from citywright.cli import main
from citywright.engine.rng import Rng
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.redraw import measure_redraw, sample_table
from citywright.server.tables.table import Table
from citywright.server.templates import fragment
from tests.server.players_at_tables import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_redraw_does_not_look_through_the_installed_packages(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def entry_points(group: str) -> list[Any]:
        calls.append(group)
        return []

    monkeypatch.setattr("citywright.bots.entry_points", entry_points)
    forget_bots_of_packages()
    table = sample_table(find_game(name), with_bot=True)
    pages = [SeatPage(table, seat, lang) for seat in (0, 1, -1) for lang in ("en", "de")]
    assert calls == ["citywright.bots"]  # read once, for the first page
    rng = Rng(1)
    for _ in range(10):
        table.match.play(table.match.actor, table.match.state.random_action(rng))
        assert all(page.update() for page in pages)
    assert calls == ["citywright.bots"]
    forget_bots_of_packages()


@pytest.mark.parametrize("name", GAMES)
def test_names_are_text_in_every_element_to_the_end(name: str) -> None:
    table = sample_table(find_game(name), with_bot=True)
    table.seats[0].name = "<b>Anke</b>"
    page = SeatPage(table, 0, "en")
    rng = Rng(1)
    while not table.match.over:
        table.match.play(table.match.actor, table.match.state.random_action(rng))
    page.update()
    html = "".join([*dict(page.elements()).values(), *page.recent_log()])
    assert "<b>" not in html
    assert "&lt;b&gt;Anke" in html
    assert 'id="ending-title"' in html


@pytest.mark.parametrize("name", GAMES)
def test_lists_of_facts_name_no_rules(name: str) -> None:
    """Those are for who asks for them, by a tap."""
    elements = SeatPage(sample_table(find_game(name), with_bot=True), 0, "en").whole_elements()
    assert re.search(r"[A-Z]{2}-\d", elements["seat-0"])
    assert not re.search(r"[A-Z]{2}-\d", elements["seat-facts-0"] + elements["shared-facts"])


def headline(table: Table, seat: int, lang: str = "en") -> str:
    found = re.search(r'id="ending-title">([^<]*)<', dict(SeatPage(table, seat, lang).elements())["ending"])
    assert found is not None
    return found[1]


def test_a_winner_is_told_so() -> None:
    """Others are told the name; so is everybody where several people look at the same screen."""
    table = sample_table(find_game("milestones"), with_bot=False)
    rng = Rng(1)
    while not table.match.over:
        table.match.play(table.match.actor, table.match.state.random_action(rng))
    ranks = table.match.state.standing().ranks
    assert list(ranks).count(1) == 1
    winner, other = ranks.index(1), ranks.index(2)
    name = table.seats[winner].name
    columns = re.findall(r"<col( class=.won.)?>", dict(SeatPage(table, winner, "en").elements())["ending"])
    assert [bool(won) for won in columns[1:]] == [seat == winner for seat in range(len(ranks))]
    assert (headline(table, winner), headline(table, winner, "de")) == ("You win!", "Du gewinnst!")
    assert headline(table, other) == headline(table, -1) == f"{name} wins"
    table.terms = replace(table.terms, one_screen=True)
    assert headline(table, winner) == f"{name} wins"


def test_what_is_drawn_from_the_same_values_is_kept() -> None:
    table = sample_table(find_game("saint-malo"), with_bot=True)
    page = SeatPage(table, 0, "en")
    drawn = fragment.cache_info().misses
    assert page.update() is None
    assert fragment.cache_info().misses == drawn


def test_the_cost_of_a_bot_is_measured() -> None:
    measured = measure_redraw(find_game("saint-malo"), moves=5, rounds=1)
    assert measured.people_ms > 0
    assert measured.bot_ms > 0
    assert measured.ratio > 0


def test_bench_server_measures_tables_with_bots(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "server", "--bots", "--tables", "1", "--seconds", "4", "--json"]
    assert main(command) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["moves"] > 0
    assert report["redraw_ratio"] > 0
