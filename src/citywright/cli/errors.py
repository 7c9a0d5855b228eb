"""How a verb says that it was asked wrongly (status 2), or that a check failed (status 1)."""


class UsageError(Exception):
    """One clear sentence about what was asked wrongly."""


class CheckFailed(Exception):
    """One clear sentence about what did not hold."""
