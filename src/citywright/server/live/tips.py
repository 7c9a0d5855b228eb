"""The tips of the guided game: a sentence while a kind of decision is new, and silence afterwards."""

from __future__ import annotations

from typing import NamedTuple

from citywright.engine.state import State
from citywright.game_parts import text_of, tutorial_lights, tutorial_room
from citywright.server.tables.table import Table, blank_match
from citywright.server.templates import fragment
from citywright.text import Words

TOLD = 2  # turns in which the same thing is told


class Tip(NamedTuple):
    """What is told now, and what is lit for it; nothing if there is nothing new."""

    words: str = ""
    lit: tuple[str, ...] = ()


class Tips:
    """What a seat at a table has met so far: in which turns it made which kind of decision.

    Counted from the plies, so that a page that is loaded again tells nothing again.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._at = (-1, 0)  # epoch and plies counted
        self._state: State
        self._turns: dict[str, set[int]] = {}

    def element(self, phase: str, t: Words) -> str:
        """The tip for what is to be decided, and the way out of the tutorial; hidden at other tables."""
        table = self._table
        if not table.terms.is_guided or self._seat < 0 or table.match.over:
            return fragment("controls.html", "tutorial", t.lang, False, Tip(), (), "")
        watching = t("Watch the other player’s turn. The game log tells you what happens.")
        tip = self._tip(phase, watching, t.lang)
        room = (*tutorial_room(table.game, t.lang), watching)
        return fragment("controls.html", "tutorial", t.lang, True, tip, room, table.id)

    def _tip(self, phase: str, watching: str, lang: str) -> Tip:
        self._count()
        game, match = self._table.game, self._table.match
        if match.actor != self._seat:
            turns = set().union(*self._turns.values())
            return Tip(watching) if len(turns) <= TOLD else Tip()
        before = self._turns.get(phase, set()) - {match.state.turns()}
        if len(before) >= TOLD:
            return Tip()
        words = text_of(game).tutorial_words(phase, lang)
        return Tip(words, tutorial_lights(game, phase) if words else ())

    def _count(self) -> None:
        """Count the decisions since the last time; all of them anew if something was taken back."""
        epoch, counted = self._at
        match = self._table.match
        if epoch != self._table.epoch or counted > match.ply:
            self._state, self._turns, counted = blank_match(match, None).state, {}, 0
        for ply in match.plies[counted:]:
            if ply.actor == self._seat:
                phase = match.game.view(self._state, self._seat).phase
                self._turns.setdefault(phase, set()).add(ply.turn)
            self._state.apply(ply.code)
        self._at = self._table.epoch, match.ply
