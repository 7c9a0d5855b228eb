"""Profiles, ratings, leaderboards and the archive over the API. The services are those of the pages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream

from citywright.ratings import TURNS, Rating, shown
from citywright.server.api.requests import COMMON, PROBLEMS, Asker, known
from citywright.server.api.types import NO_NUL
from citywright.server.http.requests import AnyRequest
from citywright.server.known.archive import Found, read_search
from citywright.server.known.people import Favourite, Record
from citywright.server.known.visibility import Asker as Viewer
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices
from citywright.server.tables.terms import game_or_refuse

LISTED = {status: spec for status, spec in PROBLEMS.items() if status not in (409, 422)}
Text = Annotated[str, QueryParameter(pattern=NO_NUL, max_length=60)]
Pace = Annotated[str, QueryParameter(pattern="^(live|turns)$")]
Whose = Annotated[str, QueryParameter(pattern="^(mine|all)$")]


class Strength(msgspec.Struct):
    """A rating: as people are shown it, with the ends of its 90 % interval, and as it is computed."""

    rating: int
    low: int
    high: int
    mu: float
    sigma: float


class RatingInfo(msgspec.Struct):
    """The rating of a player in one game and kind of pace."""

    game: str
    pace: str
    strength: Strength
    games: int
    wins: int
    is_ranked: bool  # on the leaderboard, while active


class FiguresInfo(msgspec.Struct):
    """Favourite figures of one game, and the mean points by their source."""

    game: str
    games: int
    favourites: list[Favourite]
    sources: dict[str, float]


class PersonInfo(msgspec.Struct):
    """A profile, as far as the asker may see it; what is hidden is null."""

    id: str
    name: str
    since: int  # milliseconds since 1970
    ratings: list[RatingInfo] | None
    results: list[Record] | None
    figures: list[FiguresInfo] | None


class HistoryPoint(msgspec.Struct):
    """A rating after a game. Which table that was is told to the player alone; else null."""

    table: str | None
    time: int
    strength: Strength


class LeaderboardLine(msgspec.Struct):
    """A player on a leaderboard; the name is null if it is hidden."""

    place: int
    name: str | None
    id: str | None  # of the profile; null for bots and hidden names
    is_bot: bool
    yours: bool
    strength: Strength
    games: int
    wins: int


class LeaderboardPage(msgspec.Struct):
    """One page, and `begin` for the pages before and after it; empty: there is none."""

    lines: list[LeaderboardLine]
    total: int
    your_place: int | None
    earlier: str
    later: str


class ArchivePage(msgspec.Struct):
    """Finished games, the last first, and `before` for the next of them; empty: there are no more."""

    games: list[Found]
    older: str


def _strength(rating: Rating) -> Strength:
    return Strength(shown(rating.mu), shown(rating.low), shown(rating.high), rating.mu, rating.sigma)


async def _viewer(services: Services, asker: Guest | None) -> Viewer:
    return await services.people.asker(asker.id if asker else None)


@get("/people/{who:str}", responses=LISTED, tags=["people"])
async def person(services: TheServices, asker: Asker, who: FromPath[str]) -> PersonInfo:
    """Somebody with an account, by name or id; `me` is the owner of the token."""
    viewer = await _viewer(services, asker)
    found = await services.people.find(known(asker).id if who == "me" else who)
    seen = await services.visibility.of(found.guest_id)
    ratings = results = figures = None
    if viewer.may_see(seen.rating, found.guest_id):
        ratings = [
            RatingInfo(own.game, own.pace, _strength(own.rating), own.games, own.wins, own.is_ranked)
            for own in await services.people.ratings_of(found.guest_id)
        ]
    if viewer.may_see(seen.results, found.guest_id):
        results = await services.people.records_of(found.guest_id)
        figures = [
            FiguresInfo(own.game, own.games, own.favourites, dict(own.sources))
            for own in await services.people.figures_of(found.guest_id)
        ]
    return PersonInfo(found.guest_id, found.name, found.since, ratings, results, figures)


@get("/people/{who:str}/ratings/{game_id:str}", responses=LISTED, tags=["people"])
async def history(
    services: TheServices, asker: Asker, who: FromPath[str], game_id: FromPath[str], pace: Pace = TURNS
) -> list[HistoryPoint]:
    """The rating of somebody after each counted game, the first game first; none if it is hidden."""
    viewer = await _viewer(services, asker)
    found = await services.people.find(known(asker).id if who == "me" else who)
    seen = await services.visibility.of(found.guest_id)
    if not viewer.may_see(seen.rating, found.guest_id):
        return []
    points = await services.people.history(found.guest_id, game_or_refuse(game_id).id, pace)
    is_own = found.guest_id == viewer.guest_id
    return [
        HistoryPoint(point.table_id if is_own else None, point.time, _strength(point.rating))
        for point in points
    ]


@get("/leaderboards/{game_id:str}", responses=LISTED, tags=["people"])
async def leaderboard(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    game_id: FromPath[str],
    pace: Pace = TURNS,
    begin: Annotated[str, QueryParameter(pattern=NO_NUL, max_length=80)] = "",
    own: FromQuery[bool] = False,
) -> LeaderboardPage:
    """People and bots by the lower end of their rating's interval; `own` asks for the asker's page."""
    services.limits.spend("search the archive", request)
    viewer = await _viewer(services, asker)
    board = await services.leaderboards.page(game_or_refuse(game_id).id, pace, viewer, begin, own=own)
    lines = [
        LeaderboardLine(
            place=line.place,
            name=line.name or None,
            id=line.player if line.name and not line.is_bot else None,
            is_bot=line.is_bot,
            yours=line.is_own,
            strength=_strength(line.rating),
            games=line.games,
            wins=line.wins,
        )
        for line in board.lines
    ]
    return LeaderboardPage(lines, board.total, board.own_place, board.earlier, board.later)


@get("/archive", responses=LISTED, tags=["people"])
async def archive(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    whose: Whose = "mine",
    game: Text = "",
    seats: Text = "",
    pace: Text = "",
    people: Text = "",
    since: Text = "",
    until: Text = "",
    result: Text = "",
    least: Text = "",
    most: Text = "",
    before: Text = "",
) -> ArchivePage:
    """Finished games: the asker's own, or all that anyone may find. Days are written as 2026-05-31."""
    services.limits.spend("search the archive", request)
    typed = {"game": game, "seats": seats, "pace": pace, "people": people, "since": since, "until": until}
    search = read_search(typed | {"result": result, "least": least, "most": most})
    if whose == "mine":
        found = await services.archive.own(search, Viewer(known(asker).id), before)
    else:
        found = await services.archive.of_all(search, await _viewer(services, asker), before)
    return ArchivePage(found.games, found.older)


@get("/archive/records", responses=COMMON, tags=["people"], media_type="application/zip")
async def records(request: AnyRequest, services: TheServices, asker: Asker) -> Stream:
    """All own records as one zip, one file for each finished game; the header X-Games says how many."""
    guest = known(asker)
    services.limits.spend("download your data", request, f"guest {guest.id}")
    headers = {"Cache-Control": "no-store", "X-Games": str(await services.own_records.count(guest.id))}
    pieces = services.endings.until_ended(guest.digest, services.own_records.as_zip(guest.id))
    return Stream(pieces, headers=headers, media_type="application/zip")


HANDLERS = [person, history, leaderboard, archive, records]
