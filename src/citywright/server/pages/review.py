"""The review pages: a finished table or an uploaded record at any ply, from any seat; pictures; uploads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.draw.theme import LIGHT
from citywright.game_parts import drawing_of, facts_of, text_of
from citywright.match.record import RecordError
from citywright.pictures import NoPicture, picture_of, png_of
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import facts_line, names_of, rule_link
from citywright.server.live.score_sheet import plot, score_table, turn_starts
from citywright.server.live.seat_page import shape_of
from citywright.server.pages.layouts.played import played_board
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import Services, TheServices
from citywright.server.tables.review import Review, letter_of
from citywright.server.tables.uploads import LARGEST_RECORD
from citywright.server.templates import render

PICTURE_WIDTH = 1200


async def _review_table(request: AnyRequest, services: Services, table_id: str) -> Review:
    table = await services.tables.find(table_id)
    return services.reviews.of_table(table, names_of(table, words_of(lang_of(request))))


def _ply(request: AnyRequest, review: Review) -> int:
    ply = request.query_params.get("ply", "")
    if not ply:
        return review.plies
    if not ply.isdecimal() or len(ply) > 9:
        raise Refusal(
            MALFORMED, "a ply is a number from 0 to {most}, not {given!r}", most=review.plies, given=ply[:20]
        )
    return min(int(ply), review.plies)


async def _show(
    request: AnyRequest, services: Services, review: Review, path: str, record: str
) -> Response[str]:
    """The page of a position."""
    ply = _ply(request, review)
    seat = review.seat_named(request.query_params.get("seat", ""))
    is_advised = request.query_params.get("advice") == "yes"

    def count() -> None:
        services.limits.spend("ask for advice", request)

    actor = (await services.reviews.aside(review.state_at, ply)).actor()
    may_know = seat == actor or not review.game.has_secrets
    advice = None
    if is_advised and may_know:
        advice = await services.hints.at_ply(review, ply, lang_of(request), count)
    values: dict[str, Any] = {
        "path_of": path,
        "record": record,
        "is_advised": is_advised,
        "advice": advice,
        "played_on": await played_board(services, review.match),
        "knower": actor if actor in review.viewpoints() and not may_know else None,
    }
    return await services.reviews.aside(_position_page, request, review, ply, seat, values)


def _position_page(
    request: AnyRequest, review: Review, ply: int, seat: int, values: dict[str, Any]
) -> Response[str]:
    """The page of a position; runs in a thread, since the log of a long game takes its time."""
    lang = lang_of(request)
    t = words_of(lang)
    view = review.view(ply, seat)
    panels = drawing_of(review.game).panels(view, lang, review.names)
    turns = turn_starts(review.match)
    fairness = review.fairness()
    drawn = {
        role: "".join(panel_svg(panel, sized=True) for panel in panels if panel.role == role)
        for role in (MAIN, TRAY, SIDE, OTHER)
    }
    facts = [facts_line(own, t) for own in facts_of(review.game, view, lang).seats]
    return page(
        request,
        "review.html",
        review=review,
        shape=shape_of(panels),
        ply=ply,
        letter=letter_of(seat),
        viewpoints=[(letter_of(viewpoint), viewpoint) for viewpoint in review.viewpoints()],
        before=max((start for start in turns if start < ply), default=0),
        after=min((start for start in turns if start > ply), default=review.plies),
        scores=review.state_at(ply).scores(),
        prompt=text_of(review.game).prompt(view, lang, review.names),
        drawn=drawn,
        facts=facts or [""] * len(review.names),
        symbols=sheet(symbols_in("".join([*drawn.values(), *facts]))),
        log=_log(review, ply, seat, lang),
        plot=plot(review.match, review.names, t, ply),
        sheet=score_table(review.match, review.names, t) if review.match.over else "",
        fairness=fairness,
        problem=fairness.problem.translated(t) if fairness and fairness.problem else "",
        **values,
    )


def _log(review: Review, ply: int, seat: int, lang: str) -> str:
    """The log before a ply, with what the seat could know."""
    text = text_of(review.game)
    entries = []
    for number, played in enumerate(review.plies_seen(ply, seat)):
        action = review.game.format_action(played.code)
        sentences = [(event, text.sentence(event, review.names, lang, action)) for event in played.events]
        lines = [
            (event.seat, sentence, rule_link(review.game, event.rule, lang))
            for event, sentence in sentences
            if sentence
        ]
        if lines:
            entries.append((number, lines))
    return render("fragments/review_log.html", lang, entries=entries)


@get("/look/{table_id:str}")
async def review_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """A finished game at any ply, from any seat."""
    review = await _review_table(request, services, table_id)
    return await _show(request, services, review, f"/look/{table_id}", f"/t/{table_id}/record")


@get("/r/{record_id:str}")
async def review_record(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[str]:
    """An uploaded record at any ply."""
    review = await services.reviews.of_record(record_id)
    return await _show(request, services, review, f"/r/{record_id}", f"/r/{record_id}/record")


@get("/r/{record_id:str}/record")
async def download(services: TheServices, record_id: FromPath[str]) -> Response[str]:
    """The record as it was uploaded."""
    text = (await services.reviews.of_record(record_id)).text
    headers = {"Content-Disposition": 'attachment; filename="record.txt"', "Cache-Control": "no-store"}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


# --- pictures to share ----------------------------------------------------------------


@get("/look/{table_id:str}/picture.png")
async def table_picture(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[bytes]:
    """The boards of a finished game as a picture."""
    return await _picture(request, services, await _review_table(request, services, table_id))


@get("/r/{record_id:str}/picture.png")
async def record_picture(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[bytes]:
    """The boards of an uploaded record as a picture."""
    return await _picture(request, services, await services.reviews.of_record(record_id))


async def _picture(request: AnyRequest, services: Services, review: Review) -> Response[bytes]:
    services.limits.spend("have a picture drawn", request)
    seat = review.seat_named(request.query_params.get("seat", ""))
    png = await services.reviews.aside(_png_of, review, _ply(request, review), seat, lang_of(request))
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _png_of(review: Review, ply: int, seat: int, lang: str) -> bytes:
    try:
        return _png(picture_of(review.view(ply, seat), lang, LIGHT, review.names))
    except NoPicture as error:
        raise Refusal(UNKNOWN, "there is no such picture") from error


@lru_cache(16)
def _png(svg: str) -> bytes:
    return png_of(svg, PICTURE_WIDTH)


# --- uploads --------------------------------------------------------------------------


@get("/look")
async def upload_page(request: AnyRequest) -> Response[str]:
    """Asks for a record."""
    return page(request, "upload_record.html", problem="", line="", text="")


@post("/look", request_max_body_size=LARGEST_RECORD + 20_000)
async def upload(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Check a record and show it; a fault is shown with its line."""
    services.limits.spend("upload a record", request)
    form = await request.form()
    uploaded = form.get("record")
    source: bytes = await uploaded.read() if isinstance(uploaded, UploadFile) else b""
    source = source or str(form.get("text", "")).encode()
    guest = await services.guests.guest_of(request)
    try:
        record_id = await services.reviews.upload(source, guest.id if guest else None)
    except RecordError as error:
        lines = source.decode("utf-8", "replace").splitlines()
        line = lines[error.line - 1][:200] if 0 < error.line <= len(lines) else ""
        problem = error.message.translated(words_of(lang_of(request)))
        return page(request, "upload_record.html", 400, problem=problem, line=line, text="\n".join(lines))
    return Redirect(f"/r/{record_id}", status_code=303)


HANDLERS = [
    review_table,
    review_record,
    download,
    table_picture,
    record_picture,
    upload_page,
    upload,
]
