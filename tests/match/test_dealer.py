"""Verifiable chance: derived from the secret alone, without bias."""

import hashlib
import hmac
from collections import Counter

import pytest

from citywright.match.dealer import Dealer, commitment_of

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
