"""Plays faults one after the other and counts: what was acknowledged, what was seen, what went wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from citywright.lab.faults.checker import Violation
from citywright.lab.faults.contest import contest
from citywright.lab.faults.daemons import Missing
from citywright.lab.faults.house import House
from citywright.lab.faults.scenarios import Inject, Scenario
from citywright.lab.faults.stage import SLOTS, Result, Stage

ROUND = 20  # faults until the tables are new and the history is judged


class Wish(msgspec.Struct, frozen=True):
    """What is to be tried."""

    seed: int = 1
    times: int | None = None  # how often each fault; None: as often as it says itself
    plies: int | None = None  # how many contested plies
    seconds: float | None = None  # how long each fault lasts
    tables: int = SLOTS  # at a time
    postgres_url: str = ""
    results: Path = Path("fault-histories")


class Outcome(msgspec.Struct):
    """One line of the table."""

    fault: str
    database: str
    times: int = 0
    acknowledged: int = 0  # moves and undos
    seen: int = 0  # positions
    violations: dict[str, int] = {}
    longest_recovery: float = 0.0  # seconds
    seconds: float = 0.0
    refusals: dict[str, int] = {}
    skipped: str = ""  # why it was not tried
    is_whole: bool = False  # it was tried as often as wanted


class Bench:
    """A run. `note` tells how far it is."""

    def __init__(self, wish: Wish, note: Callable[[str], None]) -> None:
        self._wish = wish
        self._note = note
        self._house = House(wish.postgres_url)
        self.outcomes: list[Outcome] = []

    async def close(self) -> None:
        """End everything that was started."""
        await self._house.close()

    async def run(self, scenario: Scenario, kind: str) -> Outcome:
        """Try a fault on one kind of database; its line is there from the beginning."""
        outcome = Outcome(scenario.name, kind)
        self.outcomes.append(outcome)
        started = time.monotonic()
        try:
            if scenario.is_private and self._wish.postgres_url:
                raise Missing("a PostgreSQL that others may use is not stopped; leave out its URL")
            await self._play(scenario, kind, outcome)
            outcome.is_whole = True
        except Missing as error:
            outcome.skipped = str(error)
        finally:
            outcome.seconds = round(time.monotonic() - started, 1)
        return outcome

    async def _play(self, scenario: Scenario, kind: str, outcome: Outcome) -> None:
        def note(text: str) -> None:
            self._note(f"{scenario.name} on {kind}: {text}")

        note("starting")
        wish = self._wish
        seed = wish.seed + sum(map(ord, scenario.name + kind))
        plan = scenario.plan(kind)._replace(slots=wish.tables)
        async with Stage(self._house, plan, seed, wish.results, note) as stage:
            try:
                if scenario.inject is None:
                    plies = wish.plies or wish.times or scenario.times
                    await contest(stage, plies, lambda times, judged: _add(outcome, times, judged))
                else:
                    await self._inject(scenario, scenario.inject, stage, outcome)
            finally:
                outcome.refusals = dict(stage.refusals)

    async def _inject(self, scenario: Scenario, inject: Inject, stage: Stage, outcome: Outcome) -> None:
        times = self._wish.times or scenario.times
        stage.seconds = scenario.seconds if self._wish.seconds is None else self._wish.seconds
        while outcome.times < times:
            await stage.begin_round()
            assert stage.crowd is not None
            late: list[Violation] = []
            for _ in range(min(ROUND, times - outcome.times)):
                stage.note(f"{outcome.times} of {times}, {outcome.acknowledged} acknowledged")
                await stage.pause_a_little()
                mended = await inject(stage)
                took, found = await stage.crowd.recovered(mended)
                outcome.longest_recovery = round(max(outcome.longest_recovery, took), 2)
                outcome.times += 1
                late += found
                if found:
                    break
            _add(outcome, 0, await stage.end_round(late))
            if late:
                return


def _add(outcome: Outcome, times: int, judged: Result) -> None:
    outcome.times += times
    outcome.acknowledged += judged.acknowledged
    outcome.seen += judged.seen
    counted = Counter(outcome.violations)
    counted.update(violation.kind for violation in judged.violations)
    outcome.violations = dict(counted)
