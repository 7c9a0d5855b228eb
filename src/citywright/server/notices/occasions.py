"""What happens elsewhere that people are told of: orders that became void, people who were found,
invitations, people one follows, rounds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.friends.invitations import Invitation
from citywright.server.friends.service import Friends
from citywright.server.matching.service import Wish
from citywright.server.notices import kinds
from citywright.server.notices.service import Notices
from citywright.server.orders.carrying_out import Voided
from citywright.server.rooms.service import Rooms
from citywright.text import mark

log = logging.getLogger(__name__)

FOUND = mark("People for {game} were found: get ready")
INVITES = mark("{name} invites you to {game}")
LOOKS = mark("{name} looks for players: {game}")
HOUR = 3600_000  # milliseconds in which one is told once of somebody one follows
ROUND = mark("A round begins: your next table is there")


class Occasions:
    """Listens to those services, and tells whom it concerns. Who listens must not wait: a task does it."""

    def __init__(self, notices: Notices, rooms: Rooms, friends: Friends) -> None:
        self._notices = notices
        self._rooms = rooms
        self._friends = friends
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Finish what is being written down."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def order_voided(self, voided: Voided) -> None:
        """An order cannot be carried out any more; why, by language."""
        about = {"key": f"order {voided.order_id}", "table_id": voided.table_id}
        self._soon(self._tell(voided.guest_id, kinds.ORDER, **about, **voided.reason))

    def people_found(self, room_id: str, people: Sequence[str]) -> None:
        """These people were seated together; who looks at a page is told there."""
        self._soon(self._tell_found(room_id, people))

    def invited(self, invitation: Invitation) -> None:
        """Somebody was asked into a room."""
        room = invitation.room
        key, address = kinds.INVITATION + room.id, f"/t/{room.id}"
        parts = {"name": invitation.by_name, "game": room.game.id}
        self._soon(
            self._tell(invitation.guest_id, kinds.INVITED, key=key, address=address, words=INVITES, **parts)
        )

    def room_opened(self, room_id: str, host: str) -> None:
        """Somebody has made a room that is open to everyone."""
        self._soon(self._tell_of_room(room_id, host))

    def people_sought(self, guest_id: str, wishes: Sequence[Wish]) -> None:
        """Somebody looks for people."""
        game = wishes[0][0]
        self._soon(self._tell_followers(guest_id, f"/find?game={game}", game))

    async def _tell_of_room(self, room_id: str, host: str) -> None:
        room = await self._rooms.find_if_any(room_id)
        if room is not None and room.open_seats:
            await self._tell_followers(host, f"/t/{room_id}", room.game.id)

    async def _tell_followers(self, guest_id: str, address: str, game: str) -> None:
        followers = await self._friends.followers_who_want(guest_id, kinds.FRIENDS)
        if not followers:
            return
        person = await self._friends.find(guest_id)
        key = f"friend {guest_id} {now_ms() // HOUR}"
        for follower in followers:
            parts = {"name": person.name, "game": game}
            await self._tell(follower, kinds.FRIENDS, key=key, address=address, words=LOOKS, **parts)

    def round_began(self, event_id: str, number: int, people: Sequence[str]) -> None:
        """A round of an event has begun for these people."""
        for guest_id in people:
            key, address = f"round {event_id} {number}", f"/events/{event_id}"
            self._soon(self._tell(guest_id, kinds.EVENT, key=key, address=address, words=ROUND))

    async def _tell_found(self, room_id: str, people: Sequence[str]) -> None:
        room = await self._rooms.find_if_any(room_id)
        if room is None or not room.is_over_days:
            return
        for guest_id in people:
            key, game = f"found {room_id}", room.game.id
            await self._tell(
                guest_id, kinds.INVITED, key=key, address=f"/t/{room_id}", words=FOUND, game=game
            )

    async def _tell(self, guest_id: str, kind: str, **what: Any) -> None:
        await self._notices.tell(guest_id, kind, **what)

    def _soon(self, telling: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._carefully(telling))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carefully(self, telling: Coroutine[Any, Any, None]) -> None:
        try:
            await telling
        except (Refusal, SQLAlchemyError, OSError) as error:
            log.warning("somebody could not be told: %s", error)
