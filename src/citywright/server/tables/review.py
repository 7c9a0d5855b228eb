"""A finished game, or an uploaded record, to be stepped through: positions, views and log at any ply."""

from __future__ import annotations

from collections import OrderedDict
from html import escape

import msgspec

from citywright.bots.hints import Hint
from citywright.draw.panel import Panel
from citywright.engine.state import CHANCE, State
from citywright.engine.view import SEAT_LETTERS, View, seat_letter
from citywright.game_parts import drawing_of, text_of
from citywright.match.match import Match
from citywright.match.record import RecordError, parse_record
from citywright.match.replay import verify
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.live.fragments import rule_link
from citywright.server.live.score_sheet import turn_starts
from citywright.server.players.bot_workers import Question, position
from citywright.server.tables.table import blank_match
from citywright.text import Words
from citywright.text.sentence import Sentence

MOST_KEPT = 24


class LookBack:
    """All positions of one game. What seats may know is kept apart even when the game is over."""

    def __init__(self, match: Match, names: list[str], text: str) -> None:
        self.match = match
        self.text = text  # the record
        self.game = match.game
        self.names = names
        self._states: list[State] = []
        self._mirrors: dict[int, Match] = {}
        self._unfair: Sentence | None = None  # what is wrong with the dice
        self._is_checked = False
        self.advised: dict[tuple[int, str], list[Hint]] = {}  # by ply and language

    @property
    def plies(self) -> int:
        """How many plies there are."""
        return self.match.ply

    def eyes(self) -> list[int]:
        """Through whose eyes the game can be seen: every seat's and a spectator's, or only one viewer's."""
        viewer = self.match.viewer
        return [*range(self.match.seats), CHANCE] if viewer is None else [viewer]

    def seat_named(self, letter: str) -> int:
        """The eyes that are meant by a letter; `-` is a spectator, nothing the first there are."""
        if letter == "":
            return self.eyes()[0]
        named = {"-": CHANCE} | {name: seat for seat, name in enumerate(SEAT_LETTERS)}
        seat = named.get(letter)
        if seat is None or seat not in self.eyes():
            known = ", ".join("-" if eye == CHANCE else seat_letter(eye) for eye in self.eyes())
            raise Refusal(
                MALFORMED,
                "this game can be seen through {known}, not {given!r}",
                known=known,
                given=letter[:20],
            )
        return seat

    def state_at(self, ply: int) -> State:
        """The position before a ply."""
        if not self._states:
            again = blank_match(self.match, self.match.viewer)
            self._states.append(again.state.clone())
            for played in self.match.plies:
                again.state.apply(played.code)
                self._states.append(again.state.clone())
        return self._states[ply]

    def view(self, ply: int, seat: int) -> View:
        """What a seat saw then; nothing in it can be clicked."""
        return msgspec.structs.replace(self.game.view(self.state_at(ply), seat), choices=[])

    def panels(self, ply: int, seat: int, lang: str) -> list[Panel]:
        """The pictures of a position."""
        return drawing_of(self.game).panels(self.view(ply, seat), lang, self.names)

    def turns(self) -> list[int]:
        """The plies at which turns begin, the beginning and the end included."""
        return turn_starts(self.match)

    def log(self, ply: int, seat: int, lang: str) -> str:
        """What happened before a ply, as the seat was told."""
        wording = text_of(self.game)
        items = []
        for number, played in enumerate(self._mirror(seat).plies[:ply]):
            lines, action = "", self.game.format_action(played.code)
            for event in played.events:
                sentence = wording.sentence(event, self.names, lang, action)
                if sentence:
                    mark = f"of-{event.seat}" if event.seat >= 0 else "of-nobody"
                    rule = rule_link(self.game, event.rule, lang)
                    lines += f'<p class="{mark}">{escape(sentence)} {rule}</p>'
            if lines:
                items.append(f'<li id="log-{number}">{lines}</li>')
        return "".join(items)

    def position(self, ply: int) -> Question | None:
        """What the seat to act knew before a ply; none if nobody was to act, or the record does not tell."""
        actor = self.state_at(ply).actor()
        if actor < 0 or (self.game.has_secrets and self.match.viewer not in (None, actor)):
            return None
        return position(self.match, actor, [played.code for played in self._mirror(actor).plies[:ply]])

    def played(self, ply: int) -> str:
        """What was played at a ply, in notation; nothing if the record ends there."""
        return self.game.format_action(self.match.plies[ply].code) if ply < self.plies else ""

    def _mirror(self, seat: int) -> Match:
        """The match with the events a seat was told."""
        match = self.match
        if not self.game.has_secrets or match.viewer is not None:
            return match
        if seat not in self._mirrors:
            mirror = self._mirrors[seat] = blank_match(match, seat)
            for played in match.plies:
                code = played.code if played.seen is None else played.seen[seat + 1]
                if played.actor == CHANCE:
                    mirror.play_chance(code)
                else:
                    mirror.play(played.actor, code)
        return self._mirrors[seat]

    def fairness(self, t: Words) -> tuple[str, int, str] | None:
        """The commitment, how many outcomes were drawn again from the secret, and what was wrong with them.

        None if the record tells no secret: then nothing can be checked.
        """
        record = parse_record(self.text)
        if "secret" not in record.headers:
            return None
        if not self._is_checked:
            try:
                verify(record)
            except RecordError as error:
                self._unfair = error.said
            self._is_checked = True
        problem = self._unfair.told(t) if self._unfair else ""
        return record.headers.get("commitment", ""), self.match.chance_plies, problem


class Shelf:
    """The games looked at last, kept in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, LookBack] = OrderedDict()

    def get(self, key: str) -> LookBack | None:
        """A game if it is here."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, look: LookBack) -> LookBack:
        """Keep a game, and forget the one nobody has looked at for longest."""
        self._kept[key] = look
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return look

    def forget(self, key: str) -> None:
        """Its names have changed, or it is gone."""
        self._kept.pop(key, None)
