"""The recorded games show every verb, every end with and without a city closed by it, and whatever differs
between the versions of the rules."""

from pathlib import Path

from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.notation import PARSERS
from citywright.games.mauerbauer.rules import counts, phases
from citywright.match.record import parse_record
from citywright.match.replay import replay, verify

FOLDER = Path(__file__).parents[2] / "records" / GAME.id
RECORDS = sorted(FOLDER.glob("*.cwr"))
OF_FIRST_RULES = {"houses-city", "houses", "lines-city", "palaces-city", "towers", "walls-city", "walls"}


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


def test_records_of_the_first_rules_are_kept_beside_those_of_the_newest():
    versions = {path.stem: parse_record(path.read_bytes()).headers["rules"] for path in RECORDS}
    assert {name for name, version in versions.items() if version == "1"} == OF_FIRST_RULES
    assert set(versions.values()) == {"1", "2"}


def moments_of(name):
    """Each decision of a record: the position before it, its words, and the position after it."""
    record = parse_record((FOLDER / f"{name}.cwr").read_bytes())
    match = replay(record, 0)
    for actor, words, _ in record.actions:
        before, code = match.state.clone(), GAME.parse_action(words)
        if actor == "*":
            match.play_chance(code)
        else:
            match.play("ABCD".index(actor), code)
            yield before, words, match.state.clone()


def test_mb_16_one_has_the_last_house_of_a_double_on_the_other_side():
    shown = [
        (words, GAME.format_action(after.legal_actions()[0]))
        for before, words, after in moments_of("last-house-either-side")
        if words.startswith("house") and before.die_1 == before.die_2 < 5
        if counts.count_of(before.land.houses, before.die_1) == 1 and after.phase == phases.PLACE_OTHER_HOUSE
        if len(after.legal_actions()) == 1
    ]
    assert shown
    assert all(first.split()[2] != second.split()[2] for first, second in shown)


def test_mb_30_mb_34_mb_42_some_end_with_the_last_card_of_a_hand():
    for name, verb, asked in (
        ("empty-hand", "play", phases.PLAY_CARD),
        ("empty-hand-exchange", "exchange", phases.EXCHANGE_CARDS),
        ("empty-hand-last", "play", phases.PLAY_LAST),
    ):
        last = [
            after
            for before, words, after in moments_of(name)
            if words.startswith(verb) and before.phase == asked and before.cards.hand_size(before.seat) == 1
        ]
        assert last, name
        assert all(after.phase not in (phases.PLAY_SECOND, phases.PLAY_LAST_SECOND) for after in last)


def test_mb_42_without_a_city_only_cards_that_need_none_or_nothing():
    played = []
    for name in ("no-city", "no-city-no-card"):
        for before, words, _ in moments_of(name):
            if before.phase == phases.PLAY_LAST and before.scored_city == 0:
                held = [before.cards.held(before.seat, kind) for kind in range(30)]
                assert any(held[:15]) == (len(before.legal_actions()) < sum(map(bool, held)) + 1)
                played.append(words.split("-")[0])
    assert set(played) == {"play outside", "stop"}
