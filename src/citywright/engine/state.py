"""The contract: the questions every game's State answers. Does no I/O and knows no particular game."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from citywright.engine.chance import Draw
from citywright.engine.rng import Rng
from citywright.engine.vecs import vec

CHANCE: Final = -1
OVER: Final = -2

COMPILED: Final = not __file__.endswith(".py")  # compiled by mypyc, or the source run as it is

LOT: Final = -1  # as `start` of a new game: the start player is drawn as the first chance outcome


class Event(NamedTuple):
    """Something that happened while an action was applied. Log and score sheet are made of events."""

    name: str
    seat: int  # whom it concerns; CHANCE if nobody in particular
    rule: str  # the id of the rule that caused it
    points: int = 0
    coins: int = 0
    args: tuple[int, ...] = ()


class Standing(NamedTuple):
    """The result of a game: a rank for every seat (1 is best, ties share a rank) and why it ended."""

    ranks: list[int]
    reason: str


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game. A subclass has a constructor without arguments and is built by a factory."""

    __slots__ = ("trace",)

    def __init__(self) -> None:
        self.trace: list[Event] | None = None  # collects the events; None (as in search): none are reported

    def __init_subclass__(cls) -> None:
        """A subclass that is not compiled, of this one that is, is pickled with its own fields as well."""
        own = vars(cls)
        if "__mypyc_attrs__" not in own:  # the names of the fields that are pickled
            slots = own.get("__slots__", ("__dict__",))
            names = (*getattr(cls, "__mypyc_attrs__", ()), *((slots,) if isinstance(slots, str) else slots))
            setattr(cls, "__mypyc_attrs__", tuple(dict.fromkeys(names)))  # noqa: B010 - mypy knows no such

    # --- whose turn it is -------------------------------------------------------------

    def seats(self) -> i64:
        """The number of seats."""
        raise NotImplementedError

    def actor(self) -> i64:
        """The seat that decides now, CHANCE, or OVER."""
        raise NotImplementedError

    def turns(self) -> i64:
        """How many turns have begun."""
        raise NotImplementedError

    # --- acting -----------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """Every action of the seat to act, in a fixed order, without duplicates. Only while a seat acts.

        In an observation of another seat: every action that may be legal, for all that is known there.
        """
        raise NotImplementedError

    def apply(self, code: i64) -> None:
        """Carry out a legal action or chance outcome. Does not check that it is one."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy, without the events. What never changes (the board) may be shared."""
        raise NotImplementedError

    def __copy__(self) -> State:
        """For `copy.copy`: a clone with the events reported so far."""
        copy = self.clone()
        if self.trace is not None:
            copy.trace = self.trace[:]
        return copy

    def __deepcopy__(self, memo: object) -> State:
        """For `copy.deepcopy`: the same. The board is shared, as by every clone."""
        return self.__copy__()

    # --- chance -----------------------------------------------------------------------

    def chance_total(self) -> i64:
        """While chance acts: how many equally likely tickets there are, below 2**31."""
        raise NotImplementedError

    def chance_at(self, ticket: i64) -> i64:
        """The outcome of ticket 0 .. chance_total() - 1; the tickets of one outcome are consecutive."""
        raise NotImplementedError

    def sample_chance(self, rng: Rng) -> i64:
        """Draw an outcome at random."""
        return self.chance_at(rng.below(self.chance_total()))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Every outcome with the number of its tickets, in ticket order."""
        outcomes: list[tuple[int, int]] = []
        last: i64 = -1
        weight: i64 = 0
        for ticket in range(self.chance_total()):
            code: i64 = self.chance_at(ticket)
            if code != last and weight:
                outcomes.append((last, weight))
                weight = 0
            last = code
            weight += 1
        outcomes.append((last, weight))
        return outcomes

    def is_outcome(self, code: i64) -> bool:
        """While chance acts: is this a possible outcome? Games with many outcomes override it."""
        return any(self.chance_at(ticket) == code for ticket in range(self.chance_total()))

    def chance_draws(self) -> list[Draw]:
        """While chance acts: what is drawn, each die and card by itself and by a name of its own.

        The name says what is drawn, for whom and when, so that a table where other things were done before
        draws the same there. An empty list: this game has no names, and the dealer counts its outcomes.
        """
        return []

    def chance_of(self, numbers: list[int]) -> i64:
        """The outcome when these numbers were drawn, one for each of `chance_draws()`."""
        raise NotImplementedError

    # --- hidden information -----------------------------------------------------------

    def observe(self, seat: i64) -> State:
        """An observation: a copy without anything that `seat` (CHANCE: a spectator) cannot know.

        Observing and then applying `redact(code, seat)` gives the same as applying `code` and then observing.
        """
        return self.clone()

    def redact(self, code: i64, seat: i64) -> i64:
        """The code that `seat` (CHANCE: a spectator) may see instead of `code`, before it is applied."""
        return code

    def imagine(self, rng: Rng) -> State:
        """For an observation: a complete state consistent with it, drawn with its true probability."""
        return self.clone()

    # --- results ----------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The points of each seat so far; the final points once the game is over."""
        raise NotImplementedError

    def standing(self) -> Standing:
        """The ranks, with all tie-breaks, and why the game ended; only when it is over."""
        raise NotImplementedError

    def snapshot(self) -> list[int]:
        """The whole state as numbers: two states are equal exactly if their snapshots are."""
        raise NotImplementedError

    # --- playing fast -----------------------------------------------------------------

    def random_action(self, rng: Rng) -> i64:
        """One of legal_actions(), each equally likely. Games override it without building the list."""
        actions = self.legal_actions()
        return actions[rng.below(len(actions))]

    def write_legal(self, codes: vec[i64], at: i64) -> i64:
        """Write legal_actions() into a table from `at` on; returns how many. Games do it without a list."""
        actions = self.legal_actions()
        for number, code in enumerate(actions):
            codes[at + number] = code
        return len(actions)

    def playout(self, rng: Rng, limit: i64) -> i64:
        """Play random decisions to the end of the game, at most `limit`; returns how many were made."""
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
    """Ranks from keys (points, then tie-breaks): the higher the better; equal keys share a rank."""
    return [1 + sum([1 for other in keys if other > key]) for key in keys]
