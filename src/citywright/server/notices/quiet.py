"""Quiet hours: when they end. From one time of the day to another, in the time zone of whoever sleeps."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from citywright.server.errors import MALFORMED, Refusal

MINUTES = 24 * 60  # of a day


@lru_cache(1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check_zone(zone: str) -> str:
    """The name of a time zone that is known."""
    if zone not in _zones():
        raise Refusal(MALFORMED, "there is no time zone {zone!r}", zone=zone[:40])
    return zone


def known_zone(zone: str | None) -> str | None:
    """The same, or None where it is not known: browsers may know newer names."""
    return zone if zone and zone in _zones() else None


def check_time(words: str) -> int:
    """A time of the day as a form sends it, 22:30, in minutes."""
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9](:00)?", words):
        raise Refusal(MALFORMED, "a time of the day is written as in 22:30, not {given!r}", given=words[:20])
    return 60 * int(words[:2]) + int(words[3:5])


def time_words(minutes: int) -> str:
    """Minutes of a day as a form shows them."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def zone_of(name: str | None) -> ZoneInfo:
    """A time zone by the name that was kept; UTC if that is not known any more."""
    return ZoneInfo(name if name and name in _zones() else "UTC")


def end_of_quiet(now: int, quiet_from: int | None, quiet_to: int | None, zone: str | None) -> int | None:
    """When the quiet hours end in which this moment lies; None if it lies in none. In milliseconds."""
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return None
    here = zone_of(zone)
    local = datetime.fromtimestamp(now / 1000, UTC).astimezone(here)
    minute = 60 * local.hour + local.minute
    if quiet_from < quiet_to:
        is_quiet, is_tomorrow = quiet_from <= minute < quiet_to, False
    else:
        is_quiet, is_tomorrow = minute >= quiet_from or minute < quiet_to, minute >= quiet_from
    if not is_quiet:
        return None
    day = local.date() + timedelta(days=is_tomorrow)
    # Clocks that are put back show an hour twice: in the second, the hours end in the second.
    ends = datetime(day.year, day.month, day.day, quiet_to // 60, quiet_to % 60, tzinfo=here, fold=local.fold)
    return max(now + 1000, int(ends.timestamp() * 1000))
