"""The recorded games show every verb, and a shared victory by each way a game can end."""

from pathlib import Path

from citywright.games.milestones import GAME
from citywright.games.milestones.notation import VERBS
from citywright.match.record import parse_record
from citywright.match.replay import verify

RECORDS = sorted((Path(__file__).parents[2] / "records" / GAME.id).glob("*.cwr"))


def test_every_verb_is_among_them():
    records = [parse_record(path.read_bytes()) for path in RECORDS]
    verbs = {words.split()[0] for record in records for _, words, _ in record.actions}
    assert verbs == {"done", "leave", *[verb.word for verb in VERBS]}


def test_shared_victories_are_among_them():
    shared = set()
    for path in RECORDS:
        standing = verify(parse_record(path.read_bytes())).state.standing()
        assert (standing.ranks.count(1) == 2) == path.stem.startswith("shared-victory")
        if standing.ranks.count(1) == 2:
            shared.add(standing.reason)
    assert shared == set(GAME.end_reasons)
