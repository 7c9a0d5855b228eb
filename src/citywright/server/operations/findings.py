"""What a look at a set-up finds: each finding says one thing, how bad it is, and what to do about it."""

from __future__ import annotations

import msgspec

from citywright.server.settings import Settings

OK = "ok"
WARNING = "warning"  # it works, but not as well or as safely as it could
PROBLEM = "problem"  # something does not work


class Finding(msgspec.Struct, frozen=True):
    """One line for the host."""

    about: str
    level: str
    said: str
    advice: str = ""


class SetUp(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be looked at: the settings of the server, and what the host expects of it."""

    settings: Settings
    viewers: int = 1000  # pages open at the same time
    least_free: int = 1_000_000_000  # bytes on the disk of the database
    backup_days: float = 7.0  # a backup is to be no older
    tries_mail: bool = False  # connect to the mail server


def ok(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, OK, said)


def warning(about: str, said: str, advice: str) -> Finding:
    """It works, but the host should know."""
    return Finding(about, WARNING, said, advice)


def problem(about: str, said: str, advice: str) -> Finding:
    """Something does not work."""
    return Finding(about, PROBLEM, said, advice)
