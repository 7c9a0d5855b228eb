"""The pages that look back: a finished table or an uploaded record at any ply, through any eyes; pictures."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import func, insert, select

from citywright.draw.panel import panel_svg
from citywright.draw.theme import LIGHT
from citywright.engine.state import CHANCE
from citywright.engine.view import seat_letter
from citywright.game_parts import text_of
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import verify
from citywright.pictures import NoPicture, picture_of, png_of
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, TOO_LARGE, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.live.score_sheet import plot, score_table
from citywright.server.live.seat_page import ROLES, has_room_below, is_broad
from citywright.server.pages.hints import advice_at
from citywright.server.pages.table import lang_of, page
from citywright.server.services import Services, TheServices
from citywright.server.storage.schema import records
from citywright.server.tables.review import LookBack
from citywright.server.tables.service import new_id

AnyRequest = Request[Any, Any, Any]
LARGEST_RECORD = 400_000
MOST_RECORDS = 200
PICTURE_WIDTH = 1200


async def table_look(services: Services, table_id: str, lang: str) -> LookBack:
    """A finished table."""
    table = await services.tables.find(table_id)
    if not table.match.over:
        raise Refusal(FORBIDDEN, "a game can be looked back at when it is over")
    names = names_of(table, words_of(lang))
    look = services.shelf.get(table_id)
    if look is None or look.names != names:
        look = services.shelf.put(table_id, LookBack(table.match, names, format_record(table.match)))
    return look


async def record_look(services: Services, record_id: str) -> LookBack:
    """An uploaded record."""
    look = services.shelf.get(f"r/{record_id}")
    if look is None:
        query = select(records.c.text).where(records.c.id == record_id)
        async with services.database.read() as connection:
            text = (await connection.execute(query)).scalar_one_or_none()
        if text is None:
            raise Refusal(UNKNOWN, "there is no such record")
        try:
            match = await asyncio.to_thread(lambda: verify(parse_record(text)))
        except RecordError as error:
            raise Refusal(
                MALFORMED, "this record cannot be read any more: {problem}", problem=error.said
            ) from error
        look = services.shelf.put(f"r/{record_id}", LookBack(match, list(match.names), text))
    return look


def _ply(request: AnyRequest, look: LookBack) -> int:
    asked = request.query_params.get("ply", "")
    if not asked:
        return look.plies
    if not asked.isdecimal() or len(asked) > 9:
        given = asked[:20]
        raise Refusal(
            MALFORMED, "a ply is a number from 0 to {most}, not {given!r}", most=look.plies, given=given
        )
    return min(int(asked), look.plies)


async def _show(
    request: AnyRequest, services: Services, look: LookBack, path: str, record: str
) -> Response[str]:
    """The page of a position."""
    lang, ply = lang_of(request), _ply(request, look)
    t = words_of(lang)
    seat = look.seat_named(request.query_params.get("seat", ""))
    is_advised = request.query_params.get("advice") == "yes"
    actor = look.state_at(ply).actor()
    may_know = seat == actor or not look.game.has_secrets
    panels = look.panels(ply, seat, lang)
    turns = look.turns()
    letter = "-" if seat == CHANCE else seat_letter(seat)
    eyes = [("-" if eye == CHANCE else seat_letter(eye), eye) for eye in look.eyes()]
    return page(
        request,
        "look.html",
        look=look,
        broad=is_broad(panels),
        below=has_room_below(panels),
        path_of=path,
        record=record,
        ply=ply,
        letter=letter,
        eyes=eyes,
        before=max((start for start in turns if start < ply), default=0),
        after=min((start for start in turns if start > ply), default=look.plies),
        scores=look.state_at(ply).scores(),
        is_advised=is_advised,
        advice=await advice_at(services, request, look, ply, lang) if is_advised and may_know else None,
        knower=actor if actor in look.eyes() and not may_know else None,
        prompt=text_of(look.game).prompt(look.view(ply, seat), lang, look.names),
        drawn={role: "".join(panel_svg(p) for p in panels if p.role == role) for role in ROLES},
        log=look.log(ply, seat, lang),
        plot=plot(look.match, look.names, t, ply),
        sheet=score_table(look.match, look.names, t) if look.match.over else "",
        fairness=look.fairness(t),
    )


@get("/look/{table_id:str}")
async def look_at_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """A finished game at any ply, through any eyes."""
    look = await table_look(services, table_id, lang_of(request))
    return await _show(request, services, look, f"/look/{table_id}", f"/t/{table_id}/record")


@get("/r/{record_id:str}")
async def look_at_record(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[str]:
    """An uploaded record at any ply."""
    look = await record_look(services, record_id)
    return await _show(request, services, look, f"/r/{record_id}", f"/r/{record_id}/record")


@get("/r/{record_id:str}/record")
async def download(services: TheServices, record_id: FromPath[str]) -> Response[str]:
    """The record as it was uploaded."""
    text = (await record_look(services, record_id)).text
    headers = {"Content-Disposition": 'attachment; filename="record.txt"', "Cache-Control": "no-store"}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


# --- pictures to share ----------------------------------------------------------------


@get("/look/{table_id:str}/picture.png")
async def table_picture(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[bytes]:
    """The boards of a finished game as a picture."""
    return await _picture(request, services, await table_look(services, table_id, lang_of(request)))


@get("/r/{record_id:str}/picture.png")
async def record_picture(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[bytes]:
    """The boards of an uploaded record as a picture."""
    return await _picture(request, services, await record_look(services, record_id))


async def _picture(request: AnyRequest, services: Services, look: LookBack) -> Response[bytes]:
    services.limits.spend("have a picture drawn", request)
    seat = look.seat_named(request.query_params.get("seat", ""))
    view, lang = look.view(_ply(request, look), seat), lang_of(request)
    try:
        svg = picture_of(view, lang, LIGHT, look.names)
    except NoPicture as error:
        raise Refusal(UNKNOWN, "there is no such picture") from error
    png = await asyncio.to_thread(_png, svg)
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


@lru_cache(16)
def _png(svg: str) -> bytes:
    return png_of(svg, PICTURE_WIDTH)


# --- uploads --------------------------------------------------------------------------


@get("/look")
async def upload_page(request: AnyRequest) -> Response[str]:
    """Asks for a record."""
    return page(request, "upload.html", problem="", line="", text="")


@post("/look", request_max_body_size=LARGEST_RECORD + 20_000)
async def upload(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Check a record and show it; what is wrong with it is told with its line."""
    services.limits.spend("upload a record", request)
    form = await request.form()
    given = form.get("record")
    source: bytes = await given.read() if isinstance(given, UploadFile) else b""
    source = source or str(form.get("text", "")).encode()
    if len(source) > LARGEST_RECORD:
        raise Refusal(TOO_LARGE, "a record that is uploaded has at most {most} bytes", most=LARGEST_RECORD)
    try:
        match = await asyncio.to_thread(lambda: verify(parse_record(source)))
    except RecordError as error:
        lines = source.decode("utf-8", "replace").splitlines()
        line = lines[error.line - 1][:200] if 0 < error.line <= len(lines) else ""
        problem = error.said.told(words_of(lang_of(request)))
        return page(request, "upload.html", 400, problem=problem, line=line, text="\n".join(lines))
    guest = await services.guests.guest_of(request)
    record_id = await _keep(services, match.game.id, source.decode("utf-8"), guest.id if guest else None)
    return Redirect(f"/r/{record_id}", status_code=303)


async def _keep(services: Services, game: str, text: str, guest_id: str | None) -> str:
    record_id = new_id()
    row = {"id": record_id, "guest_id": guest_id, "game": game, "text": text, "created": now_ms()}
    async with services.database.write() as connection:
        if guest_id is not None:
            query = select(func.count()).select_from(records).where(records.c.guest_id == guest_id)
            if (await connection.execute(query)).scalar_one() >= MOST_RECORDS:
                raise Refusal(FORBIDDEN, "you have uploaded {most} records already", most=MOST_RECORDS)
        await connection.execute(insert(records).values(row))
    return record_id


HANDLERS = [
    look_at_table,
    look_at_record,
    download,
    table_picture,
    record_picture,
    upload_page,
    upload,
]
