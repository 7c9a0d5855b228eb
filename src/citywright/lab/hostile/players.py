"""People who play meanwhile, at several tables, and how long each of their moves takes."""

from __future__ import annotations

import asyncio
import random
import time

from citywright.catalogue import games
from citywright.server.load.page_client import Guest, Page


class Latencies:
    """Milliseconds from click to acknowledgement."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self.lost = 0  # connections that ended though nobody wanted that
        self.refused: list[str] = []

    @property
    def worst(self) -> float:
        """The slowest move."""
        return max(self.ms, default=0.0)

    def share(self, part: float) -> float:
        """So large a part of all moves was at least as quick."""
        ordered = sorted(self.ms)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def play_at_table(base: str, number: int, until: float, pause: float, latencies: Latencies) -> None:
    """Two people at one table after the other, until it is time."""
    rng = random.Random(number)
    titles = sorted(games())
    while time.monotonic() < until:
        anke, ben = Guest(base), Guest(base)
        table = await asyncio.to_thread(anke.make_table, titles[number % len(titles)], "me", "open")
        (link,) = await asyncio.to_thread(anke.invitations, table)
        await asyncio.to_thread(ben.sit, link)
        try:
            async with anke.follow(table) as one, ben.follow(table) as two:
                await asyncio.gather(*(_play(page, until, pause, rng, latencies) for page in (one, two)))
        except OSError:
            latencies.lost += 1


async def _play(page: Page, until: float, pause: float, rng: random.Random, latencies: Latencies) -> None:
    while not page.over and time.monotonic() < until:
        try:
            async with asyncio.timeout(1.0):
                while not (page.yours or page.over):
                    await page.receive()
        except TimeoutError:
            continue
        if page.yours:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
            began = time.perf_counter()
            answer = await page.play(rng.choice(page.choices()))
            latencies.ms.append(1000 * (time.perf_counter() - began))
            if answer.is_ != "done":
                latencies.refused.append(f"{answer.code}: {answer.reason}")
