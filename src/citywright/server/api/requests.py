"""What all addresses of the API share: who owns the token, which seat is meant, the form of a refusal."""

from __future__ import annotations

import logging
from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from sqlalchemy.exc import SQLAlchemyError

from citywright.engine.view import SEAT_LETTERS
from citywright.server import errors
from citywright.server.api.types import NO_NUL, LayoutProblem, Problem
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.http.security import HEADERS
from citywright.server.players.guests import Guest
from citywright.server.services import TheServices
from citywright.server.tables.table import Table
from citywright.server.uploads.uploads import LayoutRefused

log = logging.getLogger(__name__)

Asker = NamedDependency[Guest | None]
_MEANING = {
    400: "malformed: the request cannot be read",
    403: "forbidden: not with this token, or not from this seat",
    404: "unknown: there is no such thing",
    405: "malformed: this method is not for this address",
    409: "not your turn, or stale ply: the table is elsewhere",
    413: "too large",
    422: "illegal: the action exists, but not in this position",
    429: "too many requests",
    503: "unavailable: nothing was changed, it may be tried again",
}
PROBLEMS = {
    status: ResponseSpec(Problem, description=meaning, generate_examples=False)
    for status, meaning in _MEANING.items()
}
COMMON = {
    status: spec for status, spec in PROBLEMS.items() if status not in (404, 409, 422)
}  # without a table
_CODES = {403: errors.FORBIDDEN, 404: UNKNOWN, 413: errors.TOO_LARGE, 429: errors.TOO_MANY}


async def provide_asker(request: AnyRequest, services: TheServices) -> Guest | None:
    """The owner of the token that came with the request, if there was one."""
    guest = await services.tokens.owner_of(request.headers.get("authorization"))
    if guest is not None:
        services.limits.spend_for("ask for something", f"guest {guest.id}")
    return guest


def explain(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Every refusal in the same form."""
    headers = {header.name: str(header.value) for header in HEADERS}
    if isinstance(error, Refusal):
        status, problem = error.status, Problem(error.code, error.reason, _problems(error))
    elif isinstance(error, HTTPException):
        status, headers = error.status_code, headers | dict(error.headers or {})
        detail = _detail(error) if status < 500 else "something went wrong here; it was noted"
        problem = Problem(_CODES.get(status, MALFORMED), detail)
    elif errors.is_value_refused(error):
        log.warning("the database takes no such value", exc_info=error)
        status, problem = 400, Problem(MALFORMED, "this request cannot be read")
    elif isinstance(error, SQLAlchemyError | OSError):
        log.error("the database failed", exc_info=error)
        status, problem = 503, Problem(errors.UNAVAILABLE, "the database cannot be reached; try again")
    else:
        log.error("an API request failed", exc_info=error)
        status, problem = 500, Problem(errors.UNAVAILABLE, "something went wrong here; it was noted")
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def _problems(refusal: Refusal) -> list[LayoutProblem]:
    """What is wrong with a layout, if one was refused."""
    faults = refusal.faults("en") if isinstance(refusal, LayoutRefused) else []
    return [LayoutProblem(fault.place, fault.words, fault.rule) for fault in faults]


def _detail(error: HTTPException) -> str:
    """What the framework found wrong, with the names of the fields."""
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [f"{fault.get('key', '?')}: {fault.get('message', '?')}" for fault in extra]
    return "; ".join(faults) or error.detail


def known(asker: Guest | None) -> Guest:
    """The owner of the token, which is needed here."""
    if asker is None:
        raise Refusal(FORBIDDEN, "this needs a token: make one at /programs and send it as Bearer")
    return asker


def own_seat(table: Table, asker: Guest | None, letter: str | None) -> int:
    """The seat the asker acts for."""
    own = table.seats_of(known(asker).id)
    if not own:
        raise Refusal(FORBIDDEN, "you do not sit at this table")
    if letter is None:
        return table.match.actor if table.match.actor in own else own[0]
    seat = SEAT_LETTERS.index(letter)
    if seat not in own:
        raise Refusal(FORBIDDEN, "seat {letter} is not yours", letter=letter)
    return seat


def viewpoint_of(table: Table, asker: Guest | None, letter: str | None) -> int:
    """The seat the asker sees the table from: an own one, or CHANCE as a spectator."""
    if letter is None:
        return table.seat_for(asker.id if asker else None)
    return own_seat(table, asker, letter)


Seat = Annotated[
    str | None, QueryParameter(pattern="^[A-H]$", max_length=1)
]  # msgspec.Meta has no effect on a query
Lang = Annotated[str, QueryParameter(pattern=NO_NUL)]
