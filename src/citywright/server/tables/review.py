"""A finished game, or an uploaded record, to be stepped through: positions, views and events at any ply.

Makes no HTML. Records that people upload are kept and read here as well.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import func, insert, select

from citywright.analysis.result import Ledger
from citywright.bots.hints import Hint
from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE, State
from citywright.engine.view import SEAT_LETTERS, View, seat_letter
from citywright.match.dice import dealer_in, draws_as_data
from citywright.match.match import Match, Ply
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import verify
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import records
from citywright.server.tables.new_rows import new_id
from citywright.server.tables.table import Table, blank_match, play_as_seen
from citywright.server.uploads.uploads import Uploads

MOST_KEPT = 24  # reviews in memory
STEP = 32  # plies between two positions that are kept
MOST_RECORDS = 200  # uploads of one guest
Result = TypeVar("Result")
SPECTATOR = "-"  # where a seat is named by its letter


class Fairness(msgspec.Struct, frozen=True):
    """Whether the dice of a record agree with its secret."""

    commitment: str
    outcomes: int  # how many were drawn again
    problem: Sentence | None


class Review:
    """All positions of one game. What each seat may know is kept apart even when the game is over."""

    def __init__(self, match: Match, names: Sequence[str], text: str, subject: str = "") -> None:
        self.match = match
        self.text = text  # the record
        self.subject = subject  # which table or record it is, for what is kept about it
        self.ledgers: dict[str, Ledger] = {}  # analyses by their depth, once read
        self.game = match.game
        self.names = tuple(names)
        self._states: list[State] = []
        self._matches: dict[int, Match] = {}  # as each seat saw it
        self._fairness: Fairness | None = None
        self.logs: dict[tuple[int, str], tuple[str, list[int]]] = {}  # by seat and language: see its page
        self.hints: dict[tuple[int, str], list[Hint]] = {}  # by ply and language, once asked for

    @property
    def plies(self) -> int:
        """How many plies there are."""
        return self.match.ply

    def viewpoints(self) -> list[int]:
        """The seats the game can be seen from: all and a spectator's, or the only one a record is for."""
        viewer = self.match.viewer
        return [*range(self.match.seats), CHANCE] if viewer is None else [viewer]

    def seat_named(self, letter: str) -> int:
        """The seat meant by a letter; `-` is a spectator, nothing the first seat there is."""
        if letter == "":
            return self.viewpoints()[0]
        named = {SPECTATOR: CHANCE} | {name: seat for seat, name in enumerate(SEAT_LETTERS)}
        seat = named.get(letter)
        if seat is None or seat not in self.viewpoints():
            raise Refusal(
                MALFORMED,
                "this game can be viewed as {known}, not as {given!r}",
                known=", ".join(letter_of(seat) for seat in self.viewpoints()),
                given=letter[:20],
            )
        return seat

    def state_at(self, ply: int) -> State:
        """The position before a ply."""
        if not self._states:
            self._states = self._some_states()
        state = self._states[ply // STEP].clone()
        for played in self.match.plies[ply - ply % STEP : ply]:
            state.apply(played.code)
        return state

    def _some_states(self) -> list[State]:
        """The first position and every thirty-second after it: the others are soon reached from these."""
        state = blank_match(self.match, self.match.viewer).state
        states = [state.clone()]
        for ply, played in enumerate(self.match.plies, 1):
            state.apply(played.code)
            if ply % STEP == 0:
                states.append(state.clone())
        return states

    def view(self, ply: int, seat: int, actions: Collection[str] = ()) -> View:
        """What a seat saw then; of what it could do only some actions, by default none."""
        view = self.game.view(self.state_at(ply), seat)
        return msgspec.structs.replace(
            view, choices=[choice for choice in view.choices if choice.action in actions]
        )

    def plies_seen(self, ply: int, seat: int) -> list[Ply]:
        """The plies before `ply` with the events the seat could know."""
        return self._match_seen(seat).plies[:ply]

    def actor_known(self, ply: int) -> int | None:
        """The seat to act before a ply; none if nobody was, or the record does not tell what it knew."""
        actor = self.state_at(ply).actor()
        if actor < 0 or (self.game.has_secrets and self.match.viewer not in (None, actor)):
            return None
        return actor

    def played(self, ply: int) -> str:
        """What was played at a ply, in notation; nothing if the record ends there."""
        return self.game.format_action(self.match.plies[ply].code) if ply < self.plies else ""

    def _match_seen(self, seat: int) -> Match:
        """The match as a seat saw it."""
        match = self.match
        if not self.game.has_secrets or match.viewer is not None:
            return match
        if seat not in self._matches:
            seen = blank_match(match, seat)
            play_as_seen(seen, match.plies, seat)
            self._matches[seat] = seen
        return self._matches[seat]

    def draws(self) -> dict[str, Any]:
        """Every draw of the game as numbers; refused while its secret is not known."""
        record = parse_record(self.text)
        if "secret" not in record.headers:
            raise Refusal(FORBIDDEN, "the secret of these dice is not published")
        return draws_as_data(self.match, dealer_in(record), [line for _, _, line in record.actions])

    def fairness(self) -> Fairness | None:
        """Every chance outcome drawn again from the secret; None if the record does not tell the secret."""
        if self._fairness is None:
            record = parse_record(self.text)
            if "secret" not in record.headers:
                return None
            problem = None
            try:
                verify(record)
            except RecordError as error:
                problem = error.message
            commitment = record.headers.get("commitment", "")
            dealt = sum(ply.actor == CHANCE for ply in self.match.plies[self.match.given :])
            self._fairness = Fairness(commitment, dealt, problem)
        return self._fairness


def letter_of(seat: int) -> str:
    """How a seat, or a spectator, is named in an address."""
    return SPECTATOR if seat == CHANCE else seat_letter(seat)


class Reviews:
    """Finds what can be reviewed; the games reviewed last are kept in memory."""

    def __init__(self, database: Database, uploads: Uploads) -> None:
        self._database = database
        self._uploads = uploads
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[str, Review] = OrderedDict()

    def of_table(self, table: Table, names: Sequence[str]) -> Review:
        """A finished table, its players called by `names`."""
        if not table.match.over:
            raise Refusal(FORBIDDEN, "a game can be reviewed when it is over")
        review = self._get(table.id)
        is_told = review is not None and (table.match.secret is None or table.match.secret in review.text)
        if review is None or review.names != tuple(names) or not is_told:
            review = self._keep(
                table.id, Review(table.match, names, format_record(table.match), f"t/{table.id}")
            )
        return review

    async def of_record(self, record_id: str) -> Review:
        """An uploaded record."""
        key = f"r/{record_id}"
        review = self._get(key)
        if review is None:
            query = select(records.c.text).where(records.c.id == record_id)
            async with self._database.read() as connection:
                text = (await connection.execute(query)).scalar_one_or_none()
            if text is None:
                raise Refusal(UNKNOWN, "there is no such record")
            review = await self.of_text(key, text)
        return review

    async def of_text(self, key: str, text: str) -> Review:
        """The record that is kept under a key."""
        review = self._get(key)
        if review is not None:
            return review
        try:
            match = await self.aside(lambda: verify(parse_record(text)))
        except RecordError as error:
            raise Refusal(
                MALFORMED, "this record cannot be read any more: {problem}", problem=error.message
            ) from error
        return self._keep(key, Review(match, list(match.names), text, key))

    async def upload(self, source: bytes, guest_id: str | None) -> str:
        """Check a record and keep it; returns its id. Raises RecordError if it is not right."""
        game_id = await self._uploads.check_record(source)
        record_id, text = new_id(), source.decode("utf-8")
        row = {
            "id": record_id,
            "guest_id": guest_id,
            "game": game_id,
            "text": text,
            "created": now_ms(),
        }
        async with self._database.write() as connection:
            if guest_id is not None:
                query = select(func.count()).select_from(records).where(records.c.guest_id == guest_id)
                if (await connection.execute(query)).scalar_one() >= MOST_RECORDS:
                    raise Refusal(FORBIDDEN, "you have uploaded {most} records already", most=MOST_RECORDS)
            await connection.execute(insert(records).values(row))
        return record_id

    async def aside(self, work: Callable[..., Result], *arguments: object) -> Result:
        """Work on a review in a thread, because a long game takes its time; one at a time."""
        async with self._turn:
            return await asyncio.to_thread(work, *arguments)

    def forget(self, table_id: str) -> None:
        """The names at a table have changed, or it is gone."""
        self._kept.pop(table_id, None)

    def _get(self, key: str) -> Review | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def _keep(self, key: str, review: Review) -> Review:
        self._kept[key] = review
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return review
