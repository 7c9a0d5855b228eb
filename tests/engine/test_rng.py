"""The seeded generator: repeatable, independent after a fork, and even."""

from collections import Counter

from citywright.engine.rng import Rng


def test_the_stream_is_pinned():
    rng = Rng(5)
    assert [rng.below(6) for _ in range(12)] == [0, 2, 1, 1, 2, 2, 4, 2, 2, 3, 0, 4]


def test_seeds_beyond_32_bits_differ():
    assert len({Rng(seed << shift).next32() for seed in range(1, 20) for shift in (0, 20, 40)}) > 50


def test_below_is_even():
    rng = Rng(1)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_fork_depends_on_the_past_only():
    one, two = Rng(3), Rng(3)
    fork = one.fork()
    assert fork.next32() == two.fork().next32()
    assert one.next32() == two.next32()


def test_a_fork_can_be_made_elsewhere():
    one, two = Rng(3), Rng(3)
    assert Rng(one.fork_seed()).next32() == two.fork().next32()
    assert one.next32() == two.next32()


def test_unit_is_in_the_half_open_interval():
    rng = Rng(9)
    values = [rng.unit() for _ in range(5000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
