"""Many games between bots, by one seed: the same games however many are played at a time.

Every game has two streams of random numbers of its own, one for chance and one for the bots; their seeds
follow from the seed of the series. Records go into a folder, and what is there is not played again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from citywright.bots import BotPolicy, player
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.policy import CHECKSUM_MASK, CHECKSUM_SEED, Policy, play
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, COMPILED, LOT
from citywright.engine.view import seat_letter
from citywright.lab.executors import THIS_PROCESS, Workers, spread
from citywright.lab.new_files import new_file
from citywright.match.match import Match
from citywright.match.record import MAX_VALUE, RecordError, format_actions, headers_of, parse_record
from citywright.match.replay import verify

CHUNKS = 1000  # so many, or fewer: progress is seen, and little is lost when a process dies
LARGEST_CHUNK = 250


class SimulationError(Exception):
    """The records cannot be written: their folder holds others, or a bot has a name that none can hold."""


class Series(NamedTuple):
    """Which games are played. `bots` has a name for every seat; no `layout` is the usual board."""

    game: str
    bots: tuple[str, ...]
    seed: int
    start: int
    layout: str | None = None


class OneGame(NamedTuple):
    """How a game went; `reason` is empty if it was broken off."""

    decisions: int
    checksum: int
    turns: int
    scores: list[int]
    ranks: list[int]
    reason: str
    record: str | None = None  # its text, if it was played for one


class GameJob(NamedTuple):
    """A game to play: the seeds of its two streams, and the record that is there already."""

    number: int
    chance_seed: int
    bots_seed: int
    record: bytes | None


class Chunk(NamedTuple):
    """Some games of a series."""

    series: Series
    games: list[GameJob]
    wants_record: bool


def simulate(
    series: Series,
    games: int,
    workers: Workers = THIS_PROCESS,
    records: Path | None = None,
    shown: Callable[[Iterator[OneGame]], Iterable[OneGame]] = iter,
) -> dict[str, Any]:
    """Play a series; what `shown` is given runs on as games are finished.

    Two builds that play the same games have equal checksums.
    """
    for name in series.bots if records is not None else ():
        if len(name) > MAX_VALUE or not name.isprintable():
            raise SimulationError(f"a record cannot name a bot {name!r}: {MAX_VALUE} characters at most")
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    totals = _Totals(len(series.bots))
    began = time.perf_counter()
    try:
        for one in shown(_played(series, games, workers, records, totals)):
            totals.written += one.record is not None
    finally:
        _close_players()
    report = totals.report(time.perf_counter() - began)
    if records is not None:
        kept = totals.games - totals.written - totals.reasons["aborted"]
        report["records"] = {"folder": str(records), "written": totals.written, "kept": kept}
    return report


def record_name(series: Series, number: int) -> str:
    """The name of the file with the record of a game."""
    return f"{series.game}-{len(series.bots)}-seed{series.seed}-{number:06d}.cwr"


def _played(
    series: Series, games: int, workers: Workers, records: Path | None, totals: _Totals
) -> Iterator[OneGame]:
    """The games as they are finished and their records are written; the totals take them in their order."""
    size = min(max(games // CHUNKS, 1), LARGEST_CHUNK)
    waiting: dict[int, list[OneGame]] = {}
    chunk_due = 0
    for number, chunk in spread(_play_chunk, _chunks(series, games, size, records), workers):
        for offset, one in enumerate(chunk):
            if records is not None and one.record is not None:
                with new_file(records / record_name(series, number * size + offset)) as path:
                    path.write_text(one.record, encoding="utf-8")
        waiting[number] = [one._replace(record=None) for one in chunk]
        while chunk_due in waiting:
            for one in waiting.pop(chunk_due):
                totals.add(one)
            chunk_due += 1
        yield from chunk


def _chunks(series: Series, games: int, size: int, records: Path | None) -> Iterator[Chunk]:
    master = Rng(series.seed)
    jobs = (
        GameJob(number, master.fork_seed(), master.fork_seed(), _record_there(records, series, number))
        for number in range(games)
    )
    while games_of_chunk := list(islice(jobs, size)):
        yield Chunk(series, games_of_chunk, records is not None)


def _record_there(folder: Path | None, series: Series, number: int) -> bytes | None:
    if folder is None:
        return None
    try:
        return (folder / record_name(series, number)).read_bytes()
    except FileNotFoundError:
        return None


class _Totals:
    """What is told of a series."""

    def __init__(self, seats: int) -> None:
        self.games = self.written = self.decisions = self.turns = 0
        self.scores = [0] * seats
        self.wins = [0.0] * seats
        self.checksum = CHECKSUM_SEED
        self.reasons: Counter[str] = Counter()

    def add(self, one: OneGame) -> None:
        """Count the next game of the series."""
        self.games += 1
        self.decisions += one.decisions
        self.checksum = _fold(self.checksum, one.checksum)
        self.turns += one.turns
        self.scores = [total + score for total, score in zip(self.scores, one.scores, strict=True)]
        self.reasons[one.reason or "aborted"] += 1
        for seat, rank in enumerate(one.ranks):
            self.wins[seat] += (rank == 1) / one.ranks.count(1)

    def report(self, seconds: float) -> dict[str, Any]:
        return {
            "games": self.games,
            "seconds": round(seconds, 3),
            "decisions": self.decisions,
            "decisions_per_s": round(self.decisions / seconds),
            "mean_scores": [round(total / self.games, 3) for total in self.scores],
            "mean_turns": round(self.turns / self.games, 3),
            "wins_by_seat": [round(won, 3) for won in self.wins],
            "end_reasons": dict(sorted(self.reasons.items())),
            "checksum": f"{self.checksum:010x}",
            "compiled": COMPILED,
        }


# --- playing, wherever that is --------------------------------------------------------


def _play_chunk(chunk: Chunk) -> list[OneGame]:
    series = chunk.series
    game = find_game(series.game)
    layout = game.layout(series.layout)
    played = []
    for job in chunk.games:
        one = None if job.record is None else _recorded(series, game, layout, job)
        played.append(one or _play_one(series, game, layout, job, wants_record=chunk.wants_record))
    return played


def _play_one(series: Series, game: Game, layout: Any, job: GameJob, *, wants_record: bool) -> OneGame:
    bots = _players(series.game, series.bots)
    codes: list[int] | None = [] if wants_record else None
    state = game.new_state(len(bots), series.start, layout)
    played = play(state, bots, Rng(job.chance_seed), Rng(job.bots_seed), game.ply_limit, codes)
    figures = (played.decisions, played.checksum, state.turns(), state.scores())
    if played.aborted:
        return OneGame(*figures, [], "")
    record = None if codes is None else _record_of(series, game, layout, job.number, codes)
    return OneGame(*figures, *state.standing(), record)


_kept: dict[tuple[str, tuple[str, ...]], list[Policy]] = {}  # some bots are programs that take long to start


def _players(game: str, names: tuple[str, ...]) -> list[Policy]:
    """The bots of a series, which a process keeps from chunk to chunk."""
    if (game, names) not in _kept:
        _close_players()
        _kept[game, names] = [player(find_game(game), name) for name in names]
    return _kept[game, names]


def _close_players() -> None:
    for bots in _kept.values():
        for bot in bots:
            if isinstance(bot, BotPolicy):
                bot.bot.close()
    _kept.clear()


def _record_of(series: Series, game: Game, layout: Any, number: int, codes: list[int]) -> str:
    """The record of a game, and below it how to play it again: its chance is not that of a dealer."""
    match = _new_match(series, game, layout)
    state = match.state  # every action is applied to it before the next one is asked for
    text = format_actions(match, None, ((state.actor(), game.format_action(code)) for code in codes))
    start = "lot" if series.start == LOT else seat_letter(series.start)
    command = f"simulate {series.game} --players {len(series.bots)} --bots {','.join(series.bots)}"
    return f"{text}; game {number}, from 0, of: {command} --seed {series.seed} --start {start}\n"


def _recorded(series: Series, game: Game, layout: Any, job: GameJob) -> OneGame | None:
    """How a game went by its record; None if that is damaged or not whole, and must be made again."""
    assert job.record is not None
    try:
        record = parse_record(job.record)
        _compare(series, job.number, record.headers, headers_of(_new_match(series, game, layout)))
        match = verify(record)
    except RecordError:
        return None
    if not match.over:
        return None
    checksum = CHECKSUM_SEED
    for ply in match.plies:
        checksum = _fold(checksum, ply.code)
    state, decisions = match.state, sum(ply.actor != CHANCE for ply in match.plies)
    return OneGame(decisions, checksum, state.turns(), state.scores(), *state.standing())


def _compare(series: Series, number: int, found: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """SimulationError if a record is one of another series."""
    for header, value in wanted.items():
        if found.get(header) != value:
            raise SimulationError(
                f"{record_name(series, number)} is there with another game: its {header} is "
                f"{found.get(header)!r}, not {value!r}; choose another folder"
            )


def _new_match(series: Series, game: Game, layout: Any) -> Match:
    return Match(game, len(series.bots), start=series.start, layout=layout, names=series.bots)


def _fold(checksum: int, number: int) -> int:
    return (checksum * 16777619 ^ number) & CHECKSUM_MASK
