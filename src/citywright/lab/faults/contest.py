"""Two nodes, and everybody wants to act first: rivals send the same ply at both, one of them may win."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

import httpx

from citywright.catalogue import games
from citywright.lab.faults.checker import APART, Violation
from citywright.lab.faults.clients import LivePage, PageClient, ProgramClient, answer_of
from citywright.lab.faults.crowd import People, seat_people
from citywright.lab.faults.history import DONE, PLAY, UNDO, At, Closing
from citywright.lab.faults.scene import Scene, web_client
from citywright.lab.faults.stage import Result, Stage
from citywright.server.load.page_client import Guest

UNDOS = 0.1  # how often one of the rivals wants to take something back instead
CATCHING_UP = 10.0  # seconds until every page shows the winner's move


class Contest:
    """One game with both seats at both nodes, by page and by program."""

    def __init__(self, stage: Stage, number: int) -> None:
        self._stage = stage
        self.scene = Scene(stage.bases, stage.seed + 1000 * number)
        self._number = number
        self._rng = self.scene.rng("contest")
        self._pages: dict[tuple[int, int], LivePage] = {}  # by seat and node
        self._owners: dict[tuple[int, int], PageClient] = {}
        self._programs: dict[tuple[int, int], tuple[ProgramClient, httpx.AsyncClient]] = {}
        self.plies = 0
        self.found: list[Violation] = []

    async def play(self, most: int) -> None:
        """A game, or so many contested plies."""
        game = sorted(games())[self._number % len(games())]
        people = await seat_people(self.scene, game, self._number, programs_for_both=True)
        self.scene.guard(people.table, await self._stage.ledger.secret(people.table))
        async with AsyncExitStack() as stack:
            await self._come(people, stack)
            while self.plies < most and not any(page.over for page in self._pages.values()):
                await self._contest()
            self.plies = max(self.plies, 1)
        at = await self._stage.ledger.at(people.table)
        for owner in self._owners.values():
            self.scene.history.closing.append(Closing(owner.name, people.table, owner.at, 0.0))
        self.scene.history.truths = [await self._stage.ledger.truth(people.table)]
        is_over = any(page.over for page in self._pages.values())
        ended = {people.table: self.scene.history.truths[0].versions[-1].written} if is_over else {}
        self.scene.note_leaks(ended)
        assert self.scene.history.truths[0].versions[-1].at == at

    async def _come(self, people: People, stack: AsyncExitStack) -> None:
        for seat, (cookie, token) in enumerate(zip(people.cookies, people.tokens, strict=True)):
            for node, base in enumerate(self.scene.bases):
                name = f"{self._number}{'AB'[seat]} at {node}"
                owner = PageClient(self.scene, people.table, name, node, seat, cookie)
                page = await stack.enter_async_context(LivePage(owner, Guest(base, cookie)))
                await page.receive()
                self._owners[seat, node], self._pages[seat, node] = owner, page
                program = ProgramClient(self.scene, people.table, name, node, seat, token)
                web = web_client(base, Authorization=f"Bearer {token}")
                self._programs[seat, node] = program, await stack.enter_async_context(web)

    async def _contest(self) -> None:
        """Everybody who may act at this position does; then all are to see who won."""
        acting = next((seat for seat in (0, 1) if self._pages[seat, 0].yours), None)
        if acting is None:
            raise TimeoutError("it is nobody's turn")
        at = self._pages[acting, 0].at
        before = len(self.scene.history.attempts)
        rivals = []
        for node in range(len(self.scene.bases)):
            rivals.append(self._by_page(acting, node, at))
            rivals.append(self._by_program(acting, node, at))
        self._rng.shuffle(rivals)
        await asyncio.gather(*rivals)
        self.plies += 1
        winners = [each for each in self.scene.history.attempts[before:] if each.outcome == DONE]
        if not winners:
            return  # all were refused: what they wanted to take back cannot be
        reached = winners[0].after
        assert reached is not None
        try:
            async with asyncio.timeout(CATCHING_UP):
                await asyncio.gather(*(_catch_up(page, reached) for page in self._pages.values()))
        except TimeoutError:
            where = {f"seat {seat} at {node}": page.at for (seat, node), page in self._pages.items()}
            table = winners[0].table
            self.found.append(
                Violation(APART, table, f"after {reached} pages are at {where}", winners[0].returned)
            )
            raise

    def _choice(self, seat: int, node: int) -> tuple[str, str]:
        """What a rival wants: an action, or to take the last one back."""
        choices = self._pages[seat, node].choices()
        if self._rng.random() < UNDOS or not choices:
            return UNDO, ""
        return PLAY, self._rng.choice(choices)

    async def _by_page(self, seat: int, node: int, at: At) -> None:
        owner, page = self._owners[seat, node], self._pages[seat, node]
        do, words = self._choice(seat, node)
        asked = {"words": words} if do == PLAY else {}
        await owner.try_to(do, at, words, lambda: answer_of(page.ask(do, epoch=at[0], ply=at[1], **asked)))

    async def _by_program(self, seat: int, node: int, at: At) -> None:
        program, web = self._programs[seat, node]
        do, words = self._choice(seat, node)
        with suppress(httpx.HTTPError):  # a kept connection may be closed the moment it is used again
            await program.try_to(do, at, words, lambda: program.send(web, do, at, words))


async def _catch_up(page: LivePage, at: At) -> None:
    while page.at < at:
        await page.receive()


async def contest(stage: Stage, plies: int, add: Callable[[int, Result], None]) -> None:
    """So many contested plies or a few more, at several tables at a time; `add` hears of every game."""
    numbers = iter(range(1, 10**9))
    done = 0

    async def play_on() -> None:
        nonlocal done
        while done < plies:
            game = Contest(stage, next(numbers))
            with suppress(TimeoutError):  # it is in what the game has found
                await game.play(max(10, min(1000, (plies - done) // stage.plan.slots + 1)))
            done += game.plies
            add(game.plies, stage.judge(game.scene, game.found))
            stage.note(f"{done} of {plies} plies")

    async with asyncio.TaskGroup() as tasks:
        for _ in range(stage.plan.slots):
            tasks.create_task(play_on())
