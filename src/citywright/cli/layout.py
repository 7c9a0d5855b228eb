"""`citywright layout check FILE`: lists what is wrong with a layout file."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from citywright.catalogue import UnknownGame, find_game
from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import read_text
from citywright.engine.game import Game, LayoutError
from citywright.match.match import layout_hash


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["check"], help="what to do")
    parser.add_argument("file", type=Path, metavar="FILE", help="a layout file in TOML")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    text = read_text(args.file)
    game = _game_of(args.file, text)
    try:
        layout = game.parse_layout(text)
    except LayoutError as error:
        problems = "".join(f"\n  - {problem}" for problem in error.problems)
        raise CheckFailed(f"{args.file} is not a valid board for {game.id}:{problems}") from None
    print(f"{args.file}: a board for {game.id}, layout {layout_hash(layout)}")


def _game_of(path: Path, text: str) -> Game:
    """The game that a layout file names."""
    try:
        game_id = tomllib.loads(text).get("game")
    except (ValueError, RecursionError) as error:  # not only TOML errors: a number may have too many digits
        raise CheckFailed(f"{path} is not TOML: {error}") from None
    if not isinstance(game_id, str):
        raise CheckFailed(f'{path} does not say which game it is for; its first line should be game = "…"')
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise UsageError(str(error)) from None
