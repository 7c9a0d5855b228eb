"""The archive: finished games by game, seats, people, days, result and pace. Nothing is replayed for it.

Everybody finds their own games. Others find games at public tables, and those where all people show their
games to everyone; under somebody's name, and on a profile, those where all people show theirs to who asks.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, or_, select, tuple_

from citywright.ratings import KINDS
from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.known.ledger import BOT
from citywright.server.known.visibility import Asker, Visibility, is_seen_by_all
from citywright.server.players.accounts import login_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import accounts, guests, outcomes, profiles, results, tables
from citywright.server.tables.lists import place_of
from citywright.server.tables.terms import game_or_refuse

ON_A_PAGE = 40
WON, LOST = "won", "lost"
MOST_POINTS = 10_000


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for; nothing: anything."""

    game: str = ""
    seats: int | None = None
    pace: str = ""
    people: str = ""  # the name of somebody at the table
    since: date | None = None
    until: date | None = None  # this day included
    result: str = ""  # won or lost: by the person whose games these are
    least: int | None = None  # points of that person; of the winner where games of all are looked for
    most: int | None = None


class FoundSeat(msgspec.Struct, frozen=True):
    """Who sat at a game that was found."""

    name: str  # a bot's own name
    is_bot: bool
    guest_id: str | None  # of somebody with an account
    is_own: bool
    points: int
    place: int


class Found(msgspec.Struct, frozen=True):
    """A finished game."""

    table_id: str
    game: str
    pace: str
    ended: int  # milliseconds since 1970
    uncounted: str
    seats: list[FoundSeat]


class FoundGames(msgspec.Struct, frozen=True):
    """One page of games, and where the next one begins; empty: there are no more."""

    games: list[Found]
    older: str = ""


def read_search(values: dict[str, str]) -> Search:
    """What somebody has typed into a form, or a program has sent."""
    game, pace, result = (values.get(name, "") for name in ("game", "pace", "result"))
    if pace and pace not in KINDS:
        raise Refusal(MALFORMED, "a pace is {known}, not {given!r}", known=", ".join(KINDS), given=pace[:20])
    if result not in ("", WON, LOST):
        raise Refusal(MALFORMED, "a result is won or lost, not {given!r}", given=result[:20])
    return Search(
        game=game_or_refuse(game).id if game else "",
        seats=_number(values.get("seats", ""), 1, 8),
        pace=pace,
        people=values.get("people", "").strip()[:60],
        since=_day(values.get("since", "")),
        until=_day(values.get("until", "")),
        result=result,
        least=_number(values.get("least", ""), -MOST_POINTS, MOST_POINTS),
        most=_number(values.get("most", ""), -MOST_POINTS, MOST_POINTS),
    )


def _number(text: str, least: int, most: int) -> int | None:
    text = text.strip()
    if not text:
        return None
    try:
        number = int(text) if len(text) < 8 else most + 1
    except ValueError:
        number = most + 1
    if not least <= number <= most:
        raise Refusal(
            MALFORMED,
            "a number from {least} to {most}, not {given!r}",
            least=least,
            most=most,
            given=text[:20],
        )
    return number


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip()[:20])
    except ValueError:
        raise Refusal(MALFORMED, "a day is written as 2026-05-31, not {given!r}", given=text[:20]) from None


class Archive:
    """Finds games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def own(self, search: Search, asker: Asker, before: str = "", most: int = ON_A_PAGE) -> FoundGames:
        """Games of whoever asks; `people` is somebody else who sat there."""
        if asker.guest_id is None:
            return FoundGames([])
        query = _of_person(search, asker.guest_id)
        if search.people:
            query = query.where(_played_by(search.people, asker.guest_id))
        return await self._page(query, results, before, most, asker)

    async def of_all(
        self, search: Search, asker: Asker, before: str = "", most: int = ON_A_PAGE
    ) -> FoundGames:
        """Games that anyone may find; with `people` those of one person."""
        if search.people:
            guest_id = await self._person(search.people, asker)
            query = _of_person(search, guest_id)
            if guest_id != asker.guest_id:
                query = query.where(*_is_shown(asker))
            return await self._page(query, results, before, most, asker)
        query = _joined(select(outcomes.c.ended, outcomes.c.table_id), outcomes)
        query = query.where(*_is_findable(outcomes), *_of_search(search, outcomes, outcomes.c.top))
        return await self._page(query, outcomes, before, most, asker)

    async def shown(self, guest_id: str, asker: Asker, most: int) -> FoundGames:
        """The last games of somebody who shows them to whoever asks, as far as the others there do, too."""
        query = _of_person(Search(), guest_id)
        if guest_id != asker.guest_id:
            query = query.where(*_is_shown(asker))
        return await self._page(query, results, "", most, asker)

    async def _person(self, name: str, asker: Asker) -> str:
        """Whose games are meant; refused if there is nobody of this name, or they show no games."""
        query = (
            select(accounts.c.guest_id, profiles.c.games)
            .outerjoin(profiles, profiles.c.guest_id == accounts.c.guest_id)
            .where(or_(accounts.c.guest_id == name, accounts.c.login == login_of(name)))
        )
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        for row in rows:
            if asker.may_see(row.games or Visibility().games, row.guest_id):
                return str(row.guest_id)
        raise Refusal(UNKNOWN, "there is nobody called {name} here whose games you may see", name=name)

    async def _page(self, query: Select[Any], of: Any, before: str, most: int, asker: Asker) -> FoundGames:
        if before:
            query = query.where(tuple_(of.c.ended, of.c.table_id) < tuple_(*place_of(before)))
        query = query.order_by(of.c.ended.desc(), of.c.table_id.desc()).limit(at_most(most + 1))

        def read(connection: Connection) -> FoundGames:
            rows = connection.execute(query).all()
            last = rows[most - 1] if len(rows) > most else None
            games = read_games(connection, [row.table_id for row in rows[:most]], asker)
            return FoundGames(games, f"{last.ended}.{last.table_id}" if last else "")

        return await self._database.ask(read)


has_won = and_(results.c.place == 1, ~results.c.is_absent)  # by oneself, not by the bot in one's place


def _joined(query: Select[Any], of: Any) -> Select[Any]:
    """Only games whose tables are still there to be looked back at."""
    return query.where(exists().where(tables.c.id == of.c.table_id))


def _of_person(search: Search, guest_id: str) -> Select[Any]:
    """The games of one person; whoever held several seats at one screen has one game."""
    other = results.alias()
    first_seat = (
        select(func.min(other.c.seat))
        .where(other.c.table_id == results.c.table_id, other.c.guest_id == guest_id)
        .scalar_subquery()
    )
    query = _joined(select(results.c.ended, results.c.table_id), results)
    query = query.where(results.c.guest_id == guest_id, results.c.seat == first_seat)
    if search.result:
        query = query.where(has_won if search.result == WON else ~has_won)
    return query.where(*_of_search(search, results, results.c.points))


def _of_search(search: Search, of: Any, points: Any) -> list[ColumnElement[bool]]:
    """What both kinds of search share. The columns have the same names in both tables."""
    conditions: list[ColumnElement[bool]] = []
    for name in ("game", "seats", "pace"):
        if wanted := getattr(search, name):
            conditions.append(of.c[name] == wanted)
    if search.since is not None:
        conditions.append(of.c.ended >= _moment(search.since))
    if search.until is not None:
        conditions.append(of.c.ended < _moment(search.until, 1))
    if search.least is not None:
        conditions.append(points >= search.least)
    if search.most is not None:
        conditions.append(points <= search.most)
    return conditions


def _moment(day: date, later: int = 0) -> int:
    """The first millisecond of a day, or of one some days later."""
    if day.year >= 9999:
        return 1 << 60
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=later)
    return int(start.timestamp() * 1000)


def _is_findable(of: Any) -> list[ColumnElement[bool]]:
    """Games anyone may find. Those who played are asked again: what is noted may be a moment old.

    A deal of the day is found by nobody who may still play it, so by no others until the day is over.
    """
    return [of.c.is_findable, or_(of.c.is_public, is_seen_by_all(of.c.table_id)), ~_is_of_today(of)]


def _is_shown(asker: Asker) -> list[ColumnElement[bool]]:
    """Results of games that whoever asks may see: at public tables, and where all who played show them."""
    public = exists().where(outcomes.c.table_id == results.c.table_id, outcomes.c.is_public)
    return [or_(public, is_seen_by_all(results.c.table_id, asker)), ~_is_of_today(results)]


def _is_of_today(of: Any) -> ColumnElement[bool]:
    today = datetime.fromtimestamp(now_ms() / 1000, UTC).strftime("%Y-%m-%d")
    return exists().where(tables.c.id == of.c.table_id, tables.c.deal >= today)


def _played_by(name: str, but: str) -> ColumnElement[bool]:
    """Did somebody else of this name play at the table of a result? Only those at these tables are looked at:
    there is no index of the names of all guests.
    """
    other = results.alias()
    called = or_(
        guests.c.name == name,
        func.lower(guests.c.name) == name.lower(),
        accounts.c.login == login_of(name),
    )
    joined = other.join(guests, guests.c.id == other.c.guest_id)
    joined = joined.outerjoin(accounts, accounts.c.guest_id == other.c.guest_id)
    is_there = (other.c.table_id == results.c.table_id, other.c.guest_id != but, called)
    return select(other.c.seat).select_from(joined).where(*is_there).correlate(results).exists()


def read_games(connection: Connection, table_ids: list[str], asker: Asker) -> list[Found]:
    """Games with all who played, in this order."""
    about = {
        row.table_id: row
        for row in connection.execute(select(outcomes).where(outcomes.c.table_id.in_(table_ids)))
    }
    sat: dict[str, list[FoundSeat]] = {table_id: [] for table_id in table_ids}
    query = (
        select(results, guests.c.name, accounts.c.guest_id.label("account"))
        .outerjoin(guests, guests.c.id == results.c.guest_id)
        .outerjoin(accounts, accounts.c.guest_id == results.c.guest_id)
        .where(results.c.table_id.in_(table_ids))
        .order_by(results.c.table_id, results.c.seat)
    )
    for row in connection.execute(query):
        is_bot = (row.player or "").startswith(BOT)
        is_own = row.guest_id is not None and row.guest_id == asker.guest_id
        name = row.player.removeprefix(BOT) if is_bot else row.name or "–"
        sat[row.table_id].append(FoundSeat(name, is_bot, row.account, is_own, row.points, row.place))
    return [
        Found(id_, about[id_].game, about[id_].pace, about[id_].ended, about[id_].uncounted, sat[id_])
        for id_ in table_ids
    ]
