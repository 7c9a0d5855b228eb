"""The conformance suite any game must pass: plain checks that raise AssertionError, for any test runner.

`python -m citywright.testing GAME` plays many games through the invariants.
"""

from citywright.testing.checks import CHECKS, Check
from citywright.testing.invariants import check_game, play_checked

__all__ = ["CHECKS", "Check", "check_game", "play_checked"]
