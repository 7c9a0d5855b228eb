"""The contract: what every game's State answers. Does no I/O and knows no particular game."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from citywright.engine.rng import Rng

CHANCE: Final = -1
OVER: Final = -2

COMPILED: Final = not __file__.endswith(".py")  # is this the mypyc build, or the source run as it is?

LOT: Final = -1  # `start` of a new game: the start player is drawn by lot, as the first chance outcome


class Event(NamedTuple):
    """Something that happened while an action was applied: the source of log, animation and score sheet."""

    name: str
    seat: int  # to whom; CHANCE if to nobody in particular
    rule: str  # the id of the rule that made it happen
    points: int = 0
    coins: int = 0
    args: tuple[int, ...] = ()


class Standing(NamedTuple):
    """The result of a game: a rank for every seat (1 is best, ties share a rank) and why it ended."""

    ranks: list[int]
    reason: str


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of some game. Subclasses are built by a factory and have a blank constructor."""

    __slots__ = ("trace",)

    def __init__(self) -> None:
        self.trace: list[Event] | None = None  # None: no events are reported (search)

    # --- whose turn it is -------------------------------------------------------------

    def seats(self) -> i64:
        """How many seats play."""
        raise NotImplementedError

    def actor(self) -> i64:
        """The seat that decides now, CHANCE, or OVER."""
        raise NotImplementedError

    def turns(self) -> i64:
        """How many turns have been begun."""
        raise NotImplementedError

    # --- acting -----------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """Every action the actor (a seat) may take, in a fixed order, without duplicates."""
        raise NotImplementedError

    def apply(self, code: i64) -> None:
        """Take a legal action or chance outcome. Trusts its caller."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy, without the trace."""
        raise NotImplementedError

    def __copy__(self) -> State:
        """`copy.copy`: a clone that keeps the events reported so far."""
        copy = self.clone()
        if self.trace is not None:
            copy.trace = self.trace[:]
        return copy

    def __deepcopy__(self, memo: object) -> State:
        """`copy.deepcopy`: the same. The printed board is shared, as by every clone."""
        return self.__copy__()

    # --- chance -----------------------------------------------------------------------

    def chance_total(self) -> i64:
        """While chance acts: the sum of the weights of all outcomes, below 2**31."""
        raise NotImplementedError

    def chance_at(self, ticket: i64) -> i64:
        """The outcome that ticket 0 .. chance_total() - 1 draws; equal outcomes have consecutive tickets."""
        raise NotImplementedError

    def sample_chance(self, rng: Rng) -> i64:
        """Draw an outcome."""
        return self.chance_at(rng.below(self.chance_total()))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Every outcome with its exact weight, in ticket order."""
        outcomes: list[tuple[int, int]] = []
        last: i64 = -1
        weight: i64 = 0
        ticket: i64 = 0
        total: i64 = self.chance_total()
        while ticket < total:
            code: i64 = self.chance_at(ticket)
            if code != last and weight:
                outcomes.append((last, weight))
                weight = 0
            last = code
            weight += 1
            ticket += 1
        outcomes.append((last, weight))
        return outcomes

    def is_outcome(self, code: i64) -> bool:
        """While chance acts: can it bring this? Games with many outcomes override it."""
        ticket: i64 = 0
        total: i64 = self.chance_total()
        while ticket < total:
            if self.chance_at(ticket) == code:
                return True
            ticket += 1
        return False

    # --- hidden things ----------------------------------------------------------------

    def observe(self, seat: i64) -> State:
        """A copy without anything `seat` (CHANCE: a spectator) cannot know.

        Redacted codes can be applied to it: observing and then applying `redact(code, seat)` gives the
        same as applying `code` and then observing.
        """
        return self.clone()

    def redact(self, code: i64, seat: i64) -> i64:
        """What `seat` (CHANCE: a spectator) may see of `code`, about to be applied here."""
        return code

    def imagine(self, rng: Rng) -> State:
        """Of an observation: a whole state consistent with it, drawn as likely as it is."""
        return self.clone()

    # --- results ----------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The points of each seat so far; the final points once the game is over."""
        raise NotImplementedError

    def standing(self) -> Standing:
        """Ranks with all tie-breaks and the reason of the end; only when the game is over."""
        raise NotImplementedError

    def snapshot(self) -> list[int]:
        """The whole state as numbers: equal states, equal snapshots, and the other way round."""
        raise NotImplementedError

    # --- playing fast -----------------------------------------------------------------

    def random_action(self, rng: Rng) -> i64:
        """One of legal_actions(), uniformly. Games override it without building the list."""
        actions = self.legal_actions()
        return actions[rng.below(len(actions))]

    def playout(self, rng: Rng, limit: i64) -> i64:
        """Play uniformly random decisions to the end, at most `limit`; returns how many were made."""
        decisions: i64 = 0
        while decisions < limit:
            actor: i64 = self.actor()
            if actor >= 0:
                self.apply(self.random_action(rng))
                decisions += 1
            elif actor == CHANCE:
                self.apply(self.sample_chance(rng))
            else:
                break
        return decisions


def ranks_of(keys: list[tuple[int, ...]]) -> list[int]:
    """Ranks from comparable keys (points, then tie-breaks), higher is better; equal keys share a rank."""
    return [1 + sum([1 for other in keys if other > key]) for key in keys]
