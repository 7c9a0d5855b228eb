"""Who is seated together: decided from who looks for what, and for how long. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

PATIENCE = 20_000  # milliseconds in which more people may come, if those who are here would like to be more

Wanted = tuple[str, int, str]  # a game, seats and a pace


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody looks for a game with so many seats at a pace. One person may look for several things."""

    guest_id: str
    game: str
    seats: int
    pace: str  # one of paces.PACES
    since: int  # milliseconds since 1970
    lang: str = "en"

    @property
    def wanted(self) -> Wanted:
        """What is looked for: people with the same can be seated together."""
        return self.game, self.seats, self.pace

    @property
    def in_general(self) -> tuple[str, str, str]:
        """Who looks for which game at which pace, with however many seats."""
        return self.guest_id, self.game, self.pace


class OpenRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A room with open seats where anybody may sit down."""

    id: str
    game: str
    seats: int
    pace: str
    open_seats: int
    people: frozenset[str]  # their guest ids


class Party(msgspec.Struct, frozen=True):
    """Searches of different people that are seated together: in a room of their own, or in one there is."""

    searches: tuple[Search, ...]
    room_id: str = ""


Apart = Collection[frozenset[str]]  # pairs of people who are never seated together


def fits(guest_id: str, people: Iterable[str], apart: Apart) -> bool:
    """May somebody sit with these people?"""
    return all(other != guest_id and frozenset((guest_id, other)) not in apart for other in people)


def parties(
    searches: Sequence[Search], rooms: Sequence[OpenRoom], now: int, apart: Apart = frozenset()
) -> list[Party]:
    """Everybody who can be seated now, each once: first in rooms that wait for people, then with each other.

    Whoever has waited longest comes first. People who would also play with more wait a moment for more.
    """
    waiting = sorted(searches, key=lambda search: (search.since, -search.seats, search.guest_id))
    looking: dict[Wanted, list[Search]] = defaultdict(list)
    most_seats: dict[tuple[str, str, str], int] = defaultdict(int)
    for search in waiting:
        looking[search.wanted].append(search)
        most_seats[search.in_general] = max(search.seats, most_seats[search.in_general])
    found: list[Party] = []
    seated: set[str] = set()
    for room in rooms:
        people, taken = set(room.people), 0
        for search in looking[room.game, room.seats, room.pace]:
            if taken == room.open_seats:
                break
            if search.guest_id not in seated and fits(search.guest_id, people, apart):
                found.append(Party((search,), room.id))
                people.add(search.guest_id)
                seated.add(search.guest_id)
                taken += 1
    for first in sorted(waiting, key=lambda search: (-search.seats, search.since, search.guest_id)):
        if first.guest_id in seated:
            continue
        party = _party_around(
            first, [one for one in looking[first.wanted] if one.guest_id not in seated], apart
        )
        if party is not None and not _may_become_more(party, most_seats, now):
            found.append(Party(party))
            seated.update(search.guest_id for search in party)
    return found


def _party_around(first: Search, free: Sequence[Search], apart: Apart) -> tuple[Search, ...] | None:
    """Enough of those who look for the same as the first, the longest waiting ones; None: there are not."""
    party = [first]
    for search in free:
        if len(party) == first.seats:
            break
        if fits(search.guest_id, (one.guest_id for one in party), apart):
            party.append(search)
    if len(party) < first.seats:
        return None
    return tuple(sorted(party, key=lambda search: (search.since, search.guest_id)))


def _may_become_more(
    party: Sequence[Search], most_seats: Mapping[tuple[str, str, str], int], now: int
) -> bool:
    """Do all of them look for a game with more seats too, and has nobody waited long?"""
    if min(search.since for search in party) + PATIENCE <= now:
        return False
    return all(most_seats[search.in_general] > search.seats for search in party)
