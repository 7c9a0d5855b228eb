"""The paces people can look for, and the terms of the games that are found."""

from __future__ import annotations

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.tables.terms import DAY, Terms

LIVE, DAYS = "live", "days"
PACES = (LIVE, DAYS)
_TERMS = {
    LIVE: Terms(reserve=900, increment=15, is_public=True),
    DAYS: Terms(pace=2 * DAY, is_public=True),
}


def terms_for(pace: str) -> Terms:
    """The terms of a game at a pace."""
    return _TERMS[pace]


def pace_of(*, is_over_days: bool) -> str:
    """The pace that fits a room."""
    return DAYS if is_over_days else LIVE


def pace_or_refuse(text: str) -> str:
    """One of the paces."""
    if text not in PACES:
        raise Refusal(
            MALFORMED, "people are looked for at the pace live or days, not {given!r}", given=text[:20]
        )
    return text
