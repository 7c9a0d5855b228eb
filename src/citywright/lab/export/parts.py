"""An export in parts of so many records: a finished part is noted in export.json and not made again.

A part is made anew if one of its files has changed since, or is another one. A record that cannot be read is
noted with the reason, and left out; its number stays its own. Machines of a cluster need no common disk: they
are sent the records, and send back the tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from citywright.lab.executors import THIS_PROCESS, Workers, spread
from citywright.lab.export.formats import FORMATS, Writer
from citywright.lab.export.rows import TABLES, rows_of
from citywright.lab.new_files import new_file
from citywright.match.match import Match
from citywright.match.record import MAX_BYTES, RecordError, parse_record
from citywright.match.replay import verify

PART = 500  # records, if not told otherwise
MANIFEST = "export.json"
SUFFIX = ".cwr"


class ExportError(Exception):
    """The folder cannot be used: it holds another export, or something else."""


class Unreadable(msgspec.Struct, frozen=True):
    """A record that was left out, and why."""

    file: str
    reason: str


class Settings(msgspec.Struct, frozen=True):
    """What an export is like; one that goes on must be like the one before."""

    format: str
    part: int  # how many records a part has
    tables: dict[str, list[str]]  # their columns

    @classmethod
    def of(cls, table_format: str, *, with_states: bool = False, part: int = PART) -> Settings:
        """The settings for a format."""
        names = [name for name in TABLES if with_states or name != "states"]
        return cls(table_format, part, {name: list(TABLES[name]._fields) for name in names})


class Part(msgspec.Struct, frozen=True):
    """A finished part: which files it was made of, and what it holds."""

    number: int
    digest: str  # of the names, sizes and times of its files
    records: int
    rows: dict[str, int]
    unreadable: list[Unreadable]


class Manifest(msgspec.Struct):
    """The content of export.json."""

    settings: Settings
    parts: list[Part] = []


class _Job(NamedTuple):
    folder: Path
    settings: Settings
    number: int
    files: list[Path]
    digest: str
    contents: list[bytes | str] | None = None  # of the files, or why not; None: where the job is done


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The records among these files and folders, each once; OSError if there is no such file or folder."""
    found: dict[Path, None] = {}
    for path in paths:
        path.stat()
        inside = (
            sorted(each for each in path.rglob(f"*{SUFFIX}") if each.is_file()) if path.is_dir() else [path]
        )
        found |= dict.fromkeys(inside)
    return list(found)


class Export:
    """An export into a folder, begun or taken up again."""

    def __init__(self, folder: Path, settings: Settings, files: list[Path]) -> None:
        self.folder, self.settings, self.files = folder, settings, files
        before = self._read()
        size = settings.part
        groups = [files[first : first + size] for first in range(0, len(files), size)]
        jobs = [_Job(folder, settings, number, group, _digest(group)) for number, group in enumerate(groups)]
        self.done = [part for part in before if part.number < len(jobs) and self._is_made(part, jobs)]
        self.parts_before = len(self.done)
        finished = {part.number for part in self.done}
        self._jobs = [job for job in jobs if job.number not in finished]
        self._stale = [part.number for part in before if part.number not in finished]

    @property
    def unreadable(self) -> list[Unreadable]:
        """The records that were left out, in their order."""
        return [record for part in sorted(self.done, key=_number) for record in part.unreadable]

    @property
    def rows(self) -> dict[str, int]:
        """How many rows every table has."""
        return {name: sum(part.rows[name] for part in self.done) for name in self.settings.tables}

    def make(self, workers: Workers = THIS_PROCESS) -> Iterator[Path]:
        """Make what is missing; gives the files that are done with, those of earlier times first."""
        for name in self.settings.tables:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
            for left_over in (self.folder / name).glob(".part-*"):  # of a process that was killed
                left_over.unlink()
        self._note()
        for path in [path for number in self._stale for path in self._paths(number)]:
            path.unlink(missing_ok=True)
        for part in self.done:
            yield from self._files(part.number)
        for part in self._made(workers):
            self.done.append(part)
            self._note()
            yield from self._files(part.number)

    def _made(self, workers: Workers) -> Iterator[Part]:
        if workers.cluster is None:
            for _, part in spread(_make_part, self._jobs, workers):
                yield part
            return
        with_contents = (job._replace(contents=[_content(path) for path in job.files]) for job in self._jobs)
        for _, (part, tables) in spread(_make_part_elsewhere, with_contents, workers):
            for name, table in tables.items():
                with new_file(_path(self.folder, self.settings, name, part.number)) as path:
                    path.write_bytes(table)
            yield part

    def _files(self, number: int) -> list[Path]:
        size = self.settings.part
        return self.files[number * size : (number + 1) * size]

    def _paths(self, number: int) -> list[Path]:
        return [_path(self.folder, self.settings, name, number) for name in self.settings.tables]

    def _is_made(self, part: Part, jobs: list[_Job]) -> bool:
        return part.digest == jobs[part.number].digest and all(
            path.is_file() for path in self._paths(part.number)
        )

    def _read(self) -> list[Part]:
        """The parts that are there; ExportError if they are of another kind of export."""
        path = self.folder / MANIFEST
        if not path.exists():
            taken = [name for name in self.settings.tables if (self.folder / name).exists()]
            if taken:
                raise ExportError(f"{self.folder} has a {taken[0]}, but no {MANIFEST}; choose another folder")
            return []
        try:
            manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
        except msgspec.DecodeError as error:
            raise ExportError(f"{path} cannot be read: {error}; choose another folder") from None
        if manifest.settings != self.settings:
            raise ExportError(
                f"{self.folder} holds an export with other settings ({_told(manifest.settings)}, "
                f"not {_told(self.settings)}); choose another folder"
            )
        return manifest.parts

    def _note(self) -> None:
        manifest = Manifest(self.settings, sorted(self.done, key=_number))
        with new_file(self.folder / MANIFEST) as path:
            path.write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def _number(part: Part) -> int:
    return part.number


def _told(settings: Settings) -> str:
    columns = sum(map(len, settings.tables.values()))
    tables = " and ".join(settings.tables)
    return f"{settings.format}, {settings.part} records a part, {columns} columns in {tables}"


def _path(folder: Path, settings: Settings, table: str, number: int) -> Path:
    return folder / table / f"part-{number:05d}.{settings.format}"


def _name(path: Path) -> str:
    """The name of a file; what is not UTF-8 in it is told by numbers."""
    return str(path).encode(errors="backslashreplace").decode()


def _digest(files: list[Path]) -> str:
    """Stands for the names of files and when they were changed last."""
    digest = hashlib.sha256()
    for path in files:
        facts = path.stat()
        digest.update(f"{_name(path)}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


# --- making a part, wherever that is --------------------------------------------------


def _make_part_elsewhere(job: _Job) -> tuple[Part, dict[str, bytes]]:
    """On another machine: a part, and the content of the file of every table."""
    with TemporaryDirectory() as folder:
        here = job._replace(folder=Path(folder))
        for name in job.settings.tables:
            (here.folder / name).mkdir()
        part = _make_part(here)
        paths = {name: _path(here.folder, job.settings, name, job.number) for name in job.settings.tables}
        return part, {name: path.read_bytes() for name, path in paths.items()}


def _make_part(job: _Job) -> Part:
    rows = dict.fromkeys(job.settings.tables, 0)
    unreadable = []
    first = job.number * job.settings.part
    contents = map(_content, job.files) if job.contents is None else job.contents
    with ExitStack() as files:
        writers = {TABLES[name]: _writer(files, job, name) for name in job.settings.tables}
        tables = {kind: name for name, kind in TABLES.items()}
        for number, (path, content) in enumerate(zip(job.files, contents, strict=True), first):
            match = _match_in(content)
            if isinstance(match, str):
                unreadable.append(Unreadable(_name(path), match))
                continue
            for row in rows_of(number, _name(path), match, with_states="states" in rows):
                writers[type(row)].add(row)
                rows[tables[type(row)]] += 1
    return Part(job.number, job.digest, len(job.files), rows, unreadable)


def _writer(files: ExitStack, job: _Job, table: str) -> Writer:
    """The writer of a table, closed with `files`; the file gets its name if all went well."""
    path = files.enter_context(new_file(_path(job.folder, job.settings, table, job.number)))
    writer = FORMATS[job.settings.format](path, TABLES[table])
    files.callback(writer.close)
    return writer


def _content(path: Path) -> bytes | str:
    """The bytes of a file, as many as a record may have and one more; or why they cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        return str(error.strerror)


def _match_in(content: bytes | str) -> Match | str:
    """The match that was recorded, or why there is none."""
    if isinstance(content, str):
        return content
    try:
        return verify(parse_record(content))
    except RecordError as error:
        return str(error)
