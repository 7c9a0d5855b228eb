"""Who is seated together, as a function of who looks for what: nobody twice, nobody who does not fit."""

from __future__ import annotations

import random

from citywright.server.matching.fitting import PATIENCE, OpenRoom, Party, Search, parties

GAME = "saint-malo"
LATER = 10 * PATIENCE


def search(guest: str, seats: int = 2, since: int = 0, game: str = GAME, pace: str = "live") -> Search:
    return Search(guest_id=guest, game=game, seats=seats, pace=pace, since=since)


def people(found: list[Party]) -> list[tuple[str, ...]]:
    return [tuple(one.guest_id for one in party.searches) for party in found]


def room(open_seats: int, seats: int = 2, *there: str) -> OpenRoom:
    return OpenRoom(
        id="room", game=GAME, seats=seats, pace="live", open_seats=open_seats, people=frozenset(there)
    )


def test_who_waited_longest_is_seated_first() -> None:
    waiting = [search("cleo", since=3), search("anke", since=1), search("ben", since=2)]
    assert people(parties(waiting, [], LATER)) == [("anke", "ben")]


def test_another_game_number_or_pace_does_not_fit() -> None:
    others = [search("ben", 3), search("cleo", game="milestones"), search("dora", pace="days")]
    assert parties([search("anke"), *others], [], LATER) == []


def test_people_who_would_also_be_more_wait_a_moment_for_more() -> None:
    two = [search(guest, seats, since=100) for guest in ("anke", "ben") for seats in (2, 3)]
    assert parties(two, [], 100) == []
    assert people(parties([*two, search("cleo", 3, since=110)], [], 110)) == [("anke", "ben", "cleo")]
    assert people(parties(two, [], 100 + PATIENCE)) == [("anke", "ben")]
    assert people(parties([*two, search("cleo", 2, since=110)], [], 110)) == [("anke", "cleo")]


def test_a_room_that_waits_for_people_comes_first() -> None:
    waiting = [search("ben", since=1), search("cleo", since=2), search("dora", since=3)]
    found = parties(waiting, [room(1, 2, "anke")], LATER)
    assert [(party.room_id, people([party])[0]) for party in found] == [
        ("room", ("ben",)),
        ("", ("cleo", "dora")),
    ]
    assert parties([search("anke")], [room(1, 2, "anke")], LATER) == []


def test_people_who_are_kept_apart_are_never_seated_together() -> None:
    apart = {frozenset(("anke", "ben"))}
    waiting = [search("anke", since=1), search("ben", since=2)]
    assert parties(waiting, [], LATER, apart) == []
    assert parties(waiting[1:], [room(1, 2, "anke")], LATER, apart) == []
    assert people(parties([*waiting, search("cleo", since=3)], [], LATER, apart)) == [("anke", "cleo")]


def test_nobody_is_seated_twice_or_where_they_do_not_fit() -> None:
    rng = random.Random(7)
    for _ in range(300):
        guests = [f"g{n}" for n in range(rng.randint(1, 12))]
        waiting = [
            search(guest, seats, rng.randint(0, 50), game, pace)
            for guest in guests
            for seats in (2, 3, 4)
            for game in (GAME, "milestones")
            for pace in ("live", "days")
            if rng.random() < 0.3
        ]
        apart = {frozenset(rng.sample(guests, 2)) for _ in range(3) if len(guests) > 1}
        found = parties(waiting, [room(rng.randint(1, 2), 3, "host")], rng.choice([10, LATER]), apart)
        seated = [guest for party in people(found) for guest in party]
        assert len(seated) == len(set(seated))
        for party in found:
            assert all(one in waiting for one in party.searches)
            assert len({one.wanted for one in party.searches}) == 1
            assert party.room_id or len(party.searches) == party.searches[0].seats
            names = [one.guest_id for one in party.searches]
            assert not any(frozenset((one, two)) in apart for one in names for two in names if one != two)
