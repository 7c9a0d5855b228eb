"""Tables over the API: listing, making, joining, viewing, playing. The services are those of the pages."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.enums import MediaType
from litestar.params import FromPath, JSONBody, QueryParameter

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.game_parts import text_of
from citywright.match.record import format_record
from citywright.server.api.requests import COMMON, PROBLEMS, Asker, Lang, Seat, known, own_seat, viewpoint_of
from citywright.server.api.types import (
    Choice,
    Choices,
    GameInfo,
    Join,
    NewTable,
    Play,
    Position,
    TableInfo,
    Undo,
    game_info,
    letter_or_none,
    position_of,
    table_info,
)
from citywright.server.dice.promises import Promise
from citywright.server.errors import MALFORMED, STALE_PLY, UNKNOWN, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.language import choose_language, words_of
from citywright.server.live.fragments import names_of
from citywright.server.players.guests import Guest
from citywright.server.players.hints import Advice
from citywright.server.services import Services, TheServices
from citywright.server.tables.lists import summary_of
from citywright.server.tables.new_rows import BOT, GUEST, OPEN
from citywright.server.tables.terms import Terms, check_clock, check_pace, check_start, game_or_refuse


@get("/games", responses=COMMON)
async def list_games() -> list[GameInfo]:
    """Every game that can be played here."""
    return [game_info(game) for game in games().values()]


@get("/tables", responses=COMMON)
async def list_tables(services: TheServices, asker: Asker) -> list[TableInfo]:
    """The asker's running tables, those that wait for it first, then public ones."""
    running = await services.lists.running_of(asker.id) if asker else []
    own = {table.id for table in running}
    others = [
        table for table in await services.lists.public(asker.id if asker else None) if table.id not in own
    ]
    return [table_info(table, asker.id if asker else None) for table in [*running, *others]]


async def terms_from(services: Services, game: Game, data: NewTable) -> Terms:
    """The terms that are asked for, checked; refused if its seats are not what seats can be."""
    if any(kind not in ("me", OPEN) and not kind.startswith(BOT) for kind in data.seats):
        raise Refusal(MALFORMED, "a seat is `me`, `open` or `bot:` and a bot's name")
    reserve, increment = check_clock(data.reserve, data.increment, data.pace)
    layout = data.layout
    if data.layout_id is not None:
        if layout is not None:
            raise Refusal(MALFORMED, "a table has a `layout` or a `layout_id`, not both")
        layout = await services.layouts.text_for(game, data.layout_id)
    return Terms(
        start=check_start(data.start, len(data.seats)),
        layout=await services.uploads.check_layout(game, layout),
        is_public=data.is_public,
        may_undo=data.may_undo,
        may_talk=data.may_talk,
        pace=check_pace(data.pace),
        reserve=reserve,
        increment=increment,
    )


@post("/tables", responses=PROBLEMS)
async def create_table(
    request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[NewTable]
) -> TableInfo:
    """Make a table; one seat may be `me`."""
    guest = known(asker)
    services.limits.spend("make a table", request, f"guest {guest.id}")
    game = game_or_refuse(data.game)
    if data.seats.count("me") > 1:
        raise Refusal(MALFORMED, "one seat at most is `me`")
    terms = await terms_from(services, game, data)
    who = [GUEST + guest.id if kind == "me" else kind for kind in data.seats]
    seat = data.seats.index("me") if "me" in data.seats else 0
    if data.number and "me" not in data.seats:
        raise Refusal(MALFORMED, "only who takes a seat adds a number to the dice")
    added = services.promises.added(data.promise, data.number, seat)
    table_id = await services.tables.make(game, who, terms=terms, **added)
    return table_info(summary_of(await services.tables.find(table_id)), guest.id)


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def show_table(services: TheServices, asker: Asker, table_id: FromPath[str]) -> TableInfo:
    """A table."""
    return table_info(
        summary_of(await services.table_for(table_id, asker.id if asker else None)),
        asker.id if asker else None,
    )


@post("/tables/{table_id:str}/join", status_code=200, responses=PROBLEMS)
async def join(
    services: TheServices, asker: Asker, table_id: FromPath[str], data: JSONBody[Join]
) -> TableInfo:
    """Take a seat."""
    guest = known(asker)
    table = await services.tables.find(table_id)
    if data.invitation is None:
        await services.friends.check_join(table, guest.id)
        await services.tables.join(table, guest.id)
    elif (await services.tables.invitation(data.invitation))[0].id != table_id:
        raise Refusal(UNKNOWN, "this invitation is for another table")
    else:
        await services.tables.sit(data.invitation, guest.id)
    return table_info(summary_of(table), guest.id)


@get("/tables/{table_id:str}/view", responses=PROBLEMS)
async def view(
    services: TheServices, asker: Asker, table_id: FromPath[str], seat: Seat = None
) -> dict[str, Any]:
    """Everything the asker's seat may know; its shape is the game's own."""
    table = await services.table_for(table_id, asker.id if asker else None)
    shown: dict[str, Any] = msgspec.to_builtins(table.match.view(viewpoint_of(table, asker, seat)))
    return shown


@get("/tables/{table_id:str}/actions", responses=PROBLEMS)
async def actions(
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    seat: Seat = None,
    lang: Lang = "en",
) -> Choices:
    """The legal actions, if the asker is to act; else none."""
    table = await services.table_for(table_id, asker.id if asker else None)
    viewpoint = viewpoint_of(table, asker, seat)
    if seat is None and asker is not None and table.actor in table.seats_of(asker.id):
        viewpoint = table.actor
    legal = table.match.legal_words() if viewpoint >= 0 and table.actor == viewpoint else []
    seat_view, text, language = table.match.view(viewpoint), text_of(table.game), choose_language(lang, "")
    titled = [Choice(words, text.action_title(words, seat_view, language)) for words in legal]
    return Choices(*table.at, letter_or_none(table.actor), titled)


@get("/tables/{table_id:str}/record", media_type=MediaType.TEXT, responses=PROBLEMS)
async def record(services: TheServices, asker: Asker, table_id: FromPath[str], seat: Seat = None) -> str:
    """The record so far, as the asker's seat may know it."""
    table = await services.table_for(table_id, asker.id if asker else None)
    return format_record(table.match, viewpoint_of(table, asker, seat))


@get("/dice", responses=COMMON)
async def promise(services: TheServices) -> Promise:
    """The id of a table to come and the fingerprint of its secret: send the promise, and a number of your
    own, when you make the table within the hour.
    """
    return services.promises.give()


@get("/tables/{table_id:str}/draws", responses=PROBLEMS)
async def draws(services: TheServices, asker: Asker, table_id: FromPath[str]) -> dict[str, Any]:
    """Every draw of a finished game as numbers, for a checker of your own."""
    table = await services.table_for(table_id, asker.id if asker else None)
    review = services.reviews.of_table(table, names_of(table, words_of("en")))
    return await services.reviews.aside(review.draws)


@get("/tables/{table_id:str}/hints", responses=PROBLEMS)
async def hints(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    table_id: FromPath[str],
    ply: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    lang: Lang = "en",
) -> Advice:
    """The best actions with what they promise: at any ply once the game is over, now against bots alone."""
    table, language = (
        await services.table_for(table_id, asker.id if asker else None),
        choose_language(lang, ""),
    )

    def count() -> None:
        services.limits.spend("ask for advice", request)

    if not table.match.over:
        if ply not in (None, table.match.ply):
            raise Refusal(STALE_PLY, "the table is at ply {ply}, not {given}", ply=table.match.ply, given=ply)
        return await services.hints.now(table, known(asker).id, language, count)
    review = services.reviews.of_table(table, names_of(table, words_of(language)))
    at = review.plies if ply is None else min(ply, review.plies)
    return await services.hints.at_ply(review, at, language, count)


@post("/tables/{table_id:str}/play", status_code=200, responses=PROBLEMS)
async def play(
    services: TheServices, asker: Asker, table_id: FromPath[str], data: JSONBody[Play]
) -> Position:
    """Act; answered once the action is durable."""
    table = await services.tables.find(table_id)
    seat = own_seat(table, asker, data.seat)
    await services.actions.play(table, seat, data.words, data.ply, data.epoch)
    return position_of(table)


@post("/tables/{table_id:str}/undo", status_code=200, responses=PROBLEMS)
async def undo(
    services: TheServices, asker: Asker, table_id: FromPath[str], data: JSONBody[Undo]
) -> Position:
    """Take the last decision back."""
    table = await services.tables.find(table_id)
    await services.actions.undo(table, own_seat(table, asker, data.seat), data.ply, data.epoch)
    return position_of(table)


@post("/tables/{table_id:str}/leave", status_code=200, responses=PROBLEMS)
async def leave(services: TheServices, asker: Asker, table_id: FromPath[str]) -> TableInfo:
    """Let a bot play the own seats until you return."""
    return await _for_own_seats(services, asker, table_id, services.actions.leave)


@post("/tables/{table_id:str}/return", status_code=200, responses=PROBLEMS)
async def come_back(services: TheServices, asker: Asker, table_id: FromPath[str]) -> TableInfo:
    """Play the own seats again."""
    return await _for_own_seats(services, asker, table_id, services.actions.come_back)


async def _for_own_seats(services: Services, asker: Guest | None, table_id: str, do: Any) -> TableInfo:
    table = await services.tables.find(table_id)
    own_seat(table, asker, None)
    for seat in table.seats_of(known(asker).id):
        await do(table, seat)
    return table_info(summary_of(table), known(asker).id)


HANDLERS = [
    list_games,
    list_tables,
    create_table,
    show_table,
    join,
    view,
    actions,
    record,
    promise,
    draws,
    hints,
    play,
    undo,
    leave,
    come_back,
]
