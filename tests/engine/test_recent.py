"""What was made lately is shared; the oldest is forgotten."""

from __future__ import annotations

from citywright.engine.recent import Recent


def test_what_was_made_is_given_again_until_it_is_old() -> None:
    recent: Recent[list[int]] = Recent(2)
    one = recent.get(1, lambda: [1])
    assert recent.get(1, lambda: [0]) is one
    recent.get(2, lambda: [2])
    recent.get(3, lambda: [3])  # the first is forgotten now
    assert recent.get(1, lambda: [4]) == [4]
    assert recent.get(3, lambda: [0]) == [3]
