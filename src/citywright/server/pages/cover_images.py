"""A picture of each game for the first page, and one for links to it: the board in the middle of a game.

Two simple players play it, always in the same way.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.catalogue import find_game
from citywright.draw.compose.preview import WIDTH, preview
from citywright.draw.panel import MAIN, Panel, panel_svg
from citywright.draw.theme import css
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.game_parts import drawing_of, tone_of
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.pictures import png_of

SEED = 7  # one seed, one picture
NAMELESS = (
    ".coordinate{display:none}"  # the names of places help nobody here, and the page cuts the edges off
)


@lru_cache(16)
def _plies_played(game_id: str) -> tuple[int, ...]:
    """The decisions of a whole game."""
    game = find_game(game_id)
    match = Match(game, 2, dealer=Dealer.seeded(SEED))
    rng = Rng(SEED)
    policy = game.policy(game.policy_names()[-1])
    decisions: list[int] = []
    while not match.over and len(decisions) < game.ply_limit:
        code = policy.choose(match.state.observe(match.actor), rng)
        match.play(match.actor, code)
        decisions.append(code)
    return tuple(decisions)


@lru_cache(16)
def _panels(game_id: str, lang: str) -> list[Panel]:
    """What a spectator sees two thirds through a game; nothing if it has no pictures."""
    game = find_game(game_id)
    match = Match(game, 2, dealer=Dealer.seeded(SEED))
    decisions = _plies_played(game_id)
    for code in decisions[: len(decisions) * 2 // 3]:
        match.play(match.actor, code)
    return drawing_of(game).panels(match.view(CHANCE), lang, ("", ""))


@lru_cache(16)
def cover(game_id: str, theme: str, lang: str) -> bytes:
    """The board as an SVG document; empty if the game has no pictures."""
    main = next((panel for panel in _panels(game_id, lang) if panel.role == MAIN), None)
    if main is None:
        return b""
    return panel_svg(main, css(theme, tone_of(find_game(game_id))) + NAMELESS).encode()


@lru_cache(16)
def share_image(game_id: str, lang: str) -> bytes:
    """A PNG for those who show a preview of a link to a game; empty if the game has no pictures."""
    game = find_game(game_id)
    svg = preview(_panels(game_id, lang), game.titles[lang], game.max_seats, tone=tone_of(game))
    return png_of(svg, WIDTH) if svg else b""
