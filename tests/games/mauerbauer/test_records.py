"""The recorded games show every verb, and every end with and without a city closed by it."""

from pathlib import Path

from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.notation import PARSERS
from citywright.match.record import parse_record
from citywright.match.replay import verify

RECORDS = sorted((Path(__file__).parents[2] / "records" / GAME.id).glob("*.cwr"))


def test_every_end_with_and_without_a_city_is_among_them():
    """The last tower never closes a city (it stands at a free end of its wall), while the last palace and
    the last free line always do: other pairs cannot be."""
    ends = set()
    for path in RECORDS:
        match = verify(parse_record(path.read_bytes()))
        ends.add((match.state.standing().reason, bool(match.state.has_closed)))
    assert ends == {
        ("walls", False),
        ("walls", True),
        ("towers", False),
        ("houses", False),
        ("houses", True),
        ("palaces", True),
        ("lines", True),
    }


def test_every_verb_is_among_them():
    records = [parse_record(path.read_bytes()) for path in RECORDS]
    assert {words.split()[0] for record in records for _, words, _ in record.actions} == set(PARSERS)
