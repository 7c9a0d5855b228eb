"""Simple players, and the loop that plays whole games between them. Knows games only by the contract."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State

CHECKSUM_SEED: Final = 0x811C9DC5
CHECKSUM_MASK: Final = (1 << 38) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A simple player: chooses an action from what its seat can see."""

    def choose(self, seen: State, rng: Rng) -> i64:
        """One of seen.legal_actions(). `seen` is the observation of the seat to act."""
        raise NotImplementedError


class RandomPolicy(Policy):
    """Plays random legal actions, each equally likely: for tests and measurements."""

    def choose(self, seen: State, rng: Rng) -> i64:
        return seen.random_action(rng)


class Played:
    """How a game between policies went."""

    __slots__ = ("aborted", "checksum", "decisions")

    def __init__(self) -> None:
        self.decisions: i64 = 0
        self.checksum: i64 = CHECKSUM_SEED
        self.aborted: bool = False


def play(
    state: State, players: list[Policy], chance: Rng, rng: Rng, limit: i64, codes: list[int] | None = None
) -> Played:
    """Play `state` to its end; after `limit` decisions the game is aborted. `codes` is given every action."""
    played = Played()
    decisions: i64 = 0
    checksum: i64 = CHECKSUM_SEED
    while True:
        actor: i64 = state.actor()
        code: i64
        if actor == CHANCE:
            code = state.sample_chance(chance)
        elif actor < 0:
            break
        elif decisions == limit:
            played.aborted = True
            break
        else:
            code = players[actor].choose(state.observe(actor), rng)
            decisions += 1
        state.apply(code)
        if codes is not None:
            codes.append(code)
        checksum = (checksum * 16777619 ^ code) & CHECKSUM_MASK
    played.decisions = decisions
    played.checksum = checksum
    return played
