"""Profiles: what others, and oneself, see of somebody with an account. Everything is read from results."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, case, func, or_, select

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.statistic import MEAN, TOTAL
from citywright.game_parts import statistics_of
from citywright.ratings import Rating
from citywright.ratings.counting import GIVEN, GUIDED, ONE_SCREEN
from citywright.ratings.kinds import kind_of_terms
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.known.figures import Figures
from citywright.server.known.ledger import BOT
from citywright.server.known.visibility import Asker
from citywright.server.players.accounts import login_of
from citywright.server.rooms.finding import public_rooms
from citywright.server.rooms.options import read_options
from citywright.server.storage.database import Database
from citywright.server.storage.schema import (
    accounts,
    guests,
    outcomes,
    profiles,
    ratings,
    results,
    room_seats,
    rooms,
)

NOT_GAMES = (GIVEN, GUIDED, ONE_SCREEN)  # their results are nobody's
MOST_RESULTS = 20_000  # games of one person that are looked at for figures


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account."""

    guest_id: str
    name: str
    since: int  # milliseconds since 1970


class Rated(msgspec.Struct, frozen=True):
    """A rating in one game and kind of pace."""

    game: str
    pace: str
    rating: Rating
    games: int
    wins: int
    last: int
    is_ranked: bool


class Record(msgspec.Struct, frozen=True):
    """How somebody's games of one kind ended."""

    game: str
    seats: int
    games: int
    wins: int
    mean: float
    best: int


class Favourite(msgspec.Struct, frozen=True):
    """One figure of a game, over all of somebody's games."""

    name: str  # of a statistic of the game
    told: str  # most, mean or total
    value: float


class GameFigures(msgspec.Struct, frozen=True):
    """Favourite figures of one game, and how many points came from which source, on average."""

    game: str
    games: int
    favourites: list[Favourite]
    sources: list[tuple[str, float]]


class Point(msgspec.Struct, frozen=True):
    """A rating after a game."""

    time: int
    rating: Rating
    table_id: str


class People:
    """Finds people and what is known of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def asker(self, guest_id: str | None) -> Asker:
        """Who asks."""
        if guest_id is None:
            return Asker()
        query = select(accounts.c.guest_id).where(accounts.c.guest_id == guest_id)
        found = await self._database.ask(lambda connection: connection.execute(query).scalar_one_or_none())
        return Asker(guest_id, found is not None)

    async def find(self, who: str) -> Person:
        """Somebody by id or by name; refused if there is nobody."""
        query = (
            select(accounts.c.guest_id, guests.c.name, accounts.c.created)
            .join(guests, guests.c.id == accounts.c.guest_id)
            .where(or_(accounts.c.guest_id == who, accounts.c.login == (login_of(who[:200]) or who)))
            .order_by(case((accounts.c.guest_id == who, 0), else_=1))
            .limit(1)
        )
        row = await self._database.ask(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise Refusal(UNKNOWN, "nobody with an account is called {name!r} here", name=who[:60])
        return Person(*row)

    async def ratings_of(self, player: str) -> list[Rated]:
        """All ratings of a player."""
        query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.game, ratings.c.pace)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return [_rated(row) for row in rows]

    async def ratings_at(
        self, game: str, pace: str, players: Sequence[str], asker: Asker
    ) -> dict[str, Rated]:
        """The ratings of those who sit at a table, as far as whoever asks may see them."""
        query = (
            select(ratings, profiles.c.rating.label("seen_by"), accounts.c.guest_id.label("account"))
            .outerjoin(accounts, accounts.c.guest_id == ratings.c.player)
            .outerjoin(profiles, profiles.c.guest_id == ratings.c.player)
            .where(ratings.c.game == game, ratings.c.pace == pace, ratings.c.player.in_(players))
        )
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return {
            row.player: _rated(row)
            for row in rows
            if row.player.startswith(BOT)
            or row.player == asker.guest_id
            or (row.account is not None and asker.may_see(row.seen_by or "people", row.player))
        }

    async def ratings_in_open_rooms(self, asker: Asker) -> dict[str, list[float]]:
        """How strong those are who sit in rooms open to anyone, as far as whoever asks may see it."""
        found: dict[str, list[float]] = {}
        for row in await self._database.ask(lambda connection: connection.execute(in_open_rooms()).all()):
            fits = row.pace == kind_of_terms(read_options(row.options))
            if fits and asker.may_see(row.seen_by or "people", row.player):
                found.setdefault(row.id, []).append(row.mu)
        return found

    async def history(self, guest_id: str, game: str, pace: str) -> list[Point]:
        """A rating after every counted game, the first game first."""
        query = (
            select(results.c.ended, results.c.mu, results.c.sigma, results.c.table_id)
            .where(
                results.c.guest_id == guest_id,
                results.c.player == guest_id,
                results.c.game == game,
                results.c.pace == pace,
                results.c.mu.is_not(None),
            )
            .order_by(results.c.number.desc())
            .limit(MOST_RESULTS)
        )
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return [Point(row.ended, Rating(row.mu, row.sigma), row.table_id) for row in reversed(rows)]

    async def records_of(self, guest_id: str) -> list[Record]:
        """How all games ended, by game and number of seats."""
        won = func.sum(case((and_(results.c.place == 1, ~results.c.is_absent), 1), else_=0))
        query = (
            select(
                results.c.game,
                results.c.seats,
                func.count().label("games"),
                won.label("wins"),
                func.avg(results.c.points).label("mean"),
                func.max(results.c.points).label("best"),
            )
            .join(outcomes, outcomes.c.table_id == results.c.table_id)
            .where(_own_games(guest_id))
            .group_by(results.c.game, results.c.seats)
            .order_by(results.c.game, results.c.seats)
        )
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return [Record(r.game, r.seats, r.games, int(r.wins), float(r.mean), r.best) for r in rows]

    async def figures_of(self, guest_id: str) -> list[GameFigures]:
        """Favourite figures of every game somebody has played."""
        query = (
            select(results.c.game, results.c.figures)
            .join(outcomes, outcomes.c.table_id == results.c.table_id)
            .where(_own_games(guest_id), ~results.c.is_absent)
            .order_by(results.c.ended.desc())
            .limit(MOST_RESULTS)
        )

        def read(connection: Connection) -> list[Any]:
            return list(connection.execute(query))

        rows = await self._database.ask(read)
        return await asyncio.to_thread(_figures_of_games, rows)


def in_open_rooms() -> Select[Any]:
    """The ratings of those who sit in rooms that are open to anyone, with the options of the rooms."""
    return (
        select(rooms.c.id, rooms.c.options, ratings.c.pace, ratings.c.mu, ratings.c.player)
        .add_columns(profiles.c.rating.label("seen_by"))
        .join(room_seats, room_seats.c.room_id == rooms.c.id)
        .join(
            ratings,
            and_(ratings.c.player == room_seats.c.guest_id, ratings.c.game == rooms.c.game),
        )
        .join(accounts, accounts.c.guest_id == ratings.c.player)
        .outerjoin(profiles, profiles.c.guest_id == ratings.c.player)
        .where(rooms.c.id.in_(public_rooms()))
    )


def _own_games(guest_id: str) -> Any:
    return and_(results.c.guest_id == guest_id, outcomes.c.uncounted.not_in(NOT_GAMES))


def _rated(row: Any) -> Rated:
    return Rated(row.game, row.pace, Rating(row.mu, row.sigma), row.games, row.wins, row.last, row.is_ranked)


def _figures_of_games(rows: Sequence[Any]) -> list[GameFigures]:
    by_game: dict[str, list[Any]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    found = []
    for game_id, own in sorted(by_game.items()):
        try:
            game = find_game(game_id)
        except UnknownGame:
            continue
        kept = [msgspec.json.decode(row.figures, type=Figures) for row in own]
        favourites = []
        for statistic in statistics_of(game):
            numbers = [figures.counts.get(statistic.name, 0) for figures in kept]
            value: float = max(numbers)
            if statistic.told in (TOTAL, MEAN):
                value = sum(numbers) / (len(numbers) if statistic.told == MEAN else 1)
            favourites.append(Favourite(statistic.name, statistic.told, round(value, 1)))
        means = [
            (source, round(sum(figures.sources.get(source, 0) for figures in kept) / len(kept), 1))
            for source in game.score_sources
        ]
        sources = [(source, mean) for source, mean in means if mean]
        found.append(GameFigures(game_id, len(own), favourites, sources))
    return found
