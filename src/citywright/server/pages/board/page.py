"""The page of an analysis board at one position, and the list of the boards somebody has saved."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.engine.state import CHANCE
from citywright.game_parts import drawing_of, facts_of, text_of
from citywright.match.match import Match
from citywright.server.boards.saved import TITLE_LENGTH
from citywright.server.errors import Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import choices, facts_line
from citywright.server.live.seat_page import shape_of
from citywright.server.pages.board.source import PATHS, Board, board_of
from citywright.server.pages.board.steps import steps_of
from citywright.server.pages.board.thoughts import Thoughts, thoughts_of
from citywright.server.pages.requests import AnyRequest, address_of, lang_of, page
from citywright.server.services import TheServices
from citywright.server.tables.bot_choices import bots_to_choose, usual_bot
from citywright.text import Words
from citywright.variations.outcomes import outcome_title, picks_of


@get(PATHS)
async def board_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """A board at a position; with `think` also what bots think of it."""
    board = await board_of(request, services, request.query_params)
    lang = lang_of(request)
    thoughts: Thoughts | None = None
    problem = ""
    if request.query_params.get("think") == "yes":

        def count() -> None:
            services.limits.spend("ask for advice", request)

        try:
            thoughts = await thoughts_of(services.bots.workers, board.match, lang, count)
        except Refusal as refusal:
            problem = refusal.translated(words_of(lang))
    values = await services.reviews.aside(board_values, board, words_of(lang))
    return page(
        request,
        "board.html",
        board=board,
        thoughts=thoughts,
        problem=problem,
        base=address_of(request, services),
        title_length=TITLE_LENGTH,
        **values,
    )


def board_values(board: Board, t: Words) -> dict[str, Any]:
    """What the template shows of a position."""
    match, lang = board.match, t.lang
    seat = seat_shown(match)
    view = match.view(seat)
    panels = drawing_of(board.game).panels(view, lang, board.names)
    drawn = {
        role: "".join(panel_svg(panel, sized=True) for panel in panels if panel.role == role)
        for role in (MAIN, TRAY, SIDE, OTHER)
    }
    facts = [facts_line(own, t) for own in facts_of(board.game, view, lang).seats]
    kept = _as_in_the_game(board)
    tree, at = board.tree, board.at
    return {
        "seat": seat,
        "shape": shape_of(panels),
        "drawn": drawn,
        "prompt": text_of(board.game).prompt(view, lang, board.names),
        "choices": choices(board.game, view, t) if match.actor >= 0 else "",
        "scores": match.state.scores(),
        "facts": facts or [""] * match.seats,
        "symbols": sheet(symbols_in("".join([*drawn.values(), *facts]))),
        "steps": steps_of(board, t),
        "ways": _ways(board),
        "depth": match.ply,
        "picks": picks_of(board.game, match.state, board.names, lang),
        "kept": outcome_title(board.game, match.state, kept, board.names, lang) if kept else "",
        "is_chance": match.actor == CHANCE,
        "is_main": tree.is_main(at),
        "bots": bots_to_choose(board.game, lang),
        "usual_bot": usual_bot(board.game),
    }


def seat_shown(match: Match) -> int:
    """Through whose eyes a position is shown: who is to act, else who acted last."""
    if match.actor >= 0:
        return match.actor
    return next((ply.actor for ply in reversed(match.plies) if ply.actor >= 0), 0)


def _as_in_the_game(board: Board) -> str:
    """What chance brought in the game, where a position of the game itself is shown."""
    if board.match.actor != CHANCE or board.at >= len(board.tree.main):
        return ""
    return board.tree.words(board.at + 1)


def _ways(board: Board) -> dict[str, int]:
    """Where each key leads: back, on, and to what else was tried instead of the last action."""
    tree, at = board.tree, board.at
    on = tree.children(at)
    beside = tree.children(tree.parent(at)) if at else []
    place = beside.index(at) if at in beside else 0
    ways = {"Home": 0, "ArrowLeft": tree.parent(at), "ArrowRight": on[0] if on else at}
    ways["ArrowUp"] = beside[place - 1] if place > 0 else at
    ways["ArrowDown"] = beside[place + 1] if place + 1 < len(beside) else at
    return ways


@get("/board")
async def own_boards(request: AnyRequest, services: TheServices) -> Response[str]:
    """The boards that whoever asks has saved."""
    guest = await services.guests.guest_of(request)
    boards = await services.boards.of_guest(guest.id) if guest else []
    return page(request, "boards.html", boards=boards)


HANDLERS = [board_page, own_boards]
