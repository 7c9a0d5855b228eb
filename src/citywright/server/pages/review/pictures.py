"""Pictures of a position: to share, and for those who show a preview of a link to it."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath

from citywright.draw.compose.preview import WIDTH, preview
from citywright.draw.theme import LIGHT
from citywright.game_parts import drawing_of, tone_of
from citywright.pictures import NoPicture, picture_of, png_of
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.pages.requests import AnyRequest, lang_of
from citywright.server.pages.review.page import asked_number, review_of_table
from citywright.server.services import Services, TheServices
from citywright.server.tables.review import Review

PICTURE_WIDTH = 1200


@get("/look/{table_id:str}/picture.png")
async def table_picture(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[bytes]:
    """The boards of a finished game as a picture."""
    return await _picture(request, services, await review_of_table(request, services, table_id))


@get("/r/{record_id:str}/picture.png")
async def record_picture(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[bytes]:
    """The boards of an uploaded record as a picture."""
    return await _picture(request, services, await services.reviews.of_record(record_id))


@get("/look/{table_id:str}/preview.png")
async def table_preview(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[bytes]:
    """A position of a finished game, in the shape in which links are shown."""
    review = await review_of_table(request, services, table_id)
    return await _picture(request, services, review, for_link=True)


@get("/r/{record_id:str}/preview.png")
async def record_preview(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[bytes]:
    """A position of an uploaded record, in the shape in which links are shown."""
    return await _picture(request, services, await services.reviews.of_record(record_id), for_link=True)


async def _picture(
    request: AnyRequest, services: Services, review: Review, *, for_link: bool = False
) -> Response[bytes]:
    services.limits.spend("have a picture drawn", request)
    seat = review.seat_named(request.query_params.get("seat", ""))
    ply = asked_number(request, "ply", review.plies, review.plies)
    draw = _preview_of if for_link else _picture_of
    png = await services.reviews.aside(draw, review, ply, seat, lang_of(request))
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _picture_of(review: Review, ply: int, seat: int, lang: str) -> bytes:
    try:
        return _png(picture_of(review.view(ply, seat), lang, LIGHT, review.names), PICTURE_WIDTH)
    except NoPicture as error:
        raise Refusal(UNKNOWN, "there is no such picture") from error


def _preview_of(review: Review, ply: int, seat: int, lang: str) -> bytes:
    game = review.game
    panels = drawing_of(game).panels(review.view(ply, seat), lang, review.names)
    svg = preview(panels, game.titles[lang], review.match.seats, tone=tone_of(game))
    if not svg:
        raise Refusal(UNKNOWN, "there is no such picture")
    return _png(svg, WIDTH)


@lru_cache(16)
def _png(svg: str, width: int) -> bytes:
    return png_of(svg, width)


HANDLERS = [table_picture, record_picture, table_preview, record_preview]
