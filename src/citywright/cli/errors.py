"""The errors that end the command with a message: wrong usage (status 2), a failed check (status 1)."""


class UsageError(Exception):
    """The command was used wrongly; one sentence says how."""


class CheckFailed(Exception):
    """A check failed; one sentence says which."""
