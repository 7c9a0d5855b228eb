"""Following, inviting, blocking: what each allows and ends, and that the blocked cannot tell."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, insert, select, update

from citywright.catalogue import find_game
from citywright.server import clock
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, UNKNOWN, Refusal
from citywright.server.friends import about
from citywright.server.friends.choices import Choices, check_choices
from citywright.server.friends.people import leave_friends, move_friends
from citywright.server.notices import kinds, occasions
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.storage import schema
from citywright.server.storage.own_rows import rows_about
from citywright.server.tables.terms import Terms

pytestmark = pytest.mark.anyio

GAME = find_game("saint-malo")
ANKE, BEN, CLEO, DORA = PEOPLE = ("anke", "ben", "cleo", "dora")
PUBLIC = Terms(is_public=True)


@asynccontextmanager
async def running(database: str, *, with_people: bool = True) -> AsyncIterator[Services]:
    """The services of one process, which looks for who fits only when it is asked to."""
    services = Services(Settings(database=database, analyses=False, bot_workers=1))
    services.matching.start = lambda: None  # type: ignore[method-assign]
    await services.start()
    try:
        if with_people:
            async with services.database.write() as connection:
                rows = [{"id": name, "name": name.title(), "created": 1} for name in PEOPLE]
                await connection.execute(insert(schema.guests), rows)
        yield services
    finally:
        await services.stop()


@pytest.fixture
async def services(database: str) -> AsyncIterator[Services]:
    async with running(database) as started:
        yield started


@pytest.fixture
async def on_sqlite(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Services]:
    """Where the database does nothing special."""
    file = shutil.copyfile(sqlite_template, tmp_path / "tables.sqlite3")
    async with running(f"sqlite:///{file}") as started:
        yield started


async def refused(code: str, doing: object) -> str:
    """The reason why something is refused with this code."""
    with pytest.raises(Refusal) as refusal:
        await doing  # type: ignore[misc]
    assert refusal.value.code == code
    return refusal.value.reason


async def names(services: Services, guest_id: str) -> list[str]:
    return [person.name for person in await services.friends.followed_by(guest_id)]


async def told(services: Services, guest_id: str) -> list[tuple[str, str]]:
    """What a guest has been told, when everything is written down."""
    await services.occasions.stop()
    query = select(schema.calls.c.kind, schema.calls.c.key).where(schema.calls.c.guest_id == guest_id)
    async with services.database.read() as connection:
        return [(row.kind, row.key) for row in await connection.execute(query)]


async def can_be_told(services: Services, guest_id: str, choices: str | None = None) -> None:
    """Somebody has a feed, and perhaps other wishes than the usual ones."""
    await services.notices.addresses.of(guest_id)
    own = schema.notices.c.guest_id == guest_id
    async with services.database.write() as connection:
        await connection.execute(update(schema.notices).where(own).values(choices=choices))


async def test_following_shows_who_is_about_and_where_to_meet_them(services: Services) -> None:
    friends = services.friends
    await friends.follow(ANKE, BEN)
    await friends.follow(ANKE, BEN)  # twice is once
    await friends.follow(ANKE, CLEO)
    assert await names(services, ANKE) == ["Ben", "Cleo"]
    assert await names(services, BEN) == [], "it goes one way"
    assert "yourself" in await refused(ILLEGAL, friends.follow(ANKE, ANKE))
    await refused(UNKNOWN, friends.follow(ANKE, "nobody"))

    hidden = await services.rooms.make(GAME, [BEN], seats=2)
    shown = await services.rooms.make(GAME, [BEN], seats=2, terms=PUBLIC)
    services.about.saw(BEN)
    services.about.saw(ANKE)  # whom nobody follows: nothing is written down
    await services.about.note()
    circle = await friends.circle_of(ANKE)
    assert [(one.person.name, one.is_about) for one in circle] == [("Ben", True), ("Cleo", False)]
    assert [room.id for room in circle[0].rooms] == [shown] != [hidden]
    async with services.database.read() as connection:
        assert list((await connection.execute(select(schema.last_seen.c.guest_id))).scalars()) == [BEN]

    await friends.choose(BEN, Choices(shows_about=False))
    assert not any(one.is_about for one in await friends.circle_of(ANKE))
    await friends.choose(BEN, Choices())
    assert any(one.is_about for one in await friends.circle_of(ANKE))
    clock.put_forward(about.RECENT / 1000 + 1)
    assert not any(one.is_about for one in await friends.circle_of(ANKE))
    await friends.unfollow(ANKE, BEN)
    assert await names(services, ANKE) == ["Cleo"]


async def test_an_invitation_is_made_told_once_and_declined(services: Services) -> None:
    invitations = services.invitations
    await can_be_told(services, BEN)
    room_id = await services.rooms.make(GAME, [ANKE], seats=2)
    await refused(FORBIDDEN, invitations.invite(room_id, CLEO, BEN))  # who does not sit there
    room = await invitations.invite(room_id, ANKE, BEN)
    assert [(one.name, one.has_declined) for one in room.invited] == [("Ben", False)]
    assert "already" in await refused(ILLEGAL, invitations.invite(room_id, ANKE, BEN))
    (found,) = await invitations.of(BEN)
    assert (found.room.id, found.by_name) == (room_id, "Anke")
    assert await told(services, BEN) == [(kinds.INVITED, kinds.INVITATION + room_id)]
    assert [call.address for call in await services.notices.book.in_feed(BEN)] == [f"/t/{room_id}"]

    await invitations.decline(room_id, BEN)
    assert await invitations.of(BEN) == []
    assert not await services.notices.book.in_feed(BEN), "it is not true any more"
    assert "declined" in await refused(ILLEGAL, invitations.invite(room_id, ANKE, BEN))
    await refused(UNKNOWN, invitations.decline(room_id, BEN))
    await services.rooms.sit(room_id, BEN)  # and who changes their mind may come
    assert (await services.rooms.find(room_id)).invited == ()
    assert "taken" in await refused(ILLEGAL, invitations.invite(room_id, ANKE, CLEO))
    assert "sit in this room" in await refused(ILLEGAL, invitations.invite(room_id, ANKE, BEN))


async def test_an_invitation_ends_with_its_room(on_sqlite: Services) -> None:
    services, invitations = on_sqlite, on_sqlite.invitations
    room_id = await services.rooms.make(GAME, [ANKE, DORA], seats=3)
    for guest in (BEN, CLEO):
        await invitations.invite(room_id, ANKE, guest)
    await refused(UNKNOWN, invitations.withdraw(room_id, DORA, CLEO))
    await invitations.withdraw(room_id, ANKE, CLEO)
    room = await services.rooms.fill_with_bots(room_id, ANKE, "random")
    assert await invitations.of(BEN) == [], "there is no seat for him"
    for guest in (ANKE, DORA):
        await services.rooms.ready(room_id, guest, room.edition)
    async with services.database.read() as connection:
        assert (await connection.execute(select(schema.invitations))).all() == []
    await refused(UNKNOWN, invitations.invite(room_id, ANKE, CLEO))

    room_id = await invitations.invite_to_new(ANKE, BEN, GAME, seats=2, terms=Terms(pace=60), lang="de")
    room = await services.rooms.find(room_id)
    assert (room.options.pace, room.lang, room.invited[0].name) == (60, "de", "Ben")


async def test_too_many_invitations_are_refused(on_sqlite: Services) -> None:
    for _ in range(3):
        await on_sqlite.invitations.invite_to_new(ANKE, BEN, GAME, seats=2, terms=Terms(), lang="en")
    fourth = on_sqlite.invitations.invite_to_new(ANKE, BEN, GAME, seats=2, terms=Terms(), lang="en")
    assert await refused(FORBIDDEN, fourth) == "Ben cannot be invited now"
    assert len(await on_sqlite.rooms.rooms_of(ANKE)) == 3, "nothing was made for it"


async def test_blocking_ends_what_there_was_and_prevents_more(services: Services) -> None:
    friends, invitations = services.friends, services.invitations
    await friends.follow(ANKE, BEN)
    await friends.follow(BEN, ANKE)
    await friends.follow(CLEO, ANKE)
    theirs = await services.rooms.make(GAME, [BEN], seats=3, terms=PUBLIC)
    hers = await services.rooms.make(GAME, [ANKE], seats=3, terms=PUBLIC)
    await invitations.invite(theirs, BEN, ANKE)
    await invitations.invite(hers, ANKE, BEN)
    await friends.block(ANKE, BEN)
    assert await names(services, ANKE) == await names(services, BEN) == []
    assert await names(services, CLEO) == ["Anke"], "others are not concerned"
    assert await invitations.of(ANKE) == await invitations.of(BEN) == []
    assert [person.name for person in await friends.blocked_by(ANKE)] == ["Ben"]
    assert await friends.blocked_by(BEN) == []

    for what in (friends.follow(ANKE, BEN), invitations.invite(hers, ANKE, BEN)):
        assert "you have blocked Ben" in await refused(ILLEGAL, what)
    assert await refused(FORBIDDEN, services.rooms.sit(hers, BEN)) == "you cannot take a seat in this room"
    assert (await services.rooms.sit(hers, CLEO)).place_of(CLEO) is not None
    # Where Ben sees what is open to everyone, he sees nothing of her; the others do.
    assert [room.id for room in await services.rooms.listed(BEN)] == [theirs]
    assert len(await services.rooms.listed(ANKE)) == len(await services.rooms.listed(CLEO)) == 2
    await friends.unblock(ANKE, BEN)
    assert await names(services, ANKE) == []
    assert (await services.rooms.sit(hers, BEN)).place_of(BEN) is not None


async def test_who_is_blocked_cannot_tell(on_sqlite: Services) -> None:
    """Every answer is the one of somebody who wants nobody to follow or invite them."""
    friends, invitations = on_sqlite.friends, on_sqlite.invitations
    answers = []
    room_id = await on_sqlite.rooms.make(GAME, [BEN], seats=2)
    for prevents in (
        lambda: friends.block(ANKE, BEN),
        lambda: friends.choose(ANKE, Choices(may_be_followed=False, invited_by="nobody")),
        lambda: friends.choose(ANKE, Choices(may_be_followed=False, invited_by="followed")),
    ):
        await friends.follow(BEN, ANKE)
        await prevents()
        answers.append(
            (
                await names(on_sqlite, BEN),
                await refused(FORBIDDEN, friends.follow(BEN, ANKE)),
                await refused(FORBIDDEN, invitations.invite(room_id, BEN, ANKE)),
                msgspec.to_builtins(await friends.stance(BEN, ANKE)),
            )
        )
        await friends.unblock(ANKE, BEN)
        await friends.choose(ANKE, Choices())
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][:3] == ([], "Anke cannot be followed", "Anke cannot be invited now")
    # Nor do their own data say so, or those of others who are followed.
    await friends.follow(CLEO, BEN)
    await friends.block(ANKE, BEN)
    async with on_sqlite.database.read() as connection:
        for query in rows_about(BEN).values():
            rows = (await connection.execute(query)).all()
            assert not [row for row in rows if ANKE in row or CLEO in row]


async def test_the_chat_hides_what_the_blocked_say(on_sqlite: Services) -> None:
    services = on_sqlite
    room_id = await services.rooms.make(GAME, [ANKE, BEN], seats=2)
    for guest in (ANKE, BEN):
        await services.rooms.say(room_id, guest, f"I am {guest}")
    await services.friends.block(ANKE, BEN)
    room = await services.rooms.find(room_id)
    assert [said.name for said in room.messages_for(ANKE)] == ["Anke"]
    assert [said.name for said in room.messages_for(BEN)] == ["Anke", "Ben"]
    for guest in (ANKE, BEN):  # who sits there already may stay, and the game begins
        await services.rooms.ready(room_id, guest, 0)
    table = await services.tables.find(room_id)
    await services.chat.post(table, BEN, 1, "and now?")

    def shown(guest: str) -> list[str]:
        return [message.text for message in table.chat.shown_to(guest, hide_spectators=False)]

    assert shown(ANKE) == ["I am anke"]
    assert shown(BEN) == ["I am anke", "I am ben", "and now?"]
    await services.friends.unblock(ANKE, BEN)
    assert shown(ANKE) == shown(BEN), "a running game shows it at once"


@pytest.mark.postgres
async def test_another_process_hears_of_a_block(postgres_url: str) -> None:
    """By the link, and without it by comparing."""
    async with running(postgres_url) as one, running(postgres_url, with_people=False) as two:
        room_id = await one.rooms.make(GAME, [ANKE, BEN], seats=2)
        await one.rooms.say(room_id, BEN, "hello")
        heard: list[str] = []
        two.rooms.on_change.append(heard.append)
        await one.friends.block(ANKE, BEN)
        async with asyncio.timeout(30):
            while room_id not in heard:
                await asyncio.sleep(0.02)
        for guest in (ANKE, BEN):
            await one.rooms.ready(room_id, guest, 0)
        there = await two.tables.find(room_id)
        assert [*there.chat.shown_to(ANKE, hide_spectators=False)] == []
        await one.friends.unblock(ANKE, BEN)
        async with asyncio.timeout(30):
            while not [*there.chat.shown_to(ANKE, hide_spectators=False)]:
                await asyncio.sleep(0.02)
                there = await two.tables.find(room_id)


async def test_the_blocked_are_never_seated_together(on_sqlite: Services) -> None:
    services, matching, wish = on_sqlite, on_sqlite.matching, [("saint-malo", 2, "live")]
    await services.friends.block(ANKE, BEN)
    for first, second in ((ANKE, BEN), (BEN, ANKE)):  # whoever looks first
        await matching.look_for(first, wish, "en")
        assert not (await matching.look_for(second, wish, "en")).room_id
        assert {one.guest_id for one in await matching.seekers(CLEO)} == {ANKE, BEN}
        assert [one.guest_id for one in await matching.seekers(BEN)] == [BEN]
        for guest in (ANKE, BEN):
            await matching.stop_looking(guest)
    # Nor in a room that waits for people, whoever sits there.
    room_id = await services.rooms.make(GAME, [BEN, DORA], seats=3, terms=PUBLIC)
    await services.presence.arrive(room_id, BEN)
    assert not (await matching.look_for(ANKE, [("saint-malo", 3, "live")], "en")).room_id
    assert (await matching.look_for(CLEO, [("saint-malo", 3, "live")], "en")).room_id == room_id
    await matching.look_for(ANKE, wish, "en")
    await matching.look_for(BEN, wish, "en")
    found = await matching.look_for(DORA, wish, "en")
    assert [place.guest_id for place in (await services.rooms.find(found.room_id)).people] == [ANKE, DORA]


async def test_open_seats_and_rematches_heed_blocks(on_sqlite: Services) -> None:
    friends, tables = on_sqlite.friends, on_sqlite.tables
    table = await tables.find(await tables.make(GAME, [f"guest:{ANKE}", "open"], terms=PUBLIC))
    await friends.block(ANKE, BEN)
    assert await refused(FORBIDDEN, friends.check_join(table, BEN)) == "you cannot take a seat at this table"
    await friends.check_join(table, CLEO)
    assert await on_sqlite.lists.public(BEN) == []
    assert [one.id for one in await on_sqlite.lists.public(CLEO)] == [table.id]
    await friends.follow(CLEO, ANKE)
    (followed,) = await friends.circle_of(CLEO)
    assert [one.id for one in followed.tables] == [table.id]
    played = await tables.find(await tables.make(GAME, [f"guest:{ANKE}", f"guest:{BEN}"]))
    for guest_id in (ANKE, BEN):  # nobody is told who has blocked whom
        assert played.seats_of(guest_id)
        assert "no rematch" in await refused(FORBIDDEN, friends.check_rematch(played))
    await friends.check_rematch(table)


async def test_followers_hear_of_it_only_if_they_chose_to(
    on_sqlite: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now_ms()  # for as long as this takes: else an hour may end meanwhile
    monkeypatch.setattr(occasions, "now_ms", lambda: now)
    services, friends = on_sqlite, on_sqlite.friends
    assert kinds.KINDS[kinds.FRIENDS].usual == ()
    for guest in (BEN, CLEO, DORA):
        await friends.follow(guest, ANKE)
        await can_be_told(services, guest, '{"friends":["feed"]}' if guest != DORA else None)
    await friends.block(ANKE, CLEO)
    await services.rooms.make(GAME, [ANKE], seats=2)  # for those who have the link
    assert await told(services, BEN) == []
    room_id = await services.rooms.make(GAME, [ANKE], seats=2, terms=PUBLIC)
    assert len(await told(services, BEN)) == 1  # what comes next must not be faster
    await services.rooms.make(GAME, [ANKE], seats=2, terms=PUBLIC)
    await services.matching.look_for(ANKE, [("saint-malo", 2, "days")], "en")
    assert [kind for kind, _ in await told(services, BEN)] == [kinds.FRIENDS], "once in an hour"
    assert [call.address for call in await services.notices.book.in_feed(BEN)] == [f"/t/{room_id}"]
    assert await told(services, CLEO) == await told(services, DORA) == []


async def test_all_of_it_moves_to_an_account_and_goes_with_it(services: Services) -> None:
    friends, invitations = services.friends, services.invitations
    await friends.follow(ANKE, BEN)
    await friends.follow(CLEO, BEN)
    await friends.follow(CLEO, ANKE)
    await friends.follow(DORA, CLEO)
    await friends.block(CLEO, DORA)
    await friends.choose(CLEO, Choices(invited_by="followed"))
    room_id = await services.rooms.make(GAME, [BEN], seats=3)
    full = await services.rooms.make(GAME, [BEN, ANKE], seats=3)
    await friends.follow(CLEO, BEN)
    for place in (room_id, full):
        await invitations.invite(place, BEN, CLEO)
    await friends.follow(DORA, ANKE)
    await services.database.transact(lambda connection: move_friends(connection, CLEO, ANKE))
    assert await names(services, ANKE) == ["Ben"], "not herself"
    assert [person.name for person in await friends.blocked_by(ANKE)] == ["Dora"]
    assert await names(services, DORA) == [], "a block holds for all of somebody"
    assert (await friends.choices(ANKE)).invited_by == "followed"
    assert [one.room.id for one in await invitations.of(ANKE)] == [room_id]
    assert await names(services, CLEO) == []
    async with services.database.read() as connection:
        kept = {name: (await connection.execute(query)).all() for name, query in rows_about(ANKE).items()}
    assert [row.followed_id for row in kept["follows"]] == [BEN]
    assert [row.blocked_id for row in kept["blocks"]] == [DORA]
    assert [row.room_id for row in kept["invitations"]] == [room_id]
    assert [row.invited_by for row in kept["friend_choices"]] == ["followed"]

    await services.database.transact(lambda connection: leave_friends(connection, ANKE))
    async with services.database.read() as connection:
        for name in ("follows", "blocks", "invitations", "friend_choices", "last_seen"):
            assert (await connection.execute(rows_about(ANKE)[name])).all() == []
            assert (await connection.execute(select(schema.metadata.tables[name]))).all() == [], name

    # The same happens by itself to a guest without an account who is forgotten.
    await friends.follow(ANKE, BEN)
    await friends.block(BEN, CLEO)
    await invitations.invite(await services.rooms.make(GAME, [ANKE], seats=2), ANKE, BEN)
    async with services.database.write() as connection:
        await connection.execute(delete(schema.guests).where(schema.guests.c.id == BEN))
        for table in (schema.follows, schema.blocks, schema.invitations):
            assert (await connection.execute(select(table))).all() == []


def test_odd_choices_are_refused() -> None:
    assert check_choices({"invited_by": "everyone"}) == Choices(shows_about=False, may_be_followed=False)
    with pytest.raises(Refusal) as refusal:
        check_choices({"invited_by": "cats"})
    assert refusal.value.code == MALFORMED
