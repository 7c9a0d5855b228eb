"""What every drawn game says: prompts, titles, log lines, score sheet and end, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citywright.engine.game import Game
from citywright.game_parts import text_of
from citywright.text import LANGUAGES
from tests.draw.conftest import DRAWN, GAMES_AND_RECORDS, RECORD_IDS, events, positions, recorded, viewers

every_record = pytest.mark.parametrize(("game", "path"), GAMES_AND_RECORDS, ids=RECORD_IDS)
every_game = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
NAMES = ("Anke", "Bernd", "Chiara", "David", "Eva")
FIELD = re.compile(r"[{}]")


@every_record
def test_every_position_has_a_prompt(game: Game, path: Path) -> None:
    wording = text_of(game)
    said: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for state in positions(game, path):
        for viewer in viewers(state.seats()):
            view = game.view(state, viewer)
            for lang in LANGUAGES:
                prompt = wording.prompt(view, lang, NAMES)
                assert prompt
                assert not FIELD.search(prompt)
                said[lang].add(prompt)
    assert said["en"] & said["de"] == set()


@every_record
def test_every_action_has_a_title(game: Game, path: Path) -> None:
    wording = text_of(game)
    for state in positions(game, path):
        if state.actor() >= 0:
            view = game.view(state, state.actor())
            for choice in view.choices:
                titles = [wording.action_title(choice.action, view, lang) for lang in LANGUAGES]
                assert len(set(titles)) == len(titles), titles
                assert re.search(r"[A-Z]{2}-\d+", titles[0])


@every_record
def test_every_gain_is_explained_in_the_log(game: Game, path: Path) -> None:
    wording = text_of(game)
    for event in events(path):
        lines = [wording.sentence(event, NAMES, lang) for lang in LANGUAGES]
        if event.points or event.coins:
            assert all(lines), event
            for amount in filter(None, (event.points, event.coins)):
                assert all(str(abs(amount)) in line for line in lines), (event, lines)
            assert all(NAMES[event.seat] in line for line in lines), lines
        assert not any(FIELD.search(line) for line in lines)
        if any(lines):
            assert len(set(lines)) == len(lines) or lines[0] == NAMES[event.seat], lines


@every_game
def test_score_sheet_and_ends_have_names(game: Game) -> None:
    wording = text_of(game)
    for lang in LANGUAGES:
        names = [wording.source_name(source, lang) for source in game.score_sources]
        assert all(names)
        assert len(set(names)) == len(names)
        assert all(wording.end_reason(reason, lang) for reason in game.end_reasons)


@every_game
def test_the_records_show_every_end(game: Game) -> None:
    reasons = {
        recorded(path).state.standing().reason for other, path in GAMES_AND_RECORDS if other.id == game.id
    }
    assert reasons == set(game.end_reasons)
