"""What is done at an analysis board: play, roll, remove, save, and begin a game against bots from there.

Every action is checked by the rules. On an own saved board a change is saved at once; else it leads to an
address that has it.
"""

from __future__ import annotations

import secrets
from typing import Any

from litestar import post
from litestar.response import Redirect

from citywright.match.match import MatchError
from citywright.server.boards.saved import TITLE_LENGTH
from citywright.server.errors import ILLEGAL, MALFORMED, TOO_LARGE, Refusal
from citywright.server.language import words_of
from citywright.server.pages.board.source import LONGEST_TREE, PATHS, Board, address, board_of
from citywright.server.pages.dice import adding
from citywright.server.pages.requests import AnyRequest, guest_named, guest_or_refuse, lang_of
from citywright.server.services import Services, TheServices
from citywright.server.tables.new_rows import BOT, GUEST
from citywright.server.tables.terms import Terms
from citywright.variations.playing import play
from citywright.variations.tree import LONGEST_ACTION, Tree, TreeError

ME = "me"


@post(PATHS)
async def change_board(request: AnyRequest, services: TheServices) -> Redirect:
    """One change, named by `do`; leads to the page that shows what became of it."""
    form = await request.form()
    board = await board_of(request, services, form)
    do = str(form.get("do", "play"))
    if do == "play":
        return await _go_on(request, services, board, str(form.get("words", ""))[:LONGEST_ACTION])
    if do == "roll":
        return await _go_on(request, services, board, _rolled(board))
    if do == "pick":
        parts = [str(form.get("start", "")), *(str(face) for face in form.getall("face", []))]
        return await _go_on(request, services, board, " ".join(filter(None, parts))[:LONGEST_ACTION])
    if do == "remove":
        return await _remove(request, services, board)
    if do == "save":
        return await _save(request, services, board, str(form.get("title", "")))
    if do == "delete":
        return await _delete(request, services, board)
    if do == "start":
        return await _start(request, services, board, form)
    raise Refusal(MALFORMED, "there is nothing called {given!r} to do at a board", given=do[:20])


# --- playing --------------------------------------------------------------------------


async def _go_on(request: AnyRequest, services: Services, board: Board, words: str) -> Redirect:
    """Play an action, or what chance brings, from the position."""
    try:
        play(board.match.copy(), words)
        tree, at = board.tree.play(board.at, words)
    except MatchError as error:
        raise Refusal(error.code, error.message) from error
    except TreeError as error:
        raise Refusal(TOO_LARGE, error.message) from error
    return await _lead_to(request, services, board, tree, at)


def _rolled(board: Board) -> str:
    """What chance brings, at random."""
    state = board.match.state
    if board.match.actor >= 0 or board.match.over:
        raise Refusal(ILLEGAL, "nothing is rolled or drawn here")
    return board.game.format_action(state.chance_at(secrets.randbelow(state.chance_total())))


async def _remove(request: AnyRequest, services: Services, board: Board) -> Redirect:
    """Remove the last action and all that was tried after it."""
    try:
        tree, at = board.tree.remove(board.at)
    except TreeError as error:
        raise Refusal(ILLEGAL, error.message) from error
    return await _lead_to(request, services, board, tree, at)


async def _lead_to(request: AnyRequest, services: Services, board: Board, tree: Tree, at: int) -> Redirect:
    """The page of a changed tree; an own board is saved with it."""
    text = tree.format()
    if board.saved is not None and board.is_own and not board.is_changed:
        if tree is not board.tree:
            services.limits.spend("save a board", request)
            guest = await guest_or_refuse(request, services)
            await services.boards.change(board.saved, guest.id, tree=text, position=at)
        return Redirect(address(board.path, at, ""), status_code=303)
    if len(text) > LONGEST_TREE:
        raise Refusal(TOO_LARGE, "there are too many variations for an address: save this board, then go on")
    shown = "" if board.saved is not None and text == board.saved.tree else text
    return Redirect(address(board.path, at, shown), status_code=303)


# --- saving ---------------------------------------------------------------------------


async def _save(request: AnyRequest, services: Services, board: Board, title: str) -> Redirect:
    """Save a board as one's own, or an own board anew; leads to its link."""
    services.limits.spend("save a board", request)
    t = words_of(lang_of(request))
    title = " ".join(title.split())[:TITLE_LENGTH] or t("A game of {game}", game=board.game.titles[t.lang])
    text = board.tree.format()
    if board.saved is not None and board.is_own:
        guest = await guest_or_refuse(request, services)
        await services.boards.change(board.saved, guest.id, title=title, tree=text, position=board.at)
        return Redirect(address(board.path, board.at, ""), status_code=303)
    guest, cookies = await guest_named(request, services, "")
    source = board.saved.source if board.saved is not None else board.review.subject
    board_id = await services.boards.save(
        guest.id, board.review.match, source, title=title, tree=text, position=board.at
    )
    return Redirect(address(f"/board/{board_id}", board.at, ""), status_code=303, cookies=cookies)


async def _delete(request: AnyRequest, services: Services, board: Board) -> Redirect:
    guest = await guest_or_refuse(request, services)
    if board.saved is None:
        raise Refusal(ILLEGAL, "this board was not saved")
    await services.boards.remove(board.saved, guest.id)
    return Redirect("/board", status_code=303)


# --- a game against bots --------------------------------------------------------------


async def _start(request: AnyRequest, services: Services, board: Board, form: Any) -> Redirect:
    """A table where the game goes on from the position: one seat is the asker's, bots have the others."""
    match, who = board.match, [str(kind) for kind in form.getall("who", [])]
    if match.over:
        raise Refusal(ILLEGAL, "the game is over here: choose an earlier position")
    if len(who) != match.seats or who.count(ME) != 1:
        raise Refusal(MALFORMED, "you can take one seat, not {n}", n=who.count(ME))
    if any(kind != ME and not kind.startswith(BOT) for kind in who):
        raise Refusal(MALFORMED, "a seat is yours or a bot's")
    services.limits.spend("make a table", request)
    guest, cookies = await guest_named(request, services, "")
    kinds = [GUEST + guest.id if kind == ME else kind for kind in who]
    options = {"terms": _terms(board), "given": _given(board)}
    table_id = await adding.make_table(services, board.game, kinds, guest.id, form, **options)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


def _terms(board: Board) -> Terms:
    match: Any = board.match
    layout = None if match.has_default_layout else match.layout.source
    return Terms(start=match.start, layout=layout, may_talk=False)


def _given(board: Board) -> list[str]:
    """All actions that lead to the position."""
    return [board.game.format_action(ply.code) for ply in board.match.plies]


HANDLERS = [change_board]
