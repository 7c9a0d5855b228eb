"""The page about the dice of a game: where they come from, and a check that runs in the reader's browser."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from citywright.match.dice import dealer_in
from citywright.match.record import parse_record
from citywright.server.language import words_of
from citywright.server.live.dice_words import DiceStory, story_of
from citywright.server.live.fragments import names_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.pages.review.page import review_of_table
from citywright.server.services import TheServices


@get("/t/{table_id:str}/dice")
async def dice_of_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """The dice of a table, running or finished."""
    guest = await services.guests.guest_of(request)
    table = await services.table_for(table_id, guest.id if guest else None)
    t = words_of(lang_of(request))
    match = table.match
    story = story_of(match.dealer, names_of(table, t), table.terms.deal, t)
    return _page(request, story, match, f"/t/{table_id}", match.secret, table=table_id)


@get("/r/{record_id:str}/dice")
async def dice_of_record(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[str]:
    """The dice of an uploaded record."""
    review = await services.reviews.of_record(record_id)
    record, t = parse_record(review.text), words_of(lang_of(request))
    secret = record.headers.get("secret")
    dealer = dealer_in(record) if secret else None
    story = story_of(dealer, review.names, "", t)
    return _page(request, story, review.match, f"/r/{record_id}", secret)


def _page(
    request: AnyRequest, story: DiceStory | None, match: Any, path: str, secret: str | None, table: str = ""
) -> Response[str]:
    values = {
        "story": story,
        "game": match.game,
        "match": match,
        "at": path,
        "secret": secret,
        "table": table,
    }
    return page(request, "dice.html", **values)


@get("/t/{table_id:str}/draws")
async def draws_of_table(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[dict[str, Any]]:
    """Every draw of a finished game as numbers, for the check in the browser."""
    review = await review_of_table(request, services, table_id)
    return _draws(await services.reviews.aside(review.draws))


@get("/r/{record_id:str}/draws")
async def draws_of_record(services: TheServices, record_id: FromPath[str]) -> Response[dict[str, Any]]:
    """The same of an uploaded record."""
    review = await services.reviews.of_record(record_id)
    return _draws(await services.reviews.aside(review.draws))


def _draws(draws: dict[str, Any]) -> Response[dict[str, Any]]:
    return Response(draws, headers={"Cache-Control": "no-store"})


HANDLERS = [dice_of_table, dice_of_record, draws_of_table, draws_of_record]
