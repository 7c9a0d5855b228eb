"""The conformance suite any game must pass: plain checks that raise AssertionError, for any test runner.

`python -m citywright.testing PACKAGE:GAME` runs all of them on a game that need not be in the catalogue.
"""

from citywright.testing import arrays, checks, moments, presentation
from citywright.testing.checks import Check
from citywright.testing.invariants import Failure, check_game, play_checked

CHECKS: list[Check] = [*checks.CHECKS, *moments.CHECKS, *arrays.CHECKS, *presentation.CHECKS]

__all__ = ["CHECKS", "Check", "Failure", "check_game", "play_checked"]
