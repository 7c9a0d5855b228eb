"""Draws the pictures of the README anew: python3 tools/gallery.py

One position of every game that is drawn, in the middle of a game, on light and on dark paper. The pictures of
the page itself are taken by tools/page_gallery.py.
"""

import sys
from pathlib import Path

if __name__ == "__main__":  # whoever imports this has chosen a citywright already
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from citywright.catalogue import games
from citywright.draw.theme import DARK, LIGHT
from citywright.engine.game import Game
from citywright.engine.view import View
from citywright.game_parts import is_drawn
from citywright.pictures import picture_of, played_states, png_of
from tools.small_png import small_png

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "gallery"
NAMES = ("Anke", "Bernd", "Chiara", "David", "Eva")
WIDTH = 1200


def shown(game: Game) -> View:
    """The position past the middle of a game in which the choices differ most."""
    states = played_states(game, game.max_seats, seed=1)
    views = [game.view(state, state.actor()) for state in states[len(states) // 2 :] if state.actor() >= 0]
    return max(views[: len(views) // 2], key=lambda view: len({(c.points, c.coins) for c in view.choices}))


def main() -> None:
    """Write docs/gallery/GAME.png and GAME-dark.png."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in games().values():
        if is_drawn(game):
            view = shown(game)
            for theme, name in ((LIGHT, game.id), (DARK, f"{game.id}-dark")):
                svg = picture_of(view, "en", theme, NAMES)
                (FOLDER / f"{name}.png").write_bytes(small_png(png_of(svg, WIDTH)))
                print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
