"""One table in memory: its match, who sits where, who is connected. Can be read again from its rows at any
time. Does not know what anybody is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, select

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game, LayoutError, UnknownRules
from citywright.engine.state import CHANCE
from citywright.engine.view import View, seat_letter
from citywright.match.dealer import Dealer, dealer_of
from citywright.match.match import Match, Ply
from citywright.server.clock import is_past, now_ms, steady
from citywright.server.errors import UNAVAILABLE, Refusal
from citywright.server.spans import TurnLock
from citywright.server.storage.closed import refuse_closed
from citywright.server.storage.queries import seats_at, table_with_marks
from citywright.server.storage.rated import Rated, read_rated
from citywright.server.storage.schema import moves
from citywright.server.storage.writer import Row
from citywright.server.tables.messages import NO_MESSAGES, read_chat
from citywright.server.tables.terms import terms_of


class Watcher(Protocol):
    """Somebody connected to a table: through which seat (CHANCE: as a spectator)."""

    seat: int


class Seat(msgspec.Struct):
    """A place at a table: a guest's, a bot's, or open to whoever has the invitation."""

    number: int
    guest_id: str | None
    bot: str | None
    invitation: str
    name: str  # empty while the seat is open
    deputy: str | None = None  # the bot that plays until the seat's player returns
    since: int | None = None  # when the player sat down or returned
    time_left: int | None = None  # milliseconds of its reserve, see clocks.py; none: it has no such clock
    counted: int | None = None  # up to when time was taken from it
    has_account: bool = False

    @property
    def is_open(self) -> bool:
        return self.guest_id is None and self.bot is None

    @property
    def playing_bot(self) -> str | None:
        """The bot that decides for the seat now, if one does."""
        return self.bot or self.deputy

    def waits_since(self, moved: int) -> int:
        """Since when a decision of the seat is awaited, if something was played last at `moved`."""
        return max(moved, self.since or 0, self.counted or 0)


class Table:
    """A running game. `epoch` counts what was taken back, so (epoch, ply) names a position uniquely."""

    def __init__(self, row: Any, seats: list[Seat], game: Game, match: Match) -> None:
        self.id: str = row.id
        self.game = game
        self.created: int = row.created
        self.moved: int = row.created  # when something was played last
        self.awaited_since = 0.0  # the same, or since the player to act came, by clock.steady
        self.bot_pace = 1.0  # how slowly bots act here: times the usual pause
        self.hurry = asyncio.Event()  # is set while people do not want to wait for bots
        self.rematch_id: str | None = row.rematch_id
        self.rated: Rated | None = None  # what the result has changed, once it is known
        self.epoch: int = row.epoch
        self.terms = terms_of(row, tuple(seat.name for seat in seats) if row.one_screen else ())
        self.seats = seats
        self.match = match
        self.marks: tuple[object, ...] = ()
        self.played_since: int | None = None  # the last change was a move, from this ply on; None: it was not
        self.is_stale = False  # the rows were changed: read them before the next use
        self.compared = 0.0  # when memory was last as the rows are, by time.monotonic()
        self.lock = TurnLock()  # held from the check of an action until it is committed
        self.viewers: set[Watcher] = set()  # the live connections of this process
        self.streams = 0  # how many programs follow the table through this process
        self.elsewhere: frozenset[int] = frozenset()  # the seats whose people other processes have
        self.chat = NO_MESSAGES
        self._matches_seen: dict[int, Match] = {}
        self._views: dict[int, View] = {}  # by seat, of the position below; those of a game without secrets
        self._viewed: object = None

    @property
    def at(self) -> tuple[int, int]:
        """Epoch and ply: which position this is."""
        return self.epoch, self.match.ply

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return self.match.actor

    def seats_of(self, guest_id: str | None) -> list[int]:
        """The seats of a guest."""
        return seats_of(self.seats, guest_id)

    def seat_for(self, guest_id: str | None, chosen: str = "") -> int:
        """The seat a guest sees the table from: the one it chose, else its first; CHANCE: a spectator."""
        own = self.seats_of(guest_id)
        if chosen.isdecimal() and len(chosen) < 3 and int(chosen) in own:
            return int(chosen)
        return own[0] if own else CHANCE

    def present(self) -> set[int]:
        """The seats whose people are connected."""
        return self.present_here() | self.elsewhere

    def present_here(self) -> set[int]:
        """The seats whose people are connected to this process."""
        guests = {self.seats[viewer.seat].guest_id for viewer in self.viewers if viewer.seat >= 0}
        return {seat.number for seat in self.seats if seat.guest_id is not None and seat.guest_id in guests}

    @property
    def is_watched(self) -> bool:
        """Is somebody, or a program, connected to the table through this process?"""
        return bool(self.viewers) or self.streams > 0

    @property
    def is_practice(self) -> bool:
        """Does one person alone play here, against bots?"""
        return sum(seat.bot is None for seat in self.seats) == 1

    def bot_to_act(self) -> Seat | None:
        """The seat to act, if a bot holds it or plays for its player."""
        actor = self.match.actor
        return self.seats[actor] if actor >= 0 and self.seats[actor].playing_bot is not None else None

    def start_seat(self) -> int | None:
        """The seat that made the first decision, once one was made or is awaited."""
        first = next((ply.actor for ply in self.match.plies if ply.actor >= 0), self.match.actor)
        return first if first >= 0 else None

    def match_seen(self, seat: int) -> Match:
        """The match as `seat` (CHANCE: a spectator) saw it, with the events it could know."""
        match = self.match
        if not match.game.has_secrets:
            return match
        seen = self._matches_seen.get(seat)
        if seen is None or seen.ply > match.ply:
            seen = self._matches_seen[seat] = blank_match(match, seat)
        play_as_seen(seen, match.plies[seen.ply :], seat)
        return seen

    def view(self, seat: int) -> View:
        """What `seat` (CHANCE: a spectator) sees; kept until the position changes or `forget_views`.

        Where nothing is secret all see the same but for their choices, so one view is made for everybody.
        """
        match = self.match
        if self._viewed != (match, match.ply, self.epoch):
            self._views.clear()
            self._viewed = match, match.ply, self.epoch
        view = self._views.get(seat)
        if view is None:
            actor = match.actor if match.actor >= 0 else CHANCE
            if match.game.has_secrets or seat == actor:
                view = match.view(seat)
            else:
                view = msgspec.structs.replace(self.view(actor), seat=seat_letter(seat), choices=[])
            self._views[seat] = view
        return view

    def forget_views(self) -> None:
        """Everybody was shown the position: a view is large, and is made again when it is needed."""
        self._views.clear()
        self._viewed = None

    def advance(self, match: Match, time: int) -> None:
        """Show the position after a move that was committed at `time`."""
        self.played_since = self.match.ply
        self.match, self.moved, self.awaited_since = match, time, steady()

    def take_back(self, match: Match) -> None:
        """Show the position after an undo that was committed."""
        self.played_since = None
        self.match = match
        self.epoch += 1
        self._matches_seen.clear()

    def note_rematch(self, table_id: str) -> None:
        """The same people play again at another table; the rows say so already."""
        self.rematch_id, self.played_since = table_id, None
        self.marks = (table_id, *self.marks[1:])

    def note_rated(self, rated: Rated | None) -> None:
        """The result of the game is entered; the rows say so already."""
        self.rated, self.played_since = rated, None
        self.marks = (*self.marks[:-1], True)

    def waits_since(self) -> int:
        """When something was played last, or the player to act sat down, returned or took a move back."""
        return self.seats[self.actor].waits_since(self.moved) if self.actor >= 0 else self.moved

    def is_as_in(self, row: Any, seats: list[Seat]) -> bool:
        """Is this what the table's row, read by `marks_of`, and its seats say?"""
        return self.at == (row.epoch, row.plies) and self.marks == _marks(row) and self.seats == seats

    def adopt(self, other: Table) -> None:
        """Take over what was read again, keeping the connections."""
        if self.waits_since() != other.waits_since():  # else it goes on, even if the clock was set
            self.awaited_since = other.awaited_since
        self.epoch, self.match, self.moved = other.epoch, other.match, other.moved
        self.played_since = None
        self.seats, self.rematch_id, self.rated = other.seats, other.rematch_id, other.rated
        self.chat = other.chat
        self.terms, self.marks = other.terms, other.marks
        self.compared = other.compared
        self._matches_seen.clear()


def _marks(row: Any) -> tuple[object, ...]:
    """What shows that something at a table was changed other than its moves and seats."""
    return row.rematch_id, row.is_guided, row.messages, row.last_message, row.mutes, row.is_settled


def seats_of(seats: Sequence[Seat], guest_id: str | None) -> list[int]:
    """The numbers of a guest's seats."""
    return [seat.number for seat in seats if guest_id is not None and seat.guest_id == guest_id]


def blank_match(match: Match, viewer: int | None) -> Match:
    """The same game before its first ply, as a viewer saw it."""
    return Match(
        match.game, match.seats, start=match.start, layout=match.layout, names=match.names, viewer=viewer
    )


def play_as_seen(match: Match, plies: Sequence[Ply], seat: int) -> None:
    """Play plies again on the match of a viewer, with only what `seat` could see of them."""
    for played in plies:
        code = played.seen_by(seat)
        if played.actor == CHANCE:
            match.play_chance(code)
        else:
            match.play(played.actor, code)
        if match.plies[-1] == played:
            match.plies[-1] = played  # one object for both: nearly everything happens before all eyes


def rows_of(table_id: str, match: Match, since: int) -> list[Row]:
    """The rows of a match's plies from `since` on. The last one has the points."""
    time = now_ms()
    format_action = match.game.format_action
    plies = match.plies[since:]
    rows: list[Row] = [
        {
            "table_id": table_id,
            "ply": since + number,
            "actor": ply.actor,
            "notation": format_action(ply.code),
            "awaits": plies[number + 1].actor if number + 1 < len(plies) else match.actor,
            "time": time,
            "points": None,
        }
        for number, ply in enumerate(plies)
    ]
    if rows:
        rows[-1]["points"] = format_points(match.state.scores())
    return rows


def format_points(points: Sequence[int]) -> str:
    """Points of all seats as the database keeps them."""
    return " ".join(map(str, points))


def parse_points(text: str) -> list[int]:
    """Points of all seats from the database."""
    return [int(number) for number in text.split()]


def read_table(connection: Connection, table_id: str) -> Table:
    """A table from its rows."""
    row = refuse_closed(connection, table_id, connection.execute(table_with_marks(table_id)).one_or_none())
    game = game_of(row)
    seats = read_seats(connection, [table_id])[table_id]
    moves_made = connection.execute(
        select(moves.c.ply, moves.c.actor, moves.c.notation, moves.c.time)
        .where(moves.c.table_id == table_id)
        .order_by(moves.c.ply)
    )
    match = Match(
        game,
        len(seats),
        start=row.start,
        layout=layout_of(game, row),
        dealer=None if row.given else dealer_at(row),
        names=[seat.name for seat in seats],
    )
    rows = moves_made.all()
    if row.given:
        play_given(match, [given.notation for given in rows[: row.given]])
        match.deal_from_here(dealer_at(row))
    replay_rows(match, rows[row.given :])
    table = Table(row, seats, game, match)
    table.marks = _marks(row)
    if rows:
        table.moved = rows[-1].time
    table.awaited_since = steady() - max(0, now_ms() - table.waits_since()) / 1000
    if table.terms.may_talk:
        table.chat = read_chat(connection, table_id)
    if row.is_settled:
        table.rated = read_rated(connection, table_id)
    return table


def dealer_at(row: Any) -> Dealer:
    """The dealer of a table's row. The secret of a deal of the day is kept until the day is over."""
    dealer = dealer_of(row.dealing, row.secret, row.game, row.numbers or "")
    if row.deal:
        dealer.may_tell = partial(is_past, row.deal)
    return dealer


def game_of(row: Any) -> Game:
    """The game of a table's row, under its version of the rules; refused if this server knows neither."""
    try:
        game = find_game(row.game)
    except UnknownGame as error:
        raise Refusal(UNAVAILABLE, "this server does not know the game {game!r}", game=row.game) from error
    try:
        return game.under_rules(row.rules_version)
    except UnknownRules as error:
        raise Refusal(
            UNAVAILABLE,
            "this table plays rules version {version}; this server knows {known}",
            version=row.rules_version,
            known=", ".join(map(str, game.rules_versions())),
        ) from error


def layout_of(game: Game, row: Any) -> Any:
    """The board of a table's row; refused if this version cannot read it."""
    try:
        return game.layout(row.layout)
    except LayoutError as error:
        raise Refusal(
            UNAVAILABLE, "the board of this table cannot be read: {problem}", problem=str(error)
        ) from error


def read_seats(connection: Connection, table_ids: list[str]) -> dict[str, list[Seat]]:
    """Who sits at each of the tables."""
    seats: dict[str, list[Seat]] = {table_id: [] for table_id in table_ids}
    for row in connection.execute(seats_at(table_ids)):
        seats[row.table_id].append(
            Seat(
                number=row.seat,
                guest_id=row.guest_id,
                bot=row.bot,
                invitation=row.invitation,
                name=row.label or row.name or row.bot or "",
                deputy=row.deputy,
                since=row.since,
                time_left=row.time_left,
                counted=row.counted,
                has_account=row.has_account,
            )
        )
    return seats


def play_given(match: Match, actions: Sequence[str]) -> None:
    """Play the actions with which a game was set up, those of chance as well."""
    for words in actions:
        if match.actor == CHANCE:
            match.play_chance(match.game.parse_action(words))
        else:
            match.play_words(match.actor, words)


def replay_rows(match: Match, rows: Sequence[Any]) -> None:
    """Play the decisions again. The dealer deals chance again: it must be what the rows say."""
    for row in rows:
        if row.ply < match.ply:
            dealt = match.plies[row.ply]
            if (row.actor, row.notation) != (dealt.actor, match.game.format_action(dealt.code)):
                raise Refusal(
                    UNAVAILABLE,
                    "ply {ply} of this table was altered: {words!r}",
                    ply=row.ply,
                    words=row.notation,
                )
        else:
            match.play_words(row.actor, row.notation, row.ply)
