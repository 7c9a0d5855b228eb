"""Where mypyc's runtime library has no wheel, lists stand in for its tables, and games go the same way."""

from __future__ import annotations

import subprocess
import sys

PLAY = """
import pickle, sys
if "without" in sys.argv:
    sys.modules["librt.vecs"] = None  # importing it fails
from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.vecs import vec
from citywright.match.dealer import Dealer
from citywright.match.match import Match

for name, game in sorted(games().items()):
    match, rng = Match(game, 2, dealer=Dealer.seeded(7)), Rng(7)
    while not match.over:
        match.play(match.actor, match.state.random_action(rng))
        if match.ply % 20 == 0:
            match.state = pickle.loads(pickle.dumps(match.state))
    print(name, match.ply, match.state.scores())
print(issubclass(vec, list) if isinstance(vec, type) else False)
"""


def play(*arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_games_go_the_same_way_without_the_runtime_library() -> None:
    *with_it, are_lists = play()
    *without_it, are_lists_now = play("without")
    assert (are_lists, are_lists_now) == ("False", "True")
    assert len(with_it) == 3
    assert without_it == with_it
