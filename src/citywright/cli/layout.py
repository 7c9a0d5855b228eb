"""`citywright layout`: checks, draws, describes and makes boards. What plays games is in `layout_games`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from citywright.catalogue import UnknownGame, find_game
from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.layout_games import describe, make
from citywright.cli.options import add_json, read_text
from citywright.cli.render import add_look, add_out, check_out, write_picture
from citywright.engine.game import MOST_PROBLEMS, Game, LayoutError, Problem
from citywright.engine.layout.about import About
from citywright.engine.layout.file import read_values
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash
from citywright.pictures import NoPicture, layout_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _action(actions, "check", "list what is wrong with a layout file, and what of it is sure", _check)
    drawing = _action(actions, "render", "draw the board of a layout file", _render)
    add_look(drawing)
    add_out(drawing)
    describing = _action(actions, "describe", "play games on a board and tell what it plays like", _describe)
    _add_games(describing)
    describing.add_argument("--seed", type=int, default=1, metavar="S", help="of the games (default: 1)")
    add_json(describing)
    making = actions.add_parser("make", help="make a new board on which games are fair")
    making.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    making.add_argument("--seed", type=int, required=True, metavar="S", help="the same seed, the same board")
    making.add_argument("--variation", type=int, metavar="V", help="only this variation of the seed")
    making.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: it is printed)")
    making.add_argument("--no-check", action="store_true", help="play no games on it")
    _add_games(making)
    making.set_defaults(run=make)


def _action(actions: Any, name: str, summary: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=summary)
    parser.add_argument("file", type=Path, metavar="FILE", help="a layout file in TOML; - is standard input")
    parser.set_defaults(run=run)
    return parser


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="how many seats (default: the fewest)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many games (default: 200)")


# --- what is done --------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> None:
    game, layout = layout_in(args.file)
    print(f"{args.file}: a board for {game.id}, layout {layout_hash(layout)}")
    about: About = getattr(layout, "about", About())
    for name, words in (("name", about.name), ("author", about.author), ("version", about.version)):
        if words:
            print(f"  {name:9} {words}")
    editing = editing_of(game)
    if editing is not None:
        places = list(editing.entries_of(read_values(layout.source)))
        sure = ", ".join(f"{number} {source}" for source, number in about.sureness(places).items())
        print(f"  {'values':9} {len(places)}: {sure}")


def _render(args: argparse.Namespace) -> None:
    check_out(args)
    game, layout = layout_in(args.file)
    try:
        svg = layout_picture(game, layout, args.lang, args.theme)
    except NoPicture as error:
        raise CheckFailed(str(error)) from None
    write_picture(args.out, svg, args.width)


def _describe(args: argparse.Namespace) -> None:
    describe(args, *layout_in(args.file))


# --- reading -------------------------------------------------------------------------------


def layout_in(path: Path) -> tuple[Game, Any]:
    """The layout in a file, and its game."""
    text = read_text(path)
    try:
        game_id = read_values(text).get("game")
    except LayoutError as error:
        raise CheckFailed(f"{path} is no layout:{_listed(error)}") from None
    if not isinstance(game_id, str):
        raise CheckFailed(f'{path} does not say which game it is for; its first line should be game = "…"')
    try:
        game = find_game(game_id)
    except UnknownGame as error:
        raise UsageError(str(error)) from None
    try:
        return game, game.parse_layout(text)
    except LayoutError as error:
        raise CheckFailed(f"{path} is not a valid board for {game.id}:{_listed(error)}") from None


def _listed(error: LayoutError) -> str:
    """Every problem on a line of its own."""
    lines = [f"\n  - {_told(problem)}" for problem in error.found[:MOST_PROBLEMS]]
    more = len(error.found) - MOST_PROBLEMS
    return "".join(lines) + (f"\n  and {more} more" if more > 0 else "")


def _told(problem: Problem) -> str:
    """A problem with its place, unless the sentence names that, and its rule."""
    words = str(problem)
    names_place = problem.place.rpartition(".")[2] in words
    where = ", ".join(part for part in ("" if names_place else problem.place, problem.rule) if part)
    return f"{words} ({where})" if where else words
