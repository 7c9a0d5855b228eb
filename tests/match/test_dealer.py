"""Verifiable chance: derived from the secret, and what seats added to it, without bias."""

import hashlib
import hmac
from collections import Counter

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.chance import Draw
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer, NamedDealer, all_numbers, commitment_of, key_of
from citywright.match.dice import dealt_again
from citywright.match.match import Match
from tests.toy import GAME as TOY

SECRET = bytes(range(32))


def test_the_commitment_is_the_hash_of_the_secret():
    assert Dealer(SECRET).commitment == hashlib.sha256(SECRET).hexdigest() == commitment_of(SECRET)


def test_anyone_can_draw_a_ticket_again():
    value = int.from_bytes(hmac.new(SECRET, b"17", hashlib.sha256).digest(), "big")
    assert Dealer(SECRET).ticket(17, 7776) == value % 7776


def test_tickets_are_even():
    dealer = Dealer.seeded(1)
    counts = Counter(dealer.ticket(n, 6) for n in range(12_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_what_would_be_biased_is_drawn_again():
    """With a total just above half the range every second value lies in the incomplete stretch."""
    total = (1 << 255) + 1
    dealer = Dealer(SECRET)
    first = [int.from_bytes(hmac.digest(SECRET, str(n).encode(), "sha256"), "big") for n in range(40)]
    redrawn = [n for n in range(40) if first[n] >= total]
    assert 5 < len(redrawn) < 35
    for n in range(40):
        ticket = dealer.ticket(n, total)
        assert 0 <= ticket < total
        if n in redrawn:
            assert ticket != first[n] % total
        else:
            assert ticket == first[n]


def test_fresh_secrets_differ():
    assert Dealer.fresh().secret != Dealer.fresh().secret


def test_a_short_secret_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(b"short")


# --- the second version -----------------------------------------------------------------

NUMBERS = ("00112233445566778899aabbccddeeff", "-", "ffeeddccbbaa99887766554433221100")


def test_the_key_follows_from_the_secret_the_game_and_all_numbers():
    text = f"citywright dice 2\nsaint-malo\n{commitment_of(SECRET)}\n" + "".join(f"{n}\n" for n in NUMBERS)
    key = hmac.new(SECRET, text.encode(), hashlib.sha256).digest()
    assert key_of(SECRET, "saint-malo", NUMBERS) == key
    others = [
        key_of(bytes(32), "saint-malo", NUMBERS),
        key_of(SECRET, "milestones", NUMBERS),
        key_of(SECRET, "saint-malo", NUMBERS[::-1]),
        key_of(SECRET, "saint-malo", (NUMBERS[0], NUMBERS[2], "-")),
        key_of(SECRET, "saint-malo", NUMBERS[:2]),
    ]
    assert len({key, *others}) == 6


def test_anyone_can_draw_a_number_again():
    dealer = NamedDealer(SECRET, "saint-malo", NUMBERS)
    value = int.from_bytes(hmac.digest(dealer.key, b"roll A 3 1 die 2.0", "sha256"), "big")
    assert dealer.number(Draw("roll A 3 1 die 2", 6)) == value % 6


def test_numbers_of_a_pack_are_even_and_only_of_what_is_left():
    left = 0b1011_0110_0001
    counts = Counter(
        NamedDealer(SECRET, "x", NUMBERS).number(Draw(f"card {n}", 12, left)) for n in range(6000)
    )
    assert sorted(counts) == [0, 5, 6, 8, 9, 11]
    assert all(abs(count - 1000) < 130 for count in counts.values())


def test_packs_that_differ_in_one_card_mostly_give_the_same():
    dealer, full = NamedDealer(SECRET, "x", NUMBERS), (1 << 30) - 1
    same = 0
    for n in range(600):
        whole, less = (dealer.number(Draw(f"card {n}", 30, left)) for left in (full, full & ~(1 << n % 30)))
        same += whole == less
        assert whole == less or whole == n % 30
    assert same > 560


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_the_same_moment_draws_the_same_whatever_was_done_before(game):
    """Two tables with one key, where other bots play: what has the same name, total and rest is the same."""
    drawn, met = {}, 0
    for policy in game.policy_names()[-2:]:
        dealer = NamedDealer(SECRET, game.id, all_numbers(NUMBERS, 3))
        match = Match(game, 3, dealer=dealer)
        player, rng = game.policy(policy), Rng(3)
        while match.actor >= 0:
            match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
        for dealt in dealt_again(match, dealer):
            assert dealt.words == dealt.honest
            for draw, number in dealt.draws:
                met += draw in drawn
                assert drawn.setdefault(draw, number) == number
    assert met > 10


def test_dice_that_are_kept_leave_the_others_as_they_would_have_fallen():
    game = find_game("saint-malo")
    faces = {}
    for keep in ("keep none", "keep 1", "keep 2 4", "keep 1 2 3 4"):
        match = Match(game, 2, start=0, dealer=NamedDealer(SECRET, game.id, ("-", "-")))
        match.play_words(0, keep)
        for draw, number in list(dealt_again(match, match.dealer))[-1].draws:
            assert draw.moment.startswith("roll A 1 2 die ")
            assert faces.setdefault(draw.moment, number) == number
    assert len(faces) == 5


def test_a_game_without_names_is_counted():
    match = Match(TOY, 2, dealer=NamedDealer(SECRET, "toy", ("-", "-")))
    moments = [draw.moment for dealt in dealt_again(match, match.dealer) for draw, _ in dealt.draws]
    assert moments[:2] == ["chance 0", "chance 1"]
    assert len(moments) == match.chance_plies
