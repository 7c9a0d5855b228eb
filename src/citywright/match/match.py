"""A running game: state, plies, dealer and undo. The only object that changes a game from outside."""

from __future__ import annotations

import copy
import hashlib
import json
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from citywright.engine.game import Game, NotationError
from citywright.engine.layout.about import DESCRIPTIVE
from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE, LOT, OVER, Event, State
from citywright.engine.view import View, seat_letter
from citywright.match.dealer import Dealer


class MatchError(Exception):
    """An action was refused and nothing has changed. `code` is stable; `message` is for people."""

    code = "illegal"

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)
        self.message = message


class MalformedAction(MatchError):
    """A text that is no action of this game."""

    code = "malformed"


class NotYourTurn(MatchError):
    """Another seat is to act, or nobody."""

    code = "not your turn"


class StalePly(MatchError):
    """The action was meant for an earlier position."""

    code = "stale ply"


class IllegalAction(MatchError):
    """The action is not legal in this position."""

    code = "illegal"


class Ply(NamedTuple):
    """One entry of the record: who did what in which turn, and what happened."""

    actor: int
    code: int
    turn: int
    events: tuple[Event, ...]
    seen_codes: tuple[int, ...] | None  # the code as a spectator, seat 0, 1, … see it; None if all see `code`

    def seen_by(self, seat: int) -> int:
        """The code as `seat` (CHANCE: a spectator) may see it while the game runs."""
        return self.code if self.seen_codes is None else self.seen_codes[seat + 1]


@lru_cache(65536)
def _shared(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """One object for equal events: the same things happen in all games, and a server keeps thousands."""
    return events


def layout_hash(layout: Any) -> str:
    """The hash that identifies a layout in a record: of the board alone, not of what the file tells about
    itself; comments and spacing do not matter.
    """
    return _hash_of(layout.source, DESCRIPTIVE)


def older_layout_hash(layout: Any) -> str:
    """The same as records have it that were written while the name of a layout was part of the hash."""
    return _hash_of(layout.source, ("about",))


@lru_cache(64)
def _hash_of(source: str, left_out: tuple[str, ...]) -> str:
    values = {key: value for key, value in tomllib.loads(source).items() if key not in left_out}
    data = json.dumps(values, sort_keys=True)
    return hashlib.sha256(data.encode()).hexdigest()[:16]


class Match:
    """One game being played: checks actions, deals chance and keeps every ply.

    With `play_forced` a decision with only one legal action is played at once; it is recorded like any other.
    Without a dealer, chance outcomes must be passed to `play_chance`: records are replayed that way.
    With a `viewer` the match holds only what that seat (CHANCE: a spectator) could see; actions of other
    seats that depend on hidden information cannot be checked then.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        start: int = LOT,
        layout: Any = None,
        dealer: Dealer | None = None,
        names: Sequence[str] = (),
        play_forced: bool = False,
        viewer: int | None = None,
    ) -> None:
        if not game.min_seats <= seats <= game.max_seats:
            raise ValueError(f"{game.id} is for {game.min_seats} to {game.max_seats} seats, not {seats}")
        if not LOT <= start < seats:
            raise ValueError(f"the start player is one of {seats} seats or drawn by lot, not {start}")
        self.game = game
        self.seats = seats
        self.start = start
        self.layout = game.default_layout if layout is None else layout
        self.dealer = dealer
        self.names = [names[seat] if seat < len(names) else seat_letter(seat) for seat in range(seats)]
        self.play_forced = play_forced
        self.plies: list[Ply] = []
        self.chance_plies = 0
        self.given = 0  # so many plies were set up, not played: no dealer answers for their chance
        self.viewer = viewer
        self.state = game.new_state(seats, start, self.layout)
        if viewer is not None:
            self.state = self.state.observe(viewer)
        self._floor: tuple[int, State] = (0, self.state.clone())  # undo replays from here
        if dealer is not None:
            self._advance()

    def copy(self) -> Match:
        """A match at the same position that can be played on without touching this one.

        Only the state is cloned: plies, layout and the state that undo starts from never change.
        """
        twin = copy.copy(self)
        twin.plies = self.plies.copy()
        twin.state = self.state.clone()
        return twin

    def cut(self, ply: int, state: State) -> Match:
        """A match of the same game before a ply, whose `state` is given, to be played on without a dealer."""
        twin = self.copy()
        twin.dealer = None
        twin.state = state
        del twin.plies[ply:]
        twin.chance_plies = sum(played.actor == CHANCE for played in twin.plies)
        twin.given = min(self.given, ply)
        twin._floor = (ply, state.clone())
        return twin

    def deal_from_here(self, dealer: Dealer) -> None:
        """Begin a game in the middle: all plies so far are given, and from here on `dealer` deals."""
        self.given = self.ply
        self.dealer = dealer
        self._floor = (self.ply, self.state.clone())
        self._advance()

    # --- asking -----------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self.plies)

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return self.state.actor()

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.actor == OVER

    @property
    def secret(self) -> str | None:
        """The dealer's secret in hexadecimal, once it may be told."""
        if self.dealer is None or not self.over or not self.dealer.may_tell():
            return None
        return self.dealer.secret.hex()

    @property
    def has_default_layout(self) -> bool:
        """Is it played on the game's own board?"""
        return layout_hash(self.layout) == layout_hash(self.game.default_layout)

    def legal_words(self) -> list[str]:
        """The legal actions of the seat to act, in notation."""
        if self.actor < 0:
            return []
        return [self.game.format_action(code) for code in self.state.legal_actions()]

    def view(self, seat: int) -> View:
        """What `seat` (CHANCE: a spectator) may see now."""
        return self.game.view(self.state, seat)

    def _repr_svg_(self) -> str:
        """The picture a notebook shows: what the viewer, or else a spectator, may see."""
        from citywright.pictures import picture_of

        viewer = CHANCE if self.viewer is None else self.viewer
        return picture_of(self.view(viewer), names=self.names, game=self.game)

    def ledger(self, depth: str = "quick") -> Any:
        """Luck and mistakes of every seat, told apart: `citywright.analysis.analyse` of this match."""
        return import_module("citywright.analysis").analyse(self, depth)  # a layer above this one

    def score_sheet(self) -> list[dict[str, int]]:
        """For each seat how many points came from which source."""
        sheet = [dict.fromkeys(self.game.score_sources, 0) for _ in range(self.seats)]
        for ply in self.plies:
            for event in ply.events:
                if event.points:
                    sheet[event.seat][event.name] = sheet[event.seat].get(event.name, 0) + event.points
        return sheet

    def seen_code(self, ply: int, seat: int) -> int:
        """The code of a ply as `seat` (CHANCE: a spectator) may see it; nothing is hidden after the end."""
        played = self.plies[ply]
        return played.code if self.over else played.seen_by(seat)

    def seen_codes(self, seat: int) -> list[int]:
        """All codes as `seat` (CHANCE: a spectator) may see them; nothing is hidden after the end."""
        if not self.game.has_secrets or self.over:
            return [ply.code for ply in self.plies]
        return [ply.seen_by(seat) for ply in self.plies]

    # --- acting -----------------------------------------------------------------------

    def play_words(self, seat: int, words: str, at_ply: int | None = None) -> int:
        """Play an action given in notation; see `play`."""
        try:
            code = self.game.parse_action(words)
        except NotationError as error:
            raise MalformedAction(Sentence("this cannot be read: {problem}", problem=str(error))) from None
        return self.play(seat, code, at_ply)

    def play(self, seat: int, code: int, at_ply: int | None = None) -> int:
        """Play an action for a seat, then deal chance; returns the ply it was played at.

        Everything is checked before anything changes.
        """
        if self.actor != seat:
            whose = (
                Sentence("the game is over")
                if self.over
                else Sentence("seat {seat} is to act", seat=seat_letter(self.actor))
            )
            raise NotYourTurn(
                Sentence("seat {seat} cannot act now: {whose}", seat=seat_letter(seat), whose=whose)
            )
        if at_ply is not None and at_ply != self.ply:
            raise StalePly(
                Sentence(
                    "the action was meant for ply {meant}, the game is at ply {ply}",
                    meant=at_ply,
                    ply=self.ply,
                )
            )
        if self._checkable(seat) and code not in self.state.legal_actions():
            raise IllegalAction(
                Sentence(
                    "{words!r} is not possible here; possible: {legal}",
                    words=self.game.format_action(code),
                    legal=_some_of(self.legal_words()),
                )
            )
        ply = self.ply
        self._apply(code)
        if self.dealer is not None:
            self._advance()
        return ply

    def play_chance(self, code: int) -> None:
        """Apply a given chance outcome (of a record); it must be possible here."""
        if self.actor != CHANCE:
            raise NotYourTurn(Sentence("nothing is rolled or drawn here"))
        if self._checkable(CHANCE) and not self.state.is_outcome(code):
            brought = self.game.format_action(code)
            raise IllegalAction(Sentence("{words!r} cannot be rolled or drawn here", words=brought))
        self._apply(code)

    def dealt_chance(self, dealer: Dealer) -> int:
        """The chance outcome `dealer` deals in this position."""
        return dealer.deal(self.state, self.chance_plies)

    def _checkable(self, actor: int) -> bool:
        """Are the legal actions of this actor known here?"""
        return self.viewer is None or not self.game.has_secrets or (actor == self.viewer and actor >= 0)

    def _apply(self, code: int) -> None:
        state = self.state
        actor = state.actor()
        seen_codes = None
        if self.game.has_secrets and self.viewer is None:
            seen_codes = tuple(state.redact(code, seat) for seat in range(CHANCE, self.seats))
            if all(other == code for other in seen_codes):
                seen_codes = None
        turn = state.turns()
        state.trace = []
        state.apply(code)
        self.plies.append(Ply(actor, code, turn, _shared(tuple(state.trace)), seen_codes))
        if actor == CHANCE:
            self.chance_plies += 1
        if actor == CHANCE or state.actor() != actor or state.turns() != turn:
            self._floor = (self.ply, state.clone())

    def _advance(self) -> None:
        """Deal chance, and play forced actions if wanted, until a seat has to decide."""
        while True:
            if self.actor == CHANCE:
                assert self.dealer is not None
                self._apply(self.dealt_chance(self.dealer))
            elif self.play_forced and self.actor >= 0:
                legal = self.state.legal_actions()
                if len(legal) > 1:
                    return
                self._apply(legal[0])
            else:
                return

    # --- undoing ----------------------------------------------------------------------

    def undo_floor(self) -> int:
        """The earliest ply that undo may return to: this turn's beginning or the last chance outcome."""
        return self._floor[0]

    def can_undo(self, seat: int) -> bool:
        """May `seat` undo its last decision?"""
        return self.actor == seat and self.ply > self.undo_floor()

    def undo(self, seat: int) -> int:
        """Undo the last decision of the seat to act; returns the ply after that."""
        if self.actor != seat:
            raise NotYourTurn(Sentence("seat {seat} cannot undo: it is not to act", seat=seat_letter(seat)))
        if not self.can_undo(seat):
            raise IllegalAction(
                Sentence("nothing to undo: the turn has just begun, or dice were just rolled or cards drawn")
            )
        to = self.ply - 1
        while to > self._floor[0] and self.play_forced and self._was_forced(to):
            to -= 1
        self._rewind(to)
        return self.ply

    def _was_forced(self, ply: int) -> bool:
        return len(self._state_at(ply).legal_actions()) == 1

    def _state_at(self, ply: int) -> State:
        """The state before `ply`, which is not below the undo floor."""
        state = self._floor[1].clone()
        for played in self.plies[self._floor[0] : ply]:
            state.apply(played.code)
        return state

    def _rewind(self, ply: int) -> None:
        self.state = self._state_at(ply)
        del self.plies[ply:]


def _some_of(legal: list[str]) -> str | Sentence:
    """The first dozen legal actions."""
    shown = ", ".join(legal[:12])
    if len(legal) <= 12:
        return shown
    return Sentence("{some} and {n} more", some=shown, n=len(legal) - 12)
