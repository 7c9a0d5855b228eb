"""Enters finished games into the database: results, ratings and who has met whom, in one transaction.

Only one process at a time enters games: it holds the row that has the number of the last game entered. A game
that is entered already is left alone, whoever tries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from citywright.catalogue import UnknownGame, find_game
from citywright.match.match import layout_hash
from citywright.ratings import Book, Change, Facts, Played, Rating, Seat, Standing, is_absent, is_ranked
from citywright.ratings.book import Meetings
from citywright.ratings.counting import why_not_counted
from citywright.ratings.kinds import kind_of_terms
from citywright.server.clock import now_ms
from citywright.server.known.figures import Figures, Reading
from citywright.server.known.visibility import games_of_all_seen
from citywright.server.storage.database import Database
from citywright.server.storage.schema import (
    accounts,
    house,
    meetings,
    outcomes,
    ratings,
    results,
    seats,
    tables,
)

LAST = "last game entered"  # its row in `house`: the number of that game
BOT = "bot:"
Conditions = Sequence[ColumnElement[bool]]

_to_json = msgspec.json.Encoder().encode


def enter_games(connection: Connection, database: Database, readings: Sequence[Reading]) -> list[str]:
    """Enter games in this order; returns the ids of those that were not entered before."""
    number = last_number(connection, database)
    entered = []
    for reading in readings:
        row = _finished(connection, reading.table_id)
        if row is None or row.is_settled:
            continue
        number += 1
        held, owners = _seats_of(connection, reading)
        _enter(connection, row, held, owners, reading, number, row.ended)
        entered.append(reading.table_id)
    if entered:
        _note_number(connection, number)
    return entered


def give_up(
    connection: Connection, database: Database, reading: Reading, seat: int, only_if: Conditions = ()
) -> None:
    """Enter a running game that the person at a seat gives up: that person is last. Nothing happens if the
    table is not any more as the conditions say.
    """
    number = last_number(connection, database) + 1
    row = _finished(connection, reading.table_id, *only_if, tables.c.ended.is_(None))
    if row is None or row.is_settled:
        return
    held, owners = _seats_of(connection, reading)
    held[seat] = held[seat]._replace(is_absent=True)
    _enter(connection, row, held, owners, reading, number, now_ms())
    _note_number(connection, number)


def skip_games(connection: Connection, table_ids: list[str]) -> None:
    """Games that cannot be read here have no result; they are not asked for again."""
    connection.execute(update(tables).where(tables.c.id.in_(table_ids)).values(is_settled=True))


def last_number(connection: Connection, database: Database) -> int:
    """The number of the last game entered. Its row is locked: nobody else enters games before the commit."""
    connection.execute(database.insert_if_absent(house).values(name=LAST, value="0"))
    query = select(house.c.value).where(house.c.name == LAST).with_for_update()
    return int(connection.execute(query).scalar_one())


def _note_number(connection: Connection, number: int) -> None:
    connection.execute(update(house).where(house.c.name == LAST).values(value=str(number)))


def _finished(connection: Connection, table_id: str, *conditions: ColumnElement[bool]) -> Any:
    query = select(tables).where(tables.c.id == table_id, *conditions)
    return connection.execute(query.with_for_update()).one_or_none()


def _seats_of(connection: Connection, reading: Reading) -> tuple[list[Seat], list[str | None]]:
    """Who sat where when the game ended, as ratings see it; and whose game it is, if a person's.

    Both differ where somebody began as a guest and has logged in since: else one could let a game count for
    the account once it goes well.
    """
    query = select(seats).where(seats.c.table_id == reading.table_id).order_by(seats.c.seat)
    held: list[Seat] = []
    owners: list[str | None] = []
    for row in connection.execute(query):
        player = row.rated_as or row.guest_id or (BOT + row.bot if row.bot else None)
        is_away = row.deputy is not None and row.left_at is not None
        away = row.away + (reading.plies - row.left_at if is_away else 0)
        has_left = row.guest_id is not None and is_absent(reading.plies, away, is_away=is_away)
        held.append(Seat(player, row.guest_id is not None, has_left))
        owners.append(row.guest_id)
    return held, owners


def facts_of(row: Any, held: Sequence[Seat]) -> Facts:
    """What decides whether a game counts, from its table's row."""
    return Facts(
        held,
        given=row.given,
        is_guided=row.is_guided or row.was_guided,
        is_one_screen=row.one_screen,
        layout=_own_layout(row),
        is_daily=bool(row.deal),
    )


def _own_layout(row: Any) -> str:
    """The hash of a table's layout if it is not the usual one; nothing if it is."""
    if row.layout is None:
        return ""
    try:
        game = find_game(row.game)
    except UnknownGame:
        return "?"
    own = layout_hash(game.layout(row.layout))
    return "" if own == layout_hash(game.default_layout) else own


def _enter(
    connection: Connection,
    row: Any,
    held: list[Seat],
    owners: list[str | None],
    reading: Reading,
    number: int,
    ended: int,
) -> None:
    pace, uncounted = kind_of_terms(row), why_not_counted(facts_of(row, held))
    changes: Sequence[Change | None] = [None] * len(held)
    if not uncounted:
        players = [seat.player or "" for seat in held]
        book = load_book(connection, row.game, pace, players)
        changes = book.enter(Played(held, reading.ranks, ended))
        write_book(connection, row.game, pace, book)
    guests = [owner for owner in owners if owner is not None]
    is_seen = row.is_public or games_of_all_seen(connection, guests)
    common = {"table_id": row.id, "number": number, "game": row.game, "pace": pace, "ended": ended}
    common["seats"] = len(held)
    top = max(points for points, rank in zip(reading.points, reading.ranks, strict=True) if rank == 1)
    about = {"uncounted": uncounted, "is_public": row.is_public, "is_findable": is_seen, "top": top}
    connection.execute(insert(outcomes).values(common | about))
    rows = [
        common | {"guest_id": owners[seat]} | _result(seat, own, reading, change)
        for seat, (own, change) in enumerate(zip(held, changes, strict=True))
    ]
    connection.execute(insert(results), rows)
    connection.execute(update(tables).where(tables.c.id == row.id).values(is_settled=True))


def _result(seat: int, own: Seat, reading: Reading, change: Change | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "player": own.player,
        "place": reading.ranks[seat],
        "points": reading.points[seat],
        "is_absent": own.is_absent,
        "figures": _to_json(reading.figures[seat] if reading.figures else Figures()).decode(),
        **rated_columns(change),
    }


def rated_columns(change: Change | None) -> dict[str, Any]:
    """The columns of a result that tell what it changed; all of them none if it does not count."""
    if change is None:
        return dict.fromkeys(("rank", "weight", "mu_before", "sigma_before", "mu", "sigma"))
    return {
        "rank": change.rank,
        "weight": change.weight,
        "mu_before": change.before.mu,
        "sigma_before": change.before.sigma,
        "mu": change.after.mu,
        "sigma": change.after.sigma,
    }


# --- the book of a game and pace ------------------------------------------------------


def load_book(connection: Connection, game: str, pace: str, players: Iterable[str]) -> Book:
    """What the book has about these players."""
    different = sorted(set(players))
    of_game = (ratings.c.game == game, ratings.c.pace == pace)
    query = select(ratings).where(*of_game, ratings.c.player.in_(different))
    standings = {
        row.player: Standing(Rating(row.mu, row.sigma), row.games, row.wins, row.last)
        for row in connection.execute(query)
    }
    met = {
        (row.player, row.other): Meetings(row.times, row.last)
        for row in connection.execute(select(meetings).where(*_met_among(game, pace, different)))
        if row.player < row.other
    }
    return Book(standings, met)


def _met_among(game: str, pace: str, players: Sequence[str]) -> list[ColumnElement[bool]]:
    """The rows about these players and each other. For a list of pairs SQLite would use no index."""
    kind = [meetings.c.game == game, meetings.c.pace == pace]
    return [*kind, meetings.c.player.in_(players), meetings.c.other.in_(players)]


def write_book(connection: Connection, game: str, pace: str, book: Book) -> None:
    """Write down everything a book has, in place of what the database has about these players."""
    kind = {"game": game, "pace": pace}
    players = list(book.standings)
    if book.met:
        connection.execute(delete(meetings).where(*_met_among(game, pace, players)))
        connection.execute(
            insert(meetings),
            [
                kind | {"player": player, "other": other, "times": met.times, "last": met.last}
                for (one, two), met in book.met.items()
                for player, other in ((one, two), (two, one))
            ],
        )
    of_players = (ratings.c.game == game, ratings.c.pace == pace, ratings.c.player.in_(players))
    connection.execute(delete(ratings).where(*of_players))
    people = people_met(connection, game, pace, [one for one in players if not one.startswith(BOT)])
    rows = [
        rating_row(player, standing, people.get(player, 0)) for player, standing in book.standings.items()
    ]
    connection.execute(insert(ratings), [kind | row for row in rows])


def rating_row(player: str, standing: Standing, people: int) -> dict[str, Any]:
    """A row of `ratings`, without its game and pace."""
    is_bot = player.startswith(BOT)
    return {
        "player": player,
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "low": standing.rating.low,
        "games": standing.games,
        "wins": standing.wins,
        "people": 0 if is_bot else people,
        "last": standing.last,
        "is_ranked": is_bot or is_ranked(standing.games, people),
    }


def people_met(
    connection: Connection, game: str, pace: str, players: Sequence[str] | None = None
) -> dict[str, int]:
    """How many different people with an account each of these players (None: all) has met."""
    query = (
        select(meetings.c.player, func.count().label("people"))
        .join(accounts, accounts.c.guest_id == meetings.c.other)
        .where(meetings.c.game == game, meetings.c.pace == pace)
        .group_by(meetings.c.player)
    )
    if players is not None:
        query = query.where(meetings.c.player.in_(players))
    return {row.player: row.people for row in connection.execute(query)}
