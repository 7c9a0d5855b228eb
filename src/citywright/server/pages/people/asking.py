"""What these pages share: who asks, what kinds of pace and bots are called, and days as people read them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game
from citywright.ratings import LIVE, shown
from citywright.ratings.kinds import kind_of_terms
from citywright.server.http.requests import AnyRequest
from citywright.server.known.ledger import BOT
from citywright.server.known.visibility import Asker
from citywright.server.players.guests import known_guest
from citywright.server.services import Services
from citywright.server.tables.bot_choices import bot_title
from citywright.server.tables.table import Table
from citywright.text import Words


async def asker_of(request: AnyRequest, services: Services) -> Asker:
    """Who asks."""
    guest = known_guest(request) or await services.guests.guest_of(request)
    return await services.people.asker(guest.id if guest else None)


def pace_name(pace: str, t: Words) -> str:
    """What a kind of pace is called."""
    return t("Live") if pace == LIVE else t("By turns")


def day_of(time: int) -> str:
    """The day of a moment in milliseconds."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d")


def known_game(game_id: str) -> Game | None:
    """A game by its id; none if this server does not know it."""
    try:
        return find_game(game_id)
    except UnknownGame:
        return None


def bot_name(game_id: str, bot: str, lang: str) -> str:
    """What a bot is called."""
    game = known_game(game_id)
    return bot if game is None else bot_title(game, bot, lang)


def title_of(game_id: str, lang: str) -> str:
    """What a game is called."""
    game = known_game(game_id)
    return game_id if game is None else game.titles[lang]


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as people are shown it."""

    mean: int
    low: int
    high: int


async def ratings_of_seats(request: AnyRequest, services: Services, table: Table) -> list[ShownRating | None]:
    """The rating of everybody at a table, as far as whoever asks may see it."""
    players = [seat.guest_id or (BOT + seat.bot if seat.bot else "") for seat in table.seats]
    pace = kind_of_terms(table.terms)
    asker = await asker_of(request, services)
    known = await services.people.ratings_at(table.game.id, pace, players, asker)
    found = [known[player].rating if player in known else None for player in players]
    return [
        ShownRating(shown(rating.mu), shown(rating.low), shown(rating.high)) if rating else None
        for rating in found
    ]
