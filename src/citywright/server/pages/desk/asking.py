"""What the pages of the desk share: who may see them, durations and moments in words, orders of a form."""

from __future__ import annotations

from typing import Any

from citywright.server.desk.acts import HOURS, Order
from citywright.server.desk.roles import RANKS
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.pages.requests import AnyRequest
from citywright.server.players.guests import Guest
from citywright.server.services import Services
from citywright.text import Words

DAY = 24


async def at_desk(request: AnyRequest, services: Services, least: str = "moderator") -> Guest:
    """Whoever asks, who has a role. To everybody else there is nothing here."""
    guest = await services.guests.guest_of(request)
    if guest is None or not guest.role:
        raise Refusal(UNKNOWN, "there is nothing at this address")
    if RANKS[guest.role] < RANKS[least]:
        raise Refusal(FORBIDDEN, "only an administrator can do that")
    return guest


async def acting(request: AnyRequest, services: Services, least: str = "moderator") -> Guest:
    """The same for what changes something, which is counted."""
    guest = await at_desk(request, services, least)
    services.limits.spend("act at the desk", request, f"guest {guest.id}")
    return guest


def order_from(form: Any, subject_id: str = "") -> Order:
    """What a form asks for."""
    return Order(
        act=str(form.get("act", ""))[:20],
        subject_id=subject_id,
        reason=str(form.get("reason", "")),
        hours=whole_number(form, "hours", 0),
        role=str(form.get("role", ""))[:20],
    )


def whole_number(form: Any, name: str, otherwise: int | None = None) -> int:
    """A number of a form."""
    text = str(form.get(name, ""))
    if not text and otherwise is not None:
        return otherwise
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Refusal(MALFORMED, "this must be a number, not {given!r}", given=text[:20])
    return int(text)


def number_in(text: str) -> int:
    """A number of an address; 0, which nothing has, if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def duration_name(hours: int, t: Words) -> str:
    """How long a sanction lasts."""
    if not hours:
        return t("for good")
    if hours < DAY:
        return t.plural("{n} hour", "{n} hours", hours)
    return t.plural("{n} day", "{n} days", hours // DAY)


def durations(t: Words) -> list[tuple[int, str]]:
    """What a form offers."""
    return [(hours, duration_name(hours, t)) for hours in HOURS]
