"""The work of a study: parts of so many games that are played in any order, kept, and evaluated at the end.

Whoever stops a study goes on where it was: every finished part is a line of NAME.parts.jsonl. The same
study, number of games, seed and version of Citywright always give the same data.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Protocol

import citywright
from citywright.catalogue import games as all_games
from citywright.lab.executors import THIS_PROCESS, Workers, spread

PART: Final = 50  # games of a part: seconds at most, but for players that search
HIGHEST_SEED: Final = 1_000_000

What = dict[str, Any]  # what is played: {"game": "saint-malo", "players": 2, …}
Row = list[Any]  # of one game, or of one deal
Figures = list[dict[str, Any]]  # what a study found: one entry for each line of a table
Progress = Callable[[Iterable["Played"], int], Iterable["Played"]]


class StudyError(Exception):
    """A study that cannot be made, or data that cannot be read; the message says why."""


@dataclass(frozen=True)
class Part:
    """A part of the work. What it gives depends on nothing but this."""

    study: str
    number: int
    what: What
    first: int  # the number of its first game among those of the same kind
    games: int
    seed: int  # of this part; `study_seed` is that of the whole
    study_seed: int


class Study(Protocol):
    """A module of this package that is a study."""

    NAME: str
    TITLE: str
    QUESTION: str
    GAMES: int  # of each kind, if nothing else is asked for

    def kinds(self, games: int) -> list[tuple[What, int]]:
        """What is played, and how many games (or deals) of it."""

    def play(self, part: Part) -> list[Row]:
        """Play a part: a row for each game."""

    def evaluate(self, played: list[tuple[What, list[Row]]]) -> Figures:
        """What the rows of each kind amount to."""

    def finding(self, figures: Figures) -> str:
        """The main finding, in a sentence or two of Markdown."""


@dataclass(frozen=True)
class Played:
    """A part with its rows."""

    part: Part
    rows: list[Row]


def parts_of(study: Study, games: int, seed: int) -> list[Part]:
    """All parts of a study, in order."""
    if games < 1:
        raise StudyError(f"a study needs a game at least, not {games}")
    if not 0 <= seed <= HIGHEST_SEED:
        raise StudyError(f"the seed must be from 0 to {HIGHEST_SEED}, not {seed}")
    parts: list[Part] = []
    for what, count in study.kinds(games):
        for first in range(0, count, PART):
            own_seed = seed * 1_000_003 + len(parts)
            size = min(PART, count - first)
            parts.append(Part(study.NAME, len(parts), what, first, size, own_seed, seed))
    return parts


def make(
    study: Study,
    games: int,
    seed: int,
    out: Path,
    *,
    workers: Workers = THIS_PROCESS,
    progress: Progress,
    keep: bool = False,
) -> Path:
    """Play a study, or what is still missing of it, and write its data; returns the file.

    The parts are deleted at the end, unless they shall be kept.
    """
    parts = parts_of(study, games, seed)
    kept = _Kept(out / f"{study.NAME}.parts.jsonl", about(study, games, seed))
    missing = [part for part in parts if part.number not in kept.rows]
    for played in progress(_play_all(study, missing, workers), len(missing)):
        kept.add(played)
    rows_of: dict[str, list[Row]] = {}
    whats: dict[str, What] = {}
    for part in parts:
        key = json.dumps(part.what)
        whats[key] = part.what
        rows_of.setdefault(key, []).extend(kept.rows[part.number])
    figures = study.evaluate([(what, rows_of[key]) for key, what in whats.items()])
    path = out / f"{study.NAME}.json"
    path.write_text(_written(about(study, games, seed), figures), encoding="utf-8")
    if not keep:
        kept.path.unlink()
    return path


def about(study: Study, games: int, seed: int) -> dict[str, Any]:
    """What data says of itself: how it was made, and with what."""
    return {
        "study": study.NAME,
        "command": f"python -m citywright.lab.studies {study.NAME} --games {games} --seed {seed}",
        "games": games,
        "seed": seed,
        "citywright": citywright.__version__,
        "rules": {name: game.rules_version for name, game in all_games().items()},
        "python": platform.python_version(),
        "numpy": version("numpy"),
    }


def _written(head: dict[str, Any], figures: Figures) -> str:
    """The text of a data file: a line for each entry, so that changes can be read."""
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in figures)
    heading = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{heading},\n "figures": [\n{lines}\n ]\n}}\n'


def _play_all(study: Study, parts: list[Part], workers: Workers) -> Iterator[Played]:
    for number, rows in spread(study.play, parts, workers):
        yield Played(parts[number], rows)


class _Kept:
    """The finished parts: JSON lines after a line that says what they belong to."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path, self.head = path, json.dumps(head)
        self.rows: dict[int, list[Row]] = {}
        if path.exists():
            self._read()

    def add(self, played: Played) -> None:
        """Keep a part, on disk at once."""
        self.rows[played.part.number] = played.rows
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.head + "\n", encoding="utf-8")
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([played.part.number, played.rows]) + "\n")

    def _read(self) -> None:
        first, *lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
        if first.strip() != self.head:
            raise StudyError(f"{self.path} holds parts of another study, seed or version; delete it first")
        if lines and not lines[-1].endswith("\n"):  # cut off when the study was stopped: play it again
            del lines[-1]
            self.path.write_text("".join([first, *lines]), encoding="utf-8")
        for line in lines:
            number, rows = json.loads(line)
            self.rows[number] = rows
