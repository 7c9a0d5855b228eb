"""`python -m citywright.server.load.fill`: a database with many games, for trying what lists and starts cost.

A few games of each kind are really played, by simple bots, and written under new ids with other people and
other days, row by row as the server writes them. Each batch is one transaction: who stops
this half way has fewer games, all of them whole.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Connection, Table, insert, text

from citywright.bots import player
from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.clock import now_ms
from citywright.server.players.guests import digest
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.writer import Row
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.table import rows_of

DAY = 24 * 3600 * 1000
SINCE = 300 * DAY  # the oldest game: none is deleted for its age
BATCH = 500  # games in one transaction
GAMES_OF_A_GUEST = 20  # on average
KINDS = 3  # games really played of each title and number of seats
PLAYER = "anke"  # whose account has many games
PASSWORD = "a long password"  # noqa: S105 - of accounts that nobody has

CHOSEN = "CREATE TEMPORARY TABLE IF NOT EXISTS filled (id TEXT, played INTEGER, plies INTEGER, began BIGINT)"
PLAYED = (
    "CREATE TEMPORARY TABLE IF NOT EXISTS played (played INTEGER, ply INTEGER, actor INTEGER, notation TEXT, "
    "awaits INTEGER, time BIGINT, points TEXT)"
)
COPY = text(
    "INSERT INTO moves (table_id, ply, actor, notation, awaits, time, points) "
    "SELECT filled.id, played.ply, actor, notation, awaits, began + time, points "
    "FROM filled JOIN played ON played.played = filled.played AND played.ply < filled.plies "
    "ORDER BY filled.id, played.ply"
)


class Wanted(msgspec.Struct, frozen=True):
    """What is to be in the database."""

    finished: int
    running: int = 0
    of_one: int = 0  # of the finished games: those of the one player who has an account with a known password
    seed: int = 0
    game: str = ""  # the title of all of them; empty: every title
    more_seats: int = 1  # some tables have so many seats more than they need
    bots: float = 0.3  # how many tables have a bot


class Played(msgspec.Struct, frozen=True):
    """A game that was really played: its rows, with times from its beginning."""

    game: Game
    seats: int
    secret: bytes
    rows: list[Row]
    stops: list[int]  # after how many plies a person could have left the table


def play_game(game: Game, seats: int, seed: int) -> Played:
    """Play a game to its end as one of its simple bots plays, a decision every twenty seconds."""
    dealer = Dealer.seeded(seed)
    match = Match(game, seats, dealer=dealer)
    rows = rows_of("", match, 0)
    rng, policy = Rng(seed), player(game, game.policy_names()[-1])
    clock = 0
    stops = []
    while not match.over:
        since = match.ply
        stops.append(since)
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
        clock += 20_000
        rows += [row | {"time": clock} for row in rows_of("", match, since)]
    return Played(game, seats, dealer.secret, rows, stops)


class Filler:
    """Makes rows of guests and games."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._rng = random.Random(wanted.seed)
        self._now = now_ms()
        self._own_left = wanted.of_one
        self.played = [
            play_game(game, seats, wanted.seed + kind)
            for game in games().values()
            if game.id == wanted.game or not wanted.game
            for seats in sorted({game.min_seats, min(game.max_seats, game.min_seats + wanted.more_seats)})
            for kind in range(KINDS)
        ]
        self._guests: list[str] = []
        self.tokens: dict[str, str] = {}  # by guest: what its cookie holds

    def _id(self) -> str:
        return f"{self._rng.getrandbits(96):024x}"

    def people(self) -> dict[Table, list[Row]]:
        """All guests with a session each; every tenth has an account, and a feed."""
        total = self._wanted.finished + self._wanted.running
        self._guests = [self._id() for _ in range(max(4, total // GAMES_OF_A_GUEST))]
        self.tokens = {guest: self._id() for guest in self._guests}
        created = self._now - SINCE
        hashed = PasswordHasher().hash(PASSWORD)  # the same for all: to make one takes long
        accounts = [
            {"guest_id": id_, "login": f"{PLAYER}-{id_}", "password": hashed, "created": created}
            for id_ in self._guests[::10]
        ]
        accounts[0]["login"] = self.login
        return {
            schema.guests: [
                {"id": id_, "name": f"Guest {number}", "created": created}
                for number, id_ in enumerate(self._guests)
            ],
            schema.sessions: [
                {"digest": digest(token), "guest_id": id_, "created": created}
                for id_, token in self.tokens.items()
            ],
            schema.accounts: accounts,
            schema.notices: [{"guest_id": id_, "feed": self._id()} for id_ in self._guests[::10]],
        }

    @property
    def login(self) -> str:
        """The name of the account that has many games."""
        return f"{PLAYER}-{self._wanted.seed}"

    def batch(self, count: int, *, are_running: bool) -> Batch:
        """Some games."""
        made = Batch()
        for _ in range(count):
            self._add(made, self._rng.randrange(len(self.played)), is_running=are_running)
        return made

    def _add(self, made: Batch, number: int, *, is_running: bool) -> None:
        rng, played, table_id = self._rng, self.played[number], self._id()
        plies = rng.choice(played.stops) if is_running else len(played.rows)
        lasted = played.rows[plies - 1]["time"] if plies else 0
        ended = self._now - rng.randrange(DAY if is_running else SINCE - DAY)
        began = ended - lasted
        people = rng.sample(self._guests[1:], played.seats)
        if not is_running and self._own_left:
            self._own_left -= 1
            people[rng.randrange(played.seats)] = self._guests[0]
        awaited = played.rows[plies - 1]["awaits"] if is_running and plies else -1
        bot_seat = rng.randrange(played.seats) if rng.random() < self._wanted.bots else -1
        if bot_seat == awaited or people[bot_seat] == self._guests[0]:
            bot_seat = -1
        has_ended = None if is_running else ended
        made.tables.append(
            {
                "id": table_id,
                "game": played.game.id,
                "rules_version": played.game.rules_version,
                "start": -1,
                "secret": played.secret,
                "epoch": 0,
                "created": began,
                "ended": has_ended,
                "is_public": rng.random() < 0.2,
                "pace": rng.choice((0, 0, 0, 7 * DAY // 1000)),
            }
        )
        for seat, guest in enumerate(people):
            bot = usual_bot(played.game) if seat == bot_seat else None
            row = {"table_id": table_id, "seat": seat, "guest_id": None if bot else guest, "bot": bot}
            made.seats.append(row | {"invitation": self._id(), "ended": has_ended})
        made.chosen.append({"id": table_id, "played": number, "plies": plies, "began": began})
        if rng.random() < 0.1 and bot_seat != 0:
            said = {"table_id": table_id, "seat": 0, "guest_id": people[0], "text": "Good luck!"}
            made.messages.append(said | {"time": began})

    def write_batch(self, made: Batch, connection: Connection) -> None:
        """One transaction's work. The moves are copied by the database itself, from the games played."""
        for statement in (CHOSEN, PLAYED, "DELETE FROM filled", "DELETE FROM played"):
            connection.execute(text(statement))
        rows = [row | {"played": number} for number, played in enumerate(self.played) for row in played.rows]
        connection.execute(
            text("INSERT INTO played VALUES (:played, :ply, :actor, :notation, :awaits, :time, :points)"),
            rows,
        )
        connection.execute(text("INSERT INTO filled VALUES (:id, :played, :plies, :began)"), made.chosen)
        connection.execute(insert(schema.tables), made.tables)
        connection.execute(insert(schema.seats), made.seats)
        connection.execute(COPY)
        if made.messages:
            connection.execute(insert(schema.messages), made.messages)


class Batch:
    """The rows of some games."""

    def __init__(self) -> None:
        self.tables: list[Row] = []
        self.seats: list[Row] = []
        self.chosen: list[Row] = []
        self.messages: list[Row] = []


Tell = Callable[[int, int], None]


async def fill(url: str, wanted: Wanted, tell: Tell) -> str:
    """Fill a database; `tell` hears how many games are written. Returns the login of the busy player."""
    filler = Filler(wanted)
    async for _ in written(url, filler, wanted, tell):
        pass
    return filler.login


async def written(url: str, filler: Filler, wanted: Wanted, tell: Tell) -> AsyncIterator[Batch]:
    """Every batch of games, once it is in the database."""
    database = Database(async_url(url))
    try:
        await wait_for_database(database)
        people = filler.people()

        def write_people(connection: Connection) -> None:
            for table, rows in people.items():
                connection.execute(insert(table), rows)

        await database.transact(write_people)
        done = 0
        for are_running, count in ((False, wanted.finished), (True, wanted.running)):
            for first in range(0, count, BATCH):
                made = filler.batch(min(BATCH, count - first), are_running=are_running)
                await database.transact(partial(filler.write_batch, made))
                await database.checkpoint()
                done += len(made.tables)
                tell(done, wanted.finished + wanted.running)
                yield made
        if not database.is_sqlite:  # as its autovacuum would do soon: without knowing them it plans badly
            async with database.write() as connection:
                await connection.execute(text("ANALYZE"))
    finally:
        await database.close()


def _parsed(arguments: Sequence[str] | None) -> Any:
    parser = argparse.ArgumentParser(prog="python -m citywright.server.load.fill", description=__doc__)
    parser.add_argument("--database", required=True, metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="finished games (default: 1000)")
    parser.add_argument("--running", type=int, default=0, metavar="N", help="running games (default: none)")
    parser.add_argument(
        "--mine", type=int, default=0, metavar="N", help="of the finished games: those of one player"
    )
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="default: by the clock")
    args = parser.parse_args(arguments)
    if args.games < 0 or args.running < 0 or not 0 <= args.mine <= args.games:
        parser.error("numbers of games are not below zero, and --mine is at most --games")
    return args


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    args = _parsed(arguments)
    started = time.monotonic()

    def tell(done: int, total: int) -> None:
        seconds = time.monotonic() - started
        print(f"\r{done:,} of {total:,} games, {seconds:.0f} s", end="", file=sys.stderr, flush=True)

    seed = now_ms() if args.seed is None else args.seed
    wanted = Wanted(args.games, args.running, args.mine, seed)
    try:
        login = asyncio.run(fill(args.database, wanted, tell))
    except KeyboardInterrupt:
        print("\nstopped: all games that were written are whole", file=sys.stderr)
        sys.exit(130)
    print(file=sys.stderr)
    print(f"the player with {args.mine:,} games logs in as {login!r} with the password {PASSWORD!r}")


if __name__ == "__main__":
    main()
