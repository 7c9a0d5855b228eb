"""A picture of each game for the first page: the board in the middle of a game between two simple players."""

from __future__ import annotations

from functools import lru_cache

from citywright.catalogue import find_game
from citywright.draw.panel import MAIN, panel_svg
from citywright.draw.theme import css
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.game_parts import drawing_of
from citywright.match.dealer import Dealer
from citywright.match.match import Match

SEED = 7  # one seed, one picture


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
def cover(game_id: str, theme: str, lang: str) -> bytes:
    """The board two thirds through a game, as an SVG document; empty if the game has no pictures."""
    game = find_game(game_id)
    match = Match(game, 2, dealer=Dealer.seeded(SEED))
    decisions = _plies_played(game_id)
    for code in decisions[: len(decisions) * 2 // 3]:
        match.play(match.actor, code)
    panels = drawing_of(game).panels(match.view(CHANCE), lang, ("", ""))
    main = next((panel for panel in panels if panel.role == MAIN), None)
    return b"" if main is None else panel_svg(main, css(theme)).encode()
