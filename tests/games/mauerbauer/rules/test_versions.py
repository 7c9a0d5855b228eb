"""What rules version 2 changed about cards (MB-30, MB-34, MB-42), and that version 1 is played as it was.

The houses of MB-16 are in test_house_colours.py."""

from collections import Counter

import pytest

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import codes, material, phases
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import verify
from tests.games.mauerbauer.spender import Spender
from tests.games.mauerbauer.table import TRIANGLE, Table

FIRST, NOW = GAME.rules_versions()
CITY_CARDS = "size1 size2 size3 size7 city-towers city-colours"


def keep_cards(table: Table, seat: int, number: int) -> None:
    """All cards of a hand but the first few go to the discards."""
    while table.state.cards.hand_size(seat) > number:
        table.state.cards.lay(seat, int(table.state.cards.hand(seat)).bit_length() - 1)


def closed(rules_version: int, cards: int) -> Table:
    """Seat A has just closed a city and holds so many cards."""
    table = Table(2, rules_version=rules_version)
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    keep_cards(table, 0, cards)
    return table


def last_cards(rules_version: int, *hands: str, cards: int = 6) -> Table:
    """The last wall has been built and closed no city; seat A holds so many cards."""
    table = Table(2, hands=hands, rules_version=rules_version)
    table.walls(*TRIANGLE, "g1 g2")
    keep_cards(table, 0, cards)
    while table.state.turn_seat:
        table.walls(f"g{table.state.turn} g{table.state.turn + 1}")
    table.state.land.walls = 1
    for words in ("wall e4 e5", "dice red red white"):
        table.state.apply(GAME.parse_action(words))
    while table.phase.startswith("place "):
        table.state.apply(table.state.legal_actions()[0])
    assert (table.phase, table.state.actor()) == ("choose city", 0)
    return table


def apply(table: Table, *actions: str) -> None:
    """Without the audit: a wall is hidden."""
    for words in actions:
        assert words in table.options(), table.options()
        table.state.apply(GAME.parse_action(words))


# --- an empty hand --------------------------------------------------------------------------


def test_mb_30_after_the_last_card_of_a_hand_nothing_is_asked():
    table = closed(NOW, 1)
    table.first()
    assert (table.phase, table.state.actor()) == ("play card", 1)
    table = closed(FIRST, 1)
    table.first()
    assert (table.phase, table.state.actor(), table.options()) == ("play second card", 0, ["stop"])


def test_mb_32_the_seat_that_was_not_asked_draws_its_card_all_the_same():
    for rules_version in (FIRST, NOW):
        table = closed(rules_version, 1)
        table.first()
        if rules_version == FIRST:
            table.play("stop")
        table.first()
        table.play("stop")
        table.first(2)
        assert table.state.cards.hand_size(0) == 1


def test_mb_34_after_the_last_card_of_a_hand_the_exchange_is_done():
    for rules_version, phase in ((FIRST, "exchange cards"), (NOW, "draw exchanged cards")):
        table = closed(rules_version, 3)
        table.discard()
        table.discard()
        while table.state.actor() == CHANCE:
            table.first()
        assert table.state.cards.hand_size(0) == 4
        table.first(4)
        assert table.phase == phase
        assert table.state.actor() == (0 if rules_version == FIRST else CHANCE)


def test_mb_42_after_the_last_card_of_a_hand_nothing_is_asked():
    for rules_version in (FIRST, NOW):
        table = last_cards(rules_version, "outside-walls", cards=1)
        apply(table, "city 1", f"play {table.hand(0)[0]}")
        expected = ("play last second card", 0) if rules_version == FIRST else ("choose city", 1)
        assert (table.phase, table.state.actor()) == expected
        assert table.options() == (["stop"] if rules_version == FIRST else ["city none", "city 1"])


def test_a_hand_of_useless_cards_is_asked_all_the_same():
    """Others do not know what it holds, and must not learn it."""
    table = last_cards(NOW, CITY_CARDS)
    hold_only_city_cards(table, 0)
    apply(table, "city none")
    assert (table.phase, table.state.actor(), table.options()) == ("play last card", 0, ["stop"])
    for viewer in (CHANCE, 1):
        seen = table.state.observe(viewer)
        assert (seen.actor(), len(seen.legal_actions()) > 1) == (0, True)


def hold_only_city_cards(table: Table, seat: int) -> None:
    for kind in range(material.OUTSIDE, material.KINDS):
        while table.state.cards.held(seat, kind):
            table.state.cards.lay(seat, kind)


# --- no city ----------------------------------------------------------------------------------


def test_mb_42_without_a_city_no_card_that_looks_at_one_is_offered():
    table = last_cards(NOW, "city-towers outside-walls closed-cities")
    own = {f"play {kind}" for kind in table.hand(0)}
    apply(table, "city none")
    for played in ("play outside-walls", "play closed-cities"):
        offered = set(table.options())
        assert offered == {"stop"} | {words for words in own if is_outside(words)}
        own.discard(played)
        apply(table, played)
    assert table.state.actor() == 1


def is_outside(words: str) -> bool:
    return GAME.parse_action(words) - codes.PLAY >= material.OUTSIDE


def test_mb_42_with_a_city_every_card_is_offered():
    table = last_cards(NOW, "city-towers outside-walls")
    own = {f"play {kind}" for kind in table.hand(0)}
    apply(table, "city 1")
    assert set(table.options()) == own | {"stop"}


def test_mb_42_under_the_first_rules_a_card_could_be_wasted():
    table = last_cards(FIRST, "city-towers outside-walls")
    apply(table, "city none", "play city-towers")
    assert table.phase == "play last second card"


def test_the_mask_of_kinds_that_need_no_city():
    assert [kind for kind in range(40) if material.OUTSIDE_KINDS >> kind & 1] == list(
        range(material.OUTSIDE, material.KINDS)
    )


# --- whole games ------------------------------------------------------------------------------


CARD_PHASES = {phases.PLAY_CARD, phases.PLAY_SECOND, phases.EXCHANGE_CARDS, phases.CHOOSE_CITY}
CARD_PHASES |= {phases.PLAY_LAST, phases.PLAY_LAST_SECOND}


def decisions_without_cards(rules_version: int, seed: int) -> Counter[str]:
    """How often a seat with an empty hand is asked for cards in a game, by phase."""
    game, rng, player = GAME.under_rules(rules_version), Rng(seed), Spender()
    state = game.new_state(2 + seed % 3, LOT, game.default_layout)
    assert isinstance(state, MauerbauerState)
    asked: Counter[str] = Counter()
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase in CARD_PHASES and state.cards.hand_size(actor) == 0:
            assert len(state.legal_actions()) == 1
            asked[phases.NAMES[state.phase]] += 1
        state.apply(player.choose(state.observe(actor), rng))
    return asked


def test_nobody_without_cards_is_asked_for_cards():
    first, now = Counter(), Counter()
    for seed in range(12):
        first += decisions_without_cards(FIRST, seed)
        now += decisions_without_cards(NOW, seed)
    assert set(first) == {"play second card", "exchange cards", "play last second card"}
    assert not now


def played(rules_version: int, seed: int) -> Match:
    match = Match(GAME.under_rules(rules_version), 2, dealer=Dealer.seeded(seed))
    rng, player = Rng(seed), Spender()
    while match.actor >= 0:
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return match


@pytest.mark.parametrize("rules_version", GAME.rules_versions())
def test_a_game_verifies_under_its_own_version_only(rules_version):
    match = played(rules_version, 5)
    text = format_record(match)
    assert verify(parse_record(text)).state.snapshot() == match.state.snapshot()
    other = FIRST + NOW - rules_version
    with pytest.raises(RecordError):
        verify(parse_record(text.replace(f'[rules "{rules_version}"]', f'[rules "{other}"]')))


def test_clones_observations_and_guesses_keep_the_version():
    for rules_version in GAME.rules_versions():
        state = Table(rules_version=rules_version).state
        copies = [state.clone(), state.observe(1), state.observe(1).imagine(Rng(1))]
        assert {copy.rules_version for copy in copies} == {rules_version}
    assert Table(rules_version=FIRST).state.snapshot() != Table(rules_version=NOW).state.snapshot()
