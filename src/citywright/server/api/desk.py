"""The host's desk over the API: reports that wait, and what is decided about them, for those with a role."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from citywright.server.api.requests import COMMON, PROBLEMS, Asker, known
from citywright.server.api.types import NO_NUL
from citywright.server.desk.acts import Order
from citywright.server.desk.reading import Report
from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices

LISTED = {status: spec for status, spec in PROBLEMS.items() if status != 409}


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be done about a report: `nothing`, `warn`, `mute`, `suspension`, `rename` or `close`."""

    act: Annotated[str, Meta(pattern="^(nothing|warn|mute|suspension|unsuspend|rename|close)$")]
    reason: Annotated[str, Meta(max_length=300, pattern=NO_NUL)] = ""
    hours: Annotated[int, Meta(ge=0, le=8760)] = 24  # of a mute or suspension; 0: for good


async def _at_desk(services: Services, asker: Guest | None) -> Guest:
    """The owner of the token, who needs a role."""
    guest = known(asker)
    if not await services.desk.reading.role(guest.id):
        raise Refusal(FORBIDDEN, "this is for people with a role at the host’s desk")
    return guest


@get("/desk/reports", responses=COMMON, tags=["desk"])
async def list_reports(services: TheServices, asker: Asker) -> list[Report]:
    """The reports that wait, the oldest first, with the chat lines they are about."""
    guest = await _at_desk(services, asker)
    return await services.desk.reading.open_reports(guest.id)


@post("/desk/reports/{number:str}", status_code=200, responses=LISTED, tags=["desk"])
async def decide_report(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    number: FromPath[str],
    data: JSONBody[Decision],
) -> Report:
    """Answer a report; it is told as it is then."""
    guest = await _at_desk(services, asker)
    report = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0
    services.limits.spend("act at the desk", request, f"guest {guest.id}")
    order = Order(act=data.act, subject_id="", reason=data.reason, hours=data.hours)
    await services.desk.decide(guest, report, order)
    return await services.desk.reading.report(guest.id, report)


HANDLERS = [list_reports, decide_report]
