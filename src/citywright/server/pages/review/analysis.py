"""The analysis of a game on its review page: how far it is, to begin and to stop it."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.analysis.analyses import Progress, check_depth
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.pages.requests import AnyRequest, lang_of
from citywright.server.pages.review.page import review_of_table
from citywright.server.services import Services, TheServices
from citywright.server.tables.review import Review


class Told(msgspec.Struct):
    """How far an analysis is, for the script of the page."""

    state: str
    percent: int
    words: str


@get("/look/{table_id:str}/analysis")
async def progress_of_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Told:
    """How far the analysis of a finished game is."""
    return await _progress(request, services, await review_of_table(request, services, table_id))


@get("/r/{record_id:str}/analysis")
async def progress_of_record(request: AnyRequest, services: TheServices, record_id: FromPath[str]) -> Told:
    """How far the analysis of an uploaded record is."""
    return await _progress(request, services, await services.reviews.of_record(record_id))


async def _progress(request: AnyRequest, services: Services, review: Review) -> Told:
    depth = check_depth(request.query_params.get("depth", "quick"))
    found: Progress = await services.analyses.progress(review, depth)
    t = words_of(lang_of(request))
    if depth == "deep":
        words = t("The game is being analysed in depth: {n}%", n=found.percent)
    else:
        words = t("The game is being analysed: {n}%", n=found.percent)
    return Told(found.state, found.percent, words)


@post("/look/{table_id:str}/analysis")
async def change_for_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Have a finished game analysed, or stop that."""
    review = await review_of_table(request, services, table_id)
    return await _change(request, services, review, f"/look/{table_id}")


@post("/r/{record_id:str}/analysis")
async def change_for_record(request: AnyRequest, services: TheServices, record_id: FromPath[str]) -> Redirect:
    """Have an uploaded record analysed, or stop that."""
    review = await services.reviews.of_record(record_id)
    return await _change(request, services, review, f"/r/{record_id}")


async def _change(request: AnyRequest, services: Services, review: Review, path: str) -> Redirect:
    form = await request.form()
    depth, do = check_depth(str(form.get("depth", ""))), str(form.get("do", ""))

    def count() -> None:
        services.limits.spend("have a game analysed", request)

    if do == "start":
        await services.analyses.ask(review, depth, count)
    elif do == "stop":
        count()
        await services.analyses.end(review, depth)
    else:
        raise Refusal(MALFORMED, "an analysis can be started or stopped, not {given!r}", given=do[:20])
    back = {name: str(form[name])[:20] for name in ("ply", "seat") if name in form}
    return Redirect(f"{path}?{urlencode(back)}#analysis", status_code=303)


HANDLERS = [progress_of_table, progress_of_record, change_for_table, change_for_record]
