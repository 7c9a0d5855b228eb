"""Who may see what of an account: everyone, people who are signed in, or nobody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, exists, false, func, select, true, update

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, outcomes, profiles, results

PUBLIC: Final = "public"
PEOPLE: Final = "people"  # whoever has an account
NOBODY: Final = "nobody"
CHOICES: Final = (PUBLIC, PEOPLE, NOBODY)
PARTS: Final = ("rating", "results", "games")


class Visibility(msgspec.Struct, frozen=True):
    """Who may see the parts of a profile. The usual is modest: others with an account see ratings and
    results, and nobody the list of games.
    """

    rating: str = PEOPLE  # the rating, and the name on leaderboards
    results: str = PEOPLE  # how many games were won, and favourite figures
    games: str = NOBODY  # which games were played


USUAL: Final = Visibility()


class Asker(msgspec.Struct, frozen=True):
    """Who asks: nobody in particular, a guest, or somebody with an account."""

    guest_id: str | None = None
    has_account: bool = False

    def may_see(self, choice: str, whose: str | None) -> bool:
        """May they see what its owner shows to these?"""
        is_own = whose is not None and whose == self.guest_id
        return is_own or choice == PUBLIC or (choice == PEOPLE and self.has_account)


STRANGER: Final = Asker()


def check_choices(values: Mapping[str, Any]) -> Visibility:
    """What somebody has chosen for every part."""
    chosen = {part: str(values.get(part, "")) for part in PARTS}
    for part, choice in chosen.items():
        if choice not in CHOICES:
            raise Refusal(
                MALFORMED,
                "who may see {part} is {known}, not {given!r}",
                part=part,
                known=", ".join(CHOICES),
                given=choice[:20],
            )
    return Visibility(**chosen)


# --- for queries: what an asker may see of the profile of `guest_id`, a column ---------


def choice_of(part: str) -> Any:
    """What was chosen for a part, in a query that joins profiles from outside."""
    return func.coalesce(profiles.c[part], getattr(USUAL, part))


def hides_games(guest_id: Any, asker: Asker) -> ColumnElement[bool]:
    """Does this person (a column) not show which games they played to whoever asks? Guests do not."""
    enough = (PUBLIC, PEOPLE) if asker.has_account else (PUBLIC,)
    shows = exists().where(profiles.c.guest_id == guest_id, profiles.c.games.in_(enough))
    has_account = exists().where(accounts.c.guest_id == guest_id)
    hides = ~and_(shows, has_account)
    return hides if asker.guest_id is None else and_(guest_id != asker.guest_id, hides)


def is_seen_by_all(table_id: Any, asker: Asker = STRANGER) -> ColumnElement[bool]:
    """Do all people who played at a table (a column) show their games to everyone, or to whoever asks?"""
    other = results.alias()
    hidden = exists().where(
        other.c.table_id == table_id, other.c.guest_id.is_not(None), hides_games(other.c.guest_id, asker)
    )
    is_played = exists().where(other.c.table_id == table_id, other.c.guest_id.is_not(None))
    return and_(is_played, ~hidden)


def games_of_all_seen(connection: Connection, guests: Sequence[str]) -> bool:
    """Do all these people show their games to everyone?"""
    query = (
        select(func.count())
        .select_from(profiles.join(accounts, accounts.c.guest_id == profiles.c.guest_id))
        .where(profiles.c.guest_id.in_(guests), profiles.c.games == PUBLIC)
    )
    return bool(guests) and connection.execute(query).scalar_one() == len(set(guests))


class VisibilityChoices:
    """Reads and writes what people have chosen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest_id: str) -> Visibility:
        """What somebody with an account has chosen."""
        query = select(profiles).where(profiles.c.guest_id == guest_id)
        row = await self._database.ask(lambda connection: connection.execute(query).one_or_none())
        return USUAL if row is None else Visibility(row.rating, row.results, row.games)

    async def choose(self, guest_id: str, chosen: Visibility) -> None:
        """Keep a choice. Which of the own games anyone may find follows from it, in the same transaction."""
        values = msgspec.structs.asdict(chosen)
        first = self._database.insert_if_absent(profiles).values(guest_id=guest_id, **values)
        again = update(profiles).where(profiles.c.guest_id == guest_id).values(values)
        own = select(results.c.table_id).where(results.c.guest_id == guest_id)
        of_own = update(outcomes).where(outcomes.c.table_id.in_(own))
        # Two who have played together and choose at the same moment: the second one sees the first's choice.
        held = select(outcomes.c.table_id).where(outcomes.c.table_id.in_(own))
        held = held.order_by(outcomes.c.table_id).with_for_update()
        seen = is_seen_by_all(outcomes.c.table_id)
        opened = of_own.where(~outcomes.c.is_findable, seen).values(is_findable=true())
        closed = of_own.where(outcomes.c.is_findable, ~outcomes.c.is_public, ~seen).values(
            is_findable=false()
        )

        def write(connection: Connection) -> None:
            if connection.execute(first).rowcount == 0:
                connection.execute(again)
            connection.execute(held).all()
            connection.execute(opened)
            connection.execute(closed)

        await self._database.transact(write)
