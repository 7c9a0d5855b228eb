"""The page of a finished table or an uploaded record at any ply, from any seat; runs of positions for it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Response, get
from litestar.enums import MediaType
from litestar.params import FromPath

from citywright.analysis.result import Ledger
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, panel_svg
from citywright.draw.symbols import sheet
from citywright.game_parts import text_of
from citywright.server.analysis.analyses import DEEP, QUICK
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of, rule_link
from citywright.server.live.score_sheet import score_table
from citywright.server.live.seat_page import shape_of
from citywright.server.pages.layouts.played import played_board
from citywright.server.pages.requests import AnyRequest, address_of, lang_of, page
from citywright.server.pages.review.ledger_card import ledger_card
from citywright.server.pages.review.positions import Scene, position_at
from citywright.server.pages.review.runs import MOST_PLIES, run_of, symbols_shown
from citywright.server.pages.review.timeline import chances_chart, luck_chart, points_chart
from citywright.server.players.hints import Advice
from citywright.server.services import Services, TheServices
from citywright.server.tables.review import Review
from citywright.server.templates import render


async def review_of_table(request: AnyRequest, services: Services, table_id: str) -> Review:
    """A finished table."""
    guest = await services.guests.guest_of(request)
    table = await services.table_for(table_id, guest.id if guest else None)
    return services.reviews.of_table(table, names_of(table, words_of(lang_of(request))))


def asked_number(request: AnyRequest, name: str, most: int, otherwise: int) -> int:
    """A number of the address, such as the ply; at most so large."""
    given = request.query_params.get(name, "")
    if not given:
        return otherwise
    if not given.isdecimal() or len(given) > 9:
        raise Refusal(
            MALFORMED, "a ply is a number from 0 to {most}, not {given!r}", most=most, given=given[:20]
        )
    return min(int(given), most)


async def _scene(request: AnyRequest, services: Services, review: Review, path: str) -> Scene:
    """Who looks at what."""
    seat = review.seat_named(request.query_params.get("seat", ""))
    is_advised = request.query_params.get("advice") == "yes"
    ledger = await services.analyses.best_of(review)
    return Scene(review, path, seat, lang_of(request), ledger, is_advised=is_advised)


async def _advice(request: AnyRequest, services: Services, scene: Scene, ply: int) -> Advice | None:
    """What a master would do, if that is wanted and who looks may know."""

    def count() -> None:
        services.limits.spend("ask for advice", request)

    actor = (await services.reviews.aside(scene.review.state_at, ply)).actor()
    if not scene.is_advised or not scene.may_know(actor):
        return None
    return await services.hints.at_ply(scene.review, ply, scene.t.lang, count)


async def _show(
    request: AnyRequest, services: Services, review: Review, path: str, record: str
) -> Response[str]:
    """The page of a position. Whoever opens the first has the game analysed."""
    ply = asked_number(request, "ply", review.plies, review.plies)
    scene = await _scene(request, services, review, path)
    if scene.ledger is None and services.analyses.may_analyse(review):
        with suppress(Refusal):

            def count() -> None:
                services.limits.spend("have a game analysed", request)

            await services.analyses.ask(review, QUICK, count, again=False)
    values: dict[str, Any] = {
        "record": record,
        "played_on": await played_board(services, review.match),
        "base": address_of(request, services),
        "is_possible": services.analyses.may_analyse(review),
        "quick": await services.analyses.progress(review, QUICK),
        "deep": await services.analyses.progress(review, DEEP),
    }
    advice = await _advice(request, services, scene, ply)
    return await services.reviews.aside(_position_page, request, scene, ply, advice, values)


def _position_page(
    request: AnyRequest, scene: Scene, ply: int, advice: Advice | None, values: dict[str, Any]
) -> Response[str]:
    """The page of a position; runs in a thread, since the log of a long game takes its time."""
    review, t = scene.review, scene.t
    position = position_at(scene, ply, advice)
    fairness = review.fairness()
    drawn = {
        role: "".join(panel_svg(panel, sized=True) for panel in position.panels if panel.role == role)
        for role in (MAIN, TRAY, SIDE, OTHER)
    }
    timeline, caption = _timeline(scene, scene.ledger, ply)
    return page(
        request,
        "review.html",
        scene=scene,
        shape=shape_of(position.panels),
        ply=ply,
        drawn=drawn,
        elements=position.elements,
        symbols=sheet(symbols_shown(position)),
        log=_log_at(scene, ply),
        timeline=timeline,
        caption=caption,
        points=points_chart(review.match, review.names, t, ply) if scene.ledger else "",
        card=ledger_card(scene, scene.ledger) if scene.ledger else None,
        sheet=score_table(review.match, review.names, t) if review.match.over else "",
        fairness=fairness,
        problem=fairness.problem.translated(t) if fairness and fairness.problem else "",
        **values,
    )


def _timeline(scene: Scene, ledger: Ledger | None, ply: int) -> tuple[str, str]:
    """The course of the game, and what is drawn: chances and luck once they are known, else points."""
    review, t = scene.review, scene.t
    if ledger is None:
        return points_chart(review.match, review.names, t, ply), t("Points step by step")
    seat = max(0, scene.seat)
    drawn = chances_chart(scene, ledger, ply) + luck_chart(scene, ledger, seat, ply)
    return drawn, t("Above: chances to win. Below: luck of {name}.", name=review.names[seat])


def _log_at(scene: Scene, ply: int) -> str:
    """The whole log as the seat could know it; the last line before the ply is marked."""
    kept = scene.review.logs
    key = scene.seat, scene.t.lang
    if key not in kept:
        kept[key] = _log(scene)
    log, told = kept[key]
    current = max((number for number in told if number < ply), default=-1)
    return log.replace(f'id="log-{current}"', f'id="log-{current}" aria-current="step"', 1)


def _log(scene: Scene) -> tuple[str, list[int]]:
    """The log, and the plies of which it tells something."""
    review, lang = scene.review, scene.t.lang
    text = text_of(review.game)
    entries = []
    turn = -1
    for number, played in enumerate(review.plies_seen(review.plies, scene.seat)):
        action = review.game.format_action(played.code)
        sentences = [(event, text.sentence(event, review.names, lang, action)) for event in played.events]
        lines = [
            (event.seat, sentence, rule_link(review.game, event.rule, lang))
            for event, sentence in sentences
            if sentence
        ]
        if lines:
            entries.append((number, played.turn != turn, lines))
            turn = played.turn
    html = render("fragments/review_log.html", lang, entries=entries, path=scene.path, letter=scene.letter)
    return html, [number for number, _, _ in entries]


# --- tables and records ---------------------------------------------------------------


@get("/look/{table_id:str}")
async def review_table(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """A finished game at any ply, from any seat."""
    review = await review_of_table(request, services, table_id)
    return await _show(request, services, review, f"/look/{table_id}", f"/t/{table_id}/record")


@get("/r/{record_id:str}")
async def review_record(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[str]:
    """An uploaded record at any ply."""
    review = await services.reviews.of_record(record_id)
    return await _show(request, services, review, f"/r/{record_id}", f"/r/{record_id}/record")


@get("/look/{table_id:str}/plies")
async def plies_of_table(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[bytes]:
    """Positions of a finished game, for the script of its page."""
    review = await review_of_table(request, services, table_id)
    return await _plies(request, services, review, f"/look/{table_id}")


@get("/r/{record_id:str}/plies")
async def plies_of_record(
    request: AnyRequest, services: TheServices, record_id: FromPath[str]
) -> Response[bytes]:
    """Positions of an uploaded record, for the script of its page."""
    return await _plies(request, services, await services.reviews.of_record(record_id), f"/r/{record_id}")


async def _plies(request: AnyRequest, services: Services, review: Review, path: str) -> Response[bytes]:
    first = asked_number(request, "first", review.plies, 0)
    count = asked_number(request, "count", MOST_PLIES, 1)
    scene = await _scene(request, services, review, path)
    advice = await _advice(request, services, scene, first) if count == 1 else None
    run = await services.reviews.aside(run_of, scene, first, count, advice)
    return Response(run, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"})


@get("/r/{record_id:str}/record")
async def download(services: TheServices, record_id: FromPath[str]) -> Response[str]:
    """The record as it was uploaded."""
    text = (await services.reviews.of_record(record_id)).text
    headers = {"Content-Disposition": 'attachment; filename="record.txt"', "Cache-Control": "no-store"}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


HANDLERS = [review_table, review_record, plies_of_table, plies_of_record, download]
