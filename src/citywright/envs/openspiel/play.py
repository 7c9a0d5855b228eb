"""A game as it is played: the position, and what each player has seen on the way. Knows no OpenSpiel."""

from __future__ import annotations

from hashlib import blake2b

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State
from citywright.envs.lockstep import IllegalAction
from citywright.envs.openspiel.tables import Tables
from citywright.envs.outcomes import are_consecutive


class Play:
    """The position, and what was seen.

    `seen` has the actions in words: a list for every player and a last one for a spectator; where nothing is
    hidden, a single list for all. OpenSpiel copies it by `deepcopy` and serializes it by pickle.
    """

    __slots__ = ("decisions", "legal", "seen", "state", "tables")

    def __init__(self, tables: Tables, state: State, seen: list[list[str]], decisions: int) -> None:
        self.tables = tables
        self.state = state
        self.seen = seen
        self.decisions = decisions
        self.legal: list[int] | None = None  # what legal_actions() found in this position

    def __deepcopy__(self, memo: object) -> Play:
        """A copy; with the events left off, and on the same tables."""
        copy = Play(self.tables, self.state.clone(), [words[:] for words in self.seen], self.decisions)
        copy.legal = self.legal
        return copy

    def actor(self) -> int:
        """The player who decides, CHANCE, or OVER; a game that takes too long is over."""
        return OVER if self.decisions >= self.tables.limit else int(self.state.actor())

    def legal_actions(self) -> list[int]:
        """The indices of what the player to act may do, rising."""
        if self.legal is None:
            indices = self.tables.indices
            self.legal = sorted([indices[code] for code in self.state.legal_actions()])
        return self.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """While chance acts: the indices of its outcomes, rising, each with its probability."""
        state, indices = self.state, self.tables.chance_indices
        total = state.chance_total()
        if are_consecutive(state):  # thousands, if dice are rolled: listed once
            return self.tables.equal_chances(indices[state.chance_at(0)], total)[:]
        return sorted([(indices[code], weight / total) for code, weight in state.chance_outcomes()])

    def apply(self, action: int) -> None:
        """Carry out an action or an outcome; IllegalAction, and no change, if it cannot be now."""
        actor = self.actor()
        if actor == OVER:
            raise IllegalAction(f"action {action} comes too late: the game is over")
        code = self.tables.code(action, by_chance=actor == CHANCE)
        is_legal = self.state.is_outcome(code) if actor == CHANCE else action in self.legal_actions()
        if not is_legal:
            raise IllegalAction(f"action {action}, `{self.tables.words[code]}`, is not possible now")
        self._see(code)
        self.decisions += actor != CHANCE
        self.legal = None
        self.state.apply(code)

    def _see(self, code: int) -> None:
        """Let all see an action that is about to be carried out, as far as they may."""
        words = self.tables.words
        if not self.tables.game.has_secrets:
            self.seen[0].append(words[code])
            return
        for viewer in (*range(self.tables.players), CHANCE):  # CHANCE is the last list
            self.seen[viewer].append(words[self.state.redact(code, viewer)])

    def record(self, player: int) -> str:
        """All that a player has seen, in notation: its information state, with perfect recall."""
        seen = self.seen[player if self.tables.game.has_secrets else 0]
        return f"player {player}: {'; '.join(seen)}"

    def imagined(self, player: int, rng: Rng) -> Play:
        """A play that `player` cannot tell from this one: what it has not seen is drawn at random.

        Of the others only what they know is imagined, not how they came to know it: in their records a mark
        stands for it. Equal marks are equal knowledge.
        """
        state = self.state.observe(player).imagine(rng)
        seen = [self.seen[CHANCE][:] for _ in self.seen]
        for other in range(self.tables.players):
            if other != player:
                seen[other].append(_mark(state.observe(other)))
        seen[player] = self.seen[player][:]
        return Play(self.tables, state, seen, self.decisions)


def _mark(observation: State) -> str:
    numbers = repr(observation.snapshot()).encode()
    return f"imagined {blake2b(numbers, digest_size=16).hexdigest()}"


def new_play(tables: Tables) -> Play:
    """The beginning of a game."""
    lists = tables.players + 1 if tables.game.has_secrets else 1
    return Play(tables, tables.first.clone(), [[] for _ in range(lists)], 0)
