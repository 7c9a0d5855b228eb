"""Secret hands (MB-35): what leaves an observation, what can be worked out, and how guesses are dealt."""

from collections import Counter

import msgspec
import pytest

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.games.mauerbauer import GAME, new_state
from citywright.games.mauerbauer.rules import codes, counts
from citywright.games.mauerbauer.rules.cards import Cards, new_cards
from citywright.games.mauerbauer.rules.material import HIDDEN, KIND_NAMES, KINDS
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import format_record
from tests.games.mauerbauer.table import Table

SAMPLES = 3000


def kinds(cards: Cards, row: int) -> Counter[str]:
    return Counter({KIND_NAMES[k]: cards.rows[row + k] for k in range(KINDS) if cards.rows[row + k]})


def hand(cards: Cards, seat: int) -> Counter[str]:
    return kinds(cards, cards.kept_row(seat)) + kinds(cards, cards.drawn_row(seat))


def dealt(seats: int, *hands: str) -> Cards:
    """Cards after a deal; hands name the cards of seats A, B …"""
    cards = new_cards(seats, GAME.default_layout.board.card_copies, 60)
    for seat, names in enumerate(hands):
        for name in names.split():
            cards.draw(seat, KIND_NAMES.index(name))
    return cards


def reshuffled(cards: Cards) -> None:
    """All that lies in the pile has been discarded meanwhile, and becomes the new pile."""
    for kind in range(KINDS):
        while cards.rows[cards.pile_row() + kind]:
            cards.move(cards.pile_row() + kind, cards.discard_row() + kind)
            cards.pile -= 1
            cards.discards += 1
    assert cards.make_pile()


def test_mb_35_an_observation_holds_no_other_hand():
    cards = dealt(3, "size1 size2", "size3 size7", "outside-walls outside-water")
    seen = cards.observe(1)
    assert hand(seen, 1) == Counter(["size3", "size7"])
    assert not hand(seen, 0)
    assert not hand(seen, 2)
    assert [seen.hand_size(seat) for seat in range(3)] == [2, 2, 2]
    assert kinds(seen, seen.pile_row()).total() == 58


def test_mb_35_a_spectator_sees_no_hand():
    cards = dealt(2, "size1 size2", "size3")
    seen = cards.observe(CHANCE)
    assert not hand(seen, 0) + hand(seen, 1)


def test_mb_35_everybody_knows_what_a_new_pile_is_made_of():
    cards = dealt(2, "size1 size2", "size3 size7")
    reshuffled(cards)
    seen = cards.observe(0)
    rng = Rng(5)
    for _ in range(50):  # with two players the other hand can be worked out completely
        assert hand(seen.imagine(rng), 1) == Counter(["size3", "size7"])


def test_mb_35_pools_stay_apart_while_nothing_can_be_confused():
    cards = dealt(3, "size1 size2", "size3 size7", "size3 city-towers")
    reshuffled(cards)
    cards.draw(1, KIND_NAMES.index("outside-walls"))
    seen, rng = cards.observe(0), Rng(6)
    for _ in range(200):
        guess = seen.imagine(rng)
        kept = kinds(guess, guess.kept_row(1)) + kinds(guess, guess.kept_row(2))
        assert kept == Counter(["size3", "size7", "size3", "city-towers"])
        assert kinds(guess, guess.drawn_row(1)).total() == 1
    cards.lay(1, KIND_NAMES.index("size3"))  # both copies were kept: it was one of them
    assert (counts.count_of(cards.kept, 1), counts.count_of(cards.drawn, 1)) == (1, 1)
    cards.lay(1, KIND_NAMES.index("outside-walls"))  # both copies were in the pile: it was drawn
    assert (counts.count_of(cards.kept, 1), counts.count_of(cards.drawn, 1)) == (1, 0)


def test_mb_35_pools_mix_when_a_card_may_have_come_from_either():
    cards = dealt(3, "size1", "size3 size7", "city-towers")
    reshuffled(cards)
    cards.draw(1, KIND_NAMES.index("size7"))  # one size7 was kept, one drawn: who can tell?
    cards.lay(1, KIND_NAMES.index("size7"))
    assert cards.kept == 0
    assert [cards.hand_size(seat) for seat in range(3)] == [1, 2, 1]


@pytest.mark.parametrize("viewer", [CHANCE, 0, 1, 2])
def test_applying_what_was_seen_is_seeing_what_was_applied(viewer):
    """Through reshuffles and mixing: the true cards observed equal the observed cards played on."""
    rng = Rng(40 + viewer)
    for _ in range(30):
        cards = new_cards(3, GAME.default_layout.board.card_copies, 60)
        seen = cards.observe(viewer)
        for _ in range(150):
            seat = rng.below(3)
            if rng.below(2) and cards.pile:
                kind = cards.draw_at(seat, rng.below(cards.draw_total(seat)))
                assert seen.draw_total(seat) >= 1
                seen.draw(seat, kind if seat == viewer else HIDDEN)
                cards.draw(seat, kind)
            elif cards.hand_size(seat):
                held = [kind for kind in range(KINDS) if cards.held(seat, kind)]
                kind = held[rng.below(len(held))]
                assert seen.hand(seat) >> kind & 1, "a card was laid that nobody thought possible"
                cards.lay(seat, kind)
                seen.lay(seat, kind)
            assert seen.snapshot() == cards.observe(viewer).snapshot()
            assert seen.imagine(rng).observe(viewer).snapshot() == seen.snapshot()


def frequency_is_right(count: int, chance: float) -> bool:
    """Within four standard deviations of what it should be."""
    return abs(count - SAMPLES * chance) <= 4 * (SAMPLES * chance * (1 - chance)) ** 0.5


def test_every_unknown_card_falls_where_it_should_as_often_as_it_should():
    """One pool: 54 unseen cards, 6 with B, 6 with C, 42 in the pile."""
    cards = dealt(
        3, "size1 size1 size2 size2 size3 size3", " ".join(KIND_NAMES[10:16]), " ".join(KIND_NAMES[16:22])
    )
    seen, rng = cards.observe(0), Rng(77)
    found: dict[str, Counter[str]] = {"B": Counter(), "C": Counter(), "pile": Counter()}
    for _ in range(SAMPLES):
        guess = seen.imagine(rng)
        found["B"] += hand(guess, 1)
        found["C"] += hand(guess, 2)
        found["pile"] += kinds(guess, guess.pile_row())
    for place, size in (("B", 6), ("C", 6), ("pile", 42)):
        assert found[place].total() == SAMPLES * size
        for name in KIND_NAMES[3:]:  # each of the two copies is there with probability size / 54
            both = found[place][name]
            expected = 2 * SAMPLES * size / 54
            assert abs(both - expected) <= 4 * (2 * SAMPLES * size / 54 * (1 - size / 54)) ** 0.5, (
                place,
                name,
            )


def test_the_hands_of_two_others_are_independent_deals():
    """After a new pile: B and C kept two of four known cards each; all six pairs are equally likely for B."""
    cards = dealt(3, "size1", "size3 size7", "city-red city-blue")
    reshuffled(cards)
    seen, rng = cards.observe(0), Rng(78)
    pairs = Counter(frozenset(hand(seen.imagine(rng), 1)) for _ in range(SAMPLES))
    assert len(pairs) == 6
    assert all(frequency_is_right(count, 1 / 6) for count in pairs.values())


def test_two_copies_weigh_twice():
    """B kept two of three known cards, two of them alike: the pair of equals is one deal of three."""
    cards = dealt(3, "size1", "size3 size3", "city-red")
    reshuffled(cards)
    seen, rng = cards.observe(0), Rng(79)
    equal = sum(hand(seen.imagine(rng), 1)["size3"] == 2 for _ in range(SAMPLES))
    assert frequency_is_right(equal, 1 / 3)


def test_a_drawn_card_is_any_card_of_the_new_pile():
    cards = dealt(2, "size1 size2", "size3 size7")
    reshuffled(cards)
    cards.draw(1, KIND_NAMES.index("outside-water"))
    seen, rng = cards.observe(0), Rng(80)
    drawn = Counter(
        next(iter(kinds(guess, guess.drawn_row(1)))) for guess in (seen.imagine(rng) for _ in range(SAMPLES))
    )
    assert frequency_is_right(drawn["size1"], 1 / 56)
    assert frequency_is_right(drawn["outside-water"], 2 / 56)


def test_what_a_seat_may_draw_next_is_weighed_by_what_it_has_not_seen():
    table = Table(2, hands=("size1",))
    table.walls("c4 c5", "c4 d4")
    table.wall("c5 d4")
    table.play("play size1", "stop")
    table.first()
    table.play("stop")
    assert table.state.actor() == CHANCE
    mine, other = table.state.observe(0), table.state.observe(1)
    assert mine.chance_total() == 60 - 5 - 2  # pile and the hand of B
    assert other.chance_outcomes() == [(codes.DRAW + HIDDEN, 1)]


def test_what_another_may_play_is_what_has_not_been_seen():
    table = Table(2, hands=("size1 size1 size2 size2 size3 size3",))
    table.walls("c4 c5", "c4 d4")
    table.wall("c5 d4")
    table.play("play size1", "stop")
    assert table.state.actor() == 1
    possible = table.state.observe(0).legal_actions()
    assert set(table.state.legal_actions()) < set(possible)
    assert codes.PLAY + KIND_NAMES.index("size1") not in possible


def running_match(seed: int) -> Match:
    """A game of three builders, stopped in the middle of a scoring."""
    match = Match(GAME, 3, dealer=Dealer.seeded(seed))
    player, rng = GAME.policy("builder"), Rng(seed)
    while match.ply < 150 or match.actor != 0 or match.view(0).phase != "play card":
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
        assert match.actor != OVER
    return match


def test_the_bytes_for_a_seat_hold_no_card_of_another_hand():
    """Neither the view nor the record of a running game names a card only others hold."""
    searched = 0
    for seed in range(8):
        match = running_match(seed)
        state = match.state
        assert isinstance(state, MauerbauerState)
        for viewer in (1, CHANCE):
            open_kinds = set(match.view(viewer).discards) | (
                set(hand(state.cards, 1)) if viewer == 1 else set()
            )
            others = [seat for seat in range(3) if seat != viewer]
            secret = {kind for seat in others for kind in hand(state.cards, seat)} - open_kinds
            data = msgspec.json.encode(match.view(viewer)).decode()
            record = format_record(match, viewer)
            played = {
                line.split()[2] for line in record.splitlines() if " play " in line or " discard " in line
            }
            mine = {
                line.split()[2]
                for line in record.splitlines()
                if line.startswith("* draw") and not line.endswith("hidden")
            }
            for kind in secret:
                assert f'"{kind}"' not in data
                assert f" {kind}\n" not in record or kind in played | mine
                searched += 1
            if viewer == CHANCE:
                assert not mine
    assert searched > 100


def test_the_bytes_do_not_change_with_the_other_hands():
    match = running_match(3)
    bytes_for_b = msgspec.json.encode(match.view(1))
    rng = Rng(9)
    for _ in range(20):
        guess = match.state.observe(1).imagine(rng)
        assert msgspec.json.encode(GAME.view(guess, 1)) == bytes_for_b


def test_there_is_nothing_to_imagine_in_a_whole_state():
    state = Table().state
    assert state.imagine(Rng(1)).snapshot() == state.snapshot()


def test_nobody_acts_while_chance_does():
    assert new_state(2, 0, GAME.default_layout).legal_actions() == []


def test_no_event_of_a_draw_names_the_card():
    for kind in ("size1", "closed-cities"):
        state = new_state(2, 0, GAME.default_layout)
        state.trace = []
        state.apply(GAME.parse_action(f"draw {kind}"))
        assert [(event.name, event.seat, event.args) for event in state.trace] == [("draw", 0, (5, 0))]
