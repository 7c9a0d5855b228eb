"""The rows of a new table: checked, and not written yet."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from citywright.engine.game import Game
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage.schema import tables
from citywright.server.storage.writer import Row
from citywright.server.tables.bot_choices import bots_of
from citywright.server.tables.table import play_given
from citywright.server.tables.terms import Terms

OPEN = "open"
BOT = "bot:"  # followed by the bot's name
GUEST = "guest:"  # followed by the guest's id


def new_id() -> str:
    """An id nobody can guess."""
    return secrets.token_urlsafe(12)


def begun_match(game: Game, seats: int, terms: Terms, dealer: Dealer, given: Sequence[str]) -> Match:
    """The match of a new table, up to the first decision."""
    layout = game.layout(terms.layout)
    match = Match(game, seats, start=terms.start, layout=layout, dealer=None if given else dealer)
    if given:
        play_given(match, given)
        match.deal_from_here(dealer)
    return match


def table_row(match: Match, dealer: Dealer) -> Row:
    """A new table's own row, without its id and terms."""
    return {
        "game": match.game.id,
        "rules_version": match.game.rules_version,
        "secret": dealer.secret,
        "dealing": dealer.version,
        "epoch": 0,
        "created": now_ms(),
        "given": match.given,
        "numbers": " ".join(dealer.numbers) or None,
    }


def seat_row(game: Game, table_id: str, seat: int, kind: str, terms: Terms) -> Row:
    """The row of a seat; `kind` is `open`, `bot:` and a name, or `guest:` and an id."""
    bot = kind.removeprefix(BOT) if kind.startswith(BOT) else None
    guest = kind.removeprefix(GUEST) if kind.startswith(GUEST) else None
    if bot is not None and bot not in bots_of(game):
        names = ", ".join(bots_of(game))
        raise Refusal(
            MALFORMED, "{game} has no bot {bot!r}; it has {names}", game=game.id, bot=bot[:60], names=names
        )
    if bot is None and guest is None and kind != OPEN:
        raise Refusal(MALFORMED, "a seat is open, bot: or guest:, not {given!r}", given=kind[:60])
    return {
        "table_id": table_id,
        "seat": seat,
        "guest_id": guest,
        "bot": bot,
        "invitation": new_id(),
        "label": terms.label(seat) if guest is not None else None,
    }


def note_rematch(connection: Connection, table_id: str, rematch_id: str) -> str | None:
    """Note where a table's people play again; returns the table they have made already, if they have."""
    free = tables.c.id == table_id, tables.c.rematch_id.is_(None)
    if connection.execute(update(tables).where(*free).values(rematch_id=rematch_id)).rowcount:
        return None
    query = select(tables.c.rematch_id).where(tables.c.id == table_id)
    return str(connection.execute(query).scalar_one())
