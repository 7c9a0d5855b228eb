"""The recorded games show every verb."""

from pathlib import Path

from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.notation import FORMS
from citywright.match.record import parse_record

RECORDS = sorted((Path(__file__).parents[2] / "records" / GAME.id).glob("*.cwr"))


def test_every_verb_is_among_them():
    records = [parse_record(path.read_bytes()) for path in RECORDS]
    assert {words.split()[0] for record in records for _, words, _ in record.actions} == set(FORMS)
