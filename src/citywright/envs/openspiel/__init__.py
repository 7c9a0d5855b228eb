"""The games as games of OpenSpiel: importing this registers every one that has arrays and lists its chance.

`pyspiel.load_game("citywright_saint_malo(players=3)")`; docs/openspiel.md tells the rest.
"""

from __future__ import annotations

from citywright.catalogue import games
from citywright.envs.extra import needs_extra
from citywright.game_parts import lists_chance

with needs_extra():
    import pyspiel

    from citywright.envs.openspiel.game import SpielGame, game_type, short_name
    from citywright.envs.openspiel.state import SpielState, resample, sample_chance

__all__ = ["NAMES", "SpielGame", "SpielState", "resample", "sample_chance"]

NAMES = {game.id: short_name(game) for game in games().values() if lists_chance(game)}

for _id, _name in NAMES.items():
    # A class for each game, and no function: OpenSpiel drops what it was given only after Python has ended,
    # and nothing but a class survives that.
    _class = type(_name, (SpielGame,), {"game": games()[_id], "__module__": __name__})
    pyspiel.register_game(game_type(games()[_id]), _class)
