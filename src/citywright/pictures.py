"""Pictures of any game: draws a view as one SVG or PNG, and measures how long drawing takes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import _lru_cache_wrapper
from typing import Any

from citywright.catalogue import find_game
from citywright.draw.compose import Around, SeatPlate, board, picture
from citywright.draw.faces import font_files
from citywright.draw.panel import MAIN, Panel
from citywright.draw.theme import LIGHT
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, State
from citywright.engine.view import View, seat_number
from citywright.game_parts import drawing_of, facts_of, is_drawn, text_of, tone_of
from citywright.text import translate
from citywright.text.phrases import player_name, points_phrase


class NoPicture(Exception):
    """The game has no pictures."""


def panels_of(
    view: View, lang: str = "en", names: Sequence[str] = (), *, game: Game | None = None
) -> list[Panel]:
    """The panels of a view; its game is looked up in the catalogue unless it is given."""
    game = game or find_game(view.game)
    if not is_drawn(game):
        raise NoPicture(f"there are no pictures of {game.id}")
    return drawing_of(game).panels(view, lang, names)


def picture_of(
    view: View,
    lang: str = "en",
    theme: str = LIGHT,
    names: Sequence[str] = (),
    *,
    game: Game | None = None,
) -> str:
    """A view as one SVG document whose description says what is to be done.

    The game is looked up in the catalogue unless it is given.
    """
    game = game or find_game(view.game)
    panels = panels_of(view, lang, names, game=game)
    around = _around(game, view, lang, names)
    return picture(panels, theme, f"{around.game}: {around.prompt}", tone_of(game), around)


def layout_picture(game: Game, layout: Any, lang: str = "en", theme: str = LIGHT) -> str:
    """The board of a layout before a game, as one SVG document in which nothing can be clicked.

    Where every player has a board, it is one of these.
    """
    view = game.view(game.new_state(game.min_seats, LOT, layout), CHANCE)
    main = next((panel for panel in panels_of(view, lang, game=game) if panel.role == MAIN), None)
    if main is None:
        raise NoPicture(f"there is no picture of the board of {game.id}")
    return board(main, theme, game.titles[lang], tone_of(game))


def _around(game: Game, view: View, lang: str, names: Sequence[str]) -> Around:
    """What a page says in its own letters beside the boards, for a picture to draw."""
    t = translate(lang)
    told = facts_of(game, view, lang)
    facts = told.seats or ((),) * len(view.scores)
    ranks = view.ranks or [0] * len(view.scores)
    seats = [
        SeatPlate(
            seat,
            player_name(seat, names),
            points_phrase(t, points),
            facts[seat],
            seat == seat_number(view.actor or "*"),
            ranks[seat],
        )
        for seat, points in enumerate(view.scores)
    ]
    return Around(game.titles[lang], text_of(game).prompt(view, lang, names), told.shared, tuple(seats))


def png_of(svg: str, width: int | None = None, *, with_system_fonts: bool = True) -> bytes:
    """An SVG document as a PNG, `width` pixels wide.

    Letters are drawn in our own faces, and those that they lack (names may be in any script) by the system's.
    """
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, font_files=font_files(), skip_system_fonts=not with_system_fonts
    )
    return bytes(drawn)


# --- measuring --------------------------------------------------------------------------


def best_policy(game: Game) -> str:
    """The strongest simple player of a game; it leads to sensible positions."""
    return game.policy_names()[-1]


def played_states(game: Game, seats: int, seed: int, bot: str | None = None) -> list[State]:
    """Every position of one game between simple players."""
    policy, rng = game.policy(bot or best_policy(game)), Rng(seed)
    state = game.new_state(seats, 0, game.default_layout)
    states = [state.clone()]
    while (actor := state.actor()) != OVER and len(states) <= game.ply_limit:
        observation = state.observe(actor) if actor >= 0 else state
        state.apply(state.sample_chance(rng) if actor == CHANCE else policy.choose(observation, rng))
        states.append(state.clone())
    return states


def measure_pictures(game: Game, seats: int = 4, lang: str = "de") -> dict[str, Any]:
    """How long drawing takes on one core, without the time to build the views.

    cold_ms: a whole picture in the middle of a game, with empty caches;
    change_ms: the mean time to draw for one viewer after an action, over a whole game from empty caches;
    change_kb: the mean size of the parts that changed and would be sent.
    """
    seats = min(seats, game.max_seats)
    views = [game.view(state, 0) for state in played_states(game, seats, seed=1)]
    draw: Callable[[View, str], list[Panel]] = drawing_of(game).panels
    draw(views[0], lang)  # reads the catalogues
    middle = views[len(views) // 2]
    cold = []
    for _ in range(9):
        clear_caches(game)
        began = time.process_time()
        draw(middle, lang)
        cold.append(time.process_time() - began)
    clear_caches(game)
    seconds = 0.0
    size = 0
    before: dict[str, str] = {}
    for view in views:
        began = time.process_time()
        drawn = draw(view, lang)
        seconds += time.process_time() - began
        parts = {part.id: part.svg for panel in drawn for part in panel.parts}
        size += sum(len(svg) for key, svg in parts.items() if before.get(key) != svg)
        before = parts
    return {
        "cold_ms": round(min(cold) * 1e3, 2),
        "change_ms": round(seconds / len(views) * 1e3, 3),
        "change_kb": round(size / len(views) / 1e3, 2),
    }


def clear_caches(game: Game) -> None:
    """Empty every cache in the modules of the game."""
    for name, module in list(sys.modules.items()):
        if name.startswith(game.package + "."):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
