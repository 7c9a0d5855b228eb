"""Bots play against each other: on the same deals, in rotated seats, with results that can be continued.

A deal is a secret that fixes all dice and cards. It is played once in every rotation of the seats, so that
luck and the advantage of a seat are the same for all bots. `ratings` evaluates the results.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from citywright.bots import Budget, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT
from citywright.lab.executors import THIS_PROCESS, Workers, spread
from citywright.match.dealer import Dealer


class ArenaError(Exception):
    """The comparison cannot go on: an illegal action, a game without end, or a file of another contest."""


@dataclass(frozen=True)
class Contest:
    """What is compared. `bots` has one name for every seat; in the first game they sit in that order."""

    game: str
    bots: tuple[str, ...]
    seed: int = 1
    simulations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> Budget | None:
        is_default = self.simulations is None and self.seconds is None
        return None if is_default else Budget(self.simulations, self.seconds)


class Result(msgspec.Struct):
    """The result of one game. Lists are in the order of the contest's bots, not of the seats."""

    number: int
    scores: list[int]
    ranks: list[int]
    reason: str
    turns: int
    decide_ms: list[list[float]]  # of each bot: one entry for every decision
    notes: list[str] = []


def play_game(contest: Contest, number: int) -> Result:
    """Play one game of a contest. The same contest and number always give the same game."""
    game = find_game(contest.game)
    players = len(contest.bots)
    deal, rotation = divmod(number, players)
    dealer = Dealer.seeded(contest.seed * 1_000_003 + deal)
    places = [(seat + rotation) % players for seat in range(players)]  # which bot sits in each seat
    bots = [find_bot(game, contest.bots[place]) for place in places]
    streams = [Rng(contest.seed * 7919 + 31 * number + seat) for seat in range(players)]
    decide_ms: list[list[float]] = [[] for _ in range(players)]
    notes = []
    state = game.new_state(players, LOT, game.default_layout)
    chances = decisions = 0
    while (actor := state.actor()) >= CHANCE:
        if actor == CHANCE:
            state.apply(state.chance_at(dealer.ticket(chances, state.chance_total())))
            chances += 1
            continue
        if decisions == game.ply_limit:
            raise ArenaError(f"game {number} was not over after {decisions} decisions")
        began = time.perf_counter()
        decision = bots[actor].decide(state.observe(actor), contest.budget, streams[actor])
        decide_ms[places[actor]].append(round((time.perf_counter() - began) * 1000, 3))
        if decision.note:
            notes.append(decision.note)
        if decision.code not in state.legal_actions():
            raise ArenaError(
                f"{contest.bots[places[actor]]} played {decision.code}, not legal in game {number}"
            )
        state.apply(decision.code)
        decisions += 1
    for bot in bots:
        bot.close()
    standing, scores = state.standing(), state.scores()
    seat_of = sorted(range(players), key=places.__getitem__)
    return Result(
        number,
        [scores[seat] for seat in seat_of],
        [standing.ranks[seat] for seat in seat_of],
        standing.reason,
        state.turns(),
        decide_ms,
        notes,
    )


def _play(job: tuple[Contest, int]) -> Result:
    return play_game(*job)


def play_games(contest: Contest, numbers: Iterable[int], workers: Workers = THIS_PROCESS) -> Iterator[Result]:
    """Play games, as many at a time as there are workers; gives their results as they are finished."""
    for _, result in spread(_play, ((contest, number) for number in numbers), workers):
        yield result


class ResultsFile:
    """Results as JSON lines after a line with the contest. What is in the file is not played again."""

    def __init__(self, path: Path | None, contest: Contest) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        if path is not None and path.exists():
            self._read(path, contest)
        elif path is not None:
            path.write_text(json.dumps(_header(contest)) + "\n", encoding="utf-8")

    def add(self, result: Result) -> None:
        """Keep a result and write it to disk at once."""
        self.results[result.number] = result
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")

    def _read(self, path: Path, contest: Contest) -> None:
        header, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
        if header.strip() != json.dumps(_header(contest)).encode():
            raise ArenaError(f"{path} does not hold results of this contest; choose another file")
        if lines and not lines[-1].endswith(b"\n"):  # cut off when the arena was stopped: play it again
            path.write_bytes(b"".join([header, *lines[:-1]]))
            del lines[-1]
        for line in lines:
            result = msgspec.json.decode(line, type=Result)
            self.results[result.number] = result


def _header(contest: Contest) -> dict[str, Any]:
    return {"contest": asdict(contest) | {"bots": list(contest.bots)}}
