"""Recorded whole games of every title: each replays to the letter, together they show every end."""

from pathlib import Path

import pytest

from citywright.catalogue import games
from citywright.match.record import format_record, parse_record
from citywright.match.replay import verify

FOLDER = Path(__file__).parents[1] / "records"
RECORDS = sorted(FOLDER.glob("*/*.cwr"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_verifies_and_is_written_the_same_again(path):
    text = path.read_text(encoding="utf-8")
    match = verify(parse_record(text))
    assert match.over
    assert match.game.id == path.parent.name
    assert [line for line in text.splitlines() if not line.startswith("[")] == [
        line for line in format_record(match).splitlines() if not line.startswith("[")
    ]
    assert [sum(sources.values()) for sources in match.score_sheet()] == match.state.scores()


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_end_and_every_number_of_seats_is_among_them(game):
    headers = [parse_record(path.read_bytes()).headers for path in RECORDS if path.parent.name == game.id]
    assert {header["end"] for header in headers} == set(game.end_reasons)
    assert {int(header["seats"]) for header in headers} == set(range(game.min_seats, game.max_seats + 1))
