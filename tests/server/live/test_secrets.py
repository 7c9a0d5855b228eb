"""Nothing a seat is sent depends on hidden information: all of it follows from the seat's own record."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.state import CHANCE
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import replay
from citywright.server.live.changes import without_titles
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.page_client import Frame, Guest, Page
from citywright.server.load.redraw import sample_table
from citywright.server.storage.schema import tables
from citywright.server.tables.table import Seat, Table
from citywright.server.tables.terms import Terms
from tests.server.players_at_tables import settled
from tests.server.records import RECORDS
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio

SECRETIVE = [game.id for game in games().values() if game.has_secrets]
NAMES = ["Anke", "Ben", "Cleo"]


class Witness:
    """Somebody at the table who keeps everything they are sent."""

    def __init__(self, guest: Guest, seat: int, page: Page) -> None:
        self.guest = guest
        self.seat = seat
        self.page = page
        self.kept: list[
            tuple[str, Frame, list[Frame]]
        ] = []  # record, whole page, changes since the last time
        self.changes: list[Frame] = []

    async def listen(self) -> None:
        """Take in all that was sent so far."""
        await self.page.send('{"do":"ping","id":77}')
        while True:
            frame = await self.page.receive()
            if frame.is_ == "change":
                self.changes.append(frame)
            elif frame.id == 77:
                return

    async def testify(self, table: str) -> None:
        """Keep the record, the whole page, and the changes that led here."""
        await self.listen()
        record = self.guest.request("GET", f"/t/{table}/record").text
        await self.page.send('{"do":"resync","id":78}')
        whole = None
        while whole is None:
            frame = await self.page.receive()
            if frame.is_ == "change" and frame.since is None:
                whole = frame
        await self.page.answer(78)
        self.kept.append((record, whole, self.changes))
        self.changes = []


def usual_row(table_id: str) -> Any:
    """The row of a table made without any wishes."""
    row: dict[str, object] = dict.fromkeys(tables.c.keys())
    row |= {"id": table_id, "created": 0, "epoch": 0, **Terms().values()}
    return SimpleNamespace(**row)


def redrawn(table_id: str, record: str, seat: int) -> tuple[Match, dict[str, str], list[str]]:
    """The page as it follows from a seat's own record alone."""
    match = replay(parse_record(record))
    row = usual_row(table_id)
    sitting = [Seat(number, f"guest {number}", None, "", name) for number, name in enumerate(NAMES)]
    table = Table(row, sitting, match.game, match)
    viewers: Any = [SimpleNamespace(seat=number) for number in range(3)]
    table.viewers = viewers
    seat_page = SeatPage(table, seat, "en")
    return match, dict(seat_page.elements()), seat_page.recent_log()


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("seed", [1, 2])
async def test_every_byte_follows_from_the_own_record(served: ServerProcess, game: str, seed: int) -> None:
    rng = random.Random(seed)
    guests = [Guest(served.base) for _ in range(4)]
    table = guests[0].make_table(game, "me", "open", "open", name=NAMES[0])
    for guest, name, link in zip(guests[1:3], NAMES[1:], guests[0].invitations(table), strict=True):
        assert guest.sit(link, name).status == 303
    pages = [guest.follow(table) for guest in guests]
    async with pages[0], pages[1], pages[2], pages[3]:
        witnesses = [Witness(guests[n], n if n < 3 else CHANCE, pages[n]) for n in range(4)]
        for page in pages:
            await page.receive()
        for move in range(5000):
            for witness in witnesses:
                await witness.listen()
            if pages[0].over:
                break
            if move % 7 == 0:
                for witness in witnesses:
                    await witness.testify(table)
            acting = next(page for page in pages if page.yours)
            assert (await acting.play(rng.choice(acting.choices()))).is_ == "done"
            await settled(acting)
        assert pages[3].over
    truth = replay(parse_record(guests[3].request("GET", f"/t/{table}/record").text))
    assert truth.over
    for witness in witnesses:
        judge(witness, truth, table)


def judge(witness: Witness, truth: Match, table: str) -> None:
    """Compare what a witness was sent with what it could know."""
    hidden = 0
    for record, whole, changes in witness.kept:
        match, elements, log = redrawn(table, record, witness.seat)
        for ply, truly in zip(match.plies, truth.plies, strict=False):
            seen = truly.code if truly.seen_codes is None else truly.seen_codes[witness.seat + 1]
            assert (ply.actor, ply.code) == (truly.actor, seen)
            hidden += seen != truly.code
        assert whole.at is not None
        assert whole.at[1] == match.ply
        assert whole.set == elements
        assert whole.log == log
        everything = without_titles("".join(elements.values()))
        for change in changes:  # of the last position; who is connected may have changed since
            changed = {
                id_: html for id_, html in change.set.items() if id_ != "seats" and change.at == whole.at
            }
            assert [id_ for id_, html in changed.items() if html not in everything] == []
    assert hidden > 0, "the game had no secrets from this viewer: the test shows nothing"


@pytest.mark.parametrize("game", [game.id for game in games().values() if not game.has_secrets])
def test_in_open_games_views_differ_in_choices_alone(game: str) -> None:
    """What lets one view serve all seats."""
    from citywright.match.dealer import Dealer

    match = Match(find_game(game), 3, dealer=Dealer.seeded(4))
    row = usual_row("open")
    table = Table(row, [Seat(n, None, None, "", "") for n in range(3)], match.game, match)
    rng = random.Random(4)
    while not match.over:
        for seat in range(CHANCE, 3) if match.ply % 4 == 0 else ():
            assert table.view(seat) == match.view(seat)
        match.play(match.actor, rng.choice(match.state.legal_actions()))


def test_what_only_its_own_secrets_leave_to_a_seat_is_not_played_by_itself() -> None:
    """A quick `stop` would tell that no card of the hand can be played without a city (MB-42)."""
    record = parse_record((RECORDS / "mauerbauer" / "no-city-no-card.cwr").read_bytes())
    decided = [(actor, words) for actor, words, _ in record.actions]
    table = sample_table(find_game("mauerbauer"), with_bot=False)
    table.match = replay(record, decided.index(("A", "city none")) + 1)
    page = SeatPage(table, 0, "en")
    assert [choice.action for choice in page.view.choices] == ["stop"]
    assert page.forced == ""
