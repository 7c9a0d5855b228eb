"""`citywright sheet`: draws all games in all phases as one page of pictures, to check the drawings by eye."""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path

from citywright.catalogue import games
from citywright.cli.errors import UsageError
from citywright.cli.options import progress
from citywright.cli.render import write_picture
from citywright.draw.theme import DARK, LIGHT, PRINT
from citywright.engine.game import Game
from citywright.engine.state import CHANCE, OVER
from citywright.engine.view import View
from citywright.game_parts import is_drawn
from citywright.pictures import picture_of, played_states

NAMES = ("Anke", "Bernd", "Chiara", "David", "Eva")
LOOKS = (("en", LIGHT), ("de", DARK), ("de", PRINT))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="where to write the pictures; created if missing"
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="seed of the games shown (default: 1)"
    )
    parser.add_argument(
        "--width", type=int, default=1600, metavar="PX", help="width of each picture (default: 1600)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    chosen = [game for game in games().values() if is_drawn(game) and args.game in (None, game.id)]
    if not chosen:
        known = ", ".join(game.id for game in games().values() if is_drawn(game))
        raise UsageError(f"there are no pictures of {args.game!r}; there are of {known}")
    args.folder.mkdir(parents=True, exist_ok=True)
    pages = [page for game in chosen for page in _pages(game, args.seed)]
    figures = []
    for name, view, seats in progress(pages, len(pages), "drawing"):
        for lang, theme in LOOKS:
            path = args.folder / f"{name}-{lang}-{theme}.png"
            write_picture(path, picture_of(view, lang, theme, NAMES[:seats]), args.width)
            caption = f"<figcaption>{escape(path.stem)}</figcaption>"
            figures.append(f'<figure><img src="{escape(path.name)}" width="800">{caption}</figure>')
    head = '<!doctype html><meta charset="utf-8"><title>Contact sheet</title>'
    style = "<style>body{display:flex;flex-wrap:wrap;gap:1em;font:16px serif}figure{margin:0}</style>"
    (args.folder / "index.html").write_text(head + style + "".join(figures), encoding="utf-8")
    print(f"{len(figures)} pictures in {args.folder / 'index.html'}")


def _pages(game: Game, seed: int) -> list[tuple[str, View, int]]:
    """Start, middle and end with the fewest and the most seats, and one position of every phase."""
    pages = []
    for seats in sorted({game.min_seats, game.max_seats}):
        states = played_states(game, seats, seed)
        for name, number in (
            ("start", len(states) // 20),
            ("middle", len(states) // 2),
            ("end", len(states) - 1),
        ):
            viewer = states[number].actor()
            pages.append((f"{game.id}-{seats}-{name}", game.view(states[number], max(viewer, 0)), seats))
    view_of_phase: dict[str, View] = {}
    for state in states[len(states) // 3 :]:
        if state.actor() not in (CHANCE, OVER):
            view = game.view(state, state.actor())
            view_of_phase.setdefault(view.phase, view)
    pages += [(f"{game.id}-{phase.replace(' ', '-')}", view, seats) for phase, view in view_of_phase.items()]
    return pages
