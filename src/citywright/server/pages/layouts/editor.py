"""The editor of layouts: the page, and what it asks while somebody edits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath

from citywright.engine.game import Game, Problem
from citywright.engine.layout.about import SOURCES
from citywright.engine.sentence import Sentence
from citywright.game_parts import editing_of, editor_of
from citywright.game_parts.contract import GameEditing, GameEditor
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.language import words_of, words_of_game
from citywright.server.pages.layouts.words import source_names
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import TheServices
from citywright.server.tables.terms import game_or_refuse
from citywright.server.uploads.layout_check import Draft, DraftInspection
from citywright.text import Words
from citywright.text.phrases import capital

NAMED = ("place", "list")  # the parts of sentences that name a place of the file
LARGEST_DRAFT = 200_000  # bytes


@get("/layouts/{layout_id:str}/edit")
async def edit(request: AnyRequest, services: TheServices, layout_id: FromPath[str]) -> Response[str]:
    """The editor, with a layout of the shelf or the usual board of a game."""
    layout = await services.layouts.find(layout_id)
    game, lang = layout.game, lang_of(request)
    editor, _ = _editor_or_refuse(game, lang)
    guest = await services.guests.guest_of(request)
    is_own = layout.belongs_to(guest.id if guest else None)
    start = await services.uploads.read_draft(game, layout.text)
    if not is_own:  # another one begins here, and tells where it is from
        start.origin = {key: value for key, value in layout.as_origin._asdict().items() if value}
        start.name = start.author = start.version = start.notes = ""
    return page(
        request,
        "layout_editor.html",
        game=game,
        layout_id=layout.id,
        is_own=is_own,
        sheet=msgspec.to_builtins(editor.sheet(lang)),
        start=msgspec.to_builtins(start),
        sources=SOURCES,
        source_names=source_names(words_of(lang)),
        words=_script_words(words_of(lang)),
    )


def _editor_or_refuse(game: Game, lang: str) -> tuple[GameEditor, GameEditing]:
    """How a game's layout is shown and read by the editor; refused if it has none."""
    editor, editing = editor_of(game), editing_of(game)
    if editor is None or editing is None:
        raise Refusal(UNKNOWN, "{game} has no editor for its board", game=game.titles[lang])
    return editor, editing


def _script_words(t: Words) -> dict[str, str]:
    """What the script says."""
    return {
        **source_names(t),
        "look": t("Look and move"),
        "points": t("Points"),
        "lines": t("Lines"),
        "fields": t("Fields"),
        "water": t("At the water"),
        "nothing": t("nothing here"),
        "checking": t("Checking …"),
        "sound": t("This board can be played."),
        "unsound": t("Something is wrong or missing:"),
        "offline": t("The server does not answer. Your board is kept here; checking goes on by itself."),
        "slow": t("That was a lot at once; checking goes on in a moment."),
        "refused": t("The server could not check this board."),
        "noMirror": t("This map cannot be mirrored: some of it would lie beside the grid."),
        "noCopy": t("There is nothing to copy here, or no room for it."),
        "noPhoto": t("This file is no picture that can be shown."),
    }


@post("/layouts/open/{game_id:str}", status_code=200, request_max_body_size=LARGEST_DRAFT)
async def open_file(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> dict[str, Any]:
    """A layout file for the editor; or why it cannot be opened."""
    services.limits.spend("check a layout", request)
    game = game_or_refuse(game_id)
    _editor_or_refuse(game, lang_of(request))
    try:
        text = (await request.body()).decode("utf-8-sig")
        return {"start": await services.uploads.read_draft(game, text)}
    except UnicodeDecodeError:
        refusal = Refusal(MALFORMED, "the file is not UTF-8 text")
    except Refusal as error:
        refusal = error
    return {"problem": capital(refusal.translated(words_of(lang_of(request))))}


@post("/layouts/check", status_code=200, request_max_body_size=LARGEST_DRAFT)
async def check(request: AnyRequest, services: TheServices) -> dict[str, Any]:
    """What is right and wrong with a layout that is being edited, and its text as a file."""
    services.limits.spend("check a layout", request)
    try:
        draft = msgspec.json.decode(await request.body(), type=Draft)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(MALFORMED, "this is no layout: {problem}", problem=str(error)[:200]) from None
    game = game_or_refuse(draft.game)
    _editor_or_refuse(game, lang_of(request))
    return answer_of(await services.uploads.inspect_draft(draft), game, lang_of(request))


def answer_of(inspection: DraftInspection, game: Game, lang: str) -> dict[str, Any]:
    """An inspection for the page, in a language."""
    labels = _labels(game, lang)
    problems = [
        {
            "place": problem.place,
            "words": in_words(problem, labels, words_of_game(game, lang)),
            "rule": problem.rule,
        }
        for problem in inspection.found.problems
    ]
    return {
        "text": inspection.text,
        "hash": inspection.found.hash,
        "names": inspection.names,
        "problems": problems,
    }


def _labels(game: Game, lang: str) -> dict[str, str]:
    """What places are called in the editor, for sentences that name them as the file does."""
    editor = editor_of(game)
    if editor is None:
        return {}
    sheet = editor.sheet(lang)
    labels = {layer.group: layer.title for layer in sheet.layers}
    labels |= {form.group: form.title for form in sheet.forms}
    return labels | {item.place: item.label for form in sheet.forms for item in form.items}


def in_words(problem: Problem, labels: Mapping[str, str], t: Words) -> str:
    """A problem as a sentence for people: places have their names, not those of the file."""
    label = labels.get(problem.place)
    parts = problem.parts | ({key: label for key in NAMED if key in problem.parts} if label else {})
    return capital(Sentence(problem.words, **parts).translated(t))


HANDLERS = [edit, open_file, check]
