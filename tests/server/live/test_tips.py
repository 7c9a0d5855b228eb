"""The tips of the guided game: told while a kind of decision is new, counted from the plies alone."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.game_parts import drawing_of, text_of, tutorial_lights, tutorial_room
from citywright.lessons.lesson import fits
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.language import words_of
from citywright.server.live.tips import TOLD, Tips
from citywright.server.tables.table import Seat, Table
from tests.server.live.test_secrets import usual_row

GAMES = sorted(games())
TIP = re.compile(r'<p class="tip">(.*?)</p>')


def guided_table(match: Match) -> Table:
    seats = [Seat(number, None, None, "", "") for number in range(match.seats)]
    table = Table(usual_row("guided"), seats, match.game, match)
    table.terms = msgspec.structs.replace(table.terms, is_guided=True)
    return table


def told(tips: Tips, table: Table) -> str:
    """What the page of the first seat says now."""
    found = TIP.search(tips.element(table.match.view(0).phase, words_of("en")))
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_kind_of_decision_is_explained_in_two_turns(game_id: str) -> None:
    game, rng = find_game(game_id), Rng(3)
    match = Match(game, 2, start=0, dealer=Dealer.seeded(3))
    policy = game.policy(game.policy_names()[-1])
    table = guided_table(match)
    tips = Tips(table, 0)
    turns: dict[str, set[int]] = {}
    silent = 0
    while not match.over and match.ply < 300:
        if match.actor == 0:
            phase, turn = match.view(0).phase, match.state.turns()
            words = text_of(game).tutorial_words(phase, "en")
            is_new = len(turns.get(phase, set()) - {turn}) < TOLD
            assert told(tips, table) == told(Tips(table, 0), table) == (words if is_new else "")
            turns.setdefault(phase, set()).add(turn)
            silent += not is_new
            lit = tutorial_lights(game, phase)
            drawn = "".join(panel.id + panel.body for panel in drawing_of(game).panels(match.view(0), "en"))
            names = [*re.findall(r'(?:\bid|data-action)="([^"]+)"', drawn), "main", "tray"]
            assert any(fits(name, [light.removeprefix("#") for light in lit]) for name in names), phase
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    assert silent > 10
    assert set(tutorial_room(game, "en")) >= {text_of(game).tutorial_words(phase, "en") for phase in turns}


def test_what_is_taken_back_is_told_again() -> None:
    match = Match(find_game("saint-malo"), 2, start=0, dealer=Dealer.seeded(1))
    table = guided_table(match)
    tips = Tips(table, 0)
    match.play_words(0, "stop")
    choosing = told(tips, table)
    used = next(words for words in match.legal_words() if re.match("use (?!log)", words))
    match.play_words(0, used)  # what was used is placed next, by the same seat
    assert told(tips, table) != choosing
    match.undo(0)
    table.epoch += 1
    assert told(tips, table) == choosing


def test_other_tables_have_no_tips() -> None:
    table = guided_table(Match(find_game("saint-malo"), 2, start=0, dealer=Dealer.seeded(1)))
    table.terms = msgspec.structs.replace(table.terms, is_guided=False)
    assert "hidden" in Tips(table, 0).element("keep dice", words_of("en"))
    assert "hidden" in Tips(guided_table(table.match), -1).element("keep dice", words_of("en"))
