"""The analysis of a finished game over the API. The service is that of the pages."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from citywright.analysis.result import Ledger
from citywright.server.analysis.analyses import FAILED, QUICK, STOPPED, check_depth
from citywright.server.api.requests import PROBLEMS, Asker
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNAVAILABLE, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.services import TheServices

LONGEST_WAIT = 20.0  # seconds for one answer


@get("/tables/{table_id:str}/analysis", responses=PROBLEMS)
async def analysis(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    depth: Annotated[str, QueryParameter(pattern="^(quick|deep)$")] = QUICK,
) -> Ledger:
    """Luck and mistakes at every ply of a finished game. It is begun by the first who asks; while it is being
    made the answer is 503 after some seconds, and can be asked for again.
    """
    check_depth(depth)
    table = await services.table_for(table_id, asker.id if asker else None)
    if not table.match.over:
        raise Refusal(FORBIDDEN, "a game can be analysed when it is over")
    review = services.reviews.of_table(table, names_of(table, words_of("en")))

    if not services.analyses.may_analyse(review):
        raise Refusal(FORBIDDEN, "games are not analysed here")

    def count() -> None:
        services.limits.spend("have a game analysed", request)

    await services.analyses.ask(review, depth, count)
    found = await services.analyses.wait(review, depth, LONGEST_WAIT)
    if found is not None:
        return found
    progress = await services.analyses.progress(review, depth)
    if progress.state in (FAILED, STOPPED):
        raise Refusal(ILLEGAL, "this game could not be analysed")
    raise Refusal(
        UNAVAILABLE,
        "the analysis is not done yet: {n}% so far; ask again in a few seconds",
        n=progress.percent,
    )


HANDLERS = [analysis]
