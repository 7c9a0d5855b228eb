"""Leaderboards: people and bots by the lower end of their rating's interval; rules: ratings/farming.py.

Pages begin at a place, or where somebody is whose rating may be seen. No page names, not even in a link,
who wants to be hidden.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select, tuple_

from citywright.ratings import ACTIVE_DAYS, Rating
from citywright.server.clock import now_ms
from citywright.server.known.ledger import BOT
from citywright.server.known.visibility import Asker, choice_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import accounts, guests, profiles, ratings

ON_A_PAGE = 50
DAY = 24 * 3600 * 1000


class Line(msgspec.Struct, frozen=True):
    """One player on a leaderboard."""

    place: int
    player: str
    name: str  # empty: it is hidden from whoever asks; a bot's own name
    is_bot: bool
    is_own: bool
    rating: Rating
    games: int
    wins: int


class Leaderboard(msgspec.Struct, frozen=True):
    """One page of a leaderboard; `earlier` and `later` are the places with which other pages begin."""

    lines: list[Line]
    total: int
    earlier: str = ""
    later: str = ""
    own_place: int | None = None


class Leaderboards:
    """Reads them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, game: str, pace: str, asker: Asker, begin: str = "", *, own: bool = False
    ) -> Leaderboard:
        """The page that begins with a place or a player; with `own` the one whoever asks is on."""
        return await self._database.ask(lambda reading: _page(reading, game, pace, asker, begin, own=own))


def _listed(game: str, pace: str) -> list[ColumnElement[bool]]:
    """Who is listed: bots, and people with an account who have played lately."""
    is_bot = ratings.c.player.startswith(BOT)
    is_active = ratings.c.last > now_ms() - ACTIVE_DAYS * DAY
    is_person = and_(accounts.c.guest_id.is_not(None), is_active)
    return [ratings.c.game == game, ratings.c.pace == pace, ratings.c.is_ranked, or_(is_bot, is_person)]


_key = tuple_(ratings.c.low, ratings.c.player)
_with_accounts = ratings.outerjoin(accounts, accounts.c.guest_id == ratings.c.player)


def _page(
    connection: Connection, game: str, pace: str, asker: Asker, begin: str, *, own: bool
) -> Leaderboard:
    listed = _listed(game, pace)
    total = _count(connection, listed)
    own_above = _above(connection, listed, asker.guest_id or "", asker)
    above = _first(begin) or _above(connection, listed, begin, asker) or 0
    if own and own_above is not None:
        above = own_above - own_above % ON_A_PAGE
    above = min(above, max(0, total - 1))
    rows = connection.execute(_lines(listed, above)).all()
    return Leaderboard(
        lines=[_line(row, above + number, asker) for number, row in enumerate(rows[:ON_A_PAGE], 1)],
        total=total,
        earlier=str(1 + max(0, above - ON_A_PAGE)) if above else "",
        later=str(1 + above + ON_A_PAGE) if len(rows) > ON_A_PAGE else "",
        own_place=None if own_above is None else own_above + 1,
    )


def _first(begin: str) -> int:
    """How many are above a page that begins at a place; 0 if it is not a place that is asked for."""
    return max(0, int(begin) - 1) if begin.isascii() and begin.isdecimal() and len(begin) < 8 else 0


def _lines(listed: list[ColumnElement[bool]], above: int) -> Select[Any]:
    joined = _with_accounts.outerjoin(guests, guests.c.id == accounts.c.guest_id)
    joined = joined.outerjoin(profiles, profiles.c.guest_id == accounts.c.guest_id)
    query = select(ratings, guests.c.name, choice_of("rating").label("seen_by")).select_from(joined)
    query = query.where(*listed).order_by(ratings.c.low.desc(), ratings.c.player.desc())
    return query.limit(at_most(ON_A_PAGE + 1)).offset(above)


def _above(
    connection: Connection, listed: list[ColumnElement[bool]], player: str, asker: Asker
) -> int | None:
    """How many are above a player; none if the player is not listed, or hidden from whoever asks."""
    joined = _with_accounts.outerjoin(profiles, profiles.c.guest_id == accounts.c.guest_id)
    query = select(ratings.c.low, ratings.c.player, choice_of("rating").label("seen_by")).select_from(joined)
    row = connection.execute(query.where(*listed, ratings.c.player == player)).one_or_none()
    if row is None or not (player.startswith(BOT) or asker.may_see(row.seen_by, player)):
        return None
    return _count(connection, [*listed, _key > tuple_(row.low, row.player)])


def _count(connection: Connection, conditions: list[ColumnElement[bool]]) -> int:
    query = select(func.count()).select_from(_with_accounts).where(*conditions)
    return int(connection.execute(query).scalar_one())


def _line(row: Any, place: int, asker: Asker) -> Line:
    is_bot = row.player.startswith(BOT)
    is_shown = is_bot or asker.may_see(row.seen_by, row.player)
    name = row.player.removeprefix(BOT) if is_bot else row.name
    return Line(
        place=place,
        player=row.player,
        name=name if is_shown else "",
        is_bot=is_bot,
        is_own=row.player == asker.guest_id,
        rating=Rating(row.mu, row.sigma),
        games=row.games,
        wins=row.wins,
    )
